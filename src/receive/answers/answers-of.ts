import { senders } from '../senders/senders.ts';
import type { Answers } from './answers.ts';

/**
 * The answers of a payload: nothing where it is not of the shape that this sender has. `sender` is the one that the
 * preset of a source names with `answers`; nothing where it names none.
 */
export function answersOf(sender: string | undefined, payload: unknown): Answers | undefined {
  return sender === undefined ? undefined : senders.get(sender)?.readAnswers?.(payload);
}
