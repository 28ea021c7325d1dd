import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../../receive/answers/answers.ts';
import {
  comparedName,
  findAnswer,
  nameOfQuestion,
  questionNames,
  shownName,
} from '../../../receive/answers/find-answer.ts';
import { answerIn, quotedName } from '../../answers/answer-expression.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { isFittingAnswer } from './fitting-answer.ts';
import { listedNames } from './listed-names.ts';
import { areAlike, haveTopicInCommon, haveWordInCommon, lettersInCommon } from './question-words.ts';
import {
  answersInSamples,
  answersOfSamples,
  keysInSamples,
  labelsInSamples,
  textsOfSamples,
} from './questions-in-samples.ts';
import { isNew, removedQuestion } from './removed-question.ts';
import { cureOfSeveral, renamed, sameKey } from './renamed-hint.ts';
import { inItsPlace, underOtherKey } from './renamed-key.ts';
import {
  type EarlierForm,
  isAlwaysAnswered,
  isBoxOf,
  type PresentForm,
  questionInPlaceOf,
  questionsInsteadOf,
} from './replaced-question.ts';

/** A question that a mapping reads by its name. */
export interface NamedQuestion {
  readonly path: string;
  /** Undefined in a condition and in the link. */
  readonly rule?: Rule | undefined;
  readonly place: Place;
  readonly name: string;
  /** True if an expression does more than read it. */
  readonly isInside?: true;
}

/**
 * Returns the questions that the expressions of a mapping read, also those with a reason: it is about the question of the
 * sample, and never about another one that came later. Every event passes here.
 */
export const askedQuestions = onceFor((mapping: Mapping): readonly NamedQuestion[] =>
  expressionUses(mapping).flatMap(({ expression: { answer, path }, path: of, place, rule }) => {
    const name = answer ?? (path?.length === 2 && path[0] === '$answers' ? path[1] : undefined);
    return name === undefined ? [] : [{ path: of, place, name, rule }];
  }),
);

/** Returns the same, and the questions that are read inside of expressions: `$number($answers.pain)`. */
export const questionsInside = onceFor((mapping: Mapping): readonly NamedQuestion[] => {
  const plain = askedQuestions(mapping);
  const isPlain = (path: string, name: string) =>
    plain.some(each => each.path === path && each.name === name);
  const inside = expressionUses(mapping).flatMap(({ expression, path, place, rule }) => {
    const names = expression.answer === undefined ? namesRead(expression) : [];
    const further = names.filter(name => !isPlain(path, name));
    return further.map(name => ({ path, place, name, rule, isInside: true as const }));
  });
  return [...plain, ...new Map(inside.map(each => [`${each.path} ${each.name}`, each])).values()];
});

function namesRead(expression: Expression): readonly string[] {
  if (!expression.variables.has('answers')) return [];
  return pathsRead(expression).flatMap(([root, name]) => (root === '$answers' ? (name ?? []) : []));
}

const namesOfRead = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    new Set(questionsInside(mapping).map(({ name }) => comparedName(name))),
);

/**
 * Returns warnings about questions that a mapping reads, that its sample has, and that an event has under another name:
 * "Sterne" became "Wie viele Sterne gibst du uns?". Many forms leave out questions without an answer, so an event without the
 * question gets none, unless a new one is like it or took its place, or the event lists all questions of its form.
 */
