import type { ClockTimes } from '../../decide/call-life.ts';
import type { KeptCall, PlannedRow } from '../../decide/plan-changes.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import { wasDeliveredSql } from '../../stored/was-delivered.ts';
import type { Transaction } from '../connection/transaction.ts';
import { makeLanes, refreshLanesBehind, refreshLanesOfEvents } from '../rows/lanes.ts';

/** A call to be inserted, with its position in its event. */
export interface NewCall {
  readonly row: PlannedRow;
  readonly position: number;
  /** The sequence of its event. */
  readonly event: number;
}

/** A call whose row is replaced by that of another call. */
export interface ReplacedCall {
  readonly row: PlannedRow;
  readonly callId: number;
}

/** The time when calls are stored, in epoch milliseconds, and by the clocks of their destinations. */
export interface WrittenAt {
  readonly now: number;
  readonly times: ClockTimes;
}

/** Inserts planned calls and makes them due. Call it in a transaction that has locked their destinations. */
export function insertCalls(transaction: Transaction, calls: readonly NewCall[], at: WrittenAt): void {
  if (calls.length === 0) return;
  makeLanesOf(transaction, calls);
  transaction.write(
    `INSERT INTO call (mapping, mapping_version, destination, operation, lane, status, reason, due_at, out_of_order, force,
       life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics,
       event, position)
     SELECT mapping, mapping_version, destination, operation, ${laneOfNew}, status, reason, due_at, out_of_order, force,
       life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics,
       event, position
     FROM unnest(${columnTypes}, $21::bigint[], $22::integer[]) AS new (${columns}, event, position)`,
    ...columnsOf(calls, at),
    calls.map(({ event }) => event),
    calls.map(({ position }) => position),
  );
  refreshLanesOfEvents(
    transaction,
    calls.map(({ event }) => event),
  );
}

/**
 * Replaces calls by newly planned ones that count as never tried. A call that was delivered stays in its lane, because
 * its values are still set. One that waits for its link is in none.
 */
export function replaceCalls(transaction: Transaction, calls: readonly ReplacedCall[], at: WrittenAt): void {
  if (calls.length === 0) return;
  makeLanesOf(transaction, calls);
  const ids = calls.map(({ callId }) => callId);
  transaction.write(
    `UPDATE call SET mapping = new.mapping, mapping_version = new.mapping_version, destination = new.destination,
       operation = new.operation,
       lane = coalesce(${laneOfNew},
         CASE WHEN new.status <> 'queued' AND ${wasDeliveredSql('call')} THEN call.lane END),
       status = new.status, reason = new.reason, due_at = new.due_at,
       out_of_order = new.out_of_order, force = new.force, life_from = new.life_from, deadline = new.deadline,
       remaining = new.remaining, expires_at = new.expires_at, link_people = new.link_people, link_id = new.link_id,
       customer_id = new.customer_id, policy = new.policy, request = new.request, diagnostics = new.diagnostics,
       completion = NULL, tries = 0, last_row = NULL, row_times = 0
     FROM unnest(${columnTypes}, $21::bigint[]) AS new (${columns}, id)
     WHERE call.id = new.id`,
    ...columnsOf(calls, at),
    ids,
  );
  refreshLanesBehind(transaction, ids);
}

/** Writes the diagnostics of calls that stay otherwise. */
export function keepCalls(transaction: Transaction, calls: readonly KeptCall[]): void {
  if (calls.length === 0) return;
  transaction.write(
    `UPDATE call SET diagnostics = new.diagnostics FROM unnest($1::bigint[], $2::text[]) AS new (id, diagnostics)
     WHERE call.id = new.id`,
    calls.map(({ callId }) => callId),
    calls.map(({ diagnostics }) => diagnosticsText(diagnostics)),
  );
}

/** The columns of a planned call, and their types. */
const columns = `mapping, mapping_version, destination, operation, lane_key, status, reason, due_at, out_of_order, force,
  life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics`;
const columnTypes = `$1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
  $8::bigint[], $9::boolean[], $10::boolean[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::text[],
  $16::text[], $17::text[], $18::text[], $19::text[], $20::text[]`;

/** The SQL expression for the lane of a planned call, which must exist. */
const laneOfNew =
  '(SELECT lane.id FROM lane WHERE lane.destination = new.destination AND lane.key = new.lane_key)';

function makeLanesOf(transaction: Transaction, calls: readonly { readonly row: PlannedRow }[]): void {
  makeLanes(
    transaction,
    calls.flatMap(({ row: { lane, planned } }) =>
      lane === null ? [] : [{ destination: planned.destination, key: lane }],
    ),
  );
}

function columnsOf(
  calls: readonly { readonly row: PlannedRow }[],
  at: WrittenAt,
): readonly (readonly (string | number | boolean | null)[])[] {
  const values = calls.map(({ row }) => valuesOf(row, at));
  const width = values[0]?.length ?? 0;
  return Array.from({ length: width }, (_, index) => values.map(each => each[index] ?? null));
}

function valuesOf(row: PlannedRow, { now, times }: WrittenAt) {
  const { planned, lifetime, time } = row;
  const { state, link } = planned;
  const call = 'call' in state ? state.call : undefined;
  return [
    planned.mapping,
    planned.mappingVersion,
    planned.destination,
    planned.operation,
    row.lane,
    row.status,
    row.reason,
    row.lane === null ? null : now,
    row.outOfOrder,
    row.force,
    lifetime.from,
    time === 'runs' ? Math.round(times.of(planned.destination) + lifetime.leftMs) : null,
    time === 'stands' ? Math.round(lifetime.leftMs) : null,
    Math.round(row.expiresAt),
    link?.people ?? null,
    link?.id ?? null,
    row.customerId,
    storedPolicy.write(planned.policy),
    call ? storedCall.write(call) : null,
    diagnosticsText(planned.diagnostics),
  ];
}
