import type { CallView } from '../../inbox/event.ts';
import type { RequestView } from '../../inbox/request-view.ts';
import type { PreviewedCall } from '../bridge.ts';

/** Values that an update has set, and that the same update as it would be now does not touch: they stay as they are. */
export interface RemainingValues {
  mapping: string;
  destination: string;
  /** The customer who has them. */
  customerId: string;
  /** The update would go to another customer now. */
  otherCustomer: boolean;
  /** Their names, as parameters or fields of the API. */
  names: readonly string[];
}

/** Returns the delivered values of an event that stay in the account after its updates are sent as now planned. */
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
