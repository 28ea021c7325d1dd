import { customerLane } from '../../inbox/call.ts';
import type { CallView, EventView, PlannableEvent } from '../../inbox/event.ts';
import { type RequestView, requestView } from '../../inbox/request-view.ts';
import { type ComparingStore, type LeftOutValues, leftOutFor } from './left-out.ts';
import type { PlanningContext } from './plan-event.ts';
import type { ReplayedCall } from './replay-effects.ts';

/** Delivered values of an update that the same update would not set today, so they stay in the account. */
export interface RemainingValues {
  mapping: string;
  destination: string;
  /** The customer with these values. */
  customerId: string;
  /** True if the update would go to another customer today. */
  otherCustomer: boolean;
  /** The names of the values, as parameters or fields of the API. */
  names: readonly string[];
  /** Values of earlier events for this customer that were left out because of these values, and can be sent afterwards. */
  leftOut?: readonly LeftOutValues[];
}

/**
 * Returns the delivered values of an event that stay in the account if its updates are sent as planned now. Values that
 * newer events have replaced there since are not among them.
 */
export async function remainingValues(
  event: PlannableEvent,
  delivered: readonly CallView[],
  planned: readonly ReplayedCall[],
  planning: PlanningContext,
  store: ComparingStore,
): Promise<readonly RemainingValues[]> {
  const remaining: RemainingValues[] = [];
  for (const call of delivered) {
    const { status, mapping, destination, request: before } = call;
    if (status !== 'delivered' || before?.operation !== 'updateCustomer') continue;
    const again = planned.find(
      ({ effect }) => effect.mapping === mapping && effect.destination === destination,
    );
    // Another diagnostic reports that it cannot be sent.
    if (again?.status === 'failed' || again?.status === 'held') continue;
    const now = again?.call?.operation === 'updateCustomer' ? requestView(again.call) : undefined;
    const otherCustomer = now !== undefined && now.id !== before.id;
    const kept = new Set(now && !otherCustomer ? namesIn(now) : []);
    const left = namesIn(before).filter(name => !kept.has(name));
    const names = await notReplaced(left, call, event, store);
    if (names.length === 0) continue;
    const values = { mapping, destination, customerId: String(before.id), otherCustomer, names };
    const leftOut = await leftOutFor(event.id, values, planning, store);
    remaining.push({ ...values, ...(leftOut.length > 0 && { leftOut }) });
  }
  return remaining;
}

/** Returns the names of those values of a delivered call that no newer event has replaced at its customer since. */
async function notReplaced(
  names: readonly string[],
  { destination, mapping, request, attempts }: CallView,
  { sequence }: PlannableEvent,
  store: ComparingStore,
): Promise<readonly string[]> {
  const customerId = String(request?.id);
  const policy = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 0, ignoreOlder: false } as const;
  const newer = await store.deliveredSince(
    { sequence, mapping, policy },
    destination,
    customerLane(customerId),
  );
  const deliveredAt = attempts.at(-1)?.at;
  let left = names;
  for (const eventId of new Set(newer.toReversed().map(call => call.eventId))) {
    if (left.length === 0 || eventId === undefined || deliveredAt === undefined) break;
    const view = await store.event(eventId);
    const replaced = new Set(view ? namesSetAfter(deliveredAt, { destination, customerId }, view) : []);
    left = left.filter(name => !replaced.has(name));
  }
  return left;
}

/** Returns the names of the values that an event has set at a customer after a time. */
function namesSetAfter(
  at: string,
  { destination, customerId }: { readonly destination: string; readonly customerId: string },
  { calls }: EventView,
): readonly string[] {
  return calls
    .filter(call => call.status === 'delivered' && call.destination === destination)
    .filter(call => lane(call) === customerLane(customerId) && (call.attempts.at(-1)?.at ?? '') > at)
    .flatMap(({ request }) => (request ? namesIn(request) : []));
}

function lane({ customerId, request }: CallView): string {
  return customerLane(String(request?.operation === 'updateCustomer' ? request.id : customerId));
}

function namesIn({
  operation: _operation,
  id: _id,
  additionalFields = {},
  ...parameters
}: RequestView): string[] {
  return [...Object.keys(parameters), ...Object.keys(additionalFields)];
}
