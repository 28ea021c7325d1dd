import { hasErrors } from '../../diagnostics/diagnostic.ts';
import type { AcceptedRequest, PlannableEvent } from '../../inbox/event.ts';
import type { EventPlan } from '../../inbox/plan.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { expressionsOf } from '../../mapping/rules-of.ts';
import { planTraced } from '../../traces/spans.ts';
import type { Traces } from '../../traces/traces.ts';
import { type PlanningContext, planEvent } from './plan-event.ts';

/** Larger webhooks are planned by the planner, which limits the time. */
const mostBytes = 64 * 1024;
const mostItems = 16;

/**
 * Plans the events of a webhook before it is stored, by their ids, so that its calls are stored together with it.
 * Undefined if they must be planned later: if planning may take long, if the events or their calls have a fault, and
 * if planning fails, because nothing may keep a webhook from being stored.
 */
export async function planAtOnce(
  request: AcceptedRequest,
  planning: PlanningContext,
  traces?: Traces,
): Promise<ReadonlyMap<string, EventPlan> | undefined> {
  if (request.body.byteLength > mostBytes || request.items.length > mostItems) return undefined;
  if (!planning.mappings.of(request.source).every(isQuick)) return undefined;
  const plans = new Map<string, EventPlan>();
  try {
    for (const item of request.items) {
      if (hasErrors(item.diagnostics) || (item.shared ?? []).length > 0) return undefined;
      const event = eventOf(request, item);
      const { plan, holds } = await planTraced(traces, event, () => planEvent(event, planning));
      // A faulty mapping must be held first, and the end of an event is reported after its acceptance.
      if (holds.length > 0 || !goesOn(plan)) return undefined;
      plans.set(item.id, plan);
    }
  } catch {
    // Planning fails again later, and reports the failure then.
    return undefined;
  }
  return plans;
}

/** True if a plan needs no report. */
function goesOn({ calls, outcome }: EventPlan): boolean {
  const going: readonly string[] = ['queued', 'waiting'];
  return calls.every(({ state }) => going.includes(state.status)) && outcome?.status !== 'held';
}

const quick = new WeakMap<Mapping, boolean>();

/** True if all expressions of a mapping only look up values. */
function isQuick(mapping: Mapping): boolean {
  const known = quick.get(mapping);
  if (known !== undefined) return known;
  const found = expressionsOf(mapping).every(({ evaluateDirectly }) => evaluateDirectly !== undefined);
  quick.set(mapping, found);
  return found;
}

function eventOf(
  { source, receivedAt, headers, query, body, reading, trace }: AcceptedRequest,
  { id, type, occurredAt, payload }: AcceptedRequest['items'][number],
): PlannableEvent {
  return {
    // The event gets its sequence when it is stored.
    sequence: 0,
    id,
    source,
    ...(type !== undefined && { type }),
    receivedAt,
    ...(occurredAt !== undefined && { occurredAt }),
    headers,
    query,
    body,
    reading,
    ...(payload !== undefined && { payload }),
    planning: 'first',
    ...(trace !== undefined && { trace }),
  };
}
