import { forgetBefore, type KeptFor, possibleTimes, pruneBefore } from '../../decide/retention.ts';
import { allStatuses, type Status } from '../../event.ts';
import { type Batch, batchSize, inBatches } from '../../operations/in-batches.ts';
import { deleteEvents } from '../../operations/privacy/delete-events.ts';
import type { Store } from '../../store.ts';
import type { Transaction } from '../connection/transaction.ts';
import { takeSteps, transactionOf } from '../operate/operation-store.ts';
import type { Ownership } from '../ownership/ownership.ts';
import type { Parts } from '../parts.ts';
import { lockDestinations, lockEvents } from '../rows/locks.ts';
import { sweepLanes } from './leave-nothing.ts';

/** The number of events that are deleted in one transaction; other transactions wait so long for their destinations. */
const eventsOfBatch = 100;

/** The methods that delete data after their retention. */
export function retention(parts: Parts) {
  return { prune: (olderThan, now) => prune(parts, olderThan, Math.round(now)) } satisfies Partial<Store>;
}

/** Deletes data that ended long enough ago (Store.prune); returns the number of events. */
async function prune(parts: Parts, kept: KeptFor, now: number): Promise<number> {
  const { database, ownership } = parts;
  if (!(await ownership.take('upkeep'))) return 0;
  await inBatches(() => database.write(transaction => correctFinishTimesBatch(transaction, ownership, now)));
  let count = 0;
  for (const [status, before] of pruneBefore(kept, now)) {
    count += await inBatches(() =>
      database.write(transaction => pruneSettledBatch(transaction, parts, status, before)),
    );
  }
  await inBatches(() => database.write(transaction => forgetBatch(transaction, ownership, kept, now)));
  await sweepLanes(database);
  return count;
}

/**
 * Sets the end of events that finished at an impossible time, while the clock was wrong, to now. Otherwise they would
 * be deleted before anybody saw them, or never. Locked rows are left to the next run.
 */
async function correctFinishTimesBatch(
  transaction: Transaction,
  ownership: Ownership,
  now: number,
): Promise<Batch> {
  await ownership.prove(transaction, ['upkeep']);
  const { earliest, latest } = possibleTimes(now);
  const mend = (which: 'settled_at > $3' | 'settled_at < $3', time: number) =>
    transaction.run(
      `UPDATE event SET settled_at = $1 WHERE sequence IN (SELECT sequence FROM event
         WHERE status = ANY($2) AND settled_at IS NOT NULL AND ${which}
         LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)`,
      now,
      allStatuses,
      time,
      batchSize,
    );
  const counts = [await mend('settled_at > $3', latest), await mend('settled_at < $3', earliest)];
  return { count: 0, more: counts.includes(batchSize), last: 0 };
}

/** A condition for events that have had a status since before a time, without anything waiting. */
const isOver = `event.status = $1 AND settled_at < $2 AND settled_at IS NOT NULL AND planning <= 0
  AND NOT EXISTS (SELECT 1 FROM call WHERE event = sequence AND call.status IN ('queued', 'held'))`;

/** Deletes one batch of such events, with all their data. */
async function pruneSettledBatch(
  transaction: Transaction,
  parts: Parts,
  status: Status,
  before: number,
): Promise<Batch> {
  const found = await transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE ${isOver} ORDER BY settled_at LIMIT $3`,
    status,
    before,
    eventsOfBatch,
  );
  const sequences = found.map(({ sequence }) => sequence);
  const destinations = await transaction.all<{ destination: string }>(
    'SELECT DISTINCT destination FROM call WHERE event = ANY($1)',
    sequences,
  );
  const names = destinations.map(({ destination }) => destination);
  await lockDestinations(transaction, names);
  await parts.ownership.prove(transaction, ['upkeep']);
  await lockEvents(transaction, sequences, names);
  const over = await transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE ${isOver} AND sequence = ANY($3)`,
    status,
    before,
    sequences,
  );
  const gone = over.map(({ sequence }) => sequence);
  await takeSteps(deleteEvents(transactionOf(transaction, parts), gone, 'old'));
  return { count: over.length, more: found.length === eventsOfBatch, last: 0 };
}

/** Deletes one batch of the senders' ids, contents and bookings that are no longer needed. */
async function forgetBatch(
  transaction: Transaction,
  ownership: Ownership,
  kept: KeptFor,
  now: number,
): Promise<Batch> {
  await ownership.prove(transaction, ['upkeep']);
  const before = forgetBefore(kept, now);
  const deleted = [
    await forgetOldest(transaction, 'dedupe', before.dedupe, now),
    await forgetOldest(transaction, 'ledger', before.ledger, now),
    await forgetOldest(transaction, 'audit', before.audit, now),
    await transaction.run(
      'DELETE FROM import WHERE number IN (SELECT number FROM import WHERE at < $1 LIMIT $2)',
      before.audit,
      batchSize,
    ),
    await transaction.run(
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
async function forgetOldest(
  transaction: Transaction,
  table: 'dedupe' | 'ledger' | 'audit',
  before: number,
  now: number,
): Promise<number> {
  const { earliest, latest } = possibleTimes(now);
  const oldest = `SELECT number FROM ${table} ORDER BY number LIMIT ${batchSize}`;
  await transaction.run(
    `UPDATE ${table} SET at = $1 WHERE number IN (${oldest}) AND (at > $2 OR at < $3)`,
    now,
    latest,
    earliest,
  );
  return transaction.run(`DELETE FROM ${table} WHERE at < $1 AND number IN (${oldest})`, before);
}
