import { keyText, pathBelow, pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { mayOffer, namesOfQuestion, offersOptions, optionLists } from '../../offered-options.ts';

type Question = Readonly<Record<string, unknown>>;

/** The answer to a question, in a place of the payload apart from its options. */
export interface AnswerBeside {
  /** An expression that reads it. */
  readonly expression: string;
  /** An expression for the text that a person chose: it looks up the id of an option. */
  readonly text: string;
}

/**
 * Returns the answer to one of these questions in a payload: one of its options, in an object or under a key with the id
 * or the label of the question: `{"id": "q2", "value": ["o5"]}`, `{"q2": "o5"}`.
 */
export function answerBeside(payload: unknown, questions: readonly Question[]): AnswerBeside | undefined {
  for (const question of questions) {
    const names = namesOfQuestion(question);
    const found = names.length > 0 ? find(payload, '', 0, sought(question, names)) : undefined;
    if (!found) continue;
    const list = optionLists(payload).find(each => each.names.some(name => names.includes(name)));
    const isId = list && found.values.every(each => list.labels.has(each));
    const text = isId
      ? `${list.expression}[${pathText([list.idKey])} in $$.${found.expression}].${keyText(list.labelKey)}`
      : found.expression;
    return { expression: found.expression, text };
  }
  return undefined;
}

interface Sought {
  readonly question: Question;
  /** The number of its options. */
  readonly count: number;
  readonly names: readonly string[];
  /** The ids and labels of its options. */
  readonly options: ReadonlySet<string | number>;
}

interface Found {
  readonly expression: string;
  readonly values: readonly (string | number)[];
}

function sought(question: Question, names: readonly string[]): Sought {
  const offered = Object.keys(question).filter(key => offersOptions(question, key));
  const options = offered.flatMap(key => scalarsIn(ownValue(question, key)));
  const count = Math.max(...offered.map(key => Object.keys(ownValue(question, key) ?? {}).length));
  return { question, count, names, options: new Set(options) };
}

function scalarsIn(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(scalarsIn);
  return isPlainObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(scalarsIn)] : [];
}

function find(value: unknown, at: string, depth: number, about: Sought): Found | undefined {
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) {
    for (const each of value.slice(0, mostElements)) {
      const found = isPlainObject(each)
        ? (inEntry(each, at, about) ?? find(each, at, depth + 1, about))
        : undefined;
      if (found) return found;
    }
    return undefined;
  }
  if (!isPlainObject(value)) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const below = pathBelow(at, key);
    const values = about.names.includes(key) && !isNumber(key) ? chosenIn(each, about) : undefined;
    if (values) return { expression: below, values };
    const found = find(each, below, depth + 1, about);
    if (found) return found;
  }
  return undefined;
}

/** Returns the answer in an entry of a list that names the question in a key of its own, or one level below. */
function inEntry(entry: object, list: string, about: Sought): Found | undefined {
  if (list === '' || entry === about.question) return undefined;
  const keys = keysIn(entry);
  const named = keys.find(
    ({ steps, value }) =>
      (typeof value === 'string' || typeof value === 'number') &&
      about.names.includes(String(value)) &&
      (!isNumber(value) || ofQuestion.test(steps.join(' '))),
  );
  if (!named) return undefined;
  const condition = `${pathText(named.steps)} = ${JSON.stringify(named.value)}`;
  for (const { steps, value } of keys) {
    const values = steps[0] === named.steps[0] ? undefined : chosenIn(value, about);
    // All of the options may be the question in another place.
    const isOffer = steps.some(mayOffer) && values?.length === about.count;
    if (values && !isOffer)
      return { expression: `${list}[${condition}].${steps.map(keyText).join('.')}`, values };
  }
  return undefined;
}

/** A number alone may be the id of anything. */
function isNumber(name: string | number): boolean {
  return /^\d+$/.test(String(name));
}

const ofQuestion = /question|field|frage|feld|vraag|pregunta|domanda|pytani/i;

interface Key {
  readonly steps: readonly string[];
  readonly value: unknown;
}

function keysIn(entry: object): readonly Key[] {
  const own = Object.entries(entry).map(([key, value]): Key => ({ steps: [key], value }));
  const below = own.flatMap(({ steps, value }) =>
    isPlainObject(value)
      ? Object.entries(value).map(([key, each]): Key => ({ steps: [...steps, key], value: each }))
      : [],
  );
  return [...own, ...below];
}

/** Returns the options that a value consists of; undefined for any other value. */
function chosenIn(value: unknown, { options }: Sought): readonly (string | number)[] | undefined {
  const values = [value].flat();
  const chosen = values.filter(
    each => (typeof each === 'string' || typeof each === 'number') && options.has(each),
  ) as readonly (string | number)[];
  return values.length > 0 && chosen.length === values.length ? chosen : undefined;
}

const deepest = 12;
const mostElements = 200;
