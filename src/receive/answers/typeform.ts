import type { Answers } from './answers.ts';
import { inside } from './inside.ts';

/** Answers of Typeform: by the reference of the field, else by its id. Several choices are a list of their labels. */
export function typeformAnswers(payload: unknown): Answers | undefined {
  const answers = inside(inside(payload, 'form_response'), 'answers');
  if (!Array.isArray(answers)) return undefined;
  const byReference: Record<string, unknown> = Object.create(null);
  for (const answer of answers) {
    const field = inside(answer, 'field');
    const reference = inside(field, 'ref') ?? inside(field, 'id');
    const value = answerValue(answer);
    if (typeof reference === 'string' && value !== undefined) byReference[reference] = value;
  }
  return byReference;
}

function answerValue(answer: unknown): unknown {
  const type = inside(answer, 'type');
  const value = typeof type === 'string' ? inside(answer, type) : undefined;
  if (type === 'choice') return inside(value, 'label') ?? inside(value, 'other');
  if (type !== 'choices') return value;
  const labels = inside(value, 'labels');
  const other = inside(value, 'other');
  return [...(Array.isArray(labels) ? labels : []), ...(other === undefined ? [] : [other])];
}
