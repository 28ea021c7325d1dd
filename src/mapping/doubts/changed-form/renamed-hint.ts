import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Answers, FormQuestion } from '../../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { quotedName } from '../../answers/answer-expression.ts';
import { plainAnswer } from '../../convert/plain-answer.ts';
import { answerOfResult, yesOrNoIn } from '../../evaluate/answer-entry.ts';
import type { Rule } from '../../mapping.ts';
import { allowsContact, asksForOptOut, reversedTable } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { hasFormerText, triedNames } from './renamed-key.ts';
import type { FormerQuestions, NamedQuestion } from './renamed-question.ts';

/**
 * Returns the warning about a question with a new name or key. `example`: the id of an event that has it. `answers`: those of an
 * event with the question.
 */
export function renamed(
  asked: NamedQuestion,
  found: FormQuestion,
  {
    message,
    before,
    example,
    answers,
  }: {
    readonly message: string;
    readonly before: FormerQuestions;
    readonly example?: string;
    readonly answers?: Answers | undefined;
  },
): Diagnostic {
  const { place, path, name, isInside } = asked;
  const key = sameKey(found, before);
  const part = partRead(name, found, before);
  const written = (of: string) => readingOf(asked, `${of}${part}`, of);
  const byKey = key === undefined ? '' : `, or ${written(key)}, which stays when the label changes`;
  const negated =
    isWhole(asked) && part === ''
      ? (negatedRule(asked, found, before) ?? withoutTable(asked, found, before))
      : undefined;
  const names =
    answers && hasFormerText(found, before) ? triedNames(found, answers, !isWhole(asked)) : undefined;
  const cure = names
    ? cureByNames(asked, names.map(written))
    : negated === undefined
      ? `if it is the same question, write ${written(shownName(found))}${byKey}${isInside ? ` in place of ${pathText(['$answers', name])}` : ''}`
      : `by its words it asks the opposite, so that a yes is a no: write ${negated}`;
  const hint = `${cure}, and renew the sample; if not, keep the event as a test (${captureCommand(example)})`;
  return diagnostic('mapping/renamed-question', message, { hint, place, path });
}

/** Returns the cure for a question with the former text. The written names are tried with the event. */
function cureByNames({ name, isInside }: NamedQuestion, [first, ...others]: readonly string[]): string {
  if (first === undefined)
    return 'look at the questions in the event, and give this one a key of its own at the sender';
  const further = others.map(each => `, or ${each}`).join('');
  return `if it is the same question, write ${first}${further}${isInside ? ` in place of ${pathText(['$answers', name])}` : ''}`;
}

/** Returns the cure if several new questions may be the former one. */
export function cureOfSeveral(asked: NamedQuestion, example?: string): string {
  const written = isWhole(asked) ? '{answer: …}' : `${pathText(['$answers', asked.name])} anew`;
  return `look which of them asks for the same, write ${written} with its text, and renew the sample; if none does, keep the event as a test (${captureCommand(example)})`;
}

/** Returns the command that makes a test of an event. */
export function captureCommand(example: string | undefined): string {
  return example === undefined ? 'fieldbridge capture' : `fieldbridge capture ${example}`;
}

/** True for a rule that is a question and nothing else. A condition and the link are expressions. */
function isWhole({ path, isInside }: NamedQuestion): boolean {
  return path !== 'when' && path !== 'link' && !isInside;
}

function readingOf(asked: NamedQuestion, answer: string, name: string): string {
  return isWhole(asked) ? `{answer: ${quotedName(answer)}}` : pathText(['$answers', name]);
}

/** Returns the rule for a question with a negation that the former one does not have: "Non è incinta?" for "È incinta?". */
function negatedRule(
  { path, name }: Pick<NamedQuestion, 'path' | 'name'>,
  found: FormQuestion,
  { earlier }: FormerQuestions,
): string | undefined {
  const asked = shownName(found);
  const { value } = found;
  const isAnswer =
    typeof value === 'boolean' || (typeof value === 'string' && plainAnswer(value) !== undefined);
  const former = [name, ...earlier.flatMap(each => (each.asked ? questionNames(each.asked) : []))];
  if (!isAnswer || !asksForOptOut(asked) || former.some(asksForOptOut)) return undefined;
  const field = path.replace(/^additionalFields\./, '');
  const isConsent = consentParameters.has(path) || allowsContact(field);
  return `{answer: ${quotedName(asked)}, values: ${reversedTable(value, { isConsent })}}, with the words that the sender uses`;
}

/** Returns the rule without its table, if that makes a no of a yes for the former question, and the new one has no negation. */
function withoutTable(
  { name, rule }: NamedQuestion,
  found: FormQuestion,
  { earlier }: FormerQuestions,
): string | undefined {
  const asked = shownName(found);
  const former = [name, ...earlier.flatMap(each => (each.asked ? questionNames(each.asked) : []))];
  if (!rule || !turnsAnswers(rule) || asksForOptOut(asked) || !former.some(asksForOptOut)) return undefined;
  return `{answer: ${quotedName(asked)}} without its table, which turns yes and no round`;
}

/** True for a rule with a table that makes a no of a yes. */
export function turnsAnswers({ lookup }: Rule): boolean {
  return [...(lookup?.entries ?? [])].some(
    ([key, { value }]) => yesOrNoIn(key) === true && answerOfResult(value) === false,
  );
}

/** Returns the part of an answer that a name reads: `.full` of `phone.full`. Empty if the new answer does not have it. */
function partRead(name: string, { value }: FormQuestion, { earlier }: FormerQuestions): string {
  const asked = earlier.flatMap(each => (each.asked ? questionNames(each.asked) : []));
  const whole = asked.find(each => name.startsWith(`${each}.`));
  const part = whole === undefined ? '' : name.slice(whole.length + 1);
  return part !== '' && ownValue(value, part) !== undefined ? `.${part}` : '';
}

/** Returns the key of a question that the former one had too. */
export function sameKey({ keys }: FormQuestion, { keys: known }: FormerQuestions): string | undefined {
  return keys.find(each => each !== undefined && known.has(each));
}
