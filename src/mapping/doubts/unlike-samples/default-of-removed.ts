import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { type Answers, answeredQuestions, isGiven } from '../../../receive/answers/answers.ts';
import { comparedName, findAnswer, nameOfQuestion } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import type { Mapping } from '../../mapping.ts';
import { entriesIn, type KeyRead, keysRead } from '../changed-form/keys-read.ts';
import { listedNames } from '../changed-form/listed-names.ts';
import { answersOfSamples } from '../changed-form/questions-in-samples.ts';
import { questionsInside } from '../changed-form/renamed-question.ts';
import { hasRootInEach, sampleRoots } from '../changed-form/sample-roots.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a note about a default that is sent because the event does not have the question or the key at all, although every
 * sample has it, answered or empty: it may be deleted from the form, and the default then overwrites the value of each person. A
 * warning if a sample shows that the sender sends empty answers, too. The same for a value that is deleted in this way.
 */
export function defaultOfRemoved(
  mapping: Mapping,
  { path, rule, result }: Ruled,
  scope: Scope,
  { where = 'the event' }: EventShown,
): Diagnostic | undefined {
  const { base } = rule;
  const isDefault =
    result.kind === 'value' && rule.default !== undefined && result.value.origin === 'mapping';
  if (base.kind !== 'expression' || !(isDefault || result.kind === 'clear')) return undefined;
  const keys = keysRead(mapping).filter(({ use }) => use.path === path);
  const asked = questionsInside(mapping).filter(each => each.path === path);
  const count = keys.length + asked.length;
  if (keys.length > 0 && !hasRootInEach(mapping)) return undefined;
  if (count === 0 || count < pathsRead(base.expression).length) return undefined;
  const answers = scope.bindings.answers as Answers | undefined;
  const samples = answers ? answersOfSamples(mapping, answers) : [];
  const isGone = (name: string) =>
    answers !== undefined &&
    samples.length > 0 &&
    !has(answers, name) &&
    samples.every(each => has(each, name));
  if (!keys.every(each => lacks(scope.input, each)) || !asked.every(({ name }) => isGone(name)))
    return undefined;
  const sendsEmpty =
    keys.some(each => sampleRoots(mapping).some(root => besideOf(root, each).some(isNotGiven))) ||
    (asked.length > 0 && samples.some(each => answeredQuestions(each).questions.some(isUnanswered)));
  // The rule itself says what a missing value means, so only a sender of empty answers shows another case.
  if (!isDefault && !sendsEmpty) return undefined;
  const names = listedNames([...keys.map(({ written }) => written), ...asked.map(({ name }) => name)]);
  const effect = isDefault
    ? `the default ${shown(rule.default?.value)} is sent for each such event`
    : 'the value at the destination is deleted';
  const message = `${path}: ${where} does not have ${names} at all, neither answered nor empty, and each sample of the mapping has it, so ${effect}`;
  const hint = `if it was deleted from the form, remove the rule${isDefault ? ', or its default' : ''}; if events may lack it, keep this one as a test (fieldbridge capture), or add because: with the reason`;
  const severity = sendsEmpty ? 'warning' : 'info';
  return diagnostic('mapping/renamed-question', message, { hint, place: base.place, path, severity });
}

function has(answers: Answers, name: string): boolean {
  return findAnswer(answers, name).kind !== 'none' || nameOfQuestion(answers, name) !== undefined;
}

/** True if an event has the object or the list, and in it neither the key nor the entry. */
function lacks(payload: unknown, { steps, entry }: KeyRead): boolean {
  let object = payload;
  for (const step of steps) {
    if (!isPlainObject(object)) return false;
    if (!Object.hasOwn(object, step)) return true;
    object = ownValue(object, step);
  }
  if (!entry || !Array.isArray(object)) return false;
  return !entriesIn(object, entry).some(({ name }) => comparedName(name) === comparedName(entry.name));
}

/** Returns the values beside the one that is read in a sample, and that value. */
function besideOf(root: unknown, { steps, entry }: KeyRead): readonly unknown[] {
  const object = (entry ? steps : steps.slice(0, -1)).reduce<unknown>(ownValue, root);
  if (entry) return entriesIn(object, entry).map(({ value }) => value);
  return isPlainObject(object) ? Object.values(object) : [];
}

function isNotGiven(value: unknown): boolean {
  return !isGiven(value);
}

function isUnanswered({ value }: { readonly value: unknown }): boolean {
  return isNotGiven(value);
}
