import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { severalObjects } from '../../../receive/events/several-events.ts';
import type { Mapping } from '../../mapping.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';

/**
 * Returns a warning if the rules mix several objects of a list in an event: one rule reads the id of one of
 * them as the person (`people.id`), and another rule reads values of others (`people.note`), which may belong
 * to other people. `where` names the event.
 */
export function mixedObjects(
  mapping: Mapping,
  { input }: Pick<Scope, 'input'>,
  { where = 'the event' } = {},
): Diagnostic | undefined {
  const { subject, others } = readTogether(mapping);
  const list = subject && listOn(subject.steps, input);
  if (!list) return undefined;
  const { steps, objects } = list;
  const owners = objects.filter(each => isThere(each, subject.steps.slice(steps.length)));
  if (owners.length !== 1) return undefined;
  const mixed = others.find(
    other =>
      isDeepStrictEqual(other.steps.slice(0, steps.length), steps) &&
      objects.some(each => !owners.includes(each) && isThere(each, other.steps.slice(steps.length))),
  );
  if (!mixed) return undefined;
  const at = pathText(steps);
  const below = subject.steps.slice(steps.length).map(keyText).join('.');
  const rest = mixed.steps.slice(steps.length).map(keyText).join('.');
  const message = `${mixed.path}: ${pathText(mixed.steps)} reads ${objects.length} objects of ${at} in ${where}, of which only one has the ${below} that ${subject.path} sends`;
  const hint = `if each is an event of its own, write split: ${at} at the source in the config; if one is meant, write ${expressionInYaml(`${at}[$exists(${below})].${rest}`)}; if all belong to the person, add because: with the reason`;
  return diagnostic('intake/several-events', message, { hint, place: mixed.place, path: mixed.path });
}

/** A simple path into the payload that a rule reads. */
interface PathRead {
  readonly path: string;
  readonly steps: readonly string[];
  readonly place: Place;
}

interface ReadTogether {
  readonly subject: PathRead | undefined;
  /** The paths that begin like that of the subject. */
  readonly others: readonly PathRead[];
}

/** Every event passes here. */
const kept = new WeakMap<Mapping['set'], ReadTogether>();

function readTogether(mapping: Mapping): ReadTogether {
  const before = kept.get(mapping.set);
  if (before) return before;
  const all = namedRules(mapping).flatMap(({ path, rule }) =>
    rule.because === undefined
      ? ruleExpressions(rule).flatMap(each => pathOf(each, path, rule.base.place))
      : [],
  );
  const { link } = mapping;
  const ofLink = link && link.because === undefined ? pathOf(link.value, 'link', link.place) : [];
  const subject = [...ofLink, ...all].find(({ path }) => subjects.has(path));
  const others = all.filter(({ path, steps }) => !subjects.has(path) && steps[0] === subject?.steps[0]);
  const found = { subject: others.length === 0 ? undefined : subject, others };
  kept.set(mapping.set, found);
  return found;
}

/** The names that identify the person or appointment. */
const subjects: ReadonlySet<string> = new Set(['link', 'id', 'customerId', 'appointmentId']);

/** Returns the path of an expression. A position or a condition in it would choose one of the objects. */
function pathOf(
  { path: steps, answer, source }: Expression,
  path: string,
  place: Place,
): readonly PathRead[] {
  const isPlain = steps !== null && answer === undefined && !/[[$]/.test(source) && steps.length > 1;
  return isPlain ? [{ path, steps, place }] : [];
}

/** Returns the first list of several objects on a path. */
function listOn(
  steps: readonly string[],
  input: unknown,
): { readonly steps: readonly string[]; readonly objects: readonly object[] } | undefined {
  let value = input;
  for (let at = 1; at < steps.length; at += 1) {
    value = ownValue(value, steps[at - 1] ?? '');
    const objects = severalObjects(value);
    if (objects) return { steps: steps.slice(0, at), objects };
  }
  return undefined;
}

function isThere(object: unknown, below: readonly string[]): boolean {
  return presenceOf(below.reduce(ownValue, object)) === 'present';
}
