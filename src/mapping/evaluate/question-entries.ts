import { onceFor } from '../../diagnostics/once-for.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { type Answers, answeredQuestions, isGiven } from '../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../receive/answers/find-answer.ts';
import { type PersonKey, personKeyOf } from './person/person-keys.ts';

/** Returns the answers by the labels of their questions too, because the key of a question may be random. */
export function answersByName(answers: Answers): Answers {
  const named: (readonly [string, unknown])[] = [];
  for (const question of answeredQuestions(answers).questions) {
    const label = shownName(question);
    if (!Object.hasOwn(answers, label) && isGiven(question.value)) named.push([label, question.value]);
  }
  if (named.length === 0) return answers;
  const times = new Map<string, number>();
  for (const [label] of named) times.set(label, (times.get(label) ?? 0) + 1);
  const labels = named.filter(([label]) => times.get(label) === 1);
  return labels.length === 0 ? answers : Object.fromEntries([...Object.entries(answers), ...labels]);
}

/** Returns the names of all questions of a form. */
export function namesOfQuestions(answers: Answers | undefined): ReadonlySet<string> {
  return answers ? namesIn(answers) : none;
}

const none: ReadonlySet<string> = new Set();
const namesIn = onceFor(
  (answers: Answers): ReadonlySet<string> =>
    new Set(answeredQuestions(answers).questions.flatMap(questionNames)),
);

/**
 * True for the entry of a list that has a question of the form or its answer, as senders of forms write them. Its texts are
 * names of questions, types and options; the answer itself is among the answers.
 */
export function isQuestionEntry(value: object, names: ReadonlySet<string>): boolean {
  if (names.size === 0 || Array.isArray(value)) return false;
  if (hasText(value, names)) return true;
  const field = ownValue(value, 'field') ?? ownValue(value, 'question');
  return typeof field === 'object' && field !== null && hasText(field, names);
}

function hasText(object: object, texts: ReadonlySet<string>): boolean {
  return Object.keys(object)
    .slice(0, mostKeys)
    .some(key => {
      const value = ownValue(object, key);
      return typeof value === 'string' && texts.has(value);
    });
}

const mostKeys = 12;

/** The first and last name in two answers that are parts of one field, as the sender knows. */
export interface NameInParts {
  readonly name: string;
  /** The keys of the two answers. */
  readonly keys: readonly string[];
}

/** Returns the names of people whose parts the sender knows by their places in a field for a name. */
export function namesInParts(answers: Answers): readonly NameInParts[] {
  const { questions } = answeredQuestions(answers);
  // Few senders know the parts of a name.
  if (!questions.some(({ partOfName }) => partOfName)) return [];
  const parts = questions.flatMap(({ keys: [key], partOfName, value }) =>
    partOfName && key !== undefined && typeof value === 'string' && value.trim() !== ''
      ? [{ ...partOfName, key, text: value.trim() }]
      : [],
  );
  return [...Map.groupBy(parts, ({ field }) => field).values()].flatMap(ofField => {
    const [first, last] = (['first', 'last'] as const).map(part => ofField.find(each => each.part === part));
    return first && last ? [{ name: `${first.text} ${last.text}`, keys: [first.key, last.key] }] : [];
  });
}

/** True for the parts of a name below the key of a question, which may be random: `"typeA3": {"first": …, "last": …}`. */
export function hasFirstAndLast(key: string, value: object): boolean {
  const keys = Object.keys(value).slice(0, mostKeys);
  const has = (part: PersonKey) => keys.some(each => personKeyOf(each) === part);
  return has('bare-first') && has('bare-last') && /\p{L}/u.test(key);
}
