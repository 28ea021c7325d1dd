import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
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

/** A question, and one of its names as it is written in the form. */
interface NamedQuestion {
  readonly question: FormQuestion;
  readonly written: string;
  readonly isKey: boolean;
}

/** The questions of a form by all their names, in the form in which names are compared. */
const questionsByName = onceFor((answers: Answers): ReadonlyMap<string, readonly NamedQuestion[]> => {
  const found = new Map<string, NamedQuestion[]>();
  const add = (named: NamedQuestion) => {
    const name = comparedName(named.written);
    const same = found.get(name);
    if (same) same.push(named);
    else found.set(name, [named]);
  };
  for (const question of answeredQuestions(answers).questions) {
    for (const written of keysOf(question)) add({ question, written, isKey: true });
    for (const written of otherNames(question)) add({ question, written, isKey: false });
  }
  return found;
});

/** Returns the questions with a name: with this key, else with this label, else with a similar name. */
function questionsNamed(answers: Answers, name: string): readonly NamedQuestion[] {
  const alike = questionsByName(answers).get(comparedName(name)) ?? [];
  const exact = alike.filter(({ written }) => written === name);
  const ofKey = exact.filter(({ isKey }) => isKey);
  const named = ofKey.length > 0 ? ofKey : exact.length > 0 ? exact : alike;
  // The names of one question follow one another.
  return named.filter(({ question }, at) => question !== named[at - 1]?.question);
}

function namedQuestion(answers: Answers, name: string): FoundAnswer {
  const [first, ...others] = questionsNamed(answers, name);
  if (!first) return { kind: 'none' };
  const { question, written } = first;
  if (others.length > 0)
    return { kind: 'unclear', questions: [question, ...others.map(each => each.question)] };
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
export const comparedName = onceForText(
  (name: string): string =>
    withoutBlankEnds(composedText(name))
      .toLowerCase()
      .replace(/[‘’‚‛ʼʹ′´`]/g, "'")
      .replace(/[“”„‟«»″]/g, '"')
      .replace(/[‐‑‒–—―−]/g, '-')
      .replace(/\s+/g, ' '),
  { longest: 400 },
);
