import type { AcceptedRequest, Added } from '../inbox/event.ts';
import type { PlanAtOnce } from '../inbox/intake-store.ts';
import type { EventPlan } from '../inbox/plan.ts';
import type { Destination } from './destinations/destination.ts';
import type { PromisedPlace } from './direct-line.ts';
import type { Dispatcher } from './dispatcher.ts';

/** The events of a webhook that is being stored. */
export interface ArrivingEvents {
  /** Plans the events before they are stored. If missing, the planner plans them later. */
  readonly plan?: PlanAtOnce;
  /** Called when the events are stored, for their processing; with an empty list if they could not be stored. */
  stored(added: readonly Added[]): void;
}

interface ArrivingParts {
  readonly plan: (request: AcceptedRequest) => Promise<ReadonlyMap<string, EventPlan> | undefined>;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly dispatcher: Pick<Dispatcher, 'promise' | 'dispatchSoon'>;
  readonly wake: () => void;
}

/**
 * Follows a webhook while it is stored. If the webhook becomes one call and a slot is free, the slot is reserved
 * first, and the call is sent as soon as it is stored. `request`: the webhook, if it may be planned at once.
 */
export function arrivingEvents(
  request: AcceptedRequest | undefined,
  { plan, destinations, dispatcher, wake }: ArrivingParts,
): ArrivingEvents {
  if (!request) return { stored: wake };
  const to = new Set<string>();
  let place: PromisedPlace | undefined;

  return {
    async plan() {
      const plans = await plan(request);
      if (!plans) return undefined;
      const calls = [...plans.values()].flatMap(each => each.calls);
      for (const { destination } of calls) to.add(destination);
      const [only] = to;
      const destination = calls.length === 1 && only !== undefined ? destinations.get(only) : undefined;
      place = destination && dispatcher.promise(destination);
      return { plans, mayLeave: place !== undefined };
    },
    stored(added) {
      const claim = added.find(each => each.claim)?.claim;
      if (claim && place) return place.launch(claim);
      place?.giveBack();
      const isPlanned = added.every(({ status, planned }) => planned || status === 'duplicate');
      const ready = [...to].flatMap(name => destinations.get(name) ?? []);
      if (!isPlanned || !ready.every(dispatcher.dispatchSoon)) wake();
    },
  };
}
