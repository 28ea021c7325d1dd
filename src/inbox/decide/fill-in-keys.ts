import type { Call } from '../call.ts';
import type { Completion } from '../outcome.ts';
import { bookingKeys, namedKeys } from '../stored/booking-key.ts';

/** An entry of the ledger from an older version, with its call. */
export interface UnkeyedBooking {
  readonly number: number;
  readonly destination: string;
  readonly call: Call;
  /** Null if the booking is not completed. */
  readonly completion: Completion | null;
}

/** The values that are added to such an entry. */
export interface FilledIn {
  readonly number: number;
  /**
   * The new key. It differs from the old one only if an identifier has spaces at its ends; if another entry already
   * has it, the entry keeps the old one.
   */
  readonly key: Uint8Array;
  readonly appointment: Uint8Array;
  readonly names: Uint8Array | null;
}

/** Returns the keys for entries of an older version, which compared identifiers of bookings exactly as written. */
export function filledIn(secret: Uint8Array, entries: readonly UnkeyedBooking[]): readonly FilledIn[] {
  return entries.flatMap(({ number, destination, call, completion }) => {
    if (call.operation !== 'persistCustomerData') return [];
    const { exact, appointment } = bookingKeys(secret, destination, call);
    const names = completion && namedKeys(secret, destination, call, completion);
    return [{ number, key: exact, appointment, names }];
  });
}
