import type { ReadValue } from './origins.ts';

/** Describes what was read for a value: its name, and the read value if another one was made of it. */
export function readWords(
  { what, question, value }: Omit<ReadValue, 'value'> & Partial<ReadValue>,
  made: string | undefined,
): string {
  const name = question === undefined ? what : `${what} (${question})`;
  const isSame = value === undefined || value === made || value === JSON.stringify(made);
  return isSame ? name : `${name}: ${value}`;
}
