import { type AnswerPath, type AnswersShape, firstGiven } from '../../config/sources/answers-schema.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { objectsAtNumbers } from '../events/numbered.ts';
import { type Answers, clearAnswers, type FormQuestion, type QuestionPlaces } from './answers.ts';
import { isPlainObject } from './inside.ts';

type QuestionPaths = Exclude<AnswersShape, { form: 'fields' }>;

/** Returns the answers at the paths that the source sets; undefined if the payload has no such shape. */
export function ownAnswers(shape: AnswersShape, payload: unknown): Answers | undefined {
  switch (shape.form) {
    case 'fields':
      if (!isPlainObject(payload)) return undefined;
      return clearAnswers(
        Object.entries(payload).map(([key, value]) => ({ keys: [key], labels: [], value })),
      );
    case 'one': {
      const one = questionIn(payload, shape);
      const all = one ? [one] : listedProperties(payload, shape);
      return all.length > 0 ? clearAnswers(all) : undefined;
    }
    case 'list': {
      const list = valueAt(shape.each, payload);
      if (typeof list !== 'object' || list === null) return undefined;
      const questions = elementsIn(list).flatMap(each => questionIn(each, shape) ?? []);
      return clearAnswers(questions, placesOf(shape));
    }
  }
}

/**
 * Returns the properties in a webhook that lists several: `change.field` and `change.value`, where `change`
 * is a list. Each entry of the list is one property.
 */
function listedProperties(payload: unknown, { key, label, value }: QuestionPaths): readonly FormQuestion[] {
  const given = [key, label, ...value.paths].filter(each => each !== undefined);
  if (!given.every(({ source }) => plainPath.test(source))) return [];
  const [first = [], ...others] = given.map(({ source }) => source.split('.'));
  let list: unknown = payload;
  for (let length = 1; length < first.length; length += 1) {
    const step = first[length - 1] ?? '';
    if (!others.every(each => each[length - 1] === step)) return [];
    list = ownValue(list, step);
    if (!Array.isArray(list)) continue;
    const inside = (entry: unknown, path: AnswerPath | undefined) =>
      path?.source.split('.').slice(length).reduce(ownValue, entry);
    return elementsIn(list).flatMap(
      each =>
        question(
          nameOf(inside(each, key)),
          nameOf(inside(each, label)),
          firstGiven(value.paths.map(path => inside(each, path))),
        ) ?? [],
    );
  }
  return [];
}

const plainPath = /^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*$/u;

/**
 * Returns a list together with the lists inside it. An object with numeric keys is a list too, and one object is a list
 * of one, as in XML.
 */
export function elementsIn(list: object): readonly unknown[] {
  if (Array.isArray(list)) return list.flat(Number.POSITIVE_INFINITY);
  return objectsAtNumbers(list) ?? [list];
}

/** Every event passes here, and a source has one shape. */
const placesOf = onceFor(
  ({ each, key, label, value }: Extract<AnswersShape, { form: 'list' }>): QuestionPlaces => ({
    each: each.source,
    list: each.steps,
    key: key?.steps,
    label: label?.steps,
    values: value.paths.map(({ steps }) => steps),
  }),
);

/** An entry without a name is not a question. An unanswered question has the answer null. */
function questionIn(entry: unknown, { key, label, value }: QuestionPaths): FormQuestion | undefined {
  const asked = question(nameAt(key, entry), nameAt(label, entry), valueAt(value, entry));
  return asked && isPlainObject(entry) ? { ...asked, entry } : asked;
}

function question(
  ref: string | undefined,
  text: string | undefined,
  value: unknown,
): FormQuestion | undefined {
  if (ref === undefined && text === undefined) return undefined;
  return { keys: [ref], labels: text === undefined ? [] : [text], value: value ?? null };
}

function nameAt(path: AnswerPath | undefined, entry: unknown): string | undefined {
  return nameOf(path && valueAt(path, entry));
}

function nameOf(name: unknown): string | undefined {
  if (typeof name === 'number') return String(name);
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function valueAt(path: Pick<AnswerPath, 'evaluateDirectly'>, input: unknown): unknown {
  return path.evaluateDirectly({ input, bindings: {} });
}
