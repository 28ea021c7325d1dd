import type { Operation } from '../../call.ts';
import { type LifeRow, timesBy } from '../../decide/call-life.ts';
import { type CallBefore, heldBy, type PlanChanges, planChanges } from '../../decide/plan-changes.ts';
import type { Status } from '../../event.ts';
import type { EventPlan } from '../../plan.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import { storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import { clocksOf, clockTimes, leftIn } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';
import { insertCalls, keepCalls, replaceCalls } from './call-rows.ts';
import { destinationsOf, type LinkedCalls, linkedCalls } from './changes.ts';
import { writePlannedEvents } from './planned-events.ts';

interface EventRow {
  sequence: number;
  source: string;
  status: Status;
  noticed: string | null;
  planning: number;
  calls: number;
  received_at: number;
  own_status: Status | null;
  own_held_since: number | null;
  corrections: number;
}

/** The data of events when their plans are stored. */
export interface PlanFacts {
  readonly waiting: readonly WaitingPlan[];
  readonly linked: LinkedCalls;
  readonly clocks: Awaited<ReturnType<typeof clocksOf>>;
  /** The mappings that are not held (any more), although calls of the plans should be held for them. */
  readonly released: ReadonlySet<string>;
}

/** Reads the data for plans. Call it in a transaction that has locked their events and destinations. */
export async function readPlanFacts(
  transaction: Transaction,
  plans: readonly EventPlan[],
): Promise<PlanFacts> {
  const [waiting, linked, clocks, released] = await Promise.all([
    waitingPlans(transaction, plans),
    linkedCalls(transaction, plans),
    clocksOf(transaction, destinationsOf(plans)),
    notHeld(transaction, heldBy(plans)),
  ]);
  return { waiting, linked, clocks, released };
}

/**
 * Stores the plans of events (Store.plan), in a transaction that has locked them. A plan is ignored if its event no
 * longer waits for this planning, or was corrected since. `isStale`: returns true if a mapping was released since the
 * plan was made.
 */
export async function applyPlans(
  transaction: Transaction,
  { waiting, linked, clocks, released }: PlanFacts,
  now: number,
  isStale: (sequence: number) => boolean,
): Promise<void> {
  if (waiting.length === 0) return;
  const at = { now, times: timesBy(clocks, now) };
  const calls = await callsBefore(transaction, waiting, now);
  const changed = waiting.map(({ plan, event }) => {
    const isOutdated = isStale(event.sequence) || !heldBy([plan]).isDisjointFrom(released);
    const before = calls.get(event.sequence) ?? [];
    return { event, changes: changesOf(plan, event, before, linked, now, isOutdated) };
  });
  await takeOut(
    transaction,
    changed.flatMap(({ changes }) => changes.drop),
    now,
  );
  replaceCalls(
    transaction,
    changed.flatMap(({ changes }) => changes.replace),
    at,
  );
  keepCalls(
    transaction,
    changed.flatMap(({ changes }) => changes.keep),
  );
  insertCalls(
    transaction,
    changed.flatMap(({ event, changes }) => changes.insert.map(call => ({ ...call, event: event.sequence }))),
    at,
  );
  await writePlannedEvents(transaction, changed, now);
  for (const { changes } of changed) for (const notice of changes.notices) transaction.addNotice(notice);
}

/** Returns those of some mappings that are not held. Both a release and the writing of plans lock the planning. */
async function notHeld(
  transaction: Transaction,
  mappings: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (mappings.size === 0) return mappings;
  const held = await transaction.all<{ mapping: string }>(
    'SELECT mapping FROM mapping_hold WHERE mapping = ANY ($1)',
    [...mappings],
  );
  return mappings.difference(new Set(held.map(({ mapping }) => mapping)));
}

interface WaitingPlan {
  readonly plan: EventPlan;
  readonly event: EventRow;
}

async function waitingPlans(
  transaction: Transaction,
  plans: readonly EventPlan[],
): Promise<readonly WaitingPlan[]> {
  const rows = await transaction.all<EventRow>(
    `SELECT sequence, source, status, noticed, planning, calls, received_at, own_status, own_held_since,
       (SELECT count(*) FROM amendment WHERE amendment.event = sequence)::integer AS corrections
     FROM event WHERE sequence = ANY($1)`,
    plans.map(({ event }) => event.sequence),
  );
  const events = new Map(rows.map(row => [row.sequence, row]));
  return plans.flatMap(plan => {
    const { sequence, planning, corrections = [] } = plan.event;
    const event = events.get(sequence);
    if (event?.planning !== planningCodes[planning] || event.corrections !== corrections.length) return [];
    // If an event has several plans, the first one counts.
    events.delete(sequence);
    return [{ plan, event }];
  });
}

function changesOf(
  plan: EventPlan,
  event: EventRow,
  calls: readonly CallBefore[],
  linked: LinkedCalls,
  now: number,
  isStale: boolean,
): PlanChanges {
  const before = {
    receivedAt: event.received_at,
    ownStatus: event.own_status,
    heldSince: event.own_held_since,
    calls,
    linked,
  };
  return planChanges(plan, before, now, isStale);
}

interface CallRow extends LifeRow {
  event: number;
  id: number;
  mapping: string;
  destination: string;
  operation: Operation;
  status: Status;
  lane: number | null;
  policy: string;
  force: boolean;
  diagnostics: string | null;
}

/** Returns the calls of events, in the order of their positions. */
async function callsBefore(
  transaction: Transaction,
  waiting: readonly WaitingPlan[],
  now: number,
): Promise<ReadonlyMap<number, readonly CallBefore[]>> {
  const planned = waiting.filter(({ event }) => event.calls > 0);
  if (planned.length === 0) return new Map();
  const rows = await transaction.all<CallRow>(
    `SELECT event, id, mapping, destination, operation, status, lane, policy, force, diagnostics, life_from, deadline,
       remaining
     FROM call WHERE event = ANY($1) ORDER BY event, position`,
    planned.map(({ event }) => event.sequence),
  );
  const times = await clockTimes(
    transaction,
    rows.map(row => row.destination),
    now,
  );
  const calls = rows.map(row => ({
    event: row.event,
    id: row.id,
    mapping: row.mapping,
    destination: row.destination,
    operation: row.operation,
    status: row.status,
    inLane: row.lane !== null,
    from: row.life_from,
    leftMs: leftIn(row, row.destination, times),
    maxAgeMs: storedPolicy.read(row.policy).maxAgeMs,
    force: row.force,
    diagnostics: diagnosticsOf(row.diagnostics),
  }));
  return Map.groupBy(calls, ({ event }) => event);
}
