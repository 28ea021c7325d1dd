import type { AcceptedRequest, Added } from '../inbox/event.ts';
import type { PlanAtOnce } from '../inbox/intake-store.ts';
import type { EventPlan } from '../inbox/plan.ts';
import type { Destination } from './destinations/destination.ts';
import type { PromisedPlace } from './direct-line.ts';
import type { Dispatcher } from './dispatcher.ts';

/** The events of a webhook on their way into the store. */
export interface ArrivingEvents {
  /** Plans them before they are stored; left out: they are planned in their turn. */
  readonly plan?: PlanAtOnce;
  /** The events are stored and must be processed; an empty list means that they could not be stored. */
  stored(added: readonly Added[]): void;
}

interface ArrivingParts {
  readonly plan: (request: AcceptedRequest) => Promise<ReadonlyMap<string, EventPlan> | undefined>;
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly dispatcher: Pick<Dispatcher, 'promise' | 'dispatchSoon'>;
  readonly wake: () => void;
}

/**
 * Follows a webhook into the store. Where all of it becomes one call for which there is a place now, that place is promised to it
 * before it is stored, and the call leaves as soon as it is. `request`: what may be planned at once.
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
