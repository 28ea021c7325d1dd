import type { Operation } from '../call.ts';
import type { Status } from '../event.ts';
import type { EventPlan, PlannedCall } from '../plan.ts';

/** The part of an existing call of an event that matters when the event is planned again. */
export interface ExistingCall {
  readonly id: number;
  readonly mapping: string;
  readonly destination: string;
  readonly operation: Operation;
  readonly status: Status;
  /** True if it is in a lane (or was delivered from one). A queued call outside of a lane waits for its link. */
  readonly inLane: boolean;
}

/** The changes of a plan to the calls of an event. Calls that are not named stay unchanged. */
export interface MergedPlan {
  readonly insert: readonly PlannedCall[];
  readonly replace: readonly { readonly callId: number; readonly planned: PlannedCall }[];
  /** Delivered calls that were to be sent again, and stay because nothing is left to send: the planned call says why. */
  readonly keep: readonly { readonly callId: number; readonly planned: PlannedCall }[];
  /** Calls that are not replaced; they become `skipped`. */
  readonly drop: readonly number[];
}

/**
 * Merges a plan into the existing calls of an event (Store.plan). A planned call replaces the call of its mapping; if
 * there are several, the one with an equal destination. Otherwise it replaces a waiting call of a mapping that no
 * longer makes one. `unclaimed`: no mapping had applied to the event, so a call without a match is new even if the
 * event is planned again automatically.
 */
export function mergePlan(
  existing: readonly ExistingCall[],
  plan: EventPlan,
  unclaimed: boolean,
): MergedPlan {
  const { planning } = plan.event;
  const met = meet(existing, plan.calls);
  const mayInsert = planning !== 'again' || unclaimed || existing.length === 0;
  const replaceable = existing.filter(call => isReplaceable(call, planning));
  const waitsForMapping = plan.outcome?.status === 'held';
  const isSentAgain = (call: ExistingCall, planned: PlannedCall) =>
    replaceable.includes(call) || (repeats(call, planned, planning) && planned.state.status !== 'skipped');
  const isKept = (call: ExistingCall, planned: PlannedCall) =>
    repeats(call, planned, planning) && planned.state.status === 'skipped';
  const metBy = (isWanted: typeof isKept) =>
    plan.calls.flatMap(planned => {
      const call = met.get(planned);
      return call && isWanted(call, planned) ? [{ callId: call.id, planned }] : [];
    });
  return {
    insert: mayInsert ? plan.calls.filter(planned => !met.has(planned)) : [],
    replace: metBy(isSentAgain),
    keep: metBy(isKept),
    drop: waitsForMapping
      ? []
      : replaceable.filter(call => ![...met.values()].includes(call)).map(call => call.id),
  };
}

function meet(
  existing: readonly ExistingCall[],
  planned: readonly PlannedCall[],
): Map<PlannedCall, ExistingCall> {
  const met = new Map<PlannedCall, ExistingCall>();
  const free = new Set(existing);
  const pair = (fits: (call: ExistingCall, each: PlannedCall) => boolean) => {
    for (const each of planned) {
      const call = met.has(each) ? undefined : [...free].find(candidate => fits(candidate, each));
      if (!call) continue;
      met.set(each, call);
      free.delete(call);
    }
  };
  pair((call, each) => call.mapping === each.mapping && call.destination === each.destination);
  pair((call, each) => call.mapping === each.mapping);
  // After a mapping was renamed or split, its waiting calls continue.
  pair((call, each) => hasWaited(call) && call.destination === each.destination);
  return met;
}

/** True if nothing was sent yet, and the call is in no lane. */
function hasWaited({ status, inLane }: ExistingCall): boolean {
  return status === 'held' || (status === 'queued' && !inLane);
}

function isReplaceable(call: ExistingCall, planning: EventPlan['event']['planning']): boolean {
  if (hasWaited(call)) return true;
  if (planning === 'first' || planning === 'again') return false;
  return call.status === 'failed' || call.status === 'skipped' || call.status === 'discarded';
}

/**
 * True if a delivered update is to be sent again, as planned now. A booking is never repeated, and a delivered update
 * that the mapping no longer makes stays.
 */
function repeats(
  { status, operation }: ExistingCall,
  planned: PlannedCall,
  planning: EventPlan['event']['planning'],
): boolean {
  const isAsked = planning === 'repeat' || planning === 'forced-repeat';
  const isUpdate = operation === 'updateCustomer' && planned.operation === 'updateCustomer';
  return isAsked && isUpdate && status === 'delivered';
}
