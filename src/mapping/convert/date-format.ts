import { defaultDateFormat } from '../../expressions/convert/read-date.ts';
import type { Rule } from '../mapping.ts';

/** Returns the date format of a rule if the account may override it; undefined if the rule sets it itself. */
export function usedDateFormat({ as, date, open, given }: Rule): string | undefined {
  const isOpen =
    open?.keys.includes('format') === true || given?.some(({ key }) => key === 'format') === true;
  return as === 'date' && isOpen ? (date.format ?? defaultDateFormat) : undefined;
}
