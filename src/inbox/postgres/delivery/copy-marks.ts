import type { Transaction } from '../connection/transaction.ts';
import { metaValue, setMeta } from '../rows/meta.ts';

const unsure = 'unsure up to';

/** Returns the newest event whose booking another store may have made since this one was copied from it; 0: none. */
export async function newestUnsure(transaction: Transaction): Promise<number> {
  return Number((await metaValue(transaction, unsure)) ?? 0);
}

/** Records that another store may have made the bookings of all events so far. */
export async function markUnsure(transaction: Transaction): Promise<void> {
  const newest = await transaction.get<{ sequence: number | null }>(
    'SELECT max(sequence) AS sequence FROM event',
  );
  await setMeta(transaction, unsure, String(newest?.sequence ?? 0));
}
