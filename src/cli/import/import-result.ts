import { codes, type DiagnosticCode } from '../../diagnostics/codes.ts';
import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { CrossedRows } from '../../lists/crossed-rows.ts';
import type { EventOfRow, JudgedRows } from '../../lists/known-rows.ts';
import { shellWord } from '../started-as.ts';
import type { ImportAnswer } from './follow.ts';
import {
  againText,
  crossedText,
  earlierText,
  knownLines,
  replacedText,
  sentAgainText,
  supersededText,
} from './known-rows-text.ts';
import { rowNames } from './row-names.ts';

/** The first rows of a list with a warning. */
export interface DoubtfulRows {
  readonly code: string;
  readonly rows: readonly number[];
  /** The message for the first row. */
  readonly message: string;
}

/** The number of codes whose rows are shown. */
export const mostCodes = 5;

/** The number of rows that are named for a code. */
export const mostRows = 8;

/** The outcome of an import. The counts are those of its rows. */
export interface ImportResult {
  readonly source: string;
  readonly file: string;
  /** The path of the list, as the person gave it. */
  readonly given: string;
  readonly rows: number;
  /** True if rows have a warning about an earlier version of a mapping. */
  readonly warnedOfVersion: boolean;
  /** The number of rows that became an event. */
  readonly taken: number;
  /** Rows that were imported before. */
  readonly duplicates: number;
  /** The rows whose events are planned again. */
  readonly again: readonly number[];
  /** The other rows whose events are known. */
  readonly judged: Omit<JudgedRows, 'superseded'>;
  /** Rows of this import that were skipped because newer events have set everything. */
  readonly superseded: readonly EventOfRow[];
  /** Delivered rows that have each other's customer number. */
  readonly crossed: readonly CrossedRows[];
  /** Delivered rows that were sent again. */
  readonly sentAgain: readonly EventOfRow[];
  readonly unreadable: number;
  readonly view: ImportAnswer;
  readonly failedFile: string | undefined;
  /** The number of rows in `failedFile`. */
  readonly inFile: number;
  /** The first rows of each code among the warnings. */
  readonly doubtful: readonly DoubtfulRows[];
  /** The command has waited for the outcome of the rows. */
  readonly isFollowed: boolean;
}

/** Describes the outcome of an import for people: the number of rows by status, and the next steps. */
export function resultText(result: ImportResult): string {
  const { file, rows, source, duplicates, failedFile } = result;
  const before = duplicates > 0 ? ` (${counted(duplicates, 'row was', 'rows were')} imported before)` : '';
  const command = `fieldbridge import ${source} ${shellWord(result.given)}`;
  const next =
    failedFile === undefined
      ? ''
      : `Correct the rows in ${failedFile}, then import that file:\n  fieldbridge import ${source} ${shellWord(failedFile)}\n`;
  return [
    `${file}: ${counted(rows, 'row')} for ${source}${before}\n`,
    ...countLines(result)
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${count.toLocaleString('en').padStart(9)} ${what}\n`),
    warningsText(result),
    withoutNumberText(result),
    crossedText(result.crossed, { isSent: true }),
    againText(result.again),
    sentAgainText(result.sentAgain),
    earlierText(result.judged.earlier, { command, isWarned: result.warnedOfVersion }),
    supersededText(result.superseded, command),
    replacedText(result.judged, command),
    next,
  ].join('');
}

function countLines(result: ImportResult): readonly (readonly [number, string])[] {
  const { source, judged, unreadable, view, failedFile, isFollowed } = result;
  const { delivered = 0, skipped = 0, failed = 0, uncertain = 0 } = view.events;
  const { held = 0, queued = 0, discarded = 0 } = view.events;
  const list = (status: string) => `\`fieldbridge events list --source ${source} --status ${status}\``;
  const inFile = failedFile === undefined ? '' : `: see ${failedFile}`;
  return [
    [delivered, 'delivered'],
    [skipped, `skipped: nothing to send, or no mapping applies; ${list('skipped')} shows why`],
    [discarded, 'discarded by a person, or replaced by a corrected row'],
    [
      queued,
      isFollowed
        ? `still waiting; ${list('queued')} shows why`
        : 'stored; they are delivered after live webhooks',
    ],
    [held, `held until the mapping or the destination is corrected; then they continue automatically`],
    [uncertain, `uncertain: no response arrived; ${list('uncertain')} shows them`],
    [failed, failedFile === undefined ? `failed; ${list('failed')} shows why` : `failed${inFile}`],
    [judged.failed.length, `known from another list or a webhook, and failed${inFile}`],
    [unreadable, `cannot be read, so they became no event${inFile}`],
    ...knownLines(judged),
  ];
}

/** Reports the rows that are sent with a warning, the first of each kind, and the command that lists them. */
function warningsText({ source, view: { warnings }, doubtful, ...taken }: ImportResult): string {
  if (warnings.events === 0) return '';
  const isPast = taken.taken + taken.again.length + taken.sentAgain.length === 0;
  const has = isPast ? 'had' : warnings.events === 1 ? 'has' : 'have';
  const then = isPast ? `when ${warnings.events === 1 ? 'it was' : 'they were'} sent` : '';
  const head = `${counted(warnings.events, 'row')} of these ${has} a warning${then && ` ${then}`}:\n`;
  const shown = warnings.codes.slice(0, mostCodes);
  const lines = shown.map(({ code, events }) => {
    const found = doubtful.find(each => each.code === code);
    const texts = [...(found ? [found.message] : []), ...(isOfDelivery(code) ? [adviceOf(code)] : [])];
    const below = texts.map(text => `${' '.repeat(12)}${escapeText(text)}\n`).join('');
    return `${events.toLocaleString('en').padStart(9)} [${code}]${rowsText(found?.rows, events)}\n${below}`;
  });
  const [most] = warnings.codes;
  const list = `fieldbridge events list --source ${source} --code ${most?.code ?? ''}`;
  const amend = shown.every(({ code }) => isOfDelivery(code))
    ? ''
    : '. Correct wrong values with `fieldbridge events amend`';
  return `${head}${lines.join('')}To see them, run \`${list}\`${amend}\n`;
}

function rowsText(rows: readonly number[] | undefined, events: number): string {
  return rows === undefined ? '' : `, in ${rowNames({ rows: events, first: rows })}`;
}

/** True for a warning of the delivery: a correction of the event alone does not undo it. */
function isOfDelivery(code: string): boolean {
  return code.startsWith('call/') || code.startsWith('delivery/');
}

function adviceOf(code: string): string {
  return Object.hasOwn(codes, code) ? codes[code as DiagnosticCode].advice : '';
}

/** Reports the rows that were skipped for lack of a customer number, which need a person. */
function withoutNumberText({ inFile, failedFile, view, judged, unreadable }: ImportResult): string {
  const skipped = inFile - (view.events.failed ?? 0) - judged.failed.length - unreadable;
  if (skipped <= 0) return '';
  return `${failedFile} has ${counted(skipped, 'skipped row')} too, for which no customer number is known\n`;
}
