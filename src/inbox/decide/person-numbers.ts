import { withoutZeros } from '../call.ts';

/** The customer numbers that a text may stand for, with however many zeros before it senders write it. */
export function personNumbers(person: string): readonly string[] {
  const number = withoutZeros(person);
  if (!/^\d{1,20}$/.test(number)) return [];
  return Array.from({ length: 21 - number.length }, (_, zeros) => '0'.repeat(zeros) + number);
}
