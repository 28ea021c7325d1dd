import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { isMap } from './is-map.ts';

/** Answers of a Webflow form: by the name of the field. */
export function webflowAnswers(payload: unknown): Answers | undefined {
  if (inside(payload, 'triggerType') !== 'form_submission') return undefined;
  const data = inside(inside(payload, 'payload'), 'data');
  return isMap(data) ? Object.assign(Object.create(null), data) : undefined;
}
