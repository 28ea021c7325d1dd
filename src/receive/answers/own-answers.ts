import type { AnswerPath, AnswersShape } from '../../config/sources/answers-schema.ts';
import { objectsAtNumbers } from '../events/numbered.ts';
import { type Answers, clearAnswers, type FormQuestion } from './answers.ts';
import { isPlainObject } from './inside.ts';

/** The answers of a payload as a source says that its sender writes them; nothing where it is not of that shape. */
export function ownAnswers(shape: AnswersShape, payload: unknown): Answers | undefined {
  switch (shape.form) {
    case 'fields':
      if (!isPlainObject(payload)) return undefined;
      return clearAnswers(
        Object.entries(payload).map(([key, value]) => ({ keys: [key], labels: [], value })),
      );
    case 'one': {
      const question = questionIn(payload, shape);
      return question && clearAnswers([question]);
    }
    case 'list': {
      const list = valueAt(shape.each, payload);
      if (typeof list !== 'object' || list === null) return undefined;
      return clearAnswers(elementsIn(list).flatMap(each => questionIn(each, shape) ?? []));
    }
  }
}

/**
 * Returns a list together with the lists inside it. An object with numeric keys is a list too, and one object is a list
 * of one, as in XML.
 */
export function elementsIn(list: object): readonly unknown[] {
  if (Array.isArray(list)) return list.flat(Number.POSITIVE_INFINITY);
  return objectsAtNumbers(list) ?? [list];
}

/** An entry without a name is not a question. An unanswered question has the answer null. */
function questionIn(
  entry: unknown,
  { key, label, value }: Exclude<AnswersShape, { form: 'fields' }>,
): FormQuestion | undefined {
  const [ref, text] = [nameAt(key, entry), nameAt(label, entry)];
  if (ref === undefined && text === undefined) return undefined;
  return {
    keys: [ref],
    labels: text === undefined ? [] : [text],
    value: valueAt(value, entry) ?? null,
  };
}

function nameAt(path: AnswerPath | undefined, entry: unknown): string | undefined {
  const name = path && valueAt(path, entry);
  if (typeof name === 'number') return String(name);
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function valueAt(path: AnswerPath, input: unknown): unknown {
  return path.evaluateDirectly({ input, bindings: {} });
}
