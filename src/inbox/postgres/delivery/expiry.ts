import { expired, unclaimedExpired, unclaimedMs } from '../../decide/expire.ts';
import { type Batch, batchSize, inBatches } from '../../operations/in-batches.ts';
import { NotOwner } from '../../store.ts';
import { storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { lockDestinations, lockEventRows } from '../rows/locks.ts';
import { type ClockTimes, clockTimes } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';
import { callsInFlight } from './in-flight.ts';

/**
 * Fails calls and events that are too old, if this process does the upkeep (WorkStore.expire), except calls that may
 * be in flight.
 */
export async function failTooOld({ database, ownership }: Parts, now: number): Promise<number> {
  if (!(await ownership.take('upkeep'))) return 0;
  const found = await database.read(transaction => findTooOld(transaction, now));
  if (found.calls.length + found.events.length === 0) return 0;
  try {
    return await inBatches(() => database.write(transaction => failBatch(transaction, ownership, now)));
  } catch (error) {
    if (error instanceof NotOwner) return 0;
    throw error;
  }
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

async function failBatch(
  transaction: Transaction,
  ownership: Parts['ownership'],
  now: number,
): Promise<Batch> {
  const { calls, events } = await findTooOld(transaction, now);
  await lockDestinations(
    transaction,
    calls.map(({ destination }) => destination),
  );
  await ownership.prove(transaction, ['upkeep']);
  await lockEventRows(transaction, [...new Set([...calls.map(({ event }) => event), ...events])]);
  const count = (await failCalls(transaction, calls, now)) + (await failUnclaimed(transaction, events, now));
  return { count, more: calls.length >= batchSize || events.length === batchSize, last: 0 };
}

async function findTooOld(transaction: Transaction, now: number): Promise<TooOld> {
  const queued = await transaction.all<{ destination: string }>(
    `SELECT destination FROM tally WHERE kind = 0 AND status = 'queued'
     GROUP BY destination HAVING sum(number) > 0`,
  );
  const destinations = queued.map(({ destination }) => destination);
  const times = await clockTimes(transaction, destinations, now);
  const inFlight = `EXISTS (SELECT 1 FROM attempt_in_flight LEFT JOIN lease ON lease.name = 'destination ' || attempt_in_flight.destination
    WHERE attempt_in_flight.call = call.id AND (attempt_in_flight.until > $1 OR lease.owner = attempt_in_flight.owner))`;
  const calls = await transaction.all<OldCall>(
    `SELECT each.* FROM unnest($2::text[], $3::bigint[]) AS clock (destination, time)
     CROSS JOIN LATERAL (SELECT id, event, destination FROM call WHERE destination = clock.destination
       AND status = 'queued' AND deadline <= clock.time AND NOT ${inFlight} ORDER BY deadline LIMIT $4) AS each
     UNION
     (SELECT id, event, destination FROM call WHERE status IN ('queued', 'held') AND expires_at <= $1
        AND NOT ${inFlight} ORDER BY expires_at LIMIT $4)
     LIMIT $4`,
    Math.floor(now),
    destinations,
    destinations.map(each => Math.floor(times.of(each))),
    batchSize,
  );
  const events = await transaction.all<{ sequence: number }>(
    `SELECT sequence FROM event WHERE own_status = 'held' AND received_at <= $1 ORDER BY received_at LIMIT $2`,
    Math.floor(now - unclaimedMs),
    batchSize,
  );
  return { calls, events: events.map(({ sequence }) => sequence) };
}

/** Fails the calls that are still too old after they were locked. */
async function failCalls(transaction: Transaction, found: readonly OldCall[], now: number): Promise<number> {
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  const rows = await transaction.all<LifeOfCall>(
    `SELECT id, destination, policy, status, deadline, expires_at FROM call
     WHERE id = ANY ($1) AND status IN ('queued', 'held')`,
    ids,
  );
  const inFlight = await callsInFlight(transaction, ids, now);
  const times = await clockTimes(
    transaction,
    rows.map(({ destination }) => destination),
    now,
  );
  const old = rows.filter(row => isTooOld(row, times, now) && !inFlight.has(row.id));
  await takeOut(
    transaction,
    old.map(({ id, policy }) => ({ callId: id, leaving: expired(storedPolicy.read(policy)) })),
    now,
  );
  return old.length;
}

interface LifeOfCall {
  id: number;
  destination: string;
  policy: string;
  status: 'queued' | 'held';
  deadline: number | null;
  expires_at: number;
}

function isTooOld({ destination, status, deadline, expires_at }: LifeOfCall, times: ClockTimes, now: number) {
  if (expires_at <= now) return true;
  return status === 'queued' && deadline !== null && deadline <= times.of(destination);
}

async function failUnclaimed(
  transaction: Transaction,
  sequences: readonly number[],
  now: number,
): Promise<number> {
  if (sequences.length === 0) return 0;
  const { reason, diagnostics } = unclaimedExpired();
  const failed = await transaction.all<{ sequence: number; id: string; source: string }>(
    `UPDATE event SET own_status = 'failed', own_reason = $2, own_diagnostics = $3, own_held_since = NULL,
       planning = least(planning, 0)
     WHERE sequence = ANY ($1) AND own_status = 'held' RETURNING sequence, id, source`,
    sequences,
    reason,
    diagnosticsText(diagnostics),
  );
  await refreshEvents(
    transaction,
    failed.map(({ sequence }) => sequence),
    now,
  );
  for (const { id, source } of failed) {
    transaction.addNotice({ event: id, source, status: 'failed', diagnostics });
  }
  return failed.length;
}
