import { isSpreadsheetError } from '../diagnostics/spreadsheet-error.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { plainCell } from './csv-line.ts';
import { type CsvFault, type CsvRecord, readCsvRecords } from './csv-records.ts';
import { decoded } from './encoding.ts';
import { FaultyList, type LineFault } from './list-fault.ts';
import { eventName, type ListForm, reasonName } from './list-form.ts';
import { separatorNote } from './separator.ts';

/** A row of a list. */
export interface FileRow {
  /** The number that a spreadsheet program shows; in NDJSON the number of its line. */
  readonly row: number;
  /** The row as JSON text, without the reason of an earlier failure. */
  readonly body: string;
  /** CSV: its cells; in a file of failed rows without the apostrophes that were added to formulas. */
  readonly cells: readonly string[];
  /** True if the row has a column for the reason why it failed before. */
  readonly isMended: boolean;
  /** The id of the event as which it failed, if the row contains it. */
  readonly event?: string;
}

/** The columns of a CSV file: their names, and the positions of those that were added to failed rows. */
export interface Columns {
  readonly names: readonly string[];
  /** The positions of the columns with the reason and with the event's id; -1 if there is none. */
  readonly reasonAt: number;
  readonly eventAt: number;
}

/** True if a column belongs to the list itself. */
export function isOfList(at: number, { reasonAt, eventAt }: Columns): boolean {
  return at !== reasonAt && at !== eventAt;
}

/**
 * Yields the rows of a list, and the faults of its lines; a fault of quotation marks is the last.
 * @throws FaultyList if the header cannot be used
 */
export function readRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  return form.kind === 'csv' ? csvRows(form) : jsonRows(form);
}

/**
 * Returns the columns of a faultless CSV file.
 * @throws FaultyList if it changed since its scan
 */
export async function readColumns(form: ListForm): Promise<Columns> {
  for await (const read of readCsvRecords(form)) {
    if ('record' in read) {
      if (isEmpty(read.record)) continue;
      return columnsOf(read.record);
    }
    throw new FaultyList({ fault: 'faulty lines', lines: [await lineFault(read, form)], count: 1 });
  }
  throw new FaultyList({ fault: 'empty' });
}

async function* csvRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  let columns: Columns | undefined;
  /** The header until a row follows: one cell followed by several cells is a title. */
  let header: CsvRecord | undefined;
  for await (const read of readCsvRecords(form)) {
    if ('code' in read) yield await lineFault(read, form);
    if ('code' in read || isEmpty(read.record)) continue;
    const above = columns ? header && titleIn(header, read) : noteIn(read, form);
    if (above) yield above;
    else if (header) yield* headerFaults(header);
    header = undefined;
    if (above?.fault === 'note for Excel') continue;
    if (columns && !above) yield rowOf(read, columns);
    else {
      columns = columnsOf(read.record);
      header = read;
    }
  }
  if (header) yield* headerFaults(header);
}

function isEmpty(record: CsvRecord['record']): boolean {
  return record.every(cell => cell.trim() === '');
}

function noteIn({ record, line }: CsvRecord, { separator }: ListForm): LineFault | undefined {
  const text = record.join(separator);
  return separatorNote.test(text) ? { line, fault: 'note for Excel', text: text.trim() } : undefined;
}

/** Returns a fault if the header has much fewer cells than the next line: it is then a title, not a header. */
function titleIn(header: CsvRecord, { record, line: next }: CsvRecord): LineFault | undefined {
  const names = filled(header.record);
  const cells = filled(record).length;
  const hasGaps = namesIn(header.record).includes('');
  if (cells < names.length * 2 || (names.length > 1 && !hasGaps)) return undefined;
  return { line: header.line, fault: 'title', text: names.join(', '), filled: names.length, next, cells };
}

function filled(record: CsvRecord['record']): readonly string[] {
  return record.map(cell => cell.trim()).filter(cell => cell !== '');
}

function rowOf({ record, line, row }: CsvRecord, columns: Columns): FileRow | LineFault {
  const { names, eventAt } = columns;
  const hasSurplus = record.slice(names.length).some(cell => cell.trim() !== '');
  if (hasSurplus || record.length < names.length) {
    const fault = hasSurplus ? 'too many cells' : 'too few cells';
    return { line, row, fault, cells: record.length, columns: names.length };
  }
  const written = record.slice(0, names.length);
  const failed = written.findIndex(
    (cell, at) => isOfList(at, columns) && isSpreadsheetError(cell.trim().toUpperCase()),
  );
  if (failed !== -1)
    return {
      ...{ line, row },
      fault: 'failed formula',
      column: names[failed] ?? '',
      text: written[failed]?.trim() ?? '',
    };
  const isMended = isMendedList(columns);
  const cells = isMended ? written.map(plainCell) : written;
  const entries = names.flatMap((name, at) =>
    isOfList(at, columns) ? [[name, cells[at] ?? ''] as const] : [],
  );
  const body = JSON.stringify(Object.fromEntries(entries));
  return { row, body, cells, isMended, ...eventIn(cells[eventAt]) };
}

function isMendedList({ reasonAt, eventAt }: Columns): boolean {
  return reasonAt !== -1 || eventAt !== -1;
}

function eventIn(cell: unknown): { readonly event?: string } {
  const text = typeof cell === 'string' ? cell.trim() : '';
  return /^\w[\w-]{0,99}$/.test(text) ? { event: text } : {};
}

