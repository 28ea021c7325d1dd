import { customerLane } from '../../inbox/call.ts';
import type { EventView } from '../../inbox/event.ts';
import type { OperatorStore } from '../../inbox/operator-store.ts';
import type { PlanningContext } from './plan-event.ts';
import { nameOfPath, plannedReplay } from './replay-effects.ts';

/** Values of an event that were left out for a newer one, and that a replay with `again` would send. */
export interface LeftOutValues {
  /** The id of the event. */
  event: string;
  /** The names of the values, as parameters or fields of the API. */
  names: readonly string[];
}

/** The reads of the store to compare the values of an event with those of other events. */
export type ComparingStore = Pick<
  OperatorStore,
  'deliveredSince' | 'event' | 'contents' | 'eventsLeftOutFor'
>;

/**
 * Returns the events whose values for a customer were left out because an event had set the same values there, and
 * that can be sent once this event does not set them any more. A value of several events counts for the newest one.
 */
export async function leftOutFor(
  id: string,
  { destination, customerId, names }: Place,
  planning: PlanningContext,
  store: ComparingStore,
): Promise<readonly LeftOutValues[]> {
  const lane = customerLane(customerId);
  const left = new Set(names);
  const found: LeftOutValues[] = [];
  for (const event of await store.eventsLeftOutFor(id)) {
    const [contents, view] = [await store.contents(event), await store.event(event)];
    if (!contents || !view || contents.unsplit) continue;
    const calls = await plannedReplay(contents, view.calls, 'repeat', planning, {
      deliveredSince: async (...asked) =>
        (await store.deliveredSince(...asked)).filter(({ eventId }) => eventId !== id),
    });
    const sent = calls
      .filter(call => call.lane === lane && call.effect.destination === destination)
      .flatMap(call => call.sent.map(nameOfPath));
    const wanted = leftOutNames(view, id);
    const those = [...new Set(sent)].filter(name => left.has(name) && wanted.has(name));
    for (const name of those) left.delete(name);
    if (those.length > 0) found.push({ event, names: those });
  }
  return found;
}

/** Values of a customer. */
interface Place {
  readonly destination: string;
  readonly customerId: string;
  readonly names: readonly string[];
}

/** Returns the names of the values of an event that were left out because of a newer one. */
function leftOutNames({ calls }: EventView, newer: string): ReadonlySet<string> {
  const diagnostics = calls.flatMap(call => call.diagnostics);
  const isMeant = (newerEvents: readonly string[] = []) => newerEvents.includes(newer);
  return new Set(
    diagnostics.flatMap(({ path, newerEvents }) =>
      path !== undefined && isMeant(newerEvents) ? [nameOfPath(path)] : [],
    ),
  );
}
