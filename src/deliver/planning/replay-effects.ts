import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Call, customerOfLane, laneKey } from '../../inbox/call.ts';
import { type ExistingCall, mergePlan } from '../../inbox/decide/merge-plan.ts';
import type { CallView, PlannableEvent } from '../../inbox/event.ts';
import type { EventPlan, PlannedCall } from '../../inbox/plan.ts';
import type { StoreLookups } from '../../inbox/store-lookups.ts';
import {
  comparedPaths,
  dropSuperseded,
  hasContent,
  type NewerValue,
  newerValues,
} from '../drop-superseded.ts';
import { type PlanningContext, planEvent } from './plan-event.ts';

/** The expected effect of a replay or a correction on one call of an event. */
export interface CallEffect {
  mapping: string;
  destination: string;
  /**
   * The reason why the call is not sent again: its booking is made (`booked`) or uncertain, it is delivered, it waits
   * with its earlier values (`queued`), or newer events have set all its values (`superseded`).
   */
  stays?: 'booked' | 'uncertain' | 'delivered' | 'queued' | 'superseded';
  /** The names of the values that a newer event of the same person has set since. They are left out. */
  superseded?: readonly string[];
  /** The ids of the newer events that have set them, the oldest first. */
  newerEvents?: readonly string[];
  /**
   * The names of the values of a booking that are sent although a newer event may have set them since: only the response
   * names its customer, so they cannot be compared before.
   */
  uncompared?: readonly string[];
}

/** The kind of a replay: `replay` and `repeat` as by `replay` without and with `again`, or a correction. */
export type ReplayKind = 'replay' | 'repeat' | 'correction';

/** A call that a replay or a correction plans, and its effect. */
export interface ReplayedCall {
  readonly effect: CallEffect;
  /** The planned request; undefined if there is none yet. */
  readonly call: Call | undefined;
  readonly status: PlannedCall['state']['status'];
  /** The key of the lane of its person. */
  readonly lane: string | undefined;
  /** The paths of the values that are sent. */
  readonly sent: readonly string[];
  /** The values that newer events have set since. `force` sends them too. */
  readonly older: readonly NewerValue[];
}

/** Plans an event as a replay does now, and compares its calls with newer events. Nothing is stored. */
export async function plannedReplay(
  event: PlannableEvent,
  existing: readonly CallView[],
  kind: ReplayKind,
  planning: PlanningContext,
  store: Pick<StoreLookups, 'deliveredSince'>,
): Promise<readonly ReplayedCall[]> {
  const asked = { ...event, planning: kind === 'replay' ? ('replay' as const) : ('repeat' as const) };
  const { plan, results } = await planEvent(asked, planning);
  const before = existing.map((call, id) => existingCall(call, id, kind));
  const unclaimed = existing.length === 0;
  const { insert, replace } = mergePlan(before, plan, unclaimed);
  const sent = new Set([...insert, ...replace.map(({ planned }) => planned)]);
  const calls: ReplayedCall[] = [];
  for (const [at, planned] of plan.calls.entries()) {
    const compared = await compareWithNewer(planned, event, planning, store);
    const stays = sent.has(planned) ? (compared.all ? 'superseded' : undefined) : whyItStays(planned, before);
    // Values that the check leaves out are not sent.
    const verdict = results[at]?.verdict;
    const call =
      verdict && verdict.kind !== 'skip'
        ? verdict.call
        : 'call' in planned.state
          ? planned.state.call
          : undefined;
    const left = new Set(compared.paths);
    calls.push({
      effect: effectOf(planned, stays, compared),
      call,
      status: planned.state.status,
      lane: compared.lane,
      sent: stays || !call ? [] : comparedPaths(call).filter(path => !left.has(path)),
      older: stays && stays !== 'superseded' ? [] : compared.older,
    });
  }
  return calls;
}

function effectOf(
  { mapping, destination }: PlannedCall,
  stays: CallEffect['stays'],
  { paths, newerEvents, uncompared }: Compared,
): CallEffect {
  return {
    ...{ mapping, destination },
    ...(stays && { stays }),
    ...(paths.length > 0 && { superseded: paths.map(nameOfPath) }),
    ...(newerEvents.length > 0 && { newerEvents }),
    ...(!stays && uncompared.length > 0 && { uncompared }),
  };
}

