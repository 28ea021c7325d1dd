import type { Answers } from './answers.ts';
import { inside } from './inside.ts';
import { namedAnswers } from './named-answers.ts';

/** Answers of Calendly: by the text of the question. Several choices are one text, a line for each. */
export function calendlyAnswers(payload: unknown): Answers | undefined {
  const pairs = inside(inside(payload, 'payload'), 'questions_and_answers');
  if (!Array.isArray(pairs)) return undefined;
  const labelled = pairs.flatMap(pair => {
    const question = inside(pair, 'question');
    return typeof question === 'string' ? [[question, inside(pair, 'answer') ?? null] as const] : [];
  });
  return namedAnswers([], labelled);
}
