import { limits, tooLong } from '../meter.ts';

/**
 * Refuses a value whose JSON text would be too long, before writing it. A value that occurs several times
 * counts each time, like in the JSON text.
 * @throws ExpressionFailed if it is longer than a text may be
 */
export function refuseLongText(value: unknown, { isPretty }: Pick<Measuring, 'isPretty'>): void {
  measure(value, { left: limits.textLength, isPretty }, 0);
}

interface Measuring {
  left: number;
  readonly isPretty: boolean;
}

function measure(value: unknown, measuring: Measuring, depth: number): void {
  measuring.left -= 1 + (measuring.isPretty ? 2 * depth : 0);
  if (typeof value === 'string') measuring.left -= value.length + 1;
  if (measuring.left < 0) throw tooLong('text');
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) measure(each, measuring, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    measuring.left -= key.length + 3;
    measure((value as Readonly<Record<string, unknown>>)[key], measuring, depth + 1);
  }
}
