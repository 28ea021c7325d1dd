import type { ClockTimes } from '../decide/call-life.ts';
import { expired, unclaimedExpired, unclaimedMs } from '../decide/expire.ts';
import type { Store } from '../store.ts';
import { storedPolicy } from '../stored/stored-call.ts';
import { diagnosticsText } from '../stored/stored-diagnostics.ts';
import { destinationTimes } from './clocks.ts';
import { type Batch, batchSize, inBatches } from './in-batches.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/** The method that fails calls and events that are too old (WorkStore.expire), except calls that may be in flight. */
export function expiry(store: OperationStore) {
  return {
    expire: now => store.upkeep(() => failTooOld(store, now), 0),
  } satisfies Partial<Store>;
}

async function failTooOld(store: OperationStore, now: number): Promise<number> {
  const { calls, events } = await store.read(transaction => findTooOld(transaction, now));
  if (calls.length + events.length === 0) return 0;
  return inBatches(() => store.write(transaction => failBatch(transaction, now)));
}

interface OldCall {
  id: number;
  event: number;
  destination: string;
}

interface TooOld {
  readonly calls: readonly OldCall[];
  readonly events: readonly number[];
}

function* failBatch(transaction: StoreTransaction, now: number): Steps<Batch> {
  const { calls, events } = yield* findTooOld(transaction, now);
  yield* transaction.lockDestinations(calls.map(({ destination }) => destination));
  yield* transaction.proveUpkeep();
  yield* transaction.lockEventRows([...new Set([...calls.map(({ event }) => event), ...events])]);
  const ids = calls.map(({ id }) => id);
  const count = (yield* failCalls(transaction, ids, now)) + (yield* failUnclaimed(transaction, events, now));
  return { count, more: calls.length >= batchSize || events.length === batchSize, last: 0 };
}

function* findTooOld(transaction: StoreTransaction, now: number): Steps<TooOld> {
  const inFlight = yield* transaction.allInFlight(now);
  const queued = yield* transaction.countedCalls(['queued']);
  const destinations = [...new Set(queued.map(({ destination }) => destination))];
  const times = yield* destinationTimes(transaction, destinations, now);
  const found = new Map<number, OldCall>();
  for (const destination of destinations) {
    if (found.size >= batchSize) break;
    const late = yield* transaction.all<OldCall>(
      `SELECT id, event, destination FROM call WHERE destination = $1 AND status = 'queued' AND deadline <= $2
         AND id <> ALL ($3) ORDER BY deadline LIMIT $4`,
      destination,
      Math.floor(times.of(destination)),
      inFlight,
      batchSize,
    );
    for (const call of late) found.set(call.id, call);
  }
  const late = yield* transaction.all<OldCall>(
    `SELECT id, event, destination FROM call WHERE status IN ('queued', 'held') AND expires_at <= $1
       AND id <> ALL ($2) ORDER BY expires_at LIMIT $3`,
    Math.floor(now),
    inFlight,
    batchSize,
  );
  for (const call of late) found.set(call.id, call);
  const events = yield* transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE own_status = 'held' AND received_at <= $1 ORDER BY received_at LIMIT $2`,
    Math.floor(now - unclaimedMs),
    batchSize,
  );
  return {
    calls: [...found.values()].slice(0, batchSize),
    events: events.map(({ sequence }) => sequence),
  };
}

interface LifeOfCall {
  id: number;
  destination: string;
  policy: string;
  status: 'queued' | 'held';
  deadline: number | null;
  expires_at: number;
}

/** Fails the calls that are still too old after they were locked; returns their number. */
function* failCalls(transaction: StoreTransaction, found: readonly number[], now: number): Steps<number> {
  if (found.length === 0) return 0;
  const rows = yield* transaction.all<LifeOfCall>(
    `SELECT id, destination, policy, status, deadline, expires_at FROM call
     WHERE id = ANY ($1) AND status IN ('queued', 'held')`,
    found,
  );
  const inFlight = yield* transaction.callsInFlight(found, now);
  const times = yield* destinationTimes(
    transaction,
    rows.map(({ destination }) => destination),
    now,
  );
  const old = rows.filter(row => isTooOld(row, times, now) && !inFlight.has(row.id));
  yield* transaction.takeOut(
    old.map(({ id, policy }) => ({ callId: id, leaving: expired(storedPolicy.read(policy)) })),
    now,
  );
  return old.length;
}

function isTooOld({ destination, status, deadline, expires_at }: LifeOfCall, times: ClockTimes, now: number) {
  if (expires_at <= now) return true;
  return status === 'queued' && deadline !== null && deadline <= times.of(destination);
}

/** Fails the events that still wait for a mapping after they were locked; returns their number. */
function* failUnclaimed(
  transaction: StoreTransaction,
  sequences: readonly number[],
  now: number,
): Steps<number> {
  if (sequences.length === 0) return 0;
  const { reason, diagnostics } = unclaimedExpired();
  const failed = yield* transaction.all<{ sequence: number; id: string; source: string }>(
    `UPDATE event SET own_status = 'failed', own_reason = $2, own_diagnostics = $3, own_held_since = NULL,
       planning = CASE WHEN planning > 0 THEN 0 ELSE planning END
     WHERE sequence = ANY ($1) AND own_status = 'held' RETURNING sequence, id, source`,
    sequences,
    reason,
    diagnosticsText(diagnostics),
  );
  yield* transaction.refreshEvents(
    failed.map(({ sequence }) => sequence),
    now,
  );
  for (const { id, source } of failed)
    transaction.addNotice({ event: id, source, status: 'failed', diagnostics });
  return failed.length;
}
