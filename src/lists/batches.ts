import { FaultyList } from './list-fault.ts';
import type { ListForm } from './list-form.ts';
import { type FileRow, readRows } from './read-rows.ts';
import { sha256OfText } from './sha256.ts';

/** A row as the bridge takes it. */
export interface SentRow {
  readonly row: number;
  readonly body: string;
  readonly repeat?: number;
}

const mostRows = 200;
const mostCharacters = 256 * 1024;

/** The rows of a list that was looked through, in groups that one request carries. */
export async function* batches(form: ListForm): AsyncGenerator<readonly SentRow[]> {
  const seen = new Map<string, number>();
  let batch: SentRow[] = [];
  let characters = 0;
  for await (const row of readRows(form)) {
    if ('fault' in row) throw new FaultyList({ fault: 'changed' });
    if (batch.length > 0 && (batch.length >= mostRows || characters + row.body.length > mostCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(sentRow(row, seen));
    characters += row.body.length;
  }
  if (batch.length > 0) yield batch;
}

/** `seen`: how many equal rows there were, by the digest of the row. */
function sentRow({ line, body }: FileRow, seen: Map<string, number>): SentRow {
  const key = String.fromCharCode(...sha256OfText(body).subarray(0, 16));
  const repeat = seen.get(key) ?? 0;
  seen.set(key, repeat + 1);
  return { row: line, body, ...(repeat > 0 && { repeat }) };
}
