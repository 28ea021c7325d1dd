import { CsvError, parse } from 'csv-parse';
import { decoded } from './encoding.ts';
import type { ListForm } from './list-form.ts';

/** The cells of a row as they are written, and the line that it ends in. */
export interface CsvRecord {
  readonly record: readonly string[];
  readonly line: number;
}

/** A code of csv-parse for text that is not CSV, and the line. */
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

/** The rows of a CSV file one by one, without empty ones. A fault is the last. */
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
  /** The lines before the next row. csv-parse counts a line break of two characters within a cell as two lines. */
  let passed = 0;
  let surplus = 0;
  const take = ({ record, raw, info }: ParsedRecord) => {
    const breaks = raw.match(/\r\n|[\r\n]/g)?.length ?? 0;
    const line = passed + breaks + (/[\r\n]$/.test(raw) ? 0 : 1);
    passed += breaks;
    surplus = info.lines - line;
    found.push({ record, line });
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
