import { CsvError, parse } from 'csv-parse';
import { decoded } from './encoding.ts';
import type { ListForm } from './list-form.ts';

/** The cells of a row as they are written, and the line that it ends in. */
export interface CsvRecord {
  readonly record: readonly string[];
  readonly line: number;
}

/** A code of csv-parse for what is no CSV, and the line. */
export interface CsvFault {
  readonly code: string;
  readonly line: number;
}

interface ParsedRecord {
  readonly record: readonly string[];
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
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: mostOfOne,
  });
  // Only these events are the same in Node and in a browser.
  let found: CsvRecord[] = [];
  let fault: Error | undefined;
  const ended = new Promise<void>(done => {
    parser.on('data', ({ record, info }: ParsedRecord) => found.push({ record, line: info.lines }));
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
  yield { code: fault.code, line: Number(fault.lines ?? 1) };
}
