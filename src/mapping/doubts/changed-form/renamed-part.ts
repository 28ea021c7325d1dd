import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead, placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, isGiven } from '../../../receive/answers/answers.ts';
import { findAnswer, nameOfQuestion } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { samplePayloads } from '../named-positions.ts';
import { givenKeys, isOptionalPart, partMeanings } from './parts-of-values.ts';
import { answersOfSamples } from './questions-in-samples.ts';
import { renamedPartHint } from './renamed-part-hint.ts';
import { isNameOfData, sampleRoots } from './sample-roots.ts';

/** A rule that reads a part of a value with parts: `{answer: handy.full}`, `contact.name.first`. */
interface PartRead {
  readonly use: ExpressionUse;
  /** The name that `answer` of a rule has. Undefined for a path. */
  readonly answer: string | undefined;
  /** The steps to the part. For `answer`, they are found in each event. */
  readonly steps: readonly string[];
  /** The other paths of its expression, of which one may replace a missing part. */
  readonly others: readonly (readonly string[])[];
}

/** Every event passes here. */
const partsRead = onceFor((mapping: Mapping): readonly PartRead[] => {
  const found = expressionUses(mapping).flatMap((use): readonly PartRead[] => {
    const { expression } = use;
    const { answer } = expression;
    if (answer !== undefined) return answer.includes('.') ? [{ use, answer, steps: [], others: [] }] : [];
    const all = pathsRead(expression);
    const paths = placedPaths(expression).filter(
      ({ from, bare, steps }) => from === 0 && bare === steps.length && isPart(steps),
    );
    return paths.map(({ steps, mayMiss }) => ({
      use,
      answer: undefined,
      steps,
      others: mayMiss ? all.filter(each => pathText(each) !== pathText(steps)) : [],
    }));
  });
  return [
    ...new Map(found.map(each => [`${each.use.path} ${each.answer ?? pathText(each.steps)}`, each])).values(),
  ];
});

function isPart(steps: readonly string[]): boolean {
  if (steps[0] === '$answers') return steps.length > 2;
  return steps.length > 1 && !steps[0]?.startsWith('$');
}

/** Returns the paths that the expressions of a mapping read, and the names after `answer`. */
const allRead = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    new Set(
      expressionUses(mapping).flatMap(({ expression }) => [
        ...(expression.answer === undefined ? pathsRead(expression).map(pathText) : [expression.answer]),
      ]),
    ),
);

/**
 * Returns warnings about rules that read a part which all samples have, in an event whose value has other parts that no
 * sample has: `{full}` became `{area, phone}`, and nothing is sent. An event without a new part gets none, since many forms
 * leave out empty parts. A reason of the rule is about the part of the sample, and not about others that came later. `where`
 * names the event.
 */
export function renamedParts(
  mapping: Mapping,
  scope: Scope,
  { where = 'the event' } = {},
): readonly Diagnostic[] {
  if (samplePayloads(mapping).length === 0) return [];
  const found = partsRead(mapping).flatMap(read => {
    const gone = goneFrom(mapping, read, scope);
    return gone ? [{ ...gone, use: read.use }] : [];
  });
  const byRule = Map.groupBy(found, ({ use, at }) => `${use.path} ${pathText(at)}`);
  const told = [...byRule.values()].flatMap(([first, ...more]) =>
    first ? warningAbout([first, ...more], where) : [],
  );
  return [...new Map(told.map(each => [each.path, each])).values()];
}

type GoneFromRule = Gone & Pick<PartRead, 'use'>;

function warningAbout(all: readonly [GoneFromRule, ...GoneFromRule[]], where: string): Diagnostic {
  const [{ use, fresh, shown }] = all;
  const name = use.path.replace(/^additionalFields\./, '');
  const lacked = all.map(({ part }) => quotedName(part)).join(', ');
  const parts = fresh.slice(0, mostShown).map(quotedName).join(', ');
  const more = fresh.length > mostShown ? ` and ${fresh.length - mostShown} more` : '';
  const message = `${name} reads the ${all.length > 1 ? 'parts' : 'part'} ${lacked} of ${shown}, which all samples of the mapping have and ${where} does not; in its place, it has ${parts}${more}, which ${fresh.length > 1 ? 'are' : 'is'} new`;
  const hint = renamedPartHint(all);
  return diagnostic('mapping/renamed-question', message, { hint, place: use.place, path: use.path });
}

const mostShown = 6;

/** A value at an event or in a sample, whose parts a rule reads. */
interface ValueWithParts {
  readonly objects: readonly object[];
  readonly part: string;
  readonly at: readonly string[];
  /** The name of the value in a message. */
  readonly shown: string;
  readonly question?: string;
}

