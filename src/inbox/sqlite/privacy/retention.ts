import { forgetBefore, type KeptFor, pruneBefore } from '../../decide/retention.ts';
import type { Status } from '../../event.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { type Batch, batchSize, inBatches, type WriteQueue } from '../connection/write-queue.ts';
import { deletionTime, mendFinished, mendRemembered, moveTimes } from '../delivery/clock-moves.ts';
import type { Checkpointer } from '../file/checkpointer.ts';
import type { Parts } from '../parts.ts';
import { deleteEvents } from './delete-events.ts';
import { leaveNothing } from './leave-nothing.ts';

/** Deletes data after their retention, by a time that clock jumps cannot advance. */
export function retention({ connection, queue, wholeQueue, checkpointer }: Parts) {
  return {
    moveTimes: (byMs, agedMs) => wholeQueue.write(() => moveTimes(connection, byMs, agedMs)),
    deletionTime: now => queue.write(() => deletionTime(connection, now)),
    prune: (olderThan, now) => prune(connection, wholeQueue, checkpointer, olderThan, now),
  } satisfies Partial<Store>;
}

/**
 * Deletes data that have been finished for long enough (Store.prune), then frees the space; returns the number of
 * events.
 */
async function prune(
  connection: Connection,
  queue: WriteQueue,
  checkpointer: Pick<Checkpointer, 'idle' | 'syncLog'>,
  kept: KeptFor,
  now: number,
): Promise<number> {
  await queue.write(() => mendFinished(connection, now));
  let count = 0;
  for (const [status, before] of pruneBefore(kept, now)) {
    count += await inBatches(queue, () => pruneEventsBatch(connection, status, before));
  }
  await inBatches(queue, () => pruneMemoryBatch(connection, kept, now));
  await leaveNothing(connection, queue, checkpointer);
  return count;
}

/**
 * Deletes one batch of the events that have had a status since before a time, with all their data. An event with
 * anything waiting stays.
 */
function pruneEventsBatch(connection: Connection, status: Status, before: number): Batch {
  const events = connection.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE event.status = ? AND settled_at < ? AND settled_at IS NOT NULL AND planning <= 0
       AND NOT EXISTS (SELECT 1 FROM call WHERE event = sequence AND call.status IN ('queued', 'held'))
     ORDER BY settled_at LIMIT ?`,
    status,
    before,
    batchSize,
  );
  deleteEvents(
    connection,
    events.map(event => event.sequence),
    'old',
  );
  return { count: events.length, more: events.length === batchSize, last: 0 };
}

/** Deletes one batch of the senders' ids, contents and bookings that need not be known any more. */
function pruneMemoryBatch(connection: Connection, kept: KeptFor, now: number): Batch {
  const before = forgetBefore(kept, now);
  const oldest = (table: 'dedupe' | 'ledger' | 'audit') => {
    mendRemembered(connection, table, now, batchSize);
    return connection.run(
      `DELETE FROM ${table} WHERE at < ? AND number IN (SELECT number FROM ${table} ORDER BY number LIMIT ?)`,
      before[table],
      batchSize,
    );
  };
  const deleted = [
    oldest('dedupe'),
    oldest('ledger'),
    oldest('audit'),
    connection.run(
      'DELETE FROM import WHERE number IN (SELECT number FROM import WHERE at < ? LIMIT ?)',
      before.audit,
      batchSize,
    ),
    connection.run(
      'DELETE FROM recent WHERE (source, hash) IN (SELECT source, hash FROM recent WHERE at < ? LIMIT ?)',
      before.recent,
      batchSize,
    ),
  ];
  return { count: 0, more: deleted.includes(batchSize), last: 0 };
}
