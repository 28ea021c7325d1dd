import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { endingWords } from '../../../mapping/doubts/event-kind/ending-words.ts';
import { expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { type NamedRule, namedRules } from '../../../mapping/rules-of.ts';
import { nameLikeness, thingsIn } from '../../names/name-likeness.ts';
import { otherSubject } from '../../names/other-subject.ts';
import { namesField, oneValueOf } from '../../one-value.ts';
import { otherNames } from '../../other-name.ts';
import { ruleName } from '../../rule-reading.ts';
import type { Wanted } from '../trial.ts';
import { anyName } from './check-better-questions.ts';

/**
 * Warns about rules that read a value whose name has nothing in common with the field, while a value beside it has the
 * name of the field and is read by no rule: `phone.mobile: telefon` where the event has `mobil`, as after a copied line.
 * The parts of an address are also searched in the other objects of the same person.
 * `because` confirms the rule.
 */
export function checkBetterNames(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const told = new Set(otherNames(mapping).map(({ path }) => path));
  const read = new Set(
    expressionUses(mapping)
      .flatMap(({ expression }) => pathsRead(expression))
      .map(textOf),
  );
  return namedRules(mapping).flatMap(named => {
    const steps = told.has(named.path) ? undefined : stepsRead(named);
    if (!steps || fits(named.path, steps)) return [];
    for (const { scope } of events) {
      const beside = betterBeside(named.path, steps, scope.input, read);
      const better =
        beside === undefined
          ? (betterAddress(named.path, steps, scope.input, read) ??
            letterAround(named.path, steps, scope.input, read))
          : [...steps.slice(0, -1), beside];
      if (better) return [warning(named, steps, better)];
    }
    return [];
  });
}

/** Returns the path of a rule that reads a value with nothing of the name of its field, so that a better one may be there. */
export function pathElsewhere(named: NamedRule): ElsewhereRead | undefined {
  const steps = stepsRead(named);
  if (!steps || fits(named.path, steps)) return undefined;
  const { path } = named;
  return {
    steps,
    isPartOfAddress: isPartOfAddress(path),
    isInObject: steps.length > 1 && isSubscription(path, steps),
  };
}

interface ElsewhereRead {
  readonly steps: readonly string[];
  readonly isPartOfAddress: boolean;
  /** True if the better one may also stand beside the object of the value. */
  readonly isInObject: boolean;
}

function isPartOfAddress(path: string): boolean {
  return thingsIn(ruleName(path)).some(each => partsOfAddress.has(each));
}

/** Returns the path that a rule reads, if it reads nothing else. */
function stepsRead({ path, rule }: NamedRule): readonly string[] | undefined {
  const value = rule.because !== undefined || anyName.test(path) ? undefined : oneValueOf(rule);
  if (!value || value.asked !== undefined || namesField(value, [ruleName(path)])) return undefined;
  const { steps } = value;
  return steps.length === 0 || steps[0]?.startsWith('$') ? undefined : steps;
}

/**
 * True if the name of a value, or of the object around it, has something in common with a field. The state of a subscription
 * says nothing of a newsletter if another value does.
 */
function fits(path: string, steps: readonly string[]): boolean {
  return !isSubscription(path, steps) && steps.slice(-2).some(step => nameLikeness(ruleName(path), step) > 0);
}

/** True for a newsletter that reads the state of a subscription: `newsletter: subscription.status`. */
function isSubscription(path: string, steps: readonly string[]): boolean {
  const read = steps.slice(-2).map(spelt);
  return (
    namesLetter(ruleName(path)) && !steps.some(namesLetter) && read.some(each => subscriptions.test(each))
  );
}

const subscriptions = /\b(?:subscri\w*|abo|abonn\w*|suscri\w*|abbonament\w*|iscri\w*|prenumer\w*)\b/;

function namesLetter(name: string): boolean {
  return endingWords.letters.test(spelt(name));
}

function spelt(name: string): string {
  return spellings(name)[0] ?? '';
}

/** Returns the answer about a newsletter beside the object of a subscription whose state is read. */
function letterAround(
  path: string,
  steps: readonly string[],
  payload: unknown,
  read: ReadonlySet<string>,
): readonly string[] | undefined {
  if (steps.length < 2 || !isSubscription(path, steps)) return undefined;
  const beside = betterBeside(path, steps.slice(0, -1), payload, read);
  return beside === undefined ? undefined : [...steps.slice(0, -2), beside];
}

function betterBeside(
  path: string,
  steps: readonly string[],
  payload: unknown,
  read: ReadonlySet<string>,
): string | undefined {
  const above = steps.slice(0, -1);
  const object = above.reduce<unknown>(
    (value, step) => (isObject(value) ? ownValue(value, step) : undefined),
    payload,
  );
  if (!isObject(object) || ownValue(object, steps.at(-1) ?? '') === undefined) return undefined;
  return Object.keys(object)
    .slice(0, mostKeys)
    .find(key => {
      const value = ownValue(object, key);
      return (
        !isObject(value) &&
        presenceOf(value) === 'present' &&
        nameLikeness(ruleName(path), key) >= sameThing &&
        (!isSubscription(path, steps) || namesLetter(key)) &&
        !read.has(textOf([...above, key]))
      );
    });
}

/** The likeness of names for the same thing (`nameLikeness`). */
const sameThing = 0.95;
const mostKeys = 200;

/**
 * Returns the only part of an address below the same person that has the name of the field and is read by no rule:
 * `patient.anschrift.plz` for `zip: patient.versicherung.nummer`.
 */
function betterAddress(
  path: string,
  steps: readonly string[],
  payload: unknown,
  read: ReadonlySet<string>,
): readonly string[] | undefined {
  const [person = ''] = steps;
  if (!isPartOfAddress(path) || steps.length < 2 || presenceOf(steps.reduce(ownValue, payload)) !== 'present')
    return undefined;
  const found = addressesBelow(ownValue(payload, person), [person], 3).filter(
    each => nameLikeness(ruleName(path), each.at(-1) ?? '') >= sameThing,
  );
  const [only, ...others] = found;
  return only && others.length === 0 && !read.has(textOf(only)) ? only : undefined;
}

const partsOfAddress: ReadonlySet<string> = new Set(['zip', 'city', 'street']);

/** Returns the paths of the values in the objects below, without those of companies and other people. */
function addressesBelow(
  value: unknown,
  above: readonly string[],
  depth: number,
): readonly (readonly string[])[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .slice(0, mostKeys)
    .flatMap(([key, each]): readonly (readonly string[])[] => {
      const steps = [...above, key];
      if (!isObject(each)) return presenceOf(each) === 'present' ? [steps] : [];
      const isOther = otherSubject({ names: [key] }, { names: ['iban'], type: 'iban' }) !== undefined;
      return depth === 0 || isOther ? [] : addressesBelow(each, steps, depth - 1);
    });
}

function warning({ path, rule }: NamedRule, steps: readonly string[], better: readonly string[]): Diagnostic {
  const name = ruleName(path);
  const [own, other] = [steps, better].map(pathText);
  const message = `${name} reads ${own}, while ${other} has the name of the field, and no rule reads it`;
  const inPlace = oneValueOf(rule)?.isWhole === false ? ` in place of ${own}` : '';
  const hint = `read ${other}${inPlace}; if ${own} is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
}

function textOf(steps: readonly string[]): string {
  return JSON.stringify(steps);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
