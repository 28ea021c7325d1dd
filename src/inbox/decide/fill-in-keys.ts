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

/** What is written into such an entry. */
export interface FilledIn {
  readonly number: number;
  /** It is as it was, but where an identifier has blanks at its ends; it stays where another entry has it. */
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
