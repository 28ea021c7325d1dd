import { hasErrors } from '../../diagnostics/diagnostic.ts';
import type { AcceptedRequest, PlannableEvent } from '../../inbox/event.ts';
import type { EventPlan } from '../../inbox/plan.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { expressionsOf } from '../../mapping/rules-of.ts';
import { planTraced } from '../../traces/spans.ts';
import type { Traces } from '../../traces/traces.ts';
import { type PlanningContext, planEvent } from './plan-event.ts';

/** Webhooks beyond this are planned in their turn, where what that takes is watched. */
const mostBytes = 64 * 1024;
const mostItems = 16;

/**
 * Plans the events of a webhook before it is stored, by their ids, so that its calls are there as soon as it is on
 * disk. Undefined where they are to be planned in their turn: where that may take long, where something is wrong with
 * them or with what they become, and where planning fails, since nothing may come between a webhook and the disk.
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
      // A mapping that proves faulty is held first, and what ends here is told of after its acceptance.
      if (holds.length > 0 || !goesOn(plan)) return undefined;
      plans.set(item.id, plan);
    }
  } catch {
    // It fails again in its turn, and is told of there.
    return undefined;
  }
  return plans;
}

/** Whether a plan is one of those that nobody needs to hear of. */
function goesOn({ calls, outcome }: EventPlan): boolean {
  const going: readonly string[] = ['queued', 'waiting'];
  return calls.every(({ state }) => going.includes(state.status)) && outcome?.status !== 'held';
}

const quick = new WeakMap<Mapping, boolean>();

/** Whether all expressions of a mapping only look up what is there. */
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
    // It gets its own when it is stored.
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
