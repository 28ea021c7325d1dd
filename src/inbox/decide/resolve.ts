import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { customerNumber, type Link, type PersistCustomerData } from '../call.ts';
import type { Progress } from '../claim.ts';
import type { Status } from '../event.ts';
import type { Booked } from './ledger.ts';

/** A person's decision about a booking whose response was lost. */
export type Resolution =
  /** It was booked; the customer number may be known too. */
  | { readonly outcome: 'booked'; readonly customerId?: string }
  /** It was not booked: it will be sent again. */
  | { readonly outcome: 'not-booked' }
  /** Nobody can find out. The booking's entry in the ledger stays, so that no other event books it unnoticed. */
  | { readonly outcome: 'give-up' };

/** The new status of the call. */
export type Resolved =
  | Extract<Progress, { status: 'delivered' | 'queued' }>
  | { readonly status: 'discarded'; readonly reason: string; readonly diagnostics: readonly Diagnostic[] };

/** Returns the outcome of an uncertain booking by a person's decision, which `settle` does not handle. */
export function resolve(
  resolution: Resolution,
  uncertain: {
    readonly call: PersistCustomerData;
    readonly link: Link | undefined;
    /** The customer number of the link. */
    readonly linked: string | undefined;
    readonly now: number;
  },
): Resolved {
  const { call, link, linked, now } = uncertain;
  switch (resolution.outcome) {
    case 'booked': {
      const customerId = resolution.customerId ?? customerNumber(call) ?? linked;
      return {
        status: 'delivered',
        completion: customerId === undefined ? {} : { customerId },
        call,
        diagnostics: [foundBooked(link !== undefined && customerId === undefined)],
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

/** A booking links its person if its customer number is known. */
function foundBooked(isUnlinked: boolean): Diagnostic {
  if (!isUnlinked) return diagnostic('delivery/resolved', 'a person found that it was booked');
  return diagnostic(
    'delivery/resolved',
    'a person found that it was booked, but gave no customer number, so it links nobody',
    {
      severity: 'warning',
      hint: 'events that wait for this link continue after `fieldbridge links import`; `--customer NUMBER` would have created the link at once',
    },
  );
}

/** The result of a person's decision about an uncertain booking. */
export type ResolveAnswer =
  | { readonly kind: 'resolved' }
  | { readonly kind: 'no-event' }
  /** No call (or not this one) is uncertain; nothing was changed. */
  | { readonly kind: 'not-uncertain' }
  /** Several of its calls are uncertain. `call`: the position of a call in its event, from 0. */
  | {
      readonly kind: 'which';
      readonly calls: readonly { call: number; mapping: string; destination: string }[];
    }
  /** The booking was sent for another event; that event must be resolved instead. */
  | { readonly kind: 'elsewhere'; readonly eventId: string }
  /** It is being sent right now, for this event or another one. */
  | { readonly kind: 'under-way' }
  /** The call names another customer than the person stated. */
  | { readonly kind: 'other-customer'; readonly customerId: string }
  /** The link of the call belongs to another customer than the person states. */
  | { readonly kind: 'other-link'; readonly customerId: string };

/** An uncertain call of the event. */
export interface Uncertain {
  /** The position of the call in the event, from 0. */
  readonly position: number;
  readonly mapping: string;
  readonly destination: string;
}

/** An uncertain call with the columns for the decision. */
export interface UncertainRow extends Uncertain {
  readonly id: number;
  readonly event: number;
  readonly attempt: number;
  readonly link_people: string | null;
  readonly link_id: string | null;
  readonly policy: string;
  readonly request: string;
  readonly occurred_at: number | null;
}

/** Returns the link of an uncertain call, if it has one. */
export function linkOfUncertain({ link_people: people, link_id: id }: UncertainRow): Link | undefined {
  return people === null || id === null ? undefined : { people, id };
}

/**
 * Returns the uncertain call at a position in an event; for `position` undefined, the only one. Otherwise the reason
 * why the choice is unclear, also if the call at `position` is not uncertain and others are.
 */
export function meantCall<Row extends Uncertain>(
  uncertain: readonly Row[],
  position: number | undefined,
): { readonly row: Row } | ResolveAnswer {
  const meant = position === undefined ? uncertain : uncertain.filter(each => each.position === position);
  const [row] = meant;
  if (row && meant.length === 1) return { row };
  if (uncertain.length === 0) return { kind: 'not-uncertain' };
  const calls = uncertain.map(each => ({
    call: each.position,
    mapping: each.mapping,
    destination: each.destination,
  }));
  return { kind: 'which', calls };
}

/** The call that a person decides about. */
export interface AboutCall {
  readonly callId: number;
  readonly call: PersistCustomerData;
  /** The customer number of the call's link. */
  readonly linked: string | undefined;
  /** The key of its booking. */
  readonly key: string;
}

/** An entry of the ledger, and the status of the call that made it. */
export type OwnedBooking = Booked & { readonly ownerStatus: Status | undefined };

/**
 * Returns the reason why a person's decision about a call is refused, if it is: the call names another customer, or
 * the entry of another call for this booking, or a possibly equal one, takes precedence. An entry that a person gave
 * up does not. `known`: the ledger's entries for this booking and possibly equal ones.
 */
export function refusalOf(
  resolution: Resolution,
  about: AboutCall,
  known: readonly OwnedBooking[],
): ResolveAnswer | undefined {
  const number = customerNumber(about.call);
  if (
    resolution.outcome === 'booked' &&
    number !== undefined &&
    number !== (resolution.customerId ?? number)
  ) {
    return { kind: 'other-customer', customerId: number };
  }
  if (resolution.outcome === 'booked' && about.linked !== undefined) {
    const { customerId = about.linked } = resolution;
    if (customerId !== about.linked) return { kind: 'other-link', customerId: about.linked };
  }
  if (resolution.outcome === 'give-up') return undefined;
  if (known.some(({ state }) => state === 'intent')) return { kind: 'under-way' };
  const decides = known.find(
    ({ callId, key, state, ownerStatus }) =>
      callId !== about.callId &&
      ((key === about.key && state === 'completed') ||
        (state !== 'free' && state !== 'completed' && ownerStatus === 'uncertain')),
  );
  return decides && { kind: 'elsewhere', eventId: decides.eventId };
}
