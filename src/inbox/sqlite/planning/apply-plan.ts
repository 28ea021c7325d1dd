import { diagnostic } from '../../../diagnostics/diagnostic.ts';
import { type ExistingCall, mergePlan } from '../../decide/merge-plan.ts';
import type { EventPlan, PlannedCall } from '../../plan.ts';
import { storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';
import { addToTally } from '../reading/counts.ts';
import { takeOut } from '../rows/call-rows.ts';
import { heldCapMs, type Life, remainingMs } from '../rows/counted-time.ts';
import { planningCodes, refreshEvent } from '../rows/event-rows.ts';
import { laneOf, refreshLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import { waitsAtSql } from '../rows/waits-at.ts';
import { type Batch, batchSize } from '../write-queue.ts';
import { plannedColumns } from './planned-columns.ts';

interface EventRow {
  planning: number;
  calls: number;
  received_at: number;
  own_status: string | null;
  own_held_since: number | null;
}

interface Merging {
  readonly connection: Connection;
  readonly plan: EventPlan;
  readonly event: EventRow;
  readonly now: number;
  readonly touchedLanes: Set<number>;
}

/**
 * Writes what planning made of one event (Store.plan). Ignored where the event does not wait for this planning any
 * more. `stale`: a mapping was released since the plan was made; what it holds is planned again at once.
 */
export function applyPlan(connection: Connection, plan: EventPlan, now: number, stale: boolean): void {
  const { sequence, planning } = plan.event;
  const event = connection.get<EventRow>(
    'SELECT planning, calls, received_at, own_status, own_held_since FROM event WHERE sequence = ?',
    sequence,
  );
  if (!event || event.planning !== planningCodes[planning]) return;
  const existing = event.calls === 0 ? [] : existingCalls(connection, sequence);
  const merged = mergePlan(existing, plan, event.own_status === 'held');
  const merging: Merging = { connection, plan, event, now, touchedLanes: new Set() };
  for (const callId of merged.drop) drop(connection, callId, now);
  for (const { callId, planned } of merged.replace) replaceCall(merging, callId, planned);
  for (const [index, planned] of merged.insert.entries()) {
    insertCall(merging, existing.length + index, planned);
  }
  for (const lane of merging.touchedLanes) refreshLane(connection, lane);
  writeEvent(merging, existing.length + merged.insert.length, stale);
  refreshEvent(connection, sequence, now);
}

function existingCalls(connection: Connection, sequence: number): readonly ExistingCall[] {
  const rows = connection.all<Omit<ExistingCall, 'inLane'> & { lane: number | null }>(
    'SELECT id, mapping, destination, status, lane FROM call WHERE event = ? ORDER BY position',
    sequence,
  );
  return rows.map(({ lane, ...call }) => ({ ...call, inLane: lane !== null }));
}

function drop(connection: Connection, callId: number, now: number): void {
  const reason = 'no mapping makes this call any more';
  const diagnostics = [diagnostic('mapping/none-applied', reason)];
  takeOut(connection, callId, { status: 'skipped', reason, diagnostics }, now);
}

function replaceCall(merging: Merging, callId: number, planned: PlannedCall): void {
  const { connection, plan } = merging;
  const before = connection.get<Life & { destination: string; policy: string }>(
    'SELECT life_from, deadline, remaining, destination, policy FROM call WHERE id = ?',
    callId,
  );
  if (!before) return;
  const fresh = plan.event.planning === 'replay' || plan.event.planning === 'forced-replay';
  const life = fresh ? newLife(merging, planned) : goneOn(merging, planned, before);
  const columns = plannedCallColumns(merging, planned, life);
  connection.run(
    `UPDATE call SET mapping = ?, mapping_version = ?, destination = ?, operation = ?, lane = ?, status = ?, reason = ?,
       due_at = ?, rejoined = ?, force = ?, life_from = ?, deadline = ?, remaining = ?, expires_at = ?, link_people = ?,
       link_id = ?, customer_id = ?, policy = ?, request = ?, diagnostics = ?, completion = NULL, tries = 0,
       last_row = NULL, row_times = 0 WHERE id = ?`,
    ...columns,
    callId,
  );
  notePlanned(merging, planned);
}

function insertCall(merging: Merging, position: number, planned: PlannedCall): void {
  const { connection, plan, event, now } = merging;
  const replaying = planningCodes[plan.event.planning] >= planningCodes.replay;
  const heldMs = event.own_held_since === null ? 0 : now - event.own_held_since;
  const life = replaying
    ? newLife(merging, planned)
    : { from: event.received_at, leftMs: planned.policy.maxAgeMs - (now - event.received_at - heldMs) };
  connection.run(
    `INSERT INTO call (mapping, mapping_version, destination, operation, lane, status, reason, due_at, rejoined, force,
       life_from, deadline, remaining, expires_at, link_people, link_id, customer_id, policy, request, diagnostics,
       event, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...plannedCallColumns(merging, planned, life),
    plan.event.sequence,
    position,
  );
  const { destination, mapping, state } = planned;
  addToTally(connection, destination, mapping, state.status === 'waiting' ? 'queued' : state.status);
  notePlanned(merging, planned);
}

/** Since when the age of a call counts, and how much of its time is left. */
interface PlannedLife {
  readonly from: number;
  readonly leftMs: number;
}

/** A person who replays a call has decided that it is not too old. */
function newLife(merging: Merging, planned: PlannedCall): PlannedLife {
  return { from: merging.now, leftMs: planned.policy.maxAgeMs };
}

function goneOn(
  { connection, now }: Merging,
  planned: PlannedCall,
  before: Life & { destination: string; policy: string },
): PlannedLife {
  const maxAgeBefore = storedPolicy.read(before.policy).maxAgeMs;
  const left = remainingMs(connection, before, before.destination, now);
  return { from: before.life_from, leftMs: left + planned.policy.maxAgeMs - maxAgeBefore };
}

/** Notes what the plan made of a call that does not go on. One that waits for its link does. */
function notePlanned({ connection, plan }: Merging, planned: PlannedCall): void {
  const { mapping, destination, operation, state, diagnostics } = planned;
  if (state.status === 'queued' || state.status === 'waiting') return;
  const { id: event, source } = plan.event;
  const call = { mapping, destination, operation };
  connection.note({ event, source, call, status: state.status, diagnostics });
}

function plannedCallColumns(merging: Merging, planned: PlannedCall, life: PlannedLife) {
  const { connection, plan, now, touchedLanes } = merging;
  const { destination, link } = planned;
  const linked = link && findLink(connection, link, destination);
  return plannedColumns(connection, planned, {
    linked,
    life,
    now,
    expiresAt: life.from + planned.policy.maxAgeMs + heldCapMs,
    rejoined: plan.event.planning !== 'first',
    force: plan.event.planning === 'forced-replay',
    lane: key => {
      const lane = laneOf(connection, destination, key);
      touchedLanes.add(lane);
      return lane;
    },
  });
}

function writeEvent(merging: Merging, calls: number, stale: boolean): void {
  const { connection, plan, event, now } = merging;
  const { outcome } = plan;
  const heldSince = outcome?.status === 'held' ? (event.own_held_since ?? now) : null;
  const linkedMeanwhile = plan.calls.some(
    ({ state, link, destination }) =>
      state.status === 'waiting' && link && findLink(connection, link, destination) !== undefined,
  );
  const holds = outcome?.status === 'held' || plan.calls.some(({ state }) => state.status === 'held');
  connection.run(
    `UPDATE event SET planning = ?, calls = ?, own_status = ?, own_reason = ?, own_diagnostics = ?,
       own_held_since = ?, waits_at = iif(status = 'queued', ${waitsAtSql}, NULL) WHERE sequence = ?`,
    linkedMeanwhile || (stale && holds) ? planningCodes.again : 0,
    calls,
    outcome?.status ?? null,
    outcome?.reason ?? null,
    diagnosticsText(outcome?.diagnostics ?? []),
    heldSince,
    plan.event.sequence,
  );
  // One that goes on waiting for a mapping, of which there are still none, is no news.
  if (!outcome || (outcome.status === 'held' && event.own_status === 'held')) return;
  const { id, source } = plan.event;
  connection.note({ event: id, source, status: outcome.status, diagnostics: outcome.diagnostics });
}

/**
 * Has one batch of events planned again: those that the mapping holds, or without a mapping those that none claimed.
 * `after` is where the batch before ended, so that each event is taken once. (The second condition on a call's status
 * names the one of the partial index.)
 */
export function planAgainBatch(connection: Connection, mapping: string | undefined, after: number): Batch {
  const rows =
    mapping === undefined
      ? connection.all<{ at: number; event: number }>(
          `SELECT sequence AS at, sequence AS event FROM event WHERE own_status = 'held' AND sequence > ?
           ORDER BY sequence LIMIT ?`,
          after,
          batchSize,
        )
      : connection.all<{ at: number; event: number }>(
          `SELECT id AS at, event FROM call WHERE mapping = ? AND status = 'held' AND status IN ('queued', 'held')
             AND id > ? ORDER BY id LIMIT ?`,
          mapping,
          after,
          batchSize,
        );
  const count = connection.run(
    'UPDATE event SET planning = ? WHERE planning = 0 AND sequence IN (SELECT value FROM json_each(?))',
    planningCodes.again,
    JSON.stringify(rows.map(row => row.event)),
  );
  return { count, more: rows.length === batchSize, last: rows.at(-1)?.at ?? after };
}
