import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import type { Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../receive/answers/answers.ts';
import { comparedName, questionNames, shownName } from '../../receive/answers/find-answer.ts';
import { answerIn, quotedName } from '../answers/answer-expression.ts';
import { expressionUses } from '../expression-uses.ts';
import type { Mapping, Rule } from '../mapping.ts';
import { isFittingAnswer } from './fitting-answer.ts';
import { answersInSamples, isInSomeSamples, keysInSamples, textsOfSamples } from './questions-in-samples.ts';

/** A question that a mapping reads by its name. */
export interface NamedQuestion {
  readonly path: string;
  /** Undefined in a condition and in the link. */
  readonly rule?: Rule | undefined;
  readonly place: Place;
  readonly name: string;
}

/** Returns the questions that the expressions of a mapping read, without those with a reason. Every event passes here. */
export const askedQuestions = onceFor((mapping: Mapping): readonly NamedQuestion[] =>
  expressionUses(mapping).flatMap(({ expression: { answer, path }, because, path: of, place, rule }) => {
    const name = answer ?? (path?.length === 2 && path[0] === '$answers' ? path[1] : undefined);
    return name === undefined || because !== undefined ? [] : [{ path: of, place, name, rule }];
  }),
);

/**
 * Returns warnings about questions that a mapping reads, that its sample has, and that an event has under another name:
 * "Sterne" became "Wie viele Sterne gibst du uns?". An event without the question and without a new one that is like
 * it gets none, since many forms leave out questions without an answer, unless it lists all questions of its form.
 * `because` confirms the rule.
 */
export function renamedQuestions(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  const asked = scope.bindings.answers === undefined ? [] : askedQuestions(mapping);
  return asked.flatMap(question => {
    if (answerIn(scope, question.name).kind !== 'none') return [];
    if (!textsOfSamples(mapping).has(comparedName(question.name))) return [];
    const before = inSamples(mapping, question.name);
    const found = newQuestion(mapping, question, { scope, before });
    if (!found) return removedQuestion(mapping, question, { scope, before }) ?? [];
    const message = `${shortPath(question)} reads the question ${quotedName(question.name)} of the sample, which the event does not have; it has ${quotedName(shownName(found))}, which is new`;
    return [renamed(question, found, { message, before })];
  });
}

/** Many events lack a question, and the samples stay the same. */
function inSamples(mapping: Mapping, name: string): FormerQuestions {
  const known = searched(mapping).get(name);
  if (known) return known;
  const keys = keysInSamples(mapping, name);
  const found = { names: textsOfSamples(mapping), keys, answers: answersInSamples(mapping, name, keys) };
  searched(mapping).set(name, found);
  return found;
}

const searched = onceFor((_: Mapping) => new Map<string, FormerQuestions>());

function shortPath({ path }: NamedQuestion): string {
  return path.replace(/^additionalFields\./, '');
}

/** The names of all questions before, the keys that the asked question had, and its answers. */
export interface FormerQuestions {
  readonly names: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  readonly answers: readonly unknown[];
}

/**
 * Returns the question of an event that may be the asked one under a new name: given, new, read by no expression, and with
 * the same key or a similar name. A question with the same key is preferred, then the one with the most in common.
 */
export function newQuestion(
  mapping: Mapping,
  asked: NamedQuestion,
  { scope, before }: { readonly scope: Scope; readonly before: FormerQuestions },
  isLike: (name: string, other: string) => boolean = areAlike,
): FormQuestion | undefined {
  const read = new Set(askedQuestions(mapping).map(each => comparedName(each.name)));
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  const further = questions.filter(question => {
    const isRead = questionNames(question).some(each => read.has(comparedName(each)));
    return !isRead && isGiven(question.value) && isNew(question, before);
  });
  const same = further.find(question => sameKey(question, before) !== undefined);
  if (same) return same;
  const { name } = asked;
  const like = further
    .filter(question => questionNames(question).some(each => isLike(name, each)))
    .filter(({ value }) => isFittingAnswer(value, before.answers, asked));
  const inCommon = (question: FormQuestion) =>
    Math.max(...questionNames(question).map(each => lettersInCommon(name, each)));
  return like.toSorted((one, other) => inCommon(other) - inCommon(one))[0];
}

function isNew(question: FormQuestion, before: FormerQuestions): boolean {
  const { labels, alsoCalled = [] } = question;
  // Further names may be titles and ids: an id stays if the title changes.
  const hasOneTitle = labels.length === 0 && alsoCalled.length > 0;
  const shown = hasOneTitle ? [shownName(question)] : labels.length > 0 ? labels : questionNames(question);
  return shown.every(each => !before.names.has(comparedName(each)));
}

function sameKey({ keys }: FormQuestion, { keys: known }: FormerQuestions): string | undefined {
  return keys.find(each => each !== undefined && known.has(each));
}

/**
 * Returns the warning about a question that the form of an event does not have any more, and none like it. The event lists
 * all questions of its form, and the samples are of this form.
 */
function removedQuestion(
  mapping: Mapping,
  asked: NamedQuestion,
  { scope, before }: { readonly scope: Scope; readonly before: FormerQuestions },
): readonly Diagnostic[] | undefined {
  const { form, questions } = answeredQuestions(scope.bindings.answers as Answers);
  if (form === undefined || !before.names.has(comparedName(form))) return undefined;
  if (isInSomeSamples(mapping, form, asked.name)) return undefined;
  const isIt = (question: FormQuestion) => {
    if (sameKey(question, before) !== undefined) return true;
    const mayFit = !isGiven(question.value) || isFittingAnswer(question.value, before.answers, asked);
    return (
      mayFit && isNew(question, before) && questionNames(question).some(each => areAlike(asked.name, each))
    );
  };
  if (questions.some(isIt)) return undefined;
  const message = `${shortPath(asked)} reads the question ${quotedName(asked.name)} of the sample, which the form of the event does not have any more, and none of its ${questions.length} questions is like it`;
  const hint =
    'look at the questions in the event; write the one that took its place, or remove the rule, and renew the sample; if only some events have it, add because: with the reason';
  return [diagnostic('mapping/renamed-question', message, { hint, place: asked.place, path: asked.path })];
}

/** Returns the warning about a question with a new name. */
export function renamed(
  { place, path }: NamedQuestion,
  found: FormQuestion,
  { message, before }: { readonly message: string; readonly before: FormerQuestions },
): Diagnostic {
  const key = sameKey(found, before);
  // A condition and the link are expressions.
  const isRule = path !== 'when' && path !== 'link';
  const written = (name: string) => (isRule ? `{answer: ${quotedName(name)}}` : pathText(['$answers', name]));
  const byKey = key === undefined ? '' : `, or ${written(key)}, which stays when the label changes`;
  const hint = `if it is the same question, write ${written(shownName(found))}${byKey}, and renew the sample; if not, add because: with the reason`;
  return diagnostic('mapping/renamed-question', message, { hint, place, path });
}

/** True if two questions are nearly the same, or if one has all words of the other. */
export function areAlike(one: string, other: string): boolean {
  if (nearest(one, [other]).length > 0) return true;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const [short, long] = words.length <= others.length ? [words, others] : [others, words];
  return short.length > 0 && short.every(word => long.includes(word));
}

/** Returns the number of letters of the words that two questions share. */
function lettersInCommon(one: string, other: string): number {
  const others = new Set(wordsOf(other));
  return [...new Set(wordsOf(one))].filter(word => others.has(word)).join('').length;
}

/** Returns the words of a question that have a meaning. */
function wordsOf(name: string): readonly string[] {
  return (spellings(name)[0] ?? '').split(' ').filter(word => word.length >= shortest && !asking.has(word));
}

const shortest = 4;
/** Words that most questions have. */
const asking: ReadonlySet<string> = new Set(
  'bitte deine deinen dein ihre ihren ihrem mochten mochtest wollen willst durfen durfte konnen wunschen haben hast habt sind welche welcher welches wann wenn oder noch uber unsere unseren unserem unserer unser your have what which when where with this please about does will would vous avez votre quel quelle quels quelles welk welke heeft hebt jouw'.split(
    ' ',
  ),
);
