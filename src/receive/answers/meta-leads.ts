import type { Answers } from './answers.ts';
import { inside } from './inside.ts';

/**
 * Answers of a lead form: by the name of the question, several as a list. Meta's own webhooks have none; a lead that
 * was fetched and is passed on in its place has.
 */
export function metaLeadsAnswers(payload: unknown): Answers | undefined {
  const fields = inside(inside(payload, 'value'), 'field_data');
  if (!Array.isArray(fields)) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const name = inside(field, 'name');
    const values = inside(field, 'values');
    if (typeof name !== 'string' || !Array.isArray(values)) continue;
    answers[name] = values.length === 1 ? values[0] : values;
  }
  return answers;
}
