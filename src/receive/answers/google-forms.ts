import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { isMap } from './is-map.ts';

/**
 * Answers of a Google form, by the title of the question: the `answers` that the script of the form sends, or the
 * `namedValues` of a script of the sheet with the responses, where every answer is a list of one text.
 */
export function googleFormsAnswers(payload: unknown): Answers | undefined {
  const answers: Record<string, unknown> = Object.create(null);
  const byTitle = inside(payload, 'answers');
  if (isMap(byTitle)) return Object.assign(answers, byTitle);
  const values = inside(payload, 'namedValues');
  if (!isMap(values)) return undefined;
  for (const [title, value] of Object.entries(values)) {
    answers[title] = Array.isArray(value) && value.length === 1 ? value[0] : value;
  }
  return answers;
}
