/** The number of rows in a batch, whether another batch is needed, and the last key that was read. */
export interface Batch {
  readonly count: number;
  readonly more: boolean;
  readonly last: number;
}

/** The number of rows that one batch changes. */
export const batchSize = 500;

/**
 * Processes very many rows in batches, each in a short transaction, so that webhooks are accepted in between. Each batch
 * gets the last key of the previous one (0 at first). Returns the sum of the counts.
 */
export async function inBatches(write: (after: number) => Promise<Batch>): Promise<number> {
  let sum = 0;
  let after = 0;
  for (;;) {
    const batch = await write(after);
    sum += batch.count;
    if (!batch.more) return sum;
    after = batch.last;
  }
}
