import type { SQLInputValue } from 'node:sqlite';
import type { Operation } from '../../call.ts';
import type { Claim } from '../../claim.ts';
import type { LifeRow } from '../../decide/call-life.ts';
import type { Delivery } from '../../decide/delivery.ts';
import {
  type BeforePlan,
  type CallBefore,
  type PlanChanges,
  type PlannedRow,
  planChanges,
} from '../../decide/plan-changes.ts';
import type { Status } from '../../event.ts';
import type { EventPlan, PlannedCall } from '../../plan.ts';
import { codeAfter, planningCodes } from '../../stored/planning-codes.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import { wasDeliveredSql } from '../../stored/was-delivered.ts';
import type { Connection } from '../connection/connection.ts';
import { addToTally } from '../reading/counts.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { laneOf, refreshLane, waitInLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import { clockTime, leftMs } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';
import { waitsAtSql } from '../rows/waits-at.ts';

/**
 * Stores the plan of one event (Store.plan). Does nothing if the event no longer waits for this planning, or was
 * corrected since. `isStale`: a mapping was released since the plan was made.
 */
export function applyPlan(
  connection: Connection,
  plan: EventPlan,
  now: number,
  { isStale }: { readonly isStale: boolean },
): void {
  const { sequence } = plan.event;
  const before = beforePlan(connection, plan, now);
  if (!before) return;
  const changes = planChanges(plan, before, now, isStale);
  for (const { callId, leaving } of changes.drop) takeOut(connection, callId, leaving, now);
  const lanes = new Set<number>();
  const columnsOf = (row: PlannedRow) => {
    const { destination } = row.planned;
    const lane = row.lane === null ? null : laneOf(connection, destination, row.lane);
    if (lane !== null) lanes.add(lane);
    return columns(row, lane, { now, clockTime: clockTime(connection, destination, now) });
  };
  for (const { callId, row } of changes.replace) replaceCall(connection, callId, columnsOf(row));
  for (const { callId, diagnostics } of changes.keep)
    connection.run('UPDATE call SET diagnostics = ? WHERE id = ?', diagnosticsText(diagnostics), callId);
  for (const { position, row } of changes.insert) {
    insertCall(connection, row, [...columnsOf(row), sequence, position]);
  }
  const liveEvent = plan.event.imported ? undefined : sequence;
  for (const lane of lanes) refreshLane(connection, lane, liveEvent);
  writeEvent(connection, sequence, changes.event);
  refreshEvent(connection, sequence, now);
  for (const notice of changes.notices) connection.addNotice(notice);
}

/** Returns the changes of a plan for an event that is being stored now: it has no calls and no earlier state. */
export function changesOfNew(
  connection: Connection,
  plan: EventPlan,
  receivedAt: number,
  now: number,
  isStale: boolean,
): PlanChanges {
  const before = {
    receivedAt,
    ownStatus: null,
    heldSince: null,
    calls: [],
    linked: linkedNumbers(connection, plan),
  };
  return planChanges(plan, before, now, isStale);
}

/**
 * Inserts the calls of an event that was just stored, so that no event is newer. `comesTo` is called with each lane
 * in which a call waits.
 */
export function insertCallsOfNew(
  connection: Connection,
  sequence: number,
  calls: PlanChanges['insert'],
  now: number,
  comesTo: (lane: number) => void,
): void {
  for (const { position, row } of calls) {
    const { destination } = row.planned;
    const lane =
      row.lane === null
        ? null
        : waitInLane(connection, { destination, key: row.lane }, { dueAt: now, event: sequence });
    if (lane !== null) comesTo(lane);
    const values = columns(row, lane, { now, clockTime: clockTime(connection, destination, now) });
    insertCall(connection, row, [...values, sequence, position]);
  }
}

