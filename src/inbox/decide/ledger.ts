import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { identityOf, namedParticipants } from '../booking-identity.ts';
import type { Call, PersistCustomerData } from '../call.ts';
import type { Beginning } from '../claim.ts';
import type { Completion } from '../outcome.ts';
import type { BookingKeys } from '../stored/booking-key.ts';
import type { Leaving } from './leave-lane.ts';
import { lostAnswerHint } from './settle.ts';

/** The data of the ledger about a booking. */
export interface Booked {
  /** The keyed hash of destination, appointment and participant, in hexadecimal digits. */
  readonly key: string;
  /** A number that is higher for later entries. */
  readonly number: number;
  readonly callId: number;
  readonly eventId: string;
  readonly attempt: number;
  /** `intent`: it is being sent, or was when the process ended. `free`: it was proved that it was not made. */
  readonly state: 'intent' | 'uncertain' | 'completed' | 'free';
  /** True if a response to it was lost before. */
  readonly wasUnclear: boolean;
  readonly completion: Completion;
  /** If it named no participant but its response did: the keys of the bookings that include it. */
  readonly names?: readonly string[] | undefined;
}

/** An entry of the ledger to be written. */
export interface NewBooking extends Pick<Booked, 'callId' | 'eventId' | 'attempt' | 'state' | 'wasUnclear'> {
  readonly keys: BookingKeys;
  readonly at: number;
}

/** The decision whether a booking may be sent, and the entry to write. */
export interface BookingDecision {
  readonly beginning: Beginning;
  readonly write?: Pick<Booked, 'state' | 'wasUnclear'>;
}

/** The input of the decision about a claimed booking. */
export interface BookingQuestion {
  readonly claim: { readonly callId: number; readonly attempt: number; readonly eventId: string };
  /** `exact`: the key of the booking; `unnamed`: its key without a participant, equal to `exact` if it has none. */
  readonly keys: { readonly exact: string; readonly unnamed: string };
  /** The ledger's entries for bookings of its appointment. */
  readonly known: readonly Booked[];
  /** True if its event was stored before this store was copied: the original may have made the booking since. */
  readonly isUnsure: boolean;
}

/**
 * Decides whether a claimed booking may be sent, by the ledger's entries for it and for possibly equal ones
 * (Store.begin). A booking without a participant may equal that of any participant, unless its response named another
 * one.
 */
export function decideBooking({ claim, keys, known, isUnsure }: BookingQuestion): BookingDecision {
  const own = known.find(({ key }) => key === keys.exact);
  const alike = alikeOf(keys, known).filter(other => other !== own && !isDecided(claim, own, other));
  const beginning = byOwn(claim, own) ?? byAlike(keys.exact, alike);
  if (beginning) return { beginning };
  if (!own && isUnsure) {
    return {
      beginning: { kind: 'uncertain', eventId: claim.eventId, copied: true },
      write: { state: 'uncertain', wasUnclear: true },
    };
  }
  const wasUnclear = [own, ...alike].some(each => each?.wasUnclear && isOpen(each));
  return {
    beginning: { kind: 'go', ...(wasUnclear && { earlierUnclear: true }) },
    write: { state: 'intent', wasUnclear },
  };
}

/**
 * Returns the bookings of an appointment that are this one or may be the same: for a booking without a participant,
 * all of them; for another one, also the entry without a participant.
 */
export function alikeOf<Entry extends Pick<Booked, 'key'>>(
  { exact, unnamed }: BookingQuestion['keys'],
  known: readonly Entry[],
): readonly Entry[] {
  return exact === unnamed ? known : known.filter(({ key }) => key === exact || key === unnamed);
}

function isOpen({ state }: Booked): boolean {
  return state === 'intent' || state === 'free';
}

/**
 * True if a possibly equal entry does not block this call any more: it existed already when a person decided that
 * this call's booking was not made. While the other booking is being sent, no such decision counts.
 */
function isDecided(claim: BookingQuestion['claim'], own: Booked | undefined, other: Booked): boolean {
  return own?.state === 'free' && own.callId === claim.callId && other.number < own.number && !isOpen(other);
}

/** Decides by the entry for exactly this booking. */
function byOwn(claim: BookingQuestion['claim'], own: Booked | undefined): Beginning | undefined {
  switch (own?.state) {
    case 'completed':
      return { kind: 'completed', eventId: own.eventId, completion: own.completion };
    case 'uncertain':
      return { kind: 'uncertain', eventId: own.eventId };
    case 'intent':
      if (own.callId !== claim.callId) return { kind: 'busy' };
      // An earlier attempt of this call has no stored end, so it may have been sent.
      if (own.attempt !== claim.attempt) return { kind: 'uncertain', eventId: own.eventId };
  }
  return undefined;
}

/** Decides by the entries for bookings that may be this one. */
function byAlike(exact: string, alike: readonly Booked[]): Beginning | undefined {
  const same = alike.find(({ state, names }) => state === 'completed' && names?.includes(exact));
  if (same) return { kind: 'completed', eventId: same.eventId, completion: same.completion };
  if (alike.some(({ state }) => state === 'intent')) return { kind: 'busy' };
  const unclear = alike.find(({ state }) => state === 'uncertain');
  if (unclear) return { kind: 'uncertain', eventId: unclear.eventId };
  const done = alike.find(({ state, names }) => state === 'completed' && !names);
  return done && { kind: 'perhaps', eventId: done.eventId, completion: done.completion };
}

/** The end of a booking's intent: it was made, may have been made, or was proved not made. */
export type IntentEnd = 'completed' | 'uncertain' | 'released';

/** Returns the state of a booking's entry after its intent ended. A lost response stays recorded. */
export function endIntent(
  end: IntentEnd,
  { wasUnclear }: Pick<Booked, 'wasUnclear'>,
): 'completed' | 'uncertain' | 'free' | 'gone' {
  if (end !== 'released') return end;
  return wasUnclear ? 'free' : 'gone';
}

/** The outcome of a booking that was being sent when its process ended. */
export function interruptedBooking(): Leaving {
  const reason = 'The bridge was interrupted while sending';
  const diagnostics = [
    diagnostic('delivery/outcome-unknown', `${reason}; it may have been booked`, { hint: lostAnswerHint }),
  ];
  return { status: 'uncertain', reason, diagnostics };
}

/** An uncertain call at the same destination as a booking that was just made. */
export interface UncertainCall {
  readonly id: number;
  readonly call: Call;
}

/**
 * Returns the calls of other events that were uncertain only because this booking was; they are now skipped.
 * `completion`: the result of the booking; its URL may contain the participant.
 */
export function duplicatesOf(
  booking: PersistCustomerData,
  completion: Completion,
  uncertain: readonly UncertainCall[],
): readonly number[] {
  return uncertain.filter(({ call }) => isSameBooking(booking, completion, call)).map(({ id }) => id);
}

/** The outcome of a call whose booking was made by another event. */
export function duplicateOf(eventId: string): Leaving {
  const reason = `this booking is completed already, by event ${eventId}`;
  return { status: 'skipped', reason, diagnostics: [diagnostic('delivery/already-booked', reason)] };
}

function isSameBooking(booking: PersistCustomerData, { url }: Completion, other: Call): boolean {
  if (other.operation !== 'persistCustomerData') return false;
  const [one, two] = [identityOf(booking), identityOf(other)];
  if (one.appointment !== two.appointment) return false;
  if (one.participant === two.participant) return true;
  if (one.participant !== undefined || two.participant === undefined) return false;
  return namedParticipants(one, url)?.includes(two.participant) ?? false;
}
