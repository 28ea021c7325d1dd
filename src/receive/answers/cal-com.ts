import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { isMap } from './is-map.ts';

/**
 * Answers of Cal.com: by the identifier of the booking question (`name`, `email`, `notes`, and those of one's own).
 * A question that was not answered is missing.
 */
export function calComAnswers(payload: unknown): Answers | undefined {
  const booking = inside(payload, 'payload');
  const groups = [inside(booking, 'responses'), inside(booking, 'userFieldsResponses')].filter(isMap);
  if (groups.length === 0) return undefined;
  const answers: Record<string, unknown> = Object.create(null);
  for (const [key, response] of groups.flatMap(group => Object.entries(group))) {
    const isWrapped = inside(response, 'label') !== undefined;
    const value = isWrapped ? inside(response, 'value') : response;
    if (value !== undefined) answers[key] = value;
  }
  return answers;
}
