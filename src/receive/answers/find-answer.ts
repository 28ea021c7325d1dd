import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { onceForText } from '../../diagnostics/once-for-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { type Answers, answeredQuestions, type FormQuestion } from './answers.ts';
import { isPlainObject } from './inside.ts';

/** The question with a name, or the questions that share it. */
export type FoundAnswer =
  | {
      readonly kind: 'found';
      readonly question: FormQuestion;
      readonly value: unknown;
      /** The path after `$answers`: the key of the answer, if it has one, and the part of the answer. */
      readonly path: readonly string[];
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'unclear'; readonly questions: readonly FormQuestion[] };

/**
 * Finds the answer to the question with a name: by its key, else by its label, else by either regardless of
 * Unicode form, case, outer spaces and kinds of punctuation. A name shared by several questions finds none. The text after a dot
 * may be a part of an answer with parts, as in `names.first_name`,
 * also of each object of a list.
 */
export function findAnswer(answers: Answers | undefined, name: string): FoundAnswer {
  if (!answers) return { kind: 'none' };
  const whole = namedQuestion(answers, name);
  if (whole.kind !== 'none') return whole;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const found = namedQuestion(answers, name.slice(0, dot));
    const part = found.kind === 'found' ? partOf(found, name.slice(dot + 1)) : undefined;
    if (part) return part;
  }
  return { kind: 'none' };
}

/**
 * Returns the part of a name that names a question: all of it, or the text before a dot, whatever the answer has behind it.
 * Undefined if there is no such question.
 */
export function nameOfQuestion(answers: Answers, name: string): string | undefined {
  const parts = [...name.matchAll(/\./g)].map(({ index }) => name.slice(0, index));
  return [name, ...parts].find(each => namedQuestion(answers, each).kind !== 'none');
}

type Found = Extract<FoundAnswer, { kind: 'found' }>;

function partOf(whole: Found, part: string): Found | undefined {
  const objects = [whole.value].flat();
  if (objects.length === 0 || !objects.every(isPlainObject)) return undefined;
  const steps = objects.some(each => Object.hasOwn(each, part)) ? [part] : part.split('.');
  const values = objects.flatMap(each => steps.reduce(ownValue, each as unknown) ?? []);
  // A list of one is its only element, as in JSONata.
  const value = values.length > 1 ? values : values[0];
  return value === undefined ? undefined : { ...whole, value, path: [...whole.path, ...steps] };
}

/** The questions by each of their names, exact or normalized. */
type ByName = ReadonlyMap<string, ReadonlyMap<FormQuestion, string>>;

interface Index {
  readonly keys: ByName;
  readonly labels: ByName;
  /** Made when it is asked for: most names are written as in the form. */
  alike(): ByName;
}

const kept = new WeakMap<Answers, Index>();

function indexOf(answers: Answers): Index {
  const before = kept.get(answers);
  if (before) return before;
  const { questions } = answeredQuestions(answers);
  let alike: ByName | undefined;
  const index: Index = {
    keys: byName(questions, keysOf, name => name),
    labels: byName(questions, otherNames, name => name),
    alike() {
      alike ??= byName(questions, questionNames, comparedName);
      return alike;
    },
  };
  kept.set(answers, index);
  return index;
}

function byName(
  questions: readonly FormQuestion[],
  namesIn: (question: FormQuestion) => readonly string[],
  compared: (name: string) => string,
): ByName {
  const found = new Map<string, Map<FormQuestion, string>>();
  for (const question of questions) {
    for (const name of namesIn(question)) {
      const key = compared(name);
      const same = found.get(key) ?? new Map<FormQuestion, string>();
      found.set(key, same);
      if (!same.has(question)) same.set(question, name);
    }
  }
  return found;
}

const nobody: ReadonlyMap<FormQuestion, string> = new Map();

function namedQuestion(answers: Answers, name: string): FoundAnswer {
  const { keys, labels, alike } = indexOf(answers);
  const same = keys.get(name) ?? labels.get(name) ?? alike().get(comparedName(name)) ?? nobody;
  const [first] = same;
  if (!first) return { kind: 'none' };
  if (same.size > 1) return { kind: 'unclear', questions: [...same.keys()] };
  const [question, written] = first;
  const known = [written, ...questionNames(question)].find(each => Object.hasOwn(answers, each));
  return { kind: 'found', question, value: question.value, path: [known ?? written] };
}

/** Returns the name that people know a question by: its label, else its key. */
export function shownName(question: FormQuestion): string {
  const { labels, alsoCalled, keys } = question;
  return labels[0] ?? alsoCalled?.[0] ?? keys.find(key => key !== undefined) ?? '';
}

/** Returns the texts of a question that people read: its labels, or else its title, by which only `answer` finds it. */
export function textsOfQuestion({ labels, alsoCalled = [], asks }: FormQuestion): readonly string[] {
  const [title = asks] = labels.length > 0 ? [] : alsoCalled;
  return title === undefined || generatedId.test(title) ? labels : [title];
}

/** An id of Typeform, which stands in place of a missing title. */
const generatedId = /^[A-Za-z0-9]{12}$/;

/** Returns all names of a question, its keys first. */
export function questionNames(question: FormQuestion): readonly string[] {
  return [...keysOf(question), ...otherNames(question)];
}

function otherNames({ labels, alsoCalled = [] }: FormQuestion): readonly string[] {
  return [...labels, ...alsoCalled];
}

function keysOf({ keys }: FormQuestion): readonly string[] {
  return keys.filter(key => key !== undefined);
}

/**
 * The form of a name that ignores case, Unicode form, outer spaces, and the kinds of apostrophes, quotation marks, dashes and
 * spaces, which a form tool replaces when somebody edits a label; used if no exact name matches.
 */
export const comparedName = onceForText((name: string): string =>
  withoutBlankEnds(composedText(name))
    .toLowerCase()
    .replace(/[‘’‚‛ʼʹ′´`]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' '),
);
