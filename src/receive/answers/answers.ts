import { isDeepStrictEqual } from 'node:util';
import { inside } from './inside.ts';

/** The answers of a form, by the form's own name for each question. The object has no prototype. */
export type Answers = Readonly<Record<string, unknown>>;

/** A question of a form and its answer. */
export interface FormQuestion {
  /** The unique names of the question at the sender, such as its reference or id. May be empty. */
  readonly keys: readonly (string | undefined)[];
  /** Further names that people read, such as its label. They need not be unique. */
  readonly labels: readonly string[];
  /** Names by which `answer` of a rule finds the question, but `$answers` does not. */
  readonly alsoCalled?: readonly string[];
  /** The text of the question as far as a payload shows it. No rule finds the question by it. */
  readonly asks?: string;
  /** The field for the name of a person that the sender knows the answer to be a part of, and the part. */
  readonly partOfName?: { readonly field: string; readonly part: 'first' | 'last' };
  /** Undefined if the payload names the question but has no answer. */
  readonly value: unknown;
  /** The entry of the list of questions, if the source sets its paths. */
  readonly entry?: object;
}

/** The paths of a list of questions, and from one of its entries, as the source sets them. */
export interface QuestionPlaces {
  /** The path of the list as it is written. */
  readonly each: string;
  readonly list: readonly string[];
  readonly key: readonly string[] | undefined;
  readonly label: readonly string[] | undefined;
  /** The paths of the answer: the first that has a value counts. */
  readonly values: readonly (readonly string[])[];
}

/** The questions of a form, with the names that are ambiguous. */
export interface AnsweredQuestions {
  readonly questions: readonly FormQuestion[];
  /** Names shared by several questions. They are no keys of the answers; a rule that reads one is refused. */
  readonly unclear: ReadonlySet<string>;
  /** The paths of the questions, if the source sets them. */
  readonly places?: QuestionPlaces;
  /** The id of the form, if the payload lists all of its questions, also those without an answer. */
  readonly form?: string;
}

const known = new WeakMap<Answers, AnsweredQuestions>();

/** Returns the questions of some answers. By default, each key of the answers is a question. */
export function answeredQuestions(answers: Answers): AnsweredQuestions {
  const before = known.get(answers);
  if (before) return before;
  const questions = Object.entries(answers).map(([key, value]) => ({ keys: [key], labels: [], value }));
  const found = { questions, unclear: new Set<string>() };
  known.set(answers, found);
  return found;
}

/**
 * Returns answers by the keys of the questions and by their labels. A label of several questions belongs to
 * the only answered one, or to none if several were answered. A key takes precedence over an equal label.
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
 * Does the same, but without names shared by several questions, whose meaning would be a guess. A question
 * that is listed twice with the same answer counts once. `places`: the paths by which they were found.
 */
export function clearAnswers(listed: readonly FormQuestion[], places?: QuestionPlaces): Answers {
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
  known.set(answers, { questions: asked, unclear, ...(places && { places }) });
  return answers;
}

/** Returns the same as `namedAnswers`, for a form whose payload lists all of its questions. */
export function answersOfForm(asked: readonly FormQuestion[], form: string): Answers {
  const answers = namedAnswers(asked);
  known.set(answers, { questions: asked, unclear: new Set(), form });
  return answers;
}

/** Returns the answers of a form whose questions each have one name. */
export function answersByKey(entries: Iterable<readonly [key: string, value: unknown]>): Answers {
  return namedAnswers([...entries].map(([key, value]) => ({ keys: [key], labels: [], value })));
}

/** Returns a text property that is used as a name; undefined if there is none. */
export function nameIn(object: unknown, name: string): string | undefined {
  const text = inside(object, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns the name in a list, or an empty list. */
export function namesIn(object: unknown, name: string): readonly string[] {
  const text = nameIn(object, name);
  return text === undefined ? [] : [text];
}

/** True if a question was answered: with anything but null, an empty text or an empty list. */
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
