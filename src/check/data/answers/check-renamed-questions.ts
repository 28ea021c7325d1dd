import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { answerIn, quotedName } from '../../../mapping/answers/answer-expression.ts';
import { allNewQuestions } from '../../../mapping/doubts/changed-form/all-new-questions.ts';
import { areAlike } from '../../../mapping/doubts/changed-form/question-words.ts';
import { renamed } from '../../../mapping/doubts/changed-form/renamed-hint.ts';
import { inItsPlace } from '../../../mapping/doubts/changed-form/renamed-key.ts';
import { renamedPath } from '../../../mapping/doubts/changed-form/renamed-path.ts';
import {
  earlierForm,
  type FormerQuestions,
  type NamedQuestion,
  newQuestion,
  questionAtPlace,
  questionsInside,
} from '../../../mapping/doubts/changed-form/renamed-question.ts';
import { isNamedInMapping } from '../../../mapping/doubts/named-in-mapping.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import {
  type Answers,
  answeredQuestions,
  type FormQuestion,
  isGiven,
} from '../../../receive/answers/answers.ts';
import {
  comparedName,
  nameOfQuestion,
  questionNames,
  shownName,
} from '../../../receive/answers/find-answer.ts';
import { nameLikeness } from '../../names/name-likeness.ts';
import { byForm } from '../../over-time/same-form.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about questions that the samples or earlier events have, and that the newest events have under another name, which
 * none of the former has. An event that lacks a question is no sign: many forms leave out questions without an answer.
 */
export function checkRenamedQuestions(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  const answered = events.filter(({ scope }) => scope.bindings.answers !== undefined).toSorted(byTime);
  const named = questionsInside(mapping).flatMap(asked => renamedIn(mapping, asked, answered) ?? []);
  return [...named, ...allNewIn(mapping, events, named)];
}

/** Returns the warnings about the newest stored event if it has hardly any of the questions, or entries, of the samples. */
function allNewIn(
  mapping: Mapping,
  events: readonly Wanted[],
  named: readonly Diagnostic[],
): readonly Diagnostic[] {
  const newest = events
    .filter(({ trial }) => trial.test === undefined)
    .toSorted(byTime)
    .at(-1);
  if (!newest) return [];
  const where = 'the newest event';
  const known = named.map(({ path }) => path);
  const questions = allNewQuestions(mapping, newest.scope, { where, known });
  const entries = renamedPath(mapping, newest.trial.input, { only: 'entries', where });
  const told = new Set([...named, ...questions].map(({ path }) => path));
  return [...questions, ...(entries && !told.has(entries.path) ? [entries] : [])];
}

/** Samples first, then the stored events, the oldest first. */
function byTime({ trial: one }: Wanted, { trial: other }: Wanted): number {
  const [first, second] = [one, other].map(({ test, input }) => (test ? '' : input.event.receivedAt));
  return (first ?? '').localeCompare(second ?? '', 'en');
}

function renamedIn(
  mapping: Mapping,
  asked: NamedQuestion,
  events: readonly Wanted[],
): Diagnostic | undefined {
  const isThere = ({ scope }: Wanted) =>
    nameOfQuestion(scope.bindings.answers as Answers, asked.name) !== undefined;
  const answered = ofOneForm(events, isThere);
  const last = answered.findLastIndex(isThere);
  const earlier = answered.slice(0, last + 1).filter(isThere);
  const before = {
    names: new Set(earlier.flatMap(namesIn)),
    keys: new Set(earlier.flatMap(({ scope }) => keysOf(answerIn(scope, asked.name)))),
    answers: earlier.flatMap(({ scope }) => answersTo(answerIn(scope, asked.name))),
    earlier: answered
      .slice(0, last + 1)
      .map(({ scope }) => earlierForm(scope.bindings.answers as Answers, asked.name)),
  };
  // A sample says nothing of the time, so only stored events can be newer.
  const newer = answered.slice(last + 1).filter(({ trial }) => trial.test === undefined);
  if (last === -1) return undefined;
  const found = newestFound(mapping, asked, newer, before);
  const [first] = found;
  if (!first) return undefined;
  const path = asked.path.replace(/^additionalFields\./, '');
  const count = newer.length === 1 ? 'the newest event does not' : `the newest ${newer.length} events do not`;
  const message = `${path} reads the question ${quotedName(asked.name)}, which ${answered[last]?.trial.test ? 'a sample has' : 'earlier events have'} and ${count}; ${found.length} of them ${found.length === 1 ? 'has' : 'have'} ${inItsPlace(first, before)}`;
  const all = newer.map(({ scope }) => scope.bindings.answers as Answers);
  const answers = all.find(each => answeredQuestions(each).questions.includes(first));
  return renamed(asked, first, { message, before, answers });
}

