import { counted } from '../../diagnostics/counted.ts';
import { visibleNames } from '../../diagnostics/visible-text.ts';
import type { CrossedRows } from '../../lists/crossed-rows.ts';
import { mostNamed } from '../../lists/dry-run-summary.ts';
import type { EarlierRows, EventOfRow, JudgedRows } from '../../lists/known-rows.ts';
import { localTime } from '../terminal/time-words.ts';
import { namesOfRows } from './row-names.ts';

const elsewhere = 'known from another list or a webhook';

/** The words for rows whose events came from elsewhere, by the status of the event. */
const statusWords: readonly (readonly [string, (rows: string) => string])[] = [
  ['delivered', rows => `${elsewhere} and delivered then, so not sent again: ${rows}`],
  ['skipped', rows => `${elsewhere}, with nothing to send: ${rows}`],
  ['queued', rows => `${elsewhere}, and still waiting: ${rows}`],
  ['held', rows => `${elsewhere}, and held until the mapping or the destination is corrected: ${rows}`],
  [
    'uncertain',
    rows =>
      `${elsewhere}, as a booking whose response was lost: ${rows}; \`fieldbridge events resolve\` decides about it`,
  ],
  ['discarded', rows => `${elsewhere}, and discarded: ${rows}`],
  ['gone', rows => `${elsewhere}, and no longer stored, so not sent again: ${rows}`],
];

/** Returns a line for each status of the known rows, with their numbers. */
export function knownLines({
  byStatus,
}: Pick<JudgedRows, 'byStatus'>): readonly (readonly [number, string])[] {
  return statusWords.map(([status, words]) => {
    const rows = byStatus[status] ?? [];
    return [rows.length, words(namesOfRows(rows))];
  });
}

/** Reports the rows that were planned again. */
export function againText(rows: readonly number[]): string {
  if (rows.length === 0) return '';
  const were = rows.length === 1 ? 'was' : 'were';
  return `${counted(rows.length, 'row')} ${were} planned again, because nothing, or not everything, was delivered before: ${namesOfRows(rows)}\n`;
}

/**
 * Reports the rows that were delivered by an earlier version of a mapping, and how to send what the current one makes of
 * them. `command` imports the list again. `isWarned`: the rows have a warning about the earlier version.
 */
export function earlierText(
  { rows, differing, mappings, from, to }: EarlierRows,
  { command, isWarned = false }: { readonly command: string; readonly isWarned?: boolean },
): string {
  const isSaid = differing.length > 0 || isWarned;
  if (!isSaid || from === undefined || to === undefined) return '';
  const were = rows.length === 1 ? 'was' : 'were';
  const [first, last] = [localTime(from), localTime(to)];
  const times = first === last ? `at ${first}` : `from ${first} to ${last}`;
  const what = `an earlier version of ${visibleNames(mappings)}`;
  const head = `${counted(rows.length, 'row')} ${were} imported before with ${what}, ${times}: ${namesOfRows(rows)}\n`;
  if (differing.length === 0) return `${head}  With the current version, nothing is left to send for them.\n`;
  const all = differing.length === rows.length;
  const which = all ? (rows.length === 1 ? 'it' : 'all of them') : `${differing.length} of them`;
  const names = all ? '' : `: ${namesOfRows(differing.map(({ row }) => row))}`;
  return `${head}  The current version would send other values for ${which}${names}. To send these, import the list with --again:\n  ${command} --again\n`;
}

/** Reports rows that have each other's customer number. `isSent`: they are delivered. */
export function crossedText(
  crossed: readonly CrossedRows[],
  { isSent }: { readonly isSent: boolean },
): string {
  const next = isSent
    ? 'Look up both customers in the calendar. If the numbers are wrong, correct both events (fieldbridge events amend ID), or both rows and import the list again.'
    : 'Correct the numbers before the import.';
  const lines = crossed
    .slice(0, mostNamed)
    .map(
      ({ row, other }) =>
        `Rows ${row} and ${other} have each other's customer number: the name in each is that of the customer of the other one\n`,
    );
  const more = crossed.length - lines.length;
  const rest = more > 0 ? `and ${counted(more, 'more pair', 'more pairs')} of rows\n` : '';
  return lines.length === 0 ? '' : `${lines.join('')}${rest}  ${next}\n`;
}

/** Reports the rows that were sent again. */
export function sentAgainText(rows: readonly EventOfRow[]): string {
  if (rows.length === 0) return '';
  const were = rows.length === 1 ? 'was' : 'were';
  return `${counted(rows.length, 'row')} ${were} sent again with the current mappings: ${namesOfRows(rows.map(({ row }) => row))}\n`;
}

/** Reports the rows whose values are not those of the calendar, and how to send them. `command` imports the list again. */
export function replacedText(
  { replaced, differing }: Pick<JudgedRows, 'replaced' | 'differing'>,
  command: string,
): string {
  const were = replaced.length === 1 ? 'was' : 'were';
  return (
    cureText(replaced, `${were} not sent again, although other values came later`, command) +
    differingText(differing)
  );
}

/** Reports the rows of an import that were skipped because newer events have set everything, and how to send them. */
export function supersededText(rows: readonly EventOfRow[], command: string): string {
  const were = rows.length === 1 ? 'was' : 'were';
  return cureText(rows, `${were} not sent, because newer events have set all fields`, command);
}

function cureText(rows: readonly EventOfRow[], what: string, command: string): string {
  const [first] = rows;
  if (!first) return '';
  const head = `${counted(rows.length, 'row')} ${what}: ${namesOfRows(rows.map(({ row }) => row))}\n`;
  const kept = '  The calendar keeps the later values. To set those of the list, ';
  return rows.length === 1
    ? `${head}${kept}send the row again:\n  fieldbridge events replay ${first.id} --again --force\n`
    : `${head}${kept}send all these rows again:\n  ${command} --again --force\n`;
}

function differingText(differing: JudgedRows['differing']): string {
  const [first] = differing;
  if (!first) return '';
  const was = differing.length === 1 ? 'was' : 'were';
  const head = `${counted(differing.length, 'row')} ${was} not sent, because an event with the same id has other contents: ${namesOfRows(differing.map(({ row }) => row))}\n`;
  return `${head}  An id counts once. Correct that event, for row ${first.row}: fieldbridge events amend ${first.id}\n  If the sender uses an id more than once, make \`eventId\` of the source a list with a part that changes.\n`;
}