export function renamedQuestions(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  const answers = scope.bindings.answers as Answers | undefined;
  if (answers === undefined) return [];
  const lacking = questionsInside(mapping).flatMap(asked => {
    const { name } = asked;
    if (answerIn(scope, name).kind !== 'none' || nameOfQuestion(answers, name) !== undefined) return [];
    const before = inSamples(mapping, name, answers);
    if (!before) return [];
    const like = newQuestion(mapping, asked, { scope, before });
    const now = like ? undefined : presentForm(mapping, asked, { scope, before });
    return [{ asked, before, now, found: like ?? (now && questionInPlaceOf(now, before.earlier)) }];
  });
  if (lacking.length === 0) return [];
  const taken = new Set(lacking.flatMap(({ found }) => found ?? []));
  const unclear: Unclear[] = [];
  // Perhaps only left out.
  const possible: Unclear[] = [];
  const clear = lacking.flatMap(({ asked, before, now, found }) => {
    if (found) {
      const message = `${shortPath(asked)} reads the question ${quotedName(asked.name)} of the sample, which the event does not have; it has ${inItsPlace(found, before)}`;
      return [renamed(asked, found, { message, before, answers })];
    }
    const instead = now ? questionsInsteadOf(now, before.earlier) : [];
    const fresh = instead.filter(each => !taken.has(each));
    const removed = fresh.length > 0 ? undefined : removedQuestion(mapping, asked, { scope, before });
    if (removed) return removed;
    const isPossible = now !== undefined && isAlwaysAnswered(now, before.earlier);
    const further = isPossible ? now.candidates.filter(each => !taken.has(each)) : [];
    if (fresh.length > 0) unclear.push({ asked, fresh });
    else if (further.length > 0) possible.push({ asked, fresh: further });
    return [];
  });
  return [...clear, ...replacedBySeveral(unclear), ...replacedBySeveral(possible, 'info')];
}

/** A question that is missing, and the new ones of which one may be it. */
interface Unclear {
  readonly asked: NamedQuestion;
  readonly fresh: readonly FormQuestion[];
}

/** Returns one warning, or note, about all questions that are missing while others are new, and nothing says which is which. */
function replacedBySeveral(
  unclear: readonly Unclear[],
  severity?: Diagnostic['severity'],
): readonly Diagnostic[] {
  const [first] = unclear;
  if (!first) return [];
  const { asked } = first;
  const names = [...new Set(unclear.map(each => each.asked.name))];
  const fresh = [...new Set(unclear.flatMap(each => each.fresh))];
  const others = names.length > 1 ? ` (and other rules ${listedNames(names.slice(1))})` : '';
  const message = `${shortPath(asked)} reads the question ${quotedName(asked.name)}${others}, which all samples of this form answered and the event does not have; it has ${listedNames(fresh.map(shownName))}, which ${fresh.length > 1 ? 'are' : 'is'} new`;
  const hint = cureOfSeveral(asked);
  return [
    diagnostic('mapping/renamed-question', message, { hint, place: asked.place, path: asked.path, severity }),
  ];
}

/** Returns the questions of the samples; undefined if no sample has the asked one. Many events lack it. */
function inSamples(mapping: Mapping, name: string, answers: Answers): FormerQuestions | undefined {
  const samples = answersOfSamples(mapping, answers);
  const all = searched(samples.length > 0 ? samples : mapping);
  if (!all.has(name)) all.set(name, searchSamples(mapping, name, samples));
  return all.get(name);
}

const searched = onceFor((_: object) => new Map<string, FormerQuestions | undefined>());

function searchSamples(
  mapping: Mapping,
  name: string,
  samples: readonly Answers[],
): FormerQuestions | undefined {
  const texts = textsOfSamples(mapping);
  const earlier = samples.map(each => earlierForm(each, name));
  const asked = earlier.flatMap(each => each.asked ?? []);
  if (asked.length === 0 && !texts.has(comparedName(name))) return undefined;
  const keys = new Set([...keysInSamples(mapping, name), ...asked.flatMap(each => each.keys)]);
  keys.delete(undefined);
  const questions = earlier.flatMap(each => each.questions);
  return {
    labels: asked.length > 0 ? [] : labelsInSamples(mapping, name).labels,
    names: questions.length > 0 ? new Set(questions.flatMap(questionNames).map(comparedName)) : texts,
    keys,
    answers: [
      ...asked.map(each => each.value).filter(isGiven),
      ...answersInSamples(mapping, name, keysInSamples(mapping, name)),
    ],
    earlier,
  };
}

/** Returns the questions of a sample or an earlier event, and the asked one among them. */
export function earlierForm(answers: Answers, name: string): EarlierForm {
  const found = findAnswer(answers, nameOfQuestion(answers, name) ?? name);
  const asked = found.kind === 'found' ? found.question : undefined;
  return { questions: answeredQuestions(answers).questions, asked };
}

function shortPath({ path }: NamedQuestion): string {
  return path.replace(/^additionalFields\./, '');
}

