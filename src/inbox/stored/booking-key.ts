import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { identityOf, namedParticipants } from '../booking-identity.ts';
import type { PersistCustomerData } from '../call.ts';
import type { Completion } from '../outcome.ts';

/** The keyed hashes by which the ledger finds a booking and possibly equal ones. */
export interface BookingKeys {
  /** The hash of destination, appointment and participant. */
  readonly exact: Uint8Array;
  /** The hash without a participant; equal to `exact` if the booking names none. */
  readonly unnamed: Uint8Array;
  /** The hash of destination and appointment. */
  readonly appointment: Uint8Array;
}

/** Returns the keys of a booking. */
export function bookingKeys(
  secret: Uint8Array,
  destination: string,
  booking: PersistCustomerData,
): BookingKeys {
  const { appointment, participant } = identityOf(booking);
  const key = createSecretKey(secret);
  return {
    exact: hash(key, [destination, appointment, participant ?? null]),
    unnamed: hash(key, [destination, appointment, null]),
    appointment: hash(key, [destination, appointment]),
  };
}

/**
 * Returns, one after another, the exact keys of the bookings that a completed one may be: it named no participant,
 * and its response did. Null if it named one itself, or if the response named nobody.
 */
export function namedKeys(
  secret: Uint8Array,
  destination: string,
  booking: PersistCustomerData,
  { url }: Pick<Completion, 'url'>,
): Uint8Array | null {
  const identity = identityOf(booking);
  const named = identity.participant === undefined ? namedParticipants(identity, url) : undefined;
  if (!named || named.length > mostSegments) return null;
  const key = createSecretKey(secret);
  return Buffer.concat(named.map(each => hash(key, [destination, identity.appointment, each])));
}

/** Returns the keys of a text by `namedKeys`, in hexadecimal digits; undefined for null. */
export function readNamedKeys(names: Uint8Array | null): readonly string[] | undefined {
  return names === null ? undefined : (hexOf(names).match(/.{64}/g) ?? undefined);
}

/** Returns a key in hexadecimal digits. */
export function hexOf(key: Uint8Array): string {
  return Buffer.from(key).toString('hex');
}

/** The maximum number of path segments in a response's URL; one with more identifies nothing. */
const mostSegments = 64;

function hash(key: KeyObject, parts: readonly (string | null)[]): Uint8Array {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}
