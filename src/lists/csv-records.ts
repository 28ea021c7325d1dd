import { CsvError, parse } from 'csv-parse';
import { decoded } from './encoding.ts';
import type { ListForm } from './list-form.ts';

/** The cells of a row as written. */
export interface CsvRecord {
  readonly record: readonly string[];
  /** The number of its first line. */
  readonly line: number;
  /** The number that a spreadsheet program shows: the header is row 1, and a cell may have several lines. */
  readonly row: number;
}

/** The code of csv-parse for a fault, and its line. */
export interface CsvFault {
  readonly code: string;
  readonly line: number;
}

interface ParsedRecord {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

const mostOfOne = 16 * 1024 * 1024;

/** Yields the rows of a CSV file without empty ones. After a fault, which is yielded last, it ends. */
export async function* readCsvRecords({
  bytes,
  encoding,
  separator,
}: ListForm): AsyncGenerator<CsvRecord | CsvFault> {
  const parser = parse({
    delimiter: separator,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostOfOne,
  });
  // Only these events are the same in Node and in a browser.
  let found: CsvRecord[] = [];
  let fault: Error | undefined;
  /** The lines before the next row. csv-parse counts a two-character line break in a cell twice. */
  let passed = 0;
  let rows = 0;
  let surplus = 0;
  const take = ({ record, raw, info }: ParsedRecord) => {
    const breaks = raw.match(/\r\n|[\r\n]/g)?.length ?? 0;
    const empty = raw.match(/^(?:\r\n|[\r\n])+/)?.[0].match(/\r\n|[\r\n]/g)?.length ?? 0;
    const line = passed + empty + 1;
    surplus = info.lines - (passed + breaks + (/[\r\n]$/.test(raw) ? 0 : 1));
    passed += breaks;
    rows += empty + 1;
    found.push({ record, line, row: rows });
  };
  const ended = new Promise<void>(done => {
    parser.on('data', take);
    parser.on('end', done);
    parser.on('error', error => {
      fault = error;
      done();
    });
  });
  const taken = () => {
    const all = found;
    found = [];
    return all;
  };
  for await (const text of decoded(bytes, encoding)) {
    if (text !== '') await new Promise<void>(done => void parser.write(text, () => done()));
    yield* taken();
    if (fault) break;
  }
  if (!fault) parser.end();
  await ended;
  yield* taken();
  if (!fault) return;
  if (!(fault instanceof CsvError)) throw fault;
  yield { code: fault.code, line: Number(fault.lines ?? 1) - surplus };
}
