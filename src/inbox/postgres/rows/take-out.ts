import type { Operation } from '../../call.ts';
import { type LifeRow, lifeOf } from '../../decide/call-life.ts';
import { leaveLane, type TakenOut } from '../../decide/leave-lane.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import { wasDeliveredSql } from '../../stored/was-delivered.ts';
import type { Transaction } from '../connection/transaction.ts';
import { refreshEvents } from './event-rows.ts';
import { refreshLanes } from './lanes.ts';
import { clockTimes } from './paused-clocks.ts';

interface Row extends LifeRow {
  id: number;
  sequence: number;
  event: string;
  source: string;
  lane: number | null;
  mapping: string;
  destination: string;
  operation: Operation;
  diagnostics: string | null;
}

/**
 * Takes calls out of their lanes, which continue without them. While a call is `held` its time stops. Call it in a
 * transaction that has locked their events.
 */
export async function takeOut(
  transaction: Transaction,
  taken: readonly TakenOut[],
  now: number,
): Promise<void> {
  if (taken.length === 0) return;
  const rows = await transaction.all<Row>(
    `SELECT c.id, e.sequence, e.id AS event, e.source, c.lane, c.mapping, c.destination, c.operation, c.diagnostics,
       c.life_from, c.deadline, c.remaining
     FROM call c JOIN event e ON e.sequence = c.event WHERE c.id = ANY($1)`,
    taken.map(({ callId }) => callId),
  );
  const leavings = new Map(taken.map(({ callId, leaving }) => [callId, leaving]));
  const times = await clockTimes(
    transaction,
    rows.map(row => row.destination),
    now,
  );
  const left = rows.flatMap(row => {
    const leaving = leavings.get(row.id);
    if (!leaving) return [];
    const call = { ...row, life: lifeOf(row), diagnostics: diagnosticsOf(row.diagnostics) };
    return [{ row, leaving, left: leaveLane(call, leaving, times.of(row.destination)) }];
  });
  await transaction.run(
    `UPDATE call SET status = new.status, reason = new.reason, due_at = NULL, deadline = NULL,
       lane = CASE WHEN ${wasDeliveredSql('call')} THEN call.lane END, remaining = new.remaining, diagnostics = new.diagnostics, completion = new.completion
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[])
       AS new (id, status, reason, remaining, diagnostics, completion)
     WHERE call.id = new.id`,
    left.map(({ row }) => row.id),
    left.map(({ leaving }) => leaving.status),
    left.map(({ leaving }) => leaving.reason),
    left.map(each => each.left.remainingMs),
    left.map(each => diagnosticsText(each.left.diagnostics)),
    left.map(({ leaving }) => (leaving.completion ? storedCompletion.write(leaving.completion) : null)),
  );
  refreshLanes(
    transaction,
    rows.flatMap(({ lane }) => (lane === null ? [] : [lane])),
  );
  await refreshEvents(transaction, [...new Set(rows.map(row => row.sequence))], now);
  for (const each of left) if (each.left.notice) transaction.addNotice(each.left.notice);
}
