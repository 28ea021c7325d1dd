import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Call, customerNumber } from '../call.ts';
import type { Linked, Progress } from '../claim.ts';
import type { Completion } from '../outcome.ts';

/** A delivered call, and the data of its event. */
export interface Completed {
  readonly callId: number;
  readonly eventId: string;
  readonly sequence: number;
  readonly destination: string;
  readonly occurredAt: number | null;
  /** The number of the attempt; missing if a person decided. */
  readonly attempt?: number;
}

/** The new state of a delivered call's row, and its effects. */
export interface Delivery {
  readonly call: Call;
  readonly completion: Completion;
  /** The customer number that is now known; undefined keeps the earlier one. */
  readonly customerId: string | undefined;
  /** Diagnostics that are added to those of the call. */
  readonly diagnostics: readonly Diagnostic[];
  readonly linked: Linked | undefined;
}

/**
 * Returns the customer whom only the response to a booking named. Older calls for this customer that still wait in the
 * lane of the number were overtaken by it. The lane of a link is merged with that of the number instead.
 */
export function foundCustomer({ call, customerId, linked }: Delivery): string | undefined {
  const isFound = call.operation === 'persistCustomerData' && customerNumber(call) === undefined && !linked;
  return isFound ? customerId : undefined;
}

/** Returns the effects of a delivered call, by a response or by a person's decision. */
export function deliveryOf({
  call,
  completion,
  diagnostics,
  linked,
}: Extract<Progress, { status: 'delivered' }>): Delivery {
  const customerId = completion.customerId ?? customerNumber(call);
  return { call, completion, customerId, diagnostics, linked };
}
