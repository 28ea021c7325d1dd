import { counted } from '../../diagnostics/counted.ts';
import { batches } from '../../lists/batches.ts';
import { createDayOrders, type DayOrderOfRow, type SwappedDays } from '../../lists/day-orders.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import type { Surroundings } from '../surroundings.ts';
import type { ListFile } from './list-file.ts';
import { createProgress } from './progress.ts';
import { namesOfRows } from './row-names.ts';

/** Compares the days of all rows with the rules that read them, before the first row is stored. */
export async function swappedDaysOfList(
  api: AdminApi,
  source: string,
  list: ListFile,
  err: Surroundings['err'],
): Promise<readonly SwappedDays[]> {
  const all = createDayOrders();
  const progress = createProgress('looked at', list.rows, err);
  let done = 0;
  try {
    for await (const rows of batches(list)) {
      const request = { source, rows, mended: list.isMended };
      const answer = await api.post<{ readonly rules: boolean; readonly days: readonly DayOrderOfRow[] }>(
        'imports/days',
        request,
      );
      if (!answer.rules) break;
      all.add(answer.days);
      done += rows.length;
      progress.tell(done);
    }
  } finally {
    progress.end();
  }
  return all.found();
}

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
