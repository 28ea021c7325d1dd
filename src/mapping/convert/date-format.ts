import { defaultDateFormat } from '../../expressions/convert/convert-date.ts';
import type { Rule } from '../mapping.ts';

/** The format in which a rule writes days that does not say it itself, so that the account may; undefined of others. */
export function usedDateFormat({ as, date, open, given }: Rule): string | undefined {
  const isOpen =
    open?.keys.includes('format') === true || given?.some(({ key }) => key === 'format') === true;
  return as === 'date' && isOpen ? (date.format ?? defaultDateFormat) : undefined;
}
