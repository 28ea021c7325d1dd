import type { PlannedRow } from '../../decide/plan-changes.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { SqlValue } from '../connection/values.ts';
import { lanesOf, refreshLanes } from '../rows/lanes.ts';
import { type ClockTimes, clockTimes } from '../rows/paused-clocks.ts';

/** A call to be inserted, at its place among those of its event. */
export interface NewCall {
  readonly row: PlannedRow;
  readonly position: number;
}

/** A call whose row becomes another. */
export interface ReplacedCall {
  readonly row: PlannedRow;
  readonly callId: number;
}

/**
 * Prepares planned calls to be inserted and made due; answers what does that, which wants the sequences of their events. To
 * be called in a transaction that has locked their destinations.
 */
export async function prepareCallRows(
  transaction: Transaction,
  calls: readonly NewCall[],
  now: number,
): Promise<(events: readonly number[]) => void> {
  if (calls.length === 0) return () => {};
  const { lanes, columns } = await columnsOf(transaction, calls, now);
  return events => {
    transaction.write(
      `INSERT INTO call (mapping, mapping_version, destination, operation, lane, status, reason, due_at, rejoined, force,
         life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics,
         event, position)
       SELECT * FROM unnest(${columnTypes}, $21::bigint[], $22::integer[])`,
      ...columns,
      events,
      calls.map(({ position }) => position),
    );
    refreshLanes(transaction, lanes);
  };
}

/** Replaces calls by what was planned instead, as if they had never been tried. */
export async function replaceCallRows(
  transaction: Transaction,
  calls: readonly ReplacedCall[],
  now: number,
): Promise<void> {
  if (calls.length === 0) return;
  const { lanes, columns } = await columnsOf(transaction, calls, now);
  await transaction.run(
    `UPDATE call SET mapping = new.mapping, mapping_version = new.mapping_version, destination = new.destination,
       operation = new.operation, lane = new.lane, status = new.status, reason = new.reason, due_at = new.due_at,
       rejoined = new.rejoined, force = new.force, life_from = new.life_from, deadline = new.deadline,
       remaining = new.remaining, expires_at = new.expires_at, link_people = new.link_people, link_id = new.link_id,
       customer_id = new.customer_id, policy = new.policy, request = new.request, diagnostics = new.diagnostics,
       completion = NULL, tries = 0, last_row = NULL, row_times = 0
     FROM unnest(${columnTypes}, $21::bigint[])
       AS new (mapping, mapping_version, destination, operation, lane, status, reason, due_at, rejoined, force,
         life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics, id)
     WHERE call.id = new.id`,
    ...columns,
    calls.map(({ callId }) => callId),
  );
  refreshLanes(transaction, lanes);
}

/**
 * The types of the columns of a planned call, in this order: mapping, mapping_version, destination, operation, lane, status,
 * reason, due_at, rejoined, force, life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy,
 * request, diagnostics.
 */
const columnTypes = `$1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[],
  $8::bigint[], $9::boolean[], $10::boolean[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::text[],
  $16::text[], $17::text[], $18::text[], $19::text[], $20::text[]`;

/** Planned calls as columns, and their lanes. */
async function columnsOf(
  transaction: Transaction,
  calls: readonly { readonly row: PlannedRow }[],
  now: number,
): Promise<{ readonly lanes: readonly number[]; readonly columns: readonly SqlValue[] }> {
  const rows = calls.map(({ row }) => row);
  const named = rows.flatMap(row =>
    row.lane === null ? [] : [{ row, destination: row.planned.destination, key: row.lane.toWellFormed() }],
  );
  const destinations = rows.map(row => row.planned.destination);
  const [lanes, times] = await Promise.all([
    lanesOf(transaction, named),
    clockTimes(transaction, destinations, now),
  ]);
  const laneOfRow = new Map(named.map(({ row }, index) => [row, lanes[index] ?? null]));
  const values = rows.map(row => valuesOf(row, laneOfRow.get(row) ?? null, times, now));
  const width = values[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, index) => values.map(each => each[index] ?? null));
  return { lanes, columns };
}

function valuesOf(row: PlannedRow, lane: number | null, times: ClockTimes, now: number) {
  const { planned, lifetime, time } = row;
  const { state, link } = planned;
  const call = 'call' in state ? state.call : undefined;
  return [
    planned.mapping,
    planned.mappingVersion,
    planned.destination,
    planned.operation,
    lane,
    row.status,
    row.reason,
    lane === null ? null : now,
    row.rejoined,
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
