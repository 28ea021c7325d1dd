import { isDeepStrictEqual } from 'node:util';
import { keyText, pathBelow } from '../../expressions/paths/path-text.ts';
import { answeredQuestions } from '../../receive/answers/answers.ts';
import { questionNames } from '../../receive/answers/find-answer.ts';
import { isDateParts, isObject, isScalar, type PayloadPath } from './payload-path.ts';
import { type EventContents, namingKey, payloadPaths } from './payload-paths.ts';
import { typingKey } from './typing-key.ts';

/**
 * The steps that lead to a value of a payload: names of properties, and positions in lists; or `$answers` and the name of
 * a question.
 */
export type PlaceInPayload = readonly (string | number)[];

/**
 * Returns the expression with which a rule reads the value at a place of a payload: the answer of a form if
 * it is one, else a path, in which objects of a list are identified by their names. Undefined without a value
 * that a field can accept.
 */
export function pathAtPlace(contents: EventContents, place: PlaceInPayload): PayloadPath | undefined {
  const [root, question, ...more] = place;
  if (root === '$answers' && question !== undefined && more.length === 0) {
    return payloadPaths([contents]).find(
      ({ isAnswer, answer, keys }) => isAnswer && (answer ?? keys.at(-1)) === question,
    );
  }
  const whole = withoutElement(contents.payload, place);
  const value = valueAt(contents.payload, whole);
  if (whole.length === 0 || !isFillable(value)) return undefined;
  const known = payloadPaths([contents]);
  const answer = answerAt(contents, whole, value);
  const asked = known.find(({ isAnswer, keys }) => isAnswer && keys[1] === answer);
  if (answer !== undefined && asked) return asked;
  const expression = expressionAt(contents.payload, whole);
  const keys = whole.filter(step => !/^\d+$/.test(String(step))).map(String);
  const own = { expression, keys, names: [keys.at(-1) ?? expression], value, options: [] };
  return known.find(each => each.expression === expression) ?? { ...own, isAnswer: false, events: 1 };
}

function isFillable(value: unknown): boolean {
  return (
    value === null || isScalar(value) || isDateParts(value) || (Array.isArray(value) && value.every(isScalar))
  );
}

/** For an element of a list of texts or numbers, the whole list is used. */
function withoutElement(payload: unknown, place: PlaceInPayload): PlaceInPayload {
  const list = valueAt(payload, place.slice(0, -1));
  return Array.isArray(list) && list.every(isScalar) ? place.slice(0, -1) : place;
}

function valueAt(payload: unknown, place: PlaceInPayload): unknown {
  return place.reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Readonly<Record<string | number, unknown>>)[step];
  }, payload);
}

function expressionAt(payload: unknown, place: PlaceInPayload): string {
  let value = payload;
  let at = '';
  for (const [index, step] of place.entries()) {
    at = Array.isArray(value)
      ? elementOf(at, value, { position: Number(step), below: place[index + 1] })
      : pathBelow(at, String(step));
    value = valueAt(value, [step]);
  }
  return at;
}

/** Returns one entry of a list: by its name or its type if all have one, else by its position. */
function elementOf(
  at: string,
  list: readonly unknown[],
  { position, below }: { readonly position: number; readonly below: string | number | undefined },
): string {
  const whole = at === '' ? '$' : at;
  const things = list.filter(isObject);
  const thing = things[position];
  const name = things.length === list.length ? (namingKey(things) ?? typingKey(things, thing)) : undefined;
  // A type that is selected by itself would be the same for every event.
  if (name !== undefined && name !== below && thing)
    return `${whole}[${keyText(name)}=${JSON.stringify(thing[name])}]`;
  return list.length === 1 ? whole : `${whole}[${position}]`;
}

/** The number of levels above a value in which its question is searched. */
const furthest = 3;

/** Returns the name of an answer with this value; of equal answers, the one with the nearest question. */
function answerAt({ payload, answers }: EventContents, place: PlaceInPayload, value: unknown) {
  if (!answers) return undefined;
  const { questions } = answeredQuestions(answers);
  const same = Object.keys(answers).filter(key => isDeepStrictEqual(answers[key], value));
  const namesOf = (key: string) => {
    const question = questions.find(each => questionNames(each).includes(key));
    return [key, ...(question ? questionNames(question) : [])];
  };
  for (let up = 1; up <= Math.min(furthest, place.length); up += 1) {
    const around = new Set([...textsIn(valueAt(payload, place.slice(0, -up)), 2), String(place.at(-up))]);
    const near = same.filter(key => namesOf(key).some(name => around.has(name)));
    if (near.length > 0) return near[0];
  }
  return undefined;
}

function textsIn(value: unknown, depth: number): readonly string[] {
  if (!isObject(value)) return [];
  return Object.values(value).flatMap(each => {
    if (typeof each === 'string' || typeof each === 'number') return [String(each)];
    return depth > 1 ? textsIn(each, depth - 1) : [];
  });
}
