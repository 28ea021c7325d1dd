import type { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

/** What a batch did, whether another one is needed, and the last key that it looked at. */
export interface DoneBatch {
  readonly count: number;
  readonly more: boolean;
  readonly last: number;
}

/** How many rows one batch changes. */
export const rowsOfBatch = 500;

/**
 * Does in batches what may concern a great many rows, each batch in a transaction of its own, so that none is long. Each
 * gets the last key of the one before (0 at first). Answers the sum of what they did.
 */
export async function inBatches(
  database: Pick<Database, 'write'>,
  work: (transaction: Transaction, after: number) => Promise<DoneBatch>,
): Promise<number> {
  let sum = 0;
  let after = 0;
  for (;;) {
    const from = after;
    const batch = await database.write(transaction => work(transaction, from));
    sum += batch.count;
    if (!batch.more) return sum;
    after = batch.last;
  }
}
