import { pipeline, Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { escapeText, visibleNames } from '../../diagnostics/visible-text.ts';
import { plainCell } from '../operate/csv.ts';
import { CommandFailed, exit } from '../surroundings.ts';
import { decoded } from './encoding.ts';
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

/** What is wrong with a line. */
export interface LineFault {
  readonly line: number;
  readonly fault: string;
}

/** The columns of a CSV file: their names, and which of them says why a row failed. */
export interface Columns {
  readonly names: readonly string[];
  readonly reasonAt: number;
}

/** The rows of a list one by one, and what is wrong with lines of it; a fault of the header or of quotes is the last. */
export function readRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  return form.kind === 'csv' ? csvRows(form) : jsonRows(form);
}

/** The columns of a CSV file. @throws CommandFailed where the header cannot be used */
export async function readColumns(form: ListForm): Promise<Columns> {
  for await (const { record } of records(form)) return columnsOf(record, form.name);
  throw new CommandFailed(`${form.name} is empty; it needs a header and rows`, exit.wrong);
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* records({ path, encoding, separator }: ListForm): AsyncGenerator<CsvRecord> {
  const parser: Parser = parse({
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 16 * 1024 * 1024,
  });
  // What goes wrong is thrown to whoever reads.
  pipeline(Readable.from(decoded(path, encoding)), parser, () => {});
  for await (const each of parser) yield each as CsvRecord;
}

async function* csvRows(form: ListForm): AsyncGenerator<FileRow | LineFault> {
  let columns: Columns | undefined;
  try {
    for await (const { record, info } of records(form)) {
      if (!columns) {
        columns = columnsOf(record, form.name);
        continue;
      }
      if (record.every(cell => cell.trim() === '')) continue;
      yield rowOf(record, info.lines, columns);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { line: Number(error.lines ?? 1), fault: quoteFault(error) };
  }
}

function rowOf(record: readonly string[], line: number, { names, reasonAt }: Columns): FileRow | LineFault {
  const surplus = record.slice(names.length).filter(cell => cell.trim() !== '');
  if (surplus.length > 0 || record.length < names.length) {
    const many = record.length < names.length ? 'few' : 'many';
    return {
      line,
      fault: `too ${many} cells: ${record.length} in place of ${names.length} (a cell with the separator or a line break in it stands in quotation marks)`,
    };
  }
  const written = record.slice(0, names.length);
  const cells = reasonAt === -1 ? written : written.map(plainCell);
  const entries = names.flatMap((name, at) => (at === reasonAt ? [] : [[name, cells[at] ?? ''] as const]));
  return { line, body: JSON.stringify(Object.fromEntries(entries)), cells, isMended: reasonAt !== -1 };
}

function columnsOf(header: readonly string[], name: string): Columns {
  const all = header.map(each => each.trim());
  while (all.length > 1 && all.at(-1) === '') all.pop();
  const unnamed = all.indexOf('');
  if (unnamed !== -1)
    throw new CommandFailed(
      `column ${unnamed + 1} of ${name} has no name (line 1); give each column one`,
      exit.wrong,
    );
  const twice = [...new Set(all.filter((each, at) => all.indexOf(each) !== at))];
  if (twice.length > 0)
    throw new CommandFailed(
      `the header of ${name} (line 1) has several columns of the same name: ${visibleNames(twice)}\nRename or delete all but one of them.`,
      exit.wrong,
    );
  const reasonAt = all.indexOf(reasonName);
  return { names: reasonAt === -1 ? all : all.map(plainCell), reasonAt };
}

function quoteFault({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark is opened here and never closed; close it, or write "" for a quotation mark in a cell';
    case 'INVALID_OPENING_QUOTE':
      return 'a quotation mark stands within a cell; put the whole cell in quotation marks, and write "" for each in it';
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return 'something stands behind a closing quotation mark; write "" for a quotation mark in a cell';
    case 'CSV_MAX_RECORD_SIZE':
      return 'the row is larger than 16 MiB; probably a quotation mark before it is never closed';
    default:
      return `it cannot be read as CSV (${code})`;
  }
}

async function* jsonRows({ path, encoding }: ListForm): AsyncGenerator<FileRow | LineFault> {
  let line = 0;
  for await (const text of lines(path, encoding)) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      JSON.parse(text);
    } catch {
      yield { line, fault: 'it is no JSON value; each line must be one whole value' };
      continue;
    }
    yield { line, cells: [], ...withoutReason(text.trim()) };
  }
}

async function* lines(path: string, encoding: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of decoded(path, encoding)) {
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
