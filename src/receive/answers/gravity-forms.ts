import type { Answers } from './answers.ts';
import { isGiven } from './is-given.ts';
import { isMap } from './is-map.ts';
import { listInText } from './list-in-text.ts';

/**
 * Answers of Gravity Forms: by the id of the field (`"2"`) or of its input (`"1.3"`). A field of several inputs, such
 * as checkboxes, is also found as a whole, as the list of what was given. Of a multi-select and of several files, which
 * come as JSON in a text, it is the list.
 */
export function gravityFormsAnswers(payload: unknown): Answers | undefined {
  if (!isMap(payload)) return undefined;
  const inputs = Object.entries(payload).filter(([key]) => /^\d+(\.\d+)?$/.test(key));
  if (inputs.length === 0) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  const parts = inputs.filter(([key]) => key.includes('.'));
  for (const [field, ofField] of Map.groupBy(parts, ([key]) => key.split('.')[0] ?? '')) {
    const inOrder = ofField.toSorted(([one], [other]) => inputNumber(one) - inputNumber(other));
    answers[field] = inOrder.map(([, value]) => value).filter(isGiven);
  }
  for (const [key, value] of inputs) answers[key] = listInText(value);
  return answers;
}

function inputNumber(key: string): number {
  return Number(key.split('.')[1]);
}
