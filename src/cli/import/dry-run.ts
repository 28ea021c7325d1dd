import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { CountedRows } from '../../lists/counts-of-rows.ts';
import type { DryRunSummary, TriedGroup, TriedRow } from '../../lists/dry-run-summary.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import { shellWord } from '../started-as.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { exchangedText } from './exchanged-text.ts';
import { crossedText, earlierText } from './known-rows-text.ts';
import { changedText, movedText, otherDecimalsText } from './list-as-whole.ts';
import { columnsText } from './list-columns.ts';
import type { ListFile } from './list-file.ts';
import { repeatedText, totalsText } from './repeated-rows.ts';
import { rowNames } from './row-names.ts';
import { summarizeList } from './summarize-list.ts';
import { swappedDaysText } from './swapped-days.ts';

const words: Readonly<Record<TriedRow['outcome'], string>> = {
  failed: 'would fail',
  held: 'would be held',
  skipped: 'would be skipped',
  duplicate: 'was imported before',
  queued: 'would be sent',
};

/** The words of a duplicate by the status of its event. */
const knownWords: Readonly<Record<string, string>> = {
  delivered: 'was imported before, and is delivered',
  queued: 'was imported before, and still waits',
  held: 'was imported before, and is held',
  skipped: 'was imported before, with nothing to send',
  discarded: 'was imported before, and was discarded or replaced by a corrected row',
  uncertain: 'was imported before, as a booking whose response was lost',
  gone: 'was imported before, and its event is no longer stored',
};

/** Shows the expected outcome of a list. Nothing is stored, nothing is sent. `given`: the path as a person gave it. */
export async function dryRun(
  api: AdminApi,
  source: string,
  list: ListFile,
  {
    given,
    json,
    surroundings,
  }: { readonly given: string; readonly json: boolean; readonly surroundings: Surroundings },
): Promise<ExitStatus> {
  const { out, err } = surroundings;
  const summary = await summarizeList(api, source, list, err);
  const { counts, groups, overwrites, firstOverwriteAt, repeated, columns, absent } = summary;
  if (json)
    out.write(`${JSON.stringify({ dryRun: true, source, file: list.name, rows: list.rows, ...summary })}\n`);
  else {
    out.write(`${list.name}: ${counted(list.rows, 'row')} for ${source}\n`);
    out.write(`${countsText(counts)}\n`);
    for (const group of groups) out.write(groupText(group));
    if (overwrites > 0)
      out.write(
        `${counted(overwrites, 'value')} would be replaced that the bridge has set before, first in row ${firstOverwriteAt}\n`,
      );
    out.write(totalsText(summary.totals));
    out.write(repeatedText(repeated));
    out.write(crossedText(summary.crossed, { isSent: false }));
    out.write(swappedDaysText(summary.swappedDays));
    out.write(otherDecimalsText(summary.otherDecimals));
    out.write(exchangedText(summary.exchanged));
    out.write(movedText(summary.moved));
    out.write(changedText(summary.changed));
    out.write(knownText(summary));
    out.write(earlierText(summary.earlier, { command: `fieldbridge import ${source} ${shellWord(given)}` }));
    out.write(columnsText({ columns, absent }));
    out.write('Nothing was stored, and nothing was sent.\n');
  }
  return counts.refused.rows === 0 ? exit.fine : exit.wrong;
}

/** `3 rows are fine (first in row 2), 1 has a warning (row 4), 2 are refused (first in row 5)`. */
function countsText({ fine, warned, refused }: DryRunSummary['counts']): string {
  const where = ({ rows, firstRow }: CountedRows) =>
    firstRow === undefined ? '' : ` (${rows === 1 ? 'row' : 'first in row'} ${firstRow})`;
  const are = (count: CountedRows, what: string) =>
    `${count.rows.toLocaleString('en')} ${count.rows === 1 ? 'is' : 'are'} ${what}${where(count)}`;
  const has = warned.rows === 1 ? 'has a warning' : 'have warnings';
  const warnings = `${warned.rows.toLocaleString('en')} ${has}${where(warned)}`;
  return `${are(fine, 'fine')}, ${warnings}, ${are(refused, 'refused')}`;
}

/** Reports the rows whose events are known, and what the import would do about them. */
function knownText({ again, older, replaced, differing }: DryRunSummary): string {
  const texts = [
    again.rows > 0 && `${counted(again.rows, 'row')} would be planned again: ${rowNames(again)}. ${whyAgain}`,
    older.rows > 0 &&
      `${counted(older.rows, 'row')} of these would be sent without values that newer events have set: ${rowNames(older)}`,
    replaced.rows > 0 &&
      `${counted(replaced.rows, 'row')} would not be sent again, although other values came later: ${rowNames(replaced)}. ${afterReplaced}`,
    differing.rows > 0 &&
      `${counted(differing.rows, 'row')} would not be sent, because an event with the same id has other contents: ${rowNames(differing)}`,
  ];
  return texts.map(text => (text === false ? '' : `${text}\n`)).join('');
}

const whyAgain = 'Nothing, or not everything, was delivered when it was imported before.';
const afterReplaced = 'After the import, the command names the way to send such a row again.';

function groupText({ outcome, known = '', code, rows, firstRow, message }: TriedGroup): string {
  const said = (Object.hasOwn(knownWords, known) && knownWords[known]) || words[outcome];
  const what = rows === 1 ? said : said.replace(/^was/, 'were').replace('and is ', 'and are ');
  const head = `${rows.toLocaleString('en').padStart(9)} ${what}${code === undefined ? '' : ` [${code}]`}, first in row ${firstRow}\n`;
  return message === undefined ? head : `${head}${' '.repeat(12)}${escapeText(message)}\n`;
}
