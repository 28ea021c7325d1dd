import { type ComparableValue, comparableValue } from './comparable-value.ts';
import type { ComparedField } from './compare-pair.ts';

/**
 * Compares the day that a row sends with the one that its customer had before. `exact`: day and month are swapped; `against`: it is
 * the same day. Undefined for another day, and for one that is the same in both orders.
 */
export function turnedDay({ sent, before, type }: ComparedField): 'exact' | 'against' | undefined {
  const [now, earlier] = [dayOf(sent, type), dayOf(before ?? '', type)];
  if (!now || !earlier || now.day === now.month) return undefined;
  if (now.year !== earlier.year) return undefined;
  if (now.day === earlier.day && now.month === earlier.month) return 'against';
  return now.day === earlier.month && now.month === earlier.day ? 'exact' : undefined;
}

function dayOf(
  text: string,
  type: string | undefined,
): { readonly year: number; readonly month: number; readonly day: number } | undefined {
  const value: ComparableValue | undefined = comparableValue(text, type);
  if (value?.kind !== 'day' || value.size === undefined) return undefined;
  const at = new Date(value.size);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}
