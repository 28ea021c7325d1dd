import { counted } from '../../diagnostics/counted.ts';
import type { SwappedDays } from '../../lists/day-orders.ts';
import { namesOfRows } from './row-names.ts';

/** Reports the days that the rows of a list show to be swapped, with the cure; empty if there are none. */
export function swappedDaysText(found: readonly SwappedDays[]): string {
  return found.map(each => `${whatIsWrong(each)}\n  ${cureOf(each)}\n`).join('');
}

function whatIsWrong({
  mapping,
  path,
  pattern,
  otherPattern,
  doubtful,
  shownBy,
  isMixed,
}: SwappedDays): string {
  const rule = `${path} of ${mapping}`;
  const days = `the days of ${counted(doubtful.length, 'row')}`;
  const where = namesOfRows(doubtful);
  const shown = namesOfRows(shownBy);
  if (isMixed)
    return `${rule}: some rows have the day first and some the month (${shown} only as ${otherPattern}), so ${days} may be swapped: ${where}`;
  return `${rule}: ${shown} can only be read as ${otherPattern}, so by ${pattern} ${days} would be read with day and month swapped: ${where}`;
}

function cureOf({ cure, isReadByAccount, isMixed, shownBy }: SwappedDays): string {
  const rows = namesOfRows(shownBy);
  if (isMixed)
    return `Write all days of the column in one order. If only ${rows} ${be(shownBy)} wrong, correct ${them(shownBy)}.`;
  const keys = isReadByAccount ? `as: date and parse: ${cure}` : `parse: ${cure}`;
  return `Write ${keys} in the rule. If only ${rows} ${be(shownBy)} wrong, correct ${them(shownBy)}.`;
}

function be(rows: readonly number[]): string {
  return rows.length === 1 ? 'is' : 'are';
}

function them(rows: readonly number[]): string {
  return rows.length === 1 ? 'it' : 'them';
}