/** Returns the names, without the empty columns at the end. */
function namesIn(header: readonly string[]): string[] {
  const all = header.map(each => each.trim());
  while (all.length > 1 && all.at(-1) === '') all.pop();
  return all;
}

function headerFaults({ record, line }: CsvRecord): readonly LineFault[] {
  const all = namesIn(record);
  const names = [...new Set(all.filter((each, at) => each !== '' && all.indexOf(each) !== at))];
  return [
    ...all.flatMap((each, at): LineFault[] =>
      each === '' ? [{ line, fault: 'unnamed column', column: at + 1 }] : [],
    ),
    ...(names.length > 0 ? [{ line, fault: 'repeated columns', names } as const] : []),
  ];
}

function columnsOf(header: readonly string[]): Columns {
  const all = namesIn(header);
  const own = { reasonAt: all.indexOf(reasonName), eventAt: all.indexOf(eventName) };
  return { names: isMendedList({ names: all, ...own }) ? all.map(plainCell) : all, ...own };
}

async function lineFault({ code, line }: CsvFault, form: ListForm): Promise<LineFault> {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return { ...(await opened(line, form)), fault: 'quote not closed' };
    case 'INVALID_OPENING_QUOTE':
      return { line, fault: 'quote in a cell' };
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE': {
      const found = await opened(line, form);
      if (found.line === found.noticedAt) return { line: found.line, fault: 'text behind a quote' };
      return { ...found, fault: 'quote not closed' };
    }
    case 'CSV_MAX_RECORD_SIZE':
      return { ...(await opened(line, form)), fault: 'row too large' };
    default:
      return { line, fault: 'no CSV' };
  }
}

async function opened(line: number, form: ListForm): Promise<OpenQuote> {
  return (await findOpenQuote(form)) ?? { line, noticedAt: line };
}

async function* jsonRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  let line = 0;
  for await (const text of lines(form)) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      JSON.parse(text);
    } catch {
      yield { line, fault: 'no JSON' };
      continue;
    }
    yield { row: line, cells: [], ...withoutReason(text.trim()) };
  }
}

async function* lines({ bytes, encoding }: ListForm): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of decoded(bytes, encoding)) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

const writtenKeys = [reasonName, eventName].map(name => `${JSON.stringify(name)}:`);
const writtenText = /^"(?:[^"\\]|\\.)*",?/;

/** Returns a row without its reason and its event, character by character if possible. */
function withoutReason(text: string): Pick<FileRow, 'body' | 'isMended' | 'event'> {
  const isMarked = writtenKeys.some(key => text.includes(key.slice(0, -1)));
  if (!text.startsWith('{') || !isMarked) return { body: text, isMended: false };
  const value = JSON.parse(text) as Record<string, unknown>;
  const { [reasonName]: reason, [eventName]: event, ...row } = value;
  const marks = [reason, event].filter(mark => mark !== undefined).length;
  if (marks === 0) return { body: text, isMended: false };
  const body = withoutWritten(text, marks) ?? JSON.stringify(row);
  return { body, isMended: true, ...eventIn(event) };
}

/** Removes the first `marks` keys, which `withReason` has added; undefined if these keys are elsewhere. */
function withoutWritten(text: string, marks: number): string | undefined {
  let rest = text.slice(1);
  let found = 0;
  for (const key of writtenKeys) {
    const value = rest.startsWith(key) ? writtenText.exec(rest.slice(key.length))?.[0] : undefined;
    if (value === undefined) continue;
    rest = rest.slice(key.length + value.length);
    found += 1;
  }
  return found === marks ? `{${rest}` : undefined;
}

/** Adds the reason of the failure and the failed event's id to a row of JSON. */
export function withReason(body: string, reason: string, event: string | undefined): string {
  const ofEvent = event === undefined ? '' : `,"${eventName}":${JSON.stringify(event)}`;
  const head = `{"${reasonName}":${JSON.stringify(escapeText(reason))}${ofEvent}`;
  if (!body.startsWith('{')) return `${head},"value":${body}}`;
  const rest = body.slice(1).trimStart();
  return rest === '}' ? `${head}}` : `${head},${rest}`;
}

type Place = 'start' | 'plain' | 'quoted' | 'after quote';

/** A cell whose quotation mark is not closed: its first line, and the line where this is noticed. */
interface OpenQuote {
  readonly line: number;
  readonly noticedAt: number;
}

/**
 * Finds the first cell whose quotation mark is not closed before a separator or a line break. This is noticed only
 * at the next quotation mark, or at the end. Undefined if there is none.
 */
async function findOpenQuote({ bytes, encoding, separator }: ListForm): Promise<OpenQuote | undefined> {
  let place: Place = 'start';
  let line = 1;
  let openedAt = 1;
  for await (const text of decoded(bytes, encoding)) {
    for (const sign of text) {
      if (place === 'start' && sign === '"') openedAt = line;
      const next = nextPlace(place, sign, separator);
      if (next === undefined) return { line: openedAt, noticedAt: line };
      place = next;
      if (sign === '\n') line += 1;
    }
  }
  return place === 'quoted' ? { line: openedAt, noticedAt: line } : undefined;
}

/** Undefined if a character follows a closing quotation mark. */
function nextPlace(place: Place, sign: string, separator: string): Place | undefined {
  if (place === 'quoted') return sign === '"' ? 'after quote' : 'quoted';
  if (sign === separator || sign === '\n' || sign === '\r') return 'start';
  if (place === 'start') return sign === '"' ? 'quoted' : 'plain';
  if (place === 'plain') return 'plain';
  return sign === '"' ? 'quoted' : undefined;
}