/** A correction makes waiting calls again, as if they were discarded. */
function existingCall(call: CallView, id: number, kind: ReplayKind): ExistingCall {
  const { mapping, destination, operation, status } = call;
  return {
    ...{ id, mapping, destination },
    operation: operation === 'updateCustomer' ? operation : 'persistCustomerData',
    status: kind === 'correction' && status === 'queued' ? 'discarded' : status,
    inLane: !call.diagnostics.some(({ code }) => code === 'mapping/not-linked'),
  };
}

function whyItStays(planned: PlannedCall, before: readonly ExistingCall[]): CallEffect['stays'] {
  const ofMapping = before.filter(({ mapping }) => mapping === planned.mapping);
  const call = ofMapping.find(({ destination }) => destination === planned.destination) ?? ofMapping[0];
  if (call?.status === 'uncertain' || call?.status === 'queued') return call.status;
  return call?.operation === 'persistCustomerData' ? 'booked' : 'delivered';
}

/**
 * Returns the plan of a repeated event without the updates whose values newer events of the same person have all set:
 * there is nothing to send, so what was delivered stays as it is.
 */
export async function withoutSuperseded(
  plan: EventPlan,
  event: PlannableEvent,
  planning: PlanningContext,
  store: Pick<StoreLookups, 'deliveredSince'>,
): Promise<EventPlan> {
  if (event.planning !== 'repeat') return plan;
  const calls: PlannedCall[] = [];
  for (const planned of plan.calls) {
    const { all, diagnostics } = await compareWithNewer(planned, event, planning, store);
    const state = { status: 'skipped', reason: allSuperseded } as const;
    calls.push(all ? { ...planned, state, diagnostics: [...planned.diagnostics, ...diagnostics] } : planned);
  }
  return { ...plan, calls };
}

/** The reason of a call whose values newer events have all set. */
export const allSuperseded = 'newer events of this person have set everything since';

/** The comparison of a planned call with the newer delivered calls of its person. */
interface Compared {
  /** True if nothing is left to send. */
  readonly all: boolean;
  readonly lane: string | undefined;
  /** The paths of the values that newer events have set since. */
  readonly paths: readonly string[];
  readonly older: readonly NewerValue[];
  readonly newerEvents: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** The values that are left, if the customer is not known by number. */
  readonly uncompared: readonly string[];
}

const nothingCompared: Compared = {
  all: false,
  lane: undefined,
  paths: [],
  older: [],
  newerEvents: [],
  diagnostics: [],
  uncompared: [],
};

async function compareWithNewer(
  { state, link, destination, mapping, policy }: PlannedCall,
  { sequence, occurredAt }: PlannableEvent,
  { findLink }: PlanningContext,
  store: Pick<StoreLookups, 'deliveredSince'>,
): Promise<Compared> {
  if (state.status !== 'queued') return nothingCompared;
  const number = link && (await findLink(link, destination));
  const than = {
    ...{ sequence, mapping, policy },
    ...(link && { link }),
    ...(occurredAt !== undefined && { occurredAt }),
  };
  const lane = laneKey(state.call, link, number);
  const newer = await store.deliveredSince(than, destination, lane);
  const { call, diagnostics } = dropSuperseded(state.call, newer);
  return {
    all: !hasContent(call),
    lane,
    paths: diagnostics.flatMap(({ path }) => path ?? []),
    older: newerValues(state.call, newer),
    newerEvents: [...new Set(diagnostics.flatMap(({ newerEvents }) => newerEvents ?? []))],
    diagnostics,
    uncompared: customerOfLane(lane) === undefined ? comparedNames(call) : [],
  };
}

/** Returns the name of a value by its path: a parameter or a field of the API. */
export function nameOfPath(path: string): string {
  return path.replace(/^additionalFields\./, '');
}

/** Returns the names of the values of a booking that newer events may set. */
function comparedNames({ customerStatus, additionalFields }: Call): readonly string[] {
  return [...(customerStatus ? ['customerStatus'] : []), ...additionalFields.map(({ key }) => key)];
}
