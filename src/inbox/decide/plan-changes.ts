import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { customerNumber, laneKey } from '../call.ts';
import type { Status } from '../event.ts';
import type { EventPlan, PlannedCall } from '../plan.ts';
import type { StatusNotice } from '../status-notice.ts';
import { expiresAt, type Lifetime, newLifetime } from './call-life.ts';
import { isPlannedLast } from './crash-counts.ts';
import type { Leaving } from './leave-lane.ts';
import { type ExistingCall, mergePlan } from './merge-plan.ts';

/** A call that an event has before it is planned. */
export interface CallBefore extends ExistingCall {
  /** The time from which its age counts. Epoch milliseconds. */
  readonly from: number;
  readonly leftMs: number;
  readonly maxAgeMs: number;
  /** True if a forced replay planned it. */
  readonly force: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** The data of an event before its plan is stored. */
export interface BeforePlan {
  readonly receivedAt: number;
  /** The outcome of the event itself, apart from its calls. */
  readonly ownStatus: Status | null;
  /** The time since which no mapping applies to it. Epoch milliseconds. */
  readonly heldSince: number | null;
  /** Ordered by position. */
  readonly calls: readonly CallBefore[];
  /** The current customer numbers of the links of planned calls. */
  readonly linked: ReadonlyMap<PlannedCall, string>;
}

/** The new state of a planned call's row. */
export interface PlannedRow {
  readonly planned: PlannedCall;
  readonly status: Status;
  readonly reason: string | null;
  /** The key of the lane in which it waits; null if it is in none. */
  readonly lane: string | null;
  readonly customerId: string | null;
  readonly lifetime: Lifetime;
  /** Its time runs, stands still (the remaining time is stored), or is over and has no meaning any more. */
  readonly time: 'runs' | 'stands' | 'over';
  readonly expiresAt: number;
  readonly outOfOrder: boolean;
  readonly force: boolean;
}

/** A call that stays as it is, but for its diagnostics. */
export interface KeptCall {
  readonly callId: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** The changes of a plan. Calls that are not named stay unchanged. */
export interface PlanChanges {
  readonly drop: readonly { readonly callId: number; readonly leaving: Leaving }[];
  readonly replace: readonly { readonly callId: number; readonly row: PlannedRow }[];
  /** The diagnostics of delivered calls that stay although they were to be sent again. */
  readonly keep: readonly KeptCall[];
  readonly insert: readonly { readonly position: number; readonly row: PlannedRow }[];
  readonly event: {
    /** True if it must be planned once more, because its inputs have changed meanwhile. */
    readonly planAgain: boolean;
    /** The reason of a replay that takes effect only when a mapping applies to the event. */
    readonly kept: EventPlan['event']['planning'] | undefined;
    readonly calls: number;
    readonly outcome: EventPlan['outcome'];
    readonly heldSince: number | null;
  };
  /** The notices about the event, and about replaced and inserted calls, that do not continue. */
  readonly notices: readonly StatusNotice[];
}

/**
 * Returns the changes of a plan to the rows of its event (Store.plan). `isStale`: a mapping was released after the
 * plan was made, or is not held although the plan says so; its held calls are planned again at once.
 */
export function planChanges(plan: EventPlan, before: BeforePlan, now: number, isStale: boolean): PlanChanges {
  const { calls } = before;
  const merged = mergePlan(calls, plan, before.ownStatus === 'held');
  const replace = merged.replace.map(({ callId, planned }) => {
    const call = calls.find(({ id }) => id === callId);
    const row = plannedRow(plan, planned, before, replacedLifetime(plan, planned, call, now));
    // A forced call that waited for its link or its mapping is planned again by the bridge, not by a person.
    const staysForced = plan.event.planning === 'again' && call?.force === true;
    return { callId, row: staysForced ? { ...row, force: true } : row };
  });
  const insert = merged.insert.map((planned, index) => ({
    position: calls.length + index,
    row: plannedRow(plan, planned, before, insertedLifetime(plan, planned, before, now)),
  }));
  const waitsInVain = plan.calls.some(each => each.state.status === 'waiting' && before.linked.has(each));
  const { outcome } = plan;
  const holds = outcome?.status === 'held' || plan.calls.some(({ state }) => state.status === 'held');
  return {
    drop: merged.drop.map(callId => ({ callId, leaving: dropped })),
    replace,
    keep: merged.keep.map(({ callId, planned }) => keptCall(callId, planned, calls)),
    insert,
    event: {
      planAgain: waitsInVain || (isStale && holds),
      kept: outcome?.status === 'held' && isReplay(plan) ? plan.event.planning : undefined,
      calls: calls.length + insert.length,
      outcome,
      heldSince: outcome?.status === 'held' ? (before.heldSince ?? now) : null,
    },
    notices: [
      ...[...replace, ...insert].flatMap(({ row }) => noticeOf(plan, row, before)),
      ...ownNotice(plan, before),
    ],
  };
}

/** Returns the mappings for which planned calls must be held. */
export function heldBy(plans: readonly EventPlan[]): ReadonlySet<string> {
  const calls = plans.flatMap(plan => plan.calls);
  return new Set(calls.flatMap(({ mapping, state }) => (state.status === 'held' ? [mapping] : [])));
}

const none = 'no mapping makes this call any more';
const dropped: Leaving = {
  status: 'skipped',
  reason: none,
  diagnostics: [diagnostic('mapping/none-applied', none)],
};

/** The values that were left out now replace those of earlier replays. The rest is about the delivered request. */
function keptCall(callId: number, planned: PlannedCall, calls: readonly CallBefore[]): KeptCall {
  const isLeftOut = ({ code }: Diagnostic) => code === 'delivery/superseded';
  const before = calls.find(({ id }) => id === callId)?.diagnostics ?? [];
  const now = planned.diagnostics.filter(isLeftOut);
  return {
    callId,
    diagnostics: now.length === 0 ? before : [...before.filter(each => !isLeftOut(each)), ...now],
  };
}

function plannedRow(
  { event }: EventPlan,
  planned: PlannedCall,
  { linked }: BeforePlan,
  lifetime: Lifetime,
): PlannedRow {
  const { state, link, policy } = planned;
  const number = linked.get(planned);
  const call = 'call' in state ? state.call : undefined;
  const isWaiting = state.status === 'queued' || state.status === 'waiting';
  return {
    planned,
    status: isWaiting ? 'queued' : state.status,
    reason: state.status === 'queued' ? null : state.reason,
    lane: state.status === 'queued' ? laneKey(state.call, link, number) : null,
    customerId: (call && customerNumber(call)) ?? number ?? null,
    lifetime,
    time: isWaiting ? 'runs' : state.status === 'held' ? 'stands' : 'over',
    expiresAt: expiresAt(lifetime, policy.maxAgeMs),
    outOfOrder: mayBeLate(event),
    force: event.planning === 'forced-replay' || event.planning === 'forced-repeat',
  };
}

/** True if newer events may have been planned before this one, and delivered already. */
function mayBeLate(event: EventPlan['event']): boolean {
  return event.planning !== 'first' || event.imported === true || isPlannedLast(event);
}

function isReplay({ event }: EventPlan): boolean {
  return event.planning !== 'first' && event.planning !== 'again';
}

/** A continuing call keeps its age; its mapping may now allow another maximum. */
function replacedLifetime(
  plan: EventPlan,
  { policy }: PlannedCall,
  call: CallBefore | undefined,
  now: number,
): Lifetime {
  if (!call || isReplay(plan)) return newLifetime(now, policy.maxAgeMs);
  return { from: call.from, leftMs: call.leftMs + policy.maxAgeMs - call.maxAgeMs };
}

/** The age of a new call counts from the receipt of its event, without the time for which no mapping applied to it. */
function insertedLifetime(
  plan: EventPlan,
  { policy }: PlannedCall,
  { receivedAt, heldSince }: BeforePlan,
  now: number,
): Lifetime {
  if (isReplay(plan)) return newLifetime(now, policy.maxAgeMs);
  const heldMs = heldSince === null ? 0 : now - heldSince;
  return { from: receivedAt, leftMs: policy.maxAgeMs - (now - receivedAt - heldMs) };
}

/** A call that waits for its link is reported once, although it is planned again each time the link may be known. */
function noticeOf(
  { event: { id: event, source, planning } }: EventPlan,
  { planned }: PlannedRow,
  { linked }: BeforePlan,
): readonly StatusNotice[] {
  const { mapping, destination, operation, state, diagnostics } = planned;
  if (state.status === 'queued') return [];
  if (state.status === 'waiting' && (planning === 'again' || linked.has(planned))) return [];
  return [{ event, source, call: { mapping, destination, operation }, status: state.status, diagnostics }];
}

/** An event that still waits for a mapping is not reported again. */
function ownNotice({ event, outcome }: EventPlan, { ownStatus }: BeforePlan): readonly StatusNotice[] {
  if (!outcome || (outcome.status === 'held' && ownStatus === 'held')) return [];
  const { status, diagnostics } = outcome;
  return [{ event: event.id, source: event.source, status, diagnostics }];
}
