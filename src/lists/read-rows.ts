import { escapeText } from '../diagnostics/visible-text.ts';
import { plainCell } from './csv-line.ts';
import { type CsvFault, readCsvRecords } from './csv-records.ts';
import { decoded } from './encoding.ts';
import { FaultyList, type LineFault } from './list-fault.ts';
import { type ListForm, reasonName } from './list-form.ts';

/** A row of a list, by the line that it ends in. */
export interface FileRow {
  readonly line: number;
  /** Its JSON text, without the reason for which it failed before. */
  readonly body: string;
  /** CSV: its cells; those of a file of failed rows without the apostrophes that keep a spreadsheet from running them. */
  readonly cells: readonly string[];
  /** It has a place for the reason for which it failed before. */
  readonly isMended: boolean;
}

/** The columns of a CSV file: their names, and which of them says why a row failed. */
export interface Columns {
  readonly names: readonly string[];
  readonly reasonAt: number;
}

/**
 * The rows of a list one by one, and what is wrong with lines of it; a fault of quotation marks is the last.
 * @throws FaultyList where the header cannot be used
 */
export function readRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  return form.kind === 'csv' ? csvRows(form) : jsonRows(form);
}

/** The columns of a CSV file. @throws FaultyList where the header cannot be used */
export async function readColumns(form: ListForm): Promise<Columns> {
  for await (const read of readCsvRecords(form)) {
    if ('record' in read) return columnsOf(read.record);
    throw new FaultyList({ fault: 'faulty lines', lines: [lineFault(read)], count: 1 });
  }
  throw new FaultyList({ fault: 'empty' });
}

async function* csvRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  let columns: Columns | undefined;
  for await (const read of readCsvRecords(form)) {
    if ('code' in read) yield lineFault(read);
    else if (!columns) columns = columnsOf(read.record);
    else if (read.record.some(cell => cell.trim() !== '')) yield rowOf(read.record, read.line, columns);
  }
}

function rowOf(record: readonly string[], line: number, { names, reasonAt }: Columns): FileRow | LineFault {
  const hasSurplus = record.slice(names.length).some(cell => cell.trim() !== '');
  if (hasSurplus || record.length < names.length) {
    const fault = hasSurplus ? 'too many cells' : 'too few cells';
    return { line, fault, cells: record.length, columns: names.length };
  }
  const written = record.slice(0, names.length);
  const cells = reasonAt === -1 ? written : written.map(plainCell);
  const entries = names.flatMap((name, at) => (at === reasonAt ? [] : [[name, cells[at] ?? ''] as const]));
  return { line, body: JSON.stringify(Object.fromEntries(entries)), cells, isMended: reasonAt !== -1 };
}

function columnsOf(header: readonly string[]): Columns {
  const all = header.map(each => each.trim());
  while (all.length > 1 && all.at(-1) === '') all.pop();
  const unnamed = all.indexOf('');
  if (unnamed !== -1) throw new FaultyList({ fault: 'unnamed column', column: unnamed + 1 });
  const names = [...new Set(all.filter((each, at) => all.indexOf(each) !== at))];
  if (names.length > 0) throw new FaultyList({ fault: 'repeated columns', names });
  const reasonAt = all.indexOf(reasonName);
  return { names: reasonAt === -1 ? all : all.map(plainCell), reasonAt };
}

function lineFault({ code, line }: CsvFault): LineFault {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return { line, fault: 'quote not closed' };
    case 'INVALID_OPENING_QUOTE':
      return { line, fault: 'quote in a cell' };
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return { line, fault: 'text behind a quote' };
    case 'CSV_MAX_RECORD_SIZE':
      return { line, fault: 'row too large' };
    default:
      return { line, fault: 'no CSV' };
  }
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
    yield { line, cells: [], ...withoutReason(text.trim()) };
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

const reasonKey = `{${JSON.stringify(reasonName)}:`;
const writtenReason = /^"(?:[^"\\]|\\.)*",?/;

/** A row as it was before its reason was written to it, sign by sign where that can be told. */
function withoutReason(text: string): Pick<FileRow, 'body' | 'isMended'> {
  if (!text.startsWith('{') || !text.includes(JSON.stringify(reasonName)))
    return { body: text, isMended: false };
  const rest = text.slice(reasonKey.length);
  const reason = text.startsWith(reasonKey) ? writtenReason.exec(rest)?.[0] : undefined;
  if (reason !== undefined) return { body: `{${rest.slice(reason.length)}`, isMended: true };
  const value = JSON.parse(text) as Record<string, unknown>;
  if (!Object.hasOwn(value, reasonName)) return { body: text, isMended: false };
  const { [reasonName]: _, ...row } = value;
  return { body: JSON.stringify(row), isMended: true };
}

/** A row of JSON with the reason for which it failed. */
export function withReason(body: string, reason: string): string {
  const written = `${reasonKey}${JSON.stringify(escapeText(reason))}`;
  if (!body.startsWith('{')) return `${written},"value":${body}}`;
  const rest = body.slice(1).trimStart();
  return rest === '}' ? `${written}}` : `${written},${rest}`;
}
