import type { Status } from '../../event.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection.ts';
import { deletionTime, mendFinished, mendRemembered, moveTimes } from '../delivery/clock-moves.ts';
import type { Checkpointer } from '../file/checkpointer.ts';
import { recentMs } from '../intake/duplicates.ts';
import type { Parts } from '../parts.ts';
import { type Batch, batchSize, inBatches, type WriteQueue } from '../write-queue.ts';
import { deleteEvents, leaveNothing } from './deletion.ts';

const dayMs = 24 * 60 * 60_000;
const dedupeMs = 30 * dayMs;
const ledgerMs = 400 * dayMs;
const auditMs = 400 * dayMs;

/** Deletes what is over, by a time that a clock which jumps cannot rush. */
export function retention({ connection, queue, checkpointer }: Parts) {
  return {
    moveTimes: (byMs, agedMs) => queue.write(() => moveTimes(connection, byMs, agedMs)),
    deletionTime: now => queue.write(() => deletionTime(connection, now)),
    prune: (olderThan, now) => prune(connection, queue, checkpointer, olderThan, now),
  } satisfies Partial<Store>;
}

/**
 * Deletes what is done for long enough (Store.prune), then gives the space back; answers how many events there were.
 */
async function prune(
  connection: Connection,
  queue: WriteQueue,
  checkpointer: Pick<Checkpointer, 'idle' | 'syncLog'>,
  { deliveredMs, failedMs }: { deliveredMs: number; failedMs: number },
  now: number,
): Promise<number> {
  await queue.write(() => mendFinished(connection, now));
  let count = 0;
  for (const [status, ms] of [
    ['delivered', deliveredMs],
    ['skipped', deliveredMs],
    ['failed', failedMs],
    ['discarded', failedMs],
  ] as const) {
    count += await inBatches(queue, () => pruneEventsBatch(connection, status, now - ms));
  }
  await inBatches(queue, () => pruneMemoryBatch(connection, deliveredMs, now));
  await leaveNothing(connection, queue, checkpointer);
  return count;
}

/**
 * Deletes one batch of the events that have been in a status since before a time, with all that belongs to them. An event of which
 * anything still waits stays.
 */
function pruneEventsBatch(connection: Connection, status: Status, before: number): Batch {
  const events = connection.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE event.status = ? AND settled_at < ? AND settled_at IS NOT NULL AND planning = 0
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

/**
 * Deletes one batch of the senders' ids, contents and bookings that need not be known any more. An id is known at
 * least as long as the event that it brought is kept for having been delivered.
 */
function pruneMemoryBatch(connection: Connection, deliveredMs: number, now: number): Batch {
  const oldest = (table: 'dedupe' | 'ledger' | 'audit', before: number) => {
    mendRemembered(connection, table, now, batchSize);
    return connection.run(
      `DELETE FROM ${table} WHERE at < ? AND number IN (SELECT number FROM ${table} ORDER BY number LIMIT ?)`,
      before,
      batchSize,
    );
  };
  const deleted = [
    oldest('dedupe', now - Math.max(dedupeMs, deliveredMs)),
    oldest('ledger', now - ledgerMs),
    oldest('audit', now - auditMs),
    connection.run(
      'DELETE FROM recent WHERE (source, hash) IN (SELECT source, hash FROM recent WHERE at < ? LIMIT ?)',
      now - recentMs,
      batchSize,
    ),
  ];
  return { count: 0, more: deleted.includes(batchSize), last: 0 };
}
