import type { Call } from '../call.ts';
import type { Completion } from '../outcome.ts';
import { bookingKeys, namedKeys } from '../stored/booking-key.ts';

/** An entry of the ledger that an older version wrote, with the call that it is of. */
export interface UnkeyedBooking {
  readonly number: number;
  readonly destination: string;
  readonly call: Call;
  /** Null where the booking is not completed. */
  readonly completion: Completion | null;
}

/** The values that are written into such an entry. */
export interface FilledIn {
  readonly number: number;
  /**
   * The key stays the same, unless an identifier has spaces at its ends; it also stays if another entry has the new
   * one.
   */
  readonly key: Uint8Array;
  readonly appointment: Uint8Array;
  readonly names: Uint8Array | null;
}

/** The keys of entries of an older version, which knew bookings by the spelling of their identifiers alone. */
export function filledIn(secret: Uint8Array, entries: readonly UnkeyedBooking[]): readonly FilledIn[] {
  return entries.flatMap(({ number, destination, call, completion }) => {
    if (call.operation !== 'persistCustomerData') return [];
    const { exact, appointment } = bookingKeys(secret, destination, call);
    const names = completion && namedKeys(secret, destination, call, completion);
    return [{ number, key: exact, appointment, names }];
  });
}
