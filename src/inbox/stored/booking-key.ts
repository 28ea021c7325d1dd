import { createHmac, createSecretKey } from 'node:crypto';
import type { PersistCustomerData } from '../call.ts';

/** The key of a booking: a keyed hash of destination, appointment and participant. */
export function bookingKey(
  secret: Uint8Array,
  destination: string,
  booking: PersistCustomerData,
): Uint8Array {
  const parts = [destination, booking.appointmentId.text, booking.appointmentParticipantId?.text ?? null];
  return createHmac('sha256', createSecretKey(secret)).update(JSON.stringify(parts)).digest();
}
