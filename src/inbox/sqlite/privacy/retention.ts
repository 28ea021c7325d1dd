import { forgetBefore, type KeptFor, pruneBefore } from '../../decide/retention.ts';
import type { Status } from '../../event.ts';
import { type Batch, batchSize, inBatches } from '../../operations/in-batches.ts';
import { deleteEvents } from '../../operations/privacy/delete-events.ts';
import type { Store } from '../../store.ts';
import type { Connection } from '../connection/connection.ts';
import { correctFinishTimes, correctStoredTimes, deletionTime, moveTimes } from '../delivery/clock-moves.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Parts } from '../parts.ts';
import { leaveNothing } from './leave-nothing.ts';

/** The methods that delete data after their retention, by a time that clock jumps cannot advance. */
export function retention(parts: Parts) {
  const { connection, queue, wholeQueue } = parts;
  return {
    moveTimes: (byMs, agedMs) => wholeQueue.write(() => moveTimes(connection, byMs, agedMs)),
    deletionTime: now => queue.write(() => deletionTime(connection, now)),
    prune: (olderThan, now) => prune(parts, olderThan, now),
  } satisfies Partial<Store>;
}

/** Deletes data that ended long enough ago (Store.prune), then frees the space; returns the number of events. */
async function prune(parts: Parts, kept: KeptFor, now: number): Promise<number> {
  const { connection, wholeQueue: queue, checkpointer } = parts;
  await queue.write(() => correctFinishTimes(connection, now));
  let count = 0;
  for (const [status, before] of pruneBefore(kept, now)) {
    count += await inBatches(() => queue.write(() => pruneEventsBatch(parts, status, before)));
  }
  await inBatches(() => queue.write(() => pruneMemoryBatch(connection, kept, now)));
  await leaveNothing(connection, queue, checkpointer);
  return count;
}

/**
 * Deletes one batch of the events that have had a status since before a time, with all their data. An event with
 * anything waiting stays.
 */
function pruneEventsBatch(parts: Parts, status: Status, before: number): Batch {
  const { connection } = parts;
  const events = connection.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE event.status = ? AND settled_at < ? AND settled_at IS NOT NULL AND planning <= 0
       AND NOT EXISTS (SELECT 1 FROM call WHERE event = sequence AND call.status IN ('queued', 'held'))
     ORDER BY settled_at LIMIT ?`,
    status,
    before,
    batchSize,
  );
  const sequences = events.map(event => event.sequence);
  takeSteps(deleteEvents(transactionOf(connection, parts), sequences, 'old'));
  return { count: events.length, more: events.length === batchSize, last: 0 };
}

/** Deletes one batch of the senders' ids, contents and bookings that are no longer needed. */
function pruneMemoryBatch(connection: Connection, kept: KeptFor, now: number): Batch {
  const before = forgetBefore(kept, now);
  const oldest = (table: 'dedupe' | 'ledger' | 'audit') => {
    correctStoredTimes(connection, table, now, batchSize);
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
