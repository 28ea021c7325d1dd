import type { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

/** The result of a batch, whether another one is needed, and the last key that it read. */
export interface DoneBatch {
  readonly count: number;
  readonly more: boolean;
  readonly last: number;
}

/** The number of rows that one batch changes. */
export const rowsOfBatch = 500;

/**
 * Processes very many rows in batches, each in a short transaction. Each batch gets the last key of the previous one
 * (0 at first). Returns the sum of the results.
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
