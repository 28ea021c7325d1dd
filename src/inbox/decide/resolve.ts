import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { customerNumber, type Link, type PersistCustomerData } from '../call.ts';
import type { Progress } from '../claim.ts';

/** What a person found out about a booking whose answer was lost, or decided about it. */
export type Resolution =
  /** It was booked; perhaps the customer number is known too. */
  | { readonly outcome: 'booked'; readonly customerId?: string }
  /** It was not booked: it is to be sent again. */
  | { readonly outcome: 'not-booked' }
  /** Nobody will know. The booking's place in the ledger stays taken, so that no other event books it silently. */
  | { readonly outcome: 'give-up' };

/** What becomes of the call; `discarded`: it is left. */
export type Resolved =
  | Extract<Progress, { status: 'delivered' | 'queued' }>
  | { readonly status: 'discarded'; readonly reason: string; readonly diagnostics: readonly Diagnostic[] };

/** What becomes of an uncertain booking by a person's word: the part of the state machine that `settle` leaves to people. */
export function resolve(
  resolution: Resolution,
  uncertain: { readonly call: PersistCustomerData; readonly link: Link | undefined; readonly now: number },
): Resolved {
  const { call, link, now } = uncertain;
  switch (resolution.outcome) {
    case 'booked': {
      const customerId = resolution.customerId ?? customerNumber(call);
      return {
        status: 'delivered',
        completion: customerId === undefined ? {} : { customerId },
        call,
        diagnostics: [diagnostic('delivery/resolved', 'a person found that it was booked')],
        ...(link && customerId !== undefined && { linked: { link, customerId } }),
      };
    }
    case 'not-booked':
      return {
        status: 'queued',
        dueAt: now,
        reason: 'a person found that it was not booked, and has it sent again',
        counted: false,
      };
    case 'give-up':
      return {
        status: 'discarded',
        reason: 'a person gave up finding out whether it was booked',
        diagnostics: [],
      };
  }
}

/** How a person's word about an uncertain booking was taken. */
export type ResolveAnswer =
  | { readonly kind: 'resolved' }
  | { readonly kind: 'no-event' }
  /** Nothing about it is uncertain (or not this call of it); nothing was changed. */
  | { readonly kind: 'not-uncertain' }
  /** Several of its calls are uncertain: which is meant? `call`: its place among the calls of the event, from 0. */
  | {
      readonly kind: 'which';
      readonly calls: readonly { call: number; mapping: string; destination: string }[];
    }
  /** The booking was sent for another event, which is to be resolved instead. */
  | { readonly kind: 'elsewhere'; readonly eventId: string }
  /** It is being sent right now, for this event or another. */
  | { readonly kind: 'under-way' }
  /** The call names another customer than the person does. */
  | { readonly kind: 'other-customer'; readonly customerId: string };
