import type { Amended, Amendment } from '../../amendment.ts';
import { type AmendRequest, amending } from '../../decide/operate.ts';
import type { Status } from '../../event.ts';
import { planningCodes, planningOf } from '../../stored/planning-codes.ts';
import { type AmendmentRow, amendmentOf, patchText } from '../../stored/stored-amendment.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import { callsInFlight } from '../delivery/in-flight.ts';
import type { Parts } from '../parts.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { lockEvents } from '../rows/locks.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit } from './audit.ts';

/** Keeps a correction of an event, and has it planned again (Store.amend). */
export function amendById({ database, clock }: Parts, request: AmendRequest): Promise<Amended> {
  return database.write(transaction => keepCorrection(transaction, request, clock.now()));
}

/** Does the same in the caller's transaction. */
export async function keepCorrection(
  transaction: Transaction,
  { id, patch, actor, seen }: AmendRequest,
  now: number,
): Promise<Amended> {
  const found = await transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  if (!found) return 'no-such-event';
  const { sequence } = found;
  await lockEvents(transaction, [sequence]);
  // The event may have been deleted before it was locked.
  const event = await transaction.get<{ planning: number; noticed: string | null }>(
    'SELECT planning, noticed FROM event WHERE sequence = $1',
    sequence,
  );
  if (!event) return 'no-such-event';
  const changes = await changesOf(transaction, sequence, { ...event, seen }, now);
  if (typeof changes === 'string') return changes;
  await addAudit(transaction, { ...actor, what: 'amend', event: id }, now);
  await transaction.run(
    'INSERT INTO amendment (event, at, who, why, patch) VALUES ($1, $2, $3, $4, $5)',
    sequence,
    Math.round(now),
    actor.who,
    actor.why ?? null,
    patchText(patch),
  );
  await disregardLateResults(transaction, sequence);
  await takeOut(
    transaction,
    changes.calls.map(callId => ({ callId, leaving: changes.leaving })),
    now,
  );
  await transaction.run(
    'UPDATE event SET planning = $1 WHERE sequence = $2',
    planningCodes[changes.planning],
    sequence,
  );
  await refreshEvents(transaction, [sequence], now);
  return 'amended';
}

/**
 * A late result of an earlier owner of the destination is of the call before the correction, so it must not count for the
 * corrected one. That owner's clock may be behind, so that it takes the time of its call for not over.
 */
async function disregardLateResults(transaction: Transaction, sequence: number): Promise<void> {
  await transaction.run(
    `UPDATE attempt_in_flight SET owner = '', lane = call.lane FROM call
     WHERE call.event = $1 AND attempt_in_flight.call = call.id`,
    sequence,
  );
}

interface Before {
  readonly planning: number;
  readonly noticed: string | null;
  readonly seen: number | undefined;
}

async function changesOf(
  transaction: Transaction,
  sequence: number,
  { planning, noticed, seen }: Before,
  now: number,
): Promise<ReturnType<typeof amending>> {
  const calls = await transaction.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = $1',
    sequence,
  );
  const inFlight = await callsInFlight(
    transaction,
    calls.map(({ id }) => id),
    now,
  );
  const kept = await transaction.get<{ count: number }>(
    'SELECT count(*)::int AS count FROM amendment WHERE event = $1',
    sequence,
  );
  return amending(
    { planning: planningOf(planning), intake: diagnosticsOf(noticed) },
    calls.map(call => ({ ...call, isClaimed: inFlight.has(call.id) })),
    { seen, kept: kept?.count ?? 0 },
  );
}

/** The corrections of an event, the oldest first (Store.amendments). */
export async function amendmentsOf(transaction: Transaction, id: string): Promise<readonly Amendment[]> {
  const rows = await transaction.all<AmendmentRow>(
    `SELECT at, who, why, patch FROM amendment WHERE event = (SELECT sequence FROM event WHERE id = $1)
     ORDER BY number`,
    id,
  );
  return rows.map(amendmentOf);
}
