import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { isMap } from './is-map.ts';

/**
 * Answers of JotForm, from its `rawRequest`: `q3_fullName` is found as `fullName` and as `3`. What a question asks in
 * several boxes stays an object: `$answers.fullName.first`, `$answers.phoneNumber.full`, `$answers.birthDate.year`.
 */
export function jotformAnswers(payload: unknown): Answers | undefined {
  const raw = inside(payload, 'rawRequest');
  if (!isMap(raw)) return undefined;
  const questions = Object.entries(raw).flatMap(([key, value]) => {
    const [, number, name] = /^q(\d+)_(.+)$/s.exec(key) ?? [];
    return number !== undefined && name !== undefined ? [{ number, name, value }] : [];
  });
  const answers: Record<string, unknown> = Object.create(null);
  for (const { name, value } of questions) answers[name] = value;
  for (const { number, value } of questions) answers[number] = value;
  return answers;
}