/** The names of all questions before, the keys that the asked question had, and its answers. */
export interface FormerQuestions {
  readonly names: ReadonlySet<string>;
  readonly keys: ReadonlySet<string | undefined>;
  readonly answers: readonly unknown[];
  /** The forms before, the newest last. Empty if they are not known. */
  readonly earlier: readonly EarlierForm[];
  /** The texts of the asked question, if the forms are not known. */
  readonly labels?: readonly string[];
}

/** An event that lacks a question, and the questions before. */
export interface Lacking {
  readonly scope: Scope;
  readonly before: FormerQuestions;
}

/**
 * Returns the question of an event that may be the asked one under a new name: given, new, read by no expression, and with
 * the same key or a similar name. A question with the same key is preferred, then the one with the most in common.
 */
export function newQuestion(
  mapping: Mapping,
  asked: NamedQuestion,
  { scope, before }: Lacking,
  isLike: (name: string, other: string) => boolean = areAlike,
): FormQuestion | undefined {
  const further = furtherQuestions(mapping, { scope, before });
  const same = further.find(question => sameKey(question, before) !== undefined);
  if (same) return same;
  const [moved] = movedQuestions(mapping, asked, { scope, before });
  if (moved) return moved;
  const { name } = asked;
  const like = further
    .filter(question => questionNames(question).some(each => isLike(name, each)))
    .filter(({ value }) => isFittingAnswer(value, before.answers, asked));
  const inCommon = (question: FormQuestion) =>
    Math.max(...questionNames(question).map(each => lettersInCommon(name, each)));
  return like.toSorted((one, other) => inCommon(other) - inCommon(one))[0];
}

/** Returns the questions with the text of the asked one and another key, first those with a fitting answer. */
function movedQuestions(
  mapping: Mapping,
  asked: NamedQuestion,
  { scope, before }: Lacking,
): readonly FormQuestion[] {
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  const read = namesOfRead(mapping);
  const found = underOtherKey(questions, before, key => read.has(comparedName(key)));
  // The same rule may read it by its text if the key is missing.
  const ofRule = questionsInside(mapping).filter(({ path }) => path === asked.path);
  const names = new Set(ofRule.map(each => comparedName(each.name)));
  const further = found.filter(each => !questionNames(each).some(name => names.has(comparedName(name))));
  const isFitting = ({ value }: FormQuestion) => isFittingAnswer(value, before.answers, asked);
  return [...further.filter(isFitting), ...further.filter(each => !isFitting(each))];
}

/** Returns the new question of an event that took the place of the asked one, whatever its name is. */
export function questionAtPlace(
  mapping: Mapping,
  asked: NamedQuestion,
  lacking: Lacking,
): FormQuestion | undefined {
  const now = presentForm(mapping, asked, lacking);
  return now && questionInPlaceOf(now, lacking.before.earlier);
}

/** Undefined if no new question may be the asked one. */
function presentForm(
  mapping: Mapping,
  asked: NamedQuestion,
  { scope, before }: Lacking,
): PresentForm | undefined {
  const further = before.earlier.length === 0 ? [] : furtherQuestions(mapping, { scope, before });
  const candidates = further.filter(({ value }) => isFittingAnswer(value, before.answers, asked));
  if (candidates.length === 0) return undefined;
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  const formerly = before.earlier.flatMap(each => each.asked?.asks ?? []);
  const own = [asked.name, shortPath(asked), ...formerly];
  const having = (inCommon: typeof haveWordInCommon) => (question: FormQuestion) =>
    textsOf(question).some(each => own.some(name => inCommon(name, each)));
  const [isAbout, isOfTopic] = [having(haveWordInCommon), having(haveTopicInCommon)];
  return { questions, candidates, rule: asked.rule, isAbout, isOfTopic };
}

/** Returns the names of a question, and its text if that is known beside them. */
function textsOf(question: FormQuestion): readonly string[] {
  return [...questionNames(question), ...(question.asks === undefined ? [] : [question.asks])];
}

function furtherQuestions(mapping: Mapping, { scope, before }: Lacking): readonly FormQuestion[] {
  const read = namesOfRead(mapping);
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  const names = new Set(questions.flatMap(questionNames));
  return questions.filter(question => {
    const isRead = questionNames(question).some(each => read.has(comparedName(each)));
    return !isRead && isGiven(question.value) && isNew(question, before) && !isBoxOf(question, names);
  });
}
