import type { CallView } from '../../inbox/event.ts';
import type { RequestView } from '../../inbox/request-view.ts';
import type { PreviewedCall } from '../bridge.ts';

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
}

/** Returns the delivered values of an event that stay in the account if its updates are sent as planned now. */
export function remainingValues(
  delivered: readonly CallView[],
  planned: readonly PreviewedCall[],
): readonly RemainingValues[] {
  return delivered.flatMap(({ status, mapping, destination, request: before }) => {
    if (status !== 'delivered' || before?.operation !== 'updateCustomer') return [];
    const again = planned.find(each => each.mapping === mapping && each.destination === destination);
    // Another diagnostic reports that it cannot be sent.
    if (again?.status === 'failed' || again?.status === 'held') return [];
    const now = again?.request?.operation === 'updateCustomer' ? again.request : undefined;
    const otherCustomer = now !== undefined && now.id !== before.id;
    const kept = new Set(now && !otherCustomer ? namesIn(now) : []);
    const names = namesIn(before).filter(name => !kept.has(name));
    if (names.length === 0) return [];
    return [{ mapping, destination, customerId: String(before.id), otherCustomer, names }];
  });
}

function namesIn({
  operation: _operation,
  id: _id,
  additionalFields = {},
  ...parameters
}: RequestView): string[] {
  return [...Object.keys(parameters), ...Object.keys(additionalFields)];
}