interface Gone extends ValueWithParts {
  readonly fresh: readonly string[];
}

function goneFrom(mapping: Mapping, read: PartRead, scope: Scope): Gone | undefined {
  const answers = scope.bindings.answers as Answers | undefined;
  const now = valueWithPart(read, answers, scope.input);
  if (!now || hasPart(now)) return undefined;
  const isReplaced = read.others.some(steps => isGiven(valueAt(steps, answers, scope.input)));
  if (isReplaced) return undefined;
  const isOfAnswers = read.answer !== undefined || read.steps[0] === '$answers';
  const samples = isOfAnswers
    ? answers === undefined
      ? []
      : answersOfSamples(mapping, answers).flatMap(each => valueWithPart(read, each, undefined) ?? [])
    : sampleRoots(mapping).flatMap(root => valueWithPart(read, undefined, root) ?? []);
  if (samples.length === 0 || !samples.every(hasPart)) return undefined;
  const known = new Set(samples.flatMap(({ objects }) => objects.flatMap(Object.keys)));
  const given = now.objects.flatMap(givenKeys);
  const fresh = [...new Set(given)].filter(key => !known.has(key) && isNameOfPart(key));
  const isKept = given.some(key => known.has(key));
  if (fresh.length === 0 || (isKept && isOptionalPart(now.part))) return undefined;
  if (isOwnAnswer(now, given) || !(isOfAnswers || areOfOneKind(now.part, fresh))) return undefined;
  const isRead = fresh.some(key => isReadIn(mapping, read, { ...now, part: key }));
  return isRead ? undefined : { ...now, fresh };
}

function valueWithPart(
  { answer, steps }: PartRead,
  answers: Answers | undefined,
  input: unknown,
): ValueWithParts | undefined {
  if (answer === undefined) {
    const at = steps.slice(0, -1);
    const objects = objectsOf(valueAt(at, answers, input));
    return objects && { objects, part: steps.at(-1) ?? '', at, shown: pathText(at) };
  }
  const question = answers && nameOfQuestion(answers, answer);
  // The whole name may contain a dot.
  if (!answers || question === undefined || question === answer) return undefined;
  const found = findAnswer(answers, question);
  const [part = '', ...below] = answer
    .slice(question.length + 1)
    .split('.')
    .toReversed();
  if (found.kind !== 'found') return undefined;
  const inside = below.toReversed();
  const objects = objectsOf(inside.reduce(ownValue, found.value));
  const shown = `the answer to ${quotedName(question)}`;
  return objects && { objects, part, at: ['$answers', ...found.path, ...inside], shown, question };
}

/** Returns the objects of a value; undefined for a text, and for an object without any value. */
function objectsOf(value: unknown): readonly object[] | undefined {
  const objects = [value].flat();
  if (objects.length === 0 || !objects.every(isPlainObject)) return undefined;
  return objects.some(each => givenKeys(each).length > 0) ? objects : undefined;
}

function valueAt(
  [first = '', ...rest]: readonly string[],
  answers: Answers | undefined,
  input: unknown,
): unknown {
  if (first === '$answers') return rest.reduce(ownValue, answers as unknown);
  return first.startsWith('$') ? undefined : [first, ...rest].reduce(ownValue, input);
}

function hasPart({ objects, part }: ValueWithParts): boolean {
  return objects.some(each => ownValue(each, part) !== undefined);
}

/** The keys of a list, and those of programs, are no parts of a value. */
function isNameOfPart(key: string): boolean {
  return !/^\d+$/.test(key) && (isNameOfData(key) || partMeanings(key).length > 0);
}

/** True for options with a tick each, of which an event has only the ticked ones. */
function isOwnAnswer({ objects }: ValueWithParts, given: readonly string[]): boolean {
  return objects.every(each =>
    given.every(key => {
      const value = ownValue(each, key);
      return value === undefined || typeof value === 'boolean' || value === key || value === 'on';
    }),
  );
}

/** Elsewhere in a payload, an object may have any keys, so the part and the new ones must be those of one kind of value. */
function areOfOneKind(part: string, fresh: readonly string[]): boolean {
  const kinds = new Set(partMeanings(part).map(({ kind }) => kind));
  return fresh.some(key => partMeanings(key).some(({ kind }) => kinds.has(kind)));
}

/** True if a rule reads a new part, or the expression reads the whole value too. */
function isReadIn(mapping: Mapping, { use }: PartRead, { at, part, question }: ValueWithParts): boolean {
  const read = allRead(mapping);
  if (read.has(pathText([...at, part])) || (question !== undefined && read.has(`${question}.${part}`)))
    return true;
  return (
    use.expression.answer === undefined &&
    pathsRead(use.expression).some(each => pathText(each) === pathText(at))
  );
}
