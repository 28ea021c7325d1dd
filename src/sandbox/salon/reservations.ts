import { createHash } from 'node:crypto';
import type { Account, Reservation, ReservationKind } from './account.ts';

/** Makes fresh reservations, as the start-booking operation would (API document 1). */
export function addReservations(
  account: Account,
  count: number,
  kind: ReservationKind,
  locationId: number,
): readonly Reservation[] {
  return Array.from({ length: count }, () => {
    account.reservationsMade += 1;
    const reservation: Reservation = {
      ...reservationIds(account.reservationsMade),
      locationId,
      kind,
      state: 'reserved',
      customerId: null,
      customerComment: '',
      consents: {},
      values: new Map(),
    };
    account.reservations.set(reservation.appointmentId, reservation);
    return reservation;
  });
}

/** Returns the identifiers of the n-th reservation: they look obfuscated, and are the same in every run. */
export function reservationIds(n: number): {
  readonly appointmentId: string;
  readonly appointmentParticipantId: string;
} {
  return {
    appointmentId: `apt-${obscured('apt', n)}`,
    appointmentParticipantId: `par-${obscured('par', n)}`,
  };
}

function obscured(kind: string, n: number): string {
  const digest = createHash('sha256').update(`${kind} ${n}`).digest('base64');
  return digest.replace(/[+/=]/g, '').slice(0, 12);
}
