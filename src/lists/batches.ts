import { FaultyList } from './list-fault.ts';
import type { ListForm } from './list-form.ts';
import { readRows } from './read-rows.ts';
import { createRepeats } from './repeats.ts';
import { createRowDigest } from './sha256.ts';

/** A row in a request to the bridge. */
export interface SentRow {
  readonly row: number;
  readonly body: string;
  readonly repeat?: number;
  /** The id of the failed event that this row corrects. */
  readonly replaces?: string;
}

const mostRows = 200;
const mostCharacters = 256 * 1024;

/** Yields the rows of a scanned list, in groups for one request each. */
export async function* batches(form: ListForm): AsyncGenerator<readonly SentRow[]> {
  const repeats = createRepeats();
  const digestOf = createRowDigest();
  let batch: SentRow[] = [];
  let characters = 0;
  for await (const row of readRows(form)) {
    if ('fault' in row) throw new FaultyList({ fault: 'changed' });
    if (batch.length > 0 && (batch.length >= mostRows || characters + row.body.length > mostCharacters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    const { row: number, body, event } = row;
    const repeat = repeats.next(digestOf(body));
    batch.push({ row: number, body, ...(repeat > 0 && { repeat }), ...(event && { replaces: event }) });
    characters += body.length;
  }
  if (batch.length > 0) yield batch;
}
