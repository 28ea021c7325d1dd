import { forgetBefore, type KeptFor, possibleTimes, pruneBefore } from '../../decide/retention.ts';
import { allStatuses, type Status } from '../../event.ts';
import type { Store } from '../../store.ts';
import { type Batch, batchSize, inBatches } from '../in-batches.ts';
import type { OperationStore, Steps, StoreTransaction } from '../steps.ts';
import { deleteEvents } from './delete-events.ts';

/** The number of events that are deleted in one transaction; other work waits so long. */
const eventsOfBatch = 100;

/**
 * The method that deletes data that ended long enough ago (WorkStore.prune). It returns the number of events.
 * `leaveNothing` removes deleted data from the files.
 */
export function retention(store: OperationStore, leaveNothing: () => Promise<unknown>) {
  return {
    prune: (olderThan, now) => store.upkeep(() => prune(store, olderThan, Math.round(now), leaveNothing), 0),
  } satisfies Partial<Store>;
}

async function prune(
  store: OperationStore,
  kept: KeptFor,
  now: number,
  leaveNothing: () => Promise<unknown>,
): Promise<number> {
  await inBatches(() => store.write(transaction => correctFinishTimes(transaction, now)));
  let count = 0;
  for (const [status, before] of pruneBefore(kept, now)) {
    count += await inBatches(() => store.write(transaction => pruneSettled(transaction, status, before)));
  }
  await inBatches(() => store.write(transaction => forgetOld(transaction, kept, now)));
  await leaveNothing();
  return count;
}

/**
 * Sets the end of events that finished at an impossible time, while the clock was wrong, to now; one batch of them.
 * Otherwise they would be deleted before anybody saw them, or never. Locked rows are left to the next run.
 */
function* correctFinishTimes(transaction: StoreTransaction, now: number): Steps<Batch> {
  yield* transaction.proveUpkeep();
  const { earliest, latest } = possibleTimes(now);
  const correct = (which: 'settled_at > $3' | 'settled_at < $3', time: number) =>
    transaction.run(
      `UPDATE event SET settled_at = $1 WHERE sequence IN (SELECT sequence FROM event
         WHERE status = ANY ($2) AND settled_at IS NOT NULL AND ${which}
         LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)`,
      now,
      allStatuses,
      time,
      batchSize,
    );
  const counts = [yield* correct('settled_at > $3', latest), yield* correct('settled_at < $3', earliest)];
  return { count: 0, more: counts.includes(batchSize), last: 0 };
}

interface SettledRow {
  sequence: number;
  status: Status;
  settled_at: number | null;
  planning: number;
  waits: boolean | number;
}

/** True for an event with a call that waits. */
const waits = "EXISTS (SELECT 1 FROM call WHERE event = sequence AND call.status IN ('queued', 'held'))";

/**
 * Deletes one batch of the events that have had a status since before a time, with all their data. An event with
 * anything waiting stays.
 */
function* pruneSettled(transaction: StoreTransaction, status: Status, before: number): Steps<Batch> {
  const found = yield* transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE event.status = $1 AND settled_at < $2 AND settled_at IS NOT NULL
       AND planning <= 0 AND NOT ${waits} ORDER BY settled_at LIMIT $3`,
    status,
    before,
    eventsOfBatch,
  );
  const sequences = found.map(({ sequence }) => sequence);
  const destinations = yield* transaction.all<{ destination: string }>(
    'SELECT DISTINCT destination FROM call WHERE event = ANY ($1)',
    sequences,
  );
  yield* transaction.lockDestinations(destinations.map(({ destination }) => destination));
  yield* transaction.proveUpkeep();
  yield* transaction.lockEvents(sequences);
  // With these conditions in its WHERE, SQLite would read all old events of this status each time.
  const locked = yield* transaction.all<SettledRow>(
    `SELECT sequence, status, settled_at, planning, ${waits} AS waits FROM event WHERE sequence = ANY ($1)`,
    sequences,
  );
  const over = locked.filter(
    row =>
      row.status === status &&
      row.settled_at !== null &&
      row.settled_at < before &&
      row.planning <= 0 &&
      !row.waits,
  );
  yield* deleteEvents(
    transaction,
    over.map(({ sequence }) => sequence),
    'old',
  );
  return { count: over.length, more: found.length === eventsOfBatch, last: 0 };
}

/** Deletes one batch of the senders' ids, contents and bookings that are no longer needed. */
function* forgetOld(transaction: StoreTransaction, kept: KeptFor, now: number): Steps<Batch> {
  yield* transaction.proveUpkeep();
  const before = forgetBefore(kept, now);
  const deleted = [
    yield* forgetOldest(transaction, 'dedupe', before.dedupe, now),
    yield* forgetOldest(transaction, 'ledger', before.ledger, now),
    yield* forgetOldest(transaction, 'audit', before.audit, now),
    yield* transaction.run(
      'DELETE FROM import WHERE number IN (SELECT number FROM import WHERE at < $1 LIMIT $2)',
      before.audit,
      batchSize,
    ),
    yield* transaction.run(
      `DELETE FROM recent WHERE (source, hash) IN (SELECT source, hash FROM recent WHERE at < $1 LIMIT $2
         FOR UPDATE SKIP LOCKED)`,
      before.recent,
      batchSize,
    ),
  ];
  return { count: 0, more: deleted.includes(batchSize), last: 0 };
}

/**
 * Deletes the oldest rows by their number. Rows of an impossible time count as new; otherwise the first of them would
 * keep all the others.
 */
function* forgetOldest(
  transaction: StoreTransaction,
  table: 'dedupe' | 'ledger' | 'audit',
  before: number,
  now: number,
): Steps<number> {
  const { earliest, latest } = possibleTimes(now);
  const oldest = `SELECT number FROM ${table} ORDER BY number LIMIT ${batchSize}`;
  yield* transaction.run(
    `UPDATE ${table} SET at = $1 WHERE number IN (${oldest}) AND (at > $2 OR at < $3)`,
    now,
    latest,
    earliest,
  );
  return yield* transaction.run(`DELETE FROM ${table} WHERE at < $1 AND number IN (${oldest})`, before);
}
