import { withoutZeros } from '../call.ts';

/** Returns the customer numbers that a text may mean, with each number of leading zeros that senders use. */
export function personNumbers(person: string): readonly string[] {
  const number = withoutZeros(person);
  if (!/^\d{1,20}$/.test(number)) return [];
  return Array.from({ length: 21 - number.length }, (_, zeros) => '0'.repeat(zeros) + number);
}
