import { type Call, customerOfLane, laneKey } from '../../inbox/call.ts';
import { type ExistingCall, mergePlan } from '../../inbox/decide/merge-plan.ts';
import type { CallView, PlannableEvent } from '../../inbox/event.ts';
import type { EventPlan, PlannedCall } from '../../inbox/plan.ts';
import type { StoreLookups } from '../../inbox/store-lookups.ts';
import { dropSuperseded, hasContent } from '../drop-superseded.ts';
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
  /**
   * The names of the values of a booking that are sent although a newer event may have set them since: only the response
   * names its customer, so they cannot be compared before.
   */
  uncompared?: readonly string[];
}

/** The kind of a replay: `replay` and `repeat` as by `replay` without and with `again`, or a correction. */
export type ReplayKind = 'replay' | 'repeat' | 'correction';

/** Returns the effect of a replay on the calls that the mappings make of an event now. Nothing is stored. */
export async function replayEffects(
  event: PlannableEvent,
  existing: readonly CallView[],
  kind: ReplayKind,
  planning: PlanningContext,
  store: Pick<StoreLookups, 'deliveredSince'>,
): Promise<readonly CallEffect[]> {
  const asked = { ...event, planning: kind === 'replay' ? ('replay' as const) : ('repeat' as const) };
  const { plan } = await planEvent(asked, planning);
  const before = existing.map((call, id) => existingCall(call, id, kind));
  const unclaimed = existing.length === 0;
  const { insert, replace } = mergePlan(before, plan, unclaimed);
  const sent = new Set([...insert, ...replace.map(({ planned }) => planned)]);
  const effects: CallEffect[] = [];
  for (const planned of plan.calls) {
    const { mapping, destination } = planned;
    const superseded = await supersededNames(planned, event, planning, store);
    const stays = sent.has(planned)
      ? superseded.all
        ? 'superseded'
        : undefined
      : whyItStays(planned, before);
    effects.push({
      ...{ mapping, destination },
      ...(stays && { stays }),
      ...(superseded.names.length > 0 && { superseded: superseded.names }),
      ...(!stays && superseded.uncompared.length > 0 && { uncompared: superseded.uncompared }),
    });
  }
  return effects;
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
    const { all, diagnostics } = await supersededNames(planned, event, planning, store);
    const state = { status: 'skipped', reason: allSuperseded } as const;
    calls.push(all ? { ...planned, state, diagnostics: [...planned.diagnostics, ...diagnostics] } : planned);
  }
  return { ...plan, calls };
}

/** The reason of a call whose values newer events have all set. */
export const allSuperseded = 'newer events of this person have set everything since';

/** `all`: nothing is left to send. `uncompared`: the values that are left, if the customer is not known by number. */
async function supersededNames(
  { state, link, destination, mapping, policy }: PlannedCall,
  { sequence, occurredAt }: PlannableEvent,
  { findLink }: PlanningContext,
  store: Pick<StoreLookups, 'deliveredSince'>,
) {
  if (state.status !== 'queued') return { names: [], all: false, diagnostics: [], uncompared: [] };
  const number = link && (await findLink(link, destination));
  const than = {
    ...{ sequence, mapping, policy },
    ...(link && { link }),
    ...(occurredAt !== undefined && { occurredAt }),
  };
  const lane = laneKey(state.call, link, number);
  const newer = await store.deliveredSince(than, destination, lane);
  const { call, diagnostics } = dropSuperseded(state.call, newer);
  const names = diagnostics.map(({ path = '' }) => path.replace(/^additionalFields\./, ''));
  const uncompared = customerOfLane(lane) === undefined ? comparedNames(call) : [];
  return { names, all: !hasContent(call), diagnostics, uncompared };
}

/** Returns the names of the values of a booking that newer events may set. */
function comparedNames({ customerStatus, additionalFields }: Call): readonly string[] {
  return [...(customerStatus ? ['customerStatus'] : []), ...additionalFields.map(({ key }) => key)];
}