/** Inserts the only call of an event as already delivered, by its claim; returns its id. */
export function insertDeliveredCall(
  connection: Connection,
  claim: Claim,
  { planned, lifetime, expiresAt, customerId }: PlannedRow,
  delivery: Delivery,
): number {
  return connection.insert(
    `INSERT INTO call (event, position, mapping, mapping_version, destination, operation, lane, status, attempt, tries,
       out_of_order, force, life_from, expires_at, link_people, link_id, customer_id, policy, request, completion,
       occurred_at, diagnostics)
     VALUES (?, 0, ?, ?, ?, ?, ?, 'delivered', ?, 1, 0, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    claim.sequence,
    planned.mapping,
    planned.mappingVersion,
    planned.destination,
    planned.operation,
    claim.lane,
    claim.attempt,
    lifetime.from,
    expiresAt,
    planned.link?.people ?? null,
    planned.link?.id ?? null,
    delivery.customerId ?? customerId,
    storedPolicy.write(planned.policy),
    storedCall.write(delivery.call),
    storedCompletion.write(delivery.completion),
    claim.occurredAt ?? null,
    diagnosticsText([...planned.diagnostics, ...delivery.diagnostics]),
  );
}

interface EventRow {
  planning: number;
  calls: number;
  received_at: number;
  own_status: Status | null;
  own_held_since: number | null;
  corrections: number;
}

function beforePlan(connection: Connection, plan: EventPlan, now: number): BeforePlan | undefined {
  const { sequence, planning, corrections = [] } = plan.event;
  const event = connection.get<EventRow>(
    `SELECT planning, calls, received_at, own_status, own_held_since,
       (SELECT count(*) FROM amendment WHERE event = sequence) AS corrections
     FROM event WHERE sequence = ?`,
    sequence,
  );
  if (event?.planning !== planningCodes[planning] || event.corrections !== corrections.length)
    return undefined;
  return {
    receivedAt: event.received_at,
    ownStatus: event.own_status,
    heldSince: event.own_held_since,
    calls: event.calls === 0 ? [] : callsBefore(connection, sequence, now),
    linked: linkedNumbers(connection, plan),
  };
}

function linkedNumbers(connection: Connection, { calls }: EventPlan): ReadonlyMap<PlannedCall, string> {
  const linked = new Map<PlannedCall, string>();
  for (const planned of calls) {
    const number = planned.link && findLink(connection, planned.link, planned.destination);
    if (number !== undefined) linked.set(planned, number);
  }
  return linked;
}

interface CallRow extends LifeRow {
  id: number;
  mapping: string;
  destination: string;
  operation: Operation;
  status: Status;
  lane: number | null;
  policy: string;
  force: number;
  diagnostics: string | null;
}

function callsBefore(connection: Connection, sequence: number, now: number): readonly CallBefore[] {
  const rows = connection.all<CallRow>(
    `SELECT id, mapping, destination, operation, status, lane, policy, force, diagnostics, life_from, deadline, remaining
     FROM call WHERE event = ? ORDER BY position`,
    sequence,
  );
  return rows.map(row => ({
    id: row.id,
    mapping: row.mapping,
    destination: row.destination,
    operation: row.operation,
    status: row.status,
    inLane: row.lane !== null,
    from: row.life_from,
    leftMs: leftMs(connection, row, row.destination, now),
    maxAgeMs: storedPolicy.read(row.policy).maxAgeMs,
    force: row.force === 1,
    diagnostics: diagnosticsOf(row.diagnostics),
  }));
}

/**
 * Returns a planned call as columns, in this order: mapping, mapping_version, destination, operation, lane, status,
 * reason, due_at, out_of_order, force, life_from, deadline, remaining, expires_at, link_people, link_id, customer_id,
 * policy, request, diagnostics.
 */
function columns(
  row: PlannedRow,
  lane: number | null,
  times: { readonly now: number; readonly clockTime: number },
): readonly SQLInputValue[] {
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
    lane === null ? null : times.now,
    row.outOfOrder ? 1 : 0,
    row.force ? 1 : 0,
    lifetime.from,
    time === 'runs' ? times.clockTime + lifetime.leftMs : null,
    time === 'stands' ? lifetime.leftMs : null,
    row.expiresAt,
    link?.people ?? null,
    link?.id ?? null,
    row.customerId,
    storedPolicy.write(planned.policy),
    call ? storedCall.write(call) : null,
    diagnosticsText(planned.diagnostics),
  ];
}

/** A call that was delivered stays in its lane, because its values are still set. One that waits for its link is in none. */
function replaceCall(connection: Connection, callId: number, values: readonly SQLInputValue[]): void {
  connection.run(
    `UPDATE call SET mapping = ?, mapping_version = ?, destination = ?, operation = ?,
       lane = coalesce(?, iif(?6 <> 'queued' AND ${wasDeliveredSql('call')}, lane, NULL)), status = ?6, reason = ?,
       due_at = ?, out_of_order = ?, force = ?, life_from = ?, deadline = ?, remaining = ?, expires_at = ?, link_people = ?,
       link_id = ?, customer_id = ?, policy = ?, request = ?, diagnostics = ?, completion = NULL, tries = 0,
       last_row = NULL, row_times = 0 WHERE id = ?`,
    ...values,
    callId,
  );
}

function insertCall(
  connection: Connection,
  { planned, status }: PlannedRow,
  values: readonly SQLInputValue[],
): void {
  connection.run(
    `INSERT INTO call (mapping, mapping_version, destination, operation, lane, status, reason, due_at, out_of_order, force,
       life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics,
       event, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...values,
  );
  addToTally(connection, planned.destination, planned.mapping, status);
}

function writeEvent(connection: Connection, sequence: number, event: PlanChanges['event']): void {
  const { calls, outcome, heldSince } = event;
  connection.run(
    `UPDATE event SET planning = ?, calls = ?, own_status = ?, own_reason = ?, own_diagnostics = ?,
       own_held_since = ?, waits_at = iif(status = 'queued', ${waitsAtSql}, NULL) WHERE sequence = ?`,
    codeAfter(event),
    calls,
    outcome?.status ?? null,
    outcome?.reason ?? null,
    diagnosticsText(outcome?.diagnostics ?? []),
    heldSince,
    sequence,
  );
}
