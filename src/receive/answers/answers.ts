import { isDeepStrictEqual } from 'node:util';
import { inside } from './inside.ts';

/** The answers of a form by the form's own name of each question. The object has no prototype. */
export type Answers = Readonly<Record<string, unknown>>;

/** A question of a form, and what was answered. */
export interface FormQuestion {
  /** The unique names of the question at the sender: its reference, its id. A missing key is undefined. */
  readonly keys: readonly (string | undefined)[];
  /** Further names, such as its label, which people read and which need not be unique. */
  readonly labels: readonly string[];
  /** Names by which `answer` of a rule finds it, and `$answers` does not. */
  readonly alsoCalled?: readonly string[];
  /** Undefined: the payload names the question and has no answer to it. */
  readonly value: unknown;
}

/** The questions behind some answers. */
export interface AnsweredQuestions {
  readonly questions: readonly FormQuestion[];
  /** Names of several questions, which are not names of the answers: a rule that reads one is refused. */
  readonly unclear: ReadonlySet<string>;
}

const known = new WeakMap<Answers, AnsweredQuestions>();

/** The questions behind some answers. Of answers that were made otherwise, each name is a question. */
export function askedIn(answers: Answers): AnsweredQuestions {
  const before = known.get(answers);
  if (before) return before;
  const questions = Object.entries(answers).map(([key, value]) => ({ keys: [key], labels: [], value }));
  const found = { questions, unclear: new Set<string>() };
  known.set(answers, found);
  return found;
}

/**
 * Returns answers by the keys of the questions and by their labels. A label of several questions names the only
 * answered one, or none if several were answered. If a label is also a key, the key counts.
 */
export function namedAnswers(asked: readonly FormQuestion[]): Answers {
  const answers: Record<string, unknown> = Object.create(null);
  const questions = asked.filter(({ value }) => value !== undefined);
  for (const [label, same] of Map.groupBy(questions.flatMap(labelled), ([name]) => name)) {
    const given = same.filter(([, value]) => isGiven(value));
    const [meant] = given.length === 0 ? same : given;
    if (given.length <= 1) answers[label] = meant?.[1];
  }
  const mostKeys = Math.max(0, ...questions.map(({ keys }) => keys.length));
  for (let at = 0; at < mostKeys; at += 1) {
    for (const { keys, value } of questions) {
      const key = keys[at];
      if (key !== undefined) answers[key] = value;
    }
  }
  known.set(answers, { questions: asked, unclear: new Set() });
  return answers;
}

/**
 * The same, but no name of several questions is a name of an answer: which question is meant by it would be a guess. A
 * question that is listed twice, with the same answer, is one.
 */
export function clearAnswers(listed: readonly FormQuestion[]): Answers {
  const answers: Record<string, unknown> = Object.create(null);
  const asked = withoutRepetitions(listed);
  const unclear = new Set<string>();
  const byKey = Map.groupBy(asked.flatMap(keyed), ([name]) => name);
  for (const [label, same] of Map.groupBy(asked.flatMap(labelled), ([name]) => name)) {
    if (byKey.has(label)) continue;
    if (same.length === 1) answers[label] = same[0]?.[1];
    else unclear.add(label);
  }
  for (const [key, same] of byKey) {
    if (same.length === 1) answers[key] = same[0]?.[1];
    else unclear.add(key);
  }
  known.set(answers, { questions: asked, unclear });
  return answers;
}

/** Returns the answers of a form whose questions have one name each. */
export function answersByKey(entries: Iterable<readonly [key: string, value: unknown]>): Answers {
  return namedAnswers([...entries].map(([key, value]) => ({ keys: [key], labels: [], value })));
}

/** A text that an object has as a name; undefined where it has none. */
export function nameIn(object: unknown, name: string): string | undefined {
  const text = inside(object, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns the name as a list of one or none. */
export function namesIn(object: unknown, name: string): readonly string[] {
  const text = nameIn(object, name);
  return text === undefined ? [] : [text];
}

/** True if a form's question was answered at all: with anything but null, an empty text or an empty list. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !(Array.isArray(value) && value.length === 0);
}

type Named = readonly [name: string, value: unknown];

function labelled({ labels, value }: FormQuestion): readonly Named[] {
  return [...new Set(labels)].map(label => [label, value]);
}

function keyed({ keys, value }: FormQuestion): readonly Named[] {
  return [...new Set(keys)].flatMap(key => (key === undefined ? [] : [[key, value] as const]));
}

function withoutRepetitions(questions: readonly FormQuestion[]): readonly FormQuestion[] {
  const groups = Map.groupBy(questions, ({ keys, labels }) => JSON.stringify([keys, labels]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    return [first, ...others.filter(({ value }) => !isDeepStrictEqual(value, first.value))];
  });
}