/** Returns the samples, and the stored events of the forms that have the question. Another form says nothing of it. */
function ofOneForm(events: readonly Wanted[], isThere: (event: Wanted) => boolean): readonly Wanted[] {
  const stored = events.filter(({ trial }) => trial.test === undefined);
  const seen = stored.map(event => ({ trial: event.trial, isThere: isThere(event), event }));
  if (!seen.some(each => each.isThere) || seen.every(each => each.isThere)) return events;
  const others = byForm(seen).filter(form => !form.some(each => each.isThere));
  const left = new Set(others.flat().map(({ event }) => event));
  return events.filter(each => !left.has(each));
}

/**
 * Returns the question that the newest events have in place of the asked one. It may have been made anew several times, so
 * the events after those with a similar question are judged by the place alone.
 */
function newestFound(
  mapping: Mapping,
  asked: NamedQuestion,
  newer: readonly Wanted[],
  before: FormerQuestions,
): readonly FormQuestion[] {
  const all = newer.map(({ scope }) => newQuestion(mapping, asked, { scope, before }, isLike));
  const lastLike = all.findLastIndex(each => each !== undefined);
  const placed = placedInAll(mapping, asked, newer.slice(lastLike + 1), before);
  if (placed.length > 0) return placed;
  const newest = all[lastLike];
  return all.flatMap(each => (each && newest && shownName(each) === shownName(newest) ? [each] : []));
}

/** Returns the question that took the place of the asked one in each of the newest events. */
function placedInAll(
  mapping: Mapping,
  asked: NamedQuestion,
  newer: readonly Wanted[],
  before: FormerQuestions,
): readonly FormQuestion[] {
  if (newer.some(({ scope }) => readsNew(mapping, scope, before))) return [];
  const placed = newer.flatMap(({ scope }) => questionAtPlace(mapping, asked, { scope, before }) ?? []);
  const [name, ...others] = new Set(placed.map(each => questionNames(each)[0] ?? ''));
  const isEverywhere =
    name !== undefined && newer.every(({ scope }) => answerIn(scope, name).kind === 'found');
  return isEverywhere && others.length === 0 ? placed : [];
}

/** True for an event with a new question that the mapping reads: somebody has looked at this form. */
function readsNew(mapping: Mapping, { bindings }: Scope, before: FormerQuestions): boolean {
  return answeredQuestions(bindings.answers as Answers).questions.some(question => {
    const names = questionNames(question).map(comparedName);
    return (
      names.every(each => !before.names.has(each)) && names.some(each => isNamedInMapping(mapping, each))
    );
  });
}

function keysOf(found: ReturnType<typeof answerIn>): readonly string[] {
  return found.kind === 'found' ? found.question.keys.filter(each => each !== undefined) : [];
}

function answersTo(found: ReturnType<typeof answerIn>): readonly unknown[] {
  return found.kind === 'found' && isGiven(found.value) ? [found.value] : [];
}

function namesIn({ scope }: Wanted): readonly string[] {
  const { questions } = answeredQuestions(scope.bindings.answers as Answers);
  return questions.flatMap(questionNames).map(comparedName);
}

function isLike(name: string, other: string): boolean {
  return areAlike(name, other) || nameLikeness(name, other) >= sameQuestion;
}

const sameQuestion = 0.9;
