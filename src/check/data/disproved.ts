import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { looksLikePlainWord } from '../../expressions/habits/likely-mistakes.ts';
import { type ExpressionUse, expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { momentsOfChange } from '../days/moment-of-change.ts';
import { otherSubject } from '../names/other-subject.ts';
import { isPersonalKey } from '../names/personal-key.ts';
import { isObject } from '../starter/payload-path.ts';
import { comparisonsOf } from './comparisons/check-comparisons.ts';
import { meantPath } from './paths/check-paths.ts';
import { isEnough, type KnownPaths, knownPaths, type Roots } from './paths/known-paths.ts';
import { keyOfQuestion } from './paths/meant-question.ts';
import { hasPath } from './paths/path-tree.ts';
import { timesIn } from './people/check-occurred-at.ts';
import type { Trial } from './trial.ts';

/** A finding about the text of a mapping that events disprove. */
export interface Disproved extends Pick<Diagnostic, 'code'> {
  readonly place: Place;
  /** The finding is right, and events show this better hint. */
  readonly hint?: string;
}

/**
 * Returns the assumptions about a mapping's expressions that events disprove: a word that looks like a literal is an
 * existing path, or a value compared with a number is always a number. Or they say what to write.
 */
export function disproved(
  mapping: Mapping,
  trials: readonly Trial[],
  within: PlaceWithin,
): readonly Disproved[] {
  const known = knownPaths(mapping.source, trials);
  const { all } = known;
  const ofPlaces = namedRules(mapping).flatMap(({ rule }) =>
    ruleExpressions(rule).some(({ path }) => path && isOfCustomer(path, trials))
      ? [{ code: 'mapping/other-name', place: rule.base.place } as const]
      : [],
  );
  const ofExpressions = expressionUses(mapping).flatMap(use => [
    ...(isPath(use, known) ? [{ code: 'expression/plain-word', place: use.place } as const] : []),
    ...numbersIn(use, all).map(
      ({ offset, length }) =>
        ({ code: 'expression/text-number-comparison', place: within(use, offset, length) }) as const,
    ),
  ]);
  return [...ofPlaces, ...ofExpressions, ...eventTimes(mapping, trials)];
}

/** Returns the paths of these events for `occurredAt`, if their source has none: first the times of a change. */
function eventTimes(mapping: Mapping, trials: readonly Trial[]): readonly Disproved[] {
  const place = mapping.places?.ignoreOlder;
  if (!place) return [];
  const ofChange = trials.flatMap(({ input }) => momentsOfChange(input.payload).map(each => each.expression));
  const [path, ...others] = [...new Set([...ofChange, ...timesIn(trials)])].slice(0, 3);
  if (path === undefined) return [];
  const more = others.length === 0 ? '' : `; other times in its events are ${others.join(', ')}`;
  const hint = `add occurredAt: ${path} to the source in the config, if that is the time of the change${more}`;
  return [{ code: 'mapping/no-occurred-at', place, hint }];
}

/**
 * True if a key above a value names a place, and events show that it holds the data of a person: `praxis.vorname`. The
 * keys below it and the name of the value must be about the customer too.
 */
function isOfCustomer(path: readonly string[], trials: readonly Trial[]): boolean {
  const [own = ''] = path.slice(-1);
  return path.slice(0, -1).some((_, at) => {
    const below = { names: [own], above: path.slice(at + 1, -1) };
    return (
      otherSubject(below, { names: ['iban'], type: 'iban' }) === undefined &&
      otherSubject({ ...below, above: path.slice(0, -1) }, { names: ['iban'], type: 'iban' }) ===
        'something-else' &&
      trials.some(({ input }) => holdsPerson(input.payload, path.slice(0, at + 1)))
    );
  });
}

function holdsPerson(payload: unknown, path: readonly string[]): boolean {
  const holder = path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    payload,
  );
  return isObject(holder) && Object.keys(holder).some(isPersonalKey);
}

/** True if events have the path, a similar one, or a question of this name. Then that is reported instead. */
function isPath({ expression, rule }: ExpressionUse, known: KnownPaths): boolean {
  const payload = known.all.get('');
  const steps = expression.path ?? [];
  if (!looksLikePlainWord(expression) || payload === undefined) return false;
  if (hasPath(payload, steps)) return true;
  const [name = ''] = steps;
  if (steps.length === 1 && keyOfQuestion(name, known) !== undefined) return true;
  const where = rule?.default !== undefined || !isEnough(known) ? 'only misspelt' : 'anywhere';
  return meantPath({ root: '', steps }, known, where) !== undefined;
}

function numbersIn(use: ExpressionUse, known: Roots) {
  const possible = use.expression.warnings.filter(
    ({ diagnostic }) => diagnostic.code === 'expression/text-number-comparison',
  );
  if (possible.length === 0) return [];
  const isNumber = (types: ReadonlySet<unknown>) => types.size === 1 && types.has('number');
  const sure = comparisonsOf(use, known).filter(({ seen, wanted }) => isNumber(seen) && isNumber(wanted));
  return possible.filter(each => sure.some(({ comparison }) => comparison.offset === each.offset));
}

/** Returns the findings about texts that stored events do not disprove, with the hints that these events show. */
export function withoutDisproved(
  disproved: readonly Disproved[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const known = new Map(disproved.map(each => [`${each.code} ${placeOf(each)}`, each]));
  return diagnostics.flatMap(each => {
    const shown = known.get(`${each.code} ${placeOf(each)}`);
    if (!shown) return [each];
    return shown.hint === undefined ? [] : [{ ...each, hint: shown.hint }];
  });
}

function placeOf({ place }: Pick<Diagnostic, 'place'>): string {
  return `${place?.file}:${place?.line}:${place?.column}`;
}
