import * as z from 'zod';
import { reservationKinds } from '../salon/account.ts';
import { addReservations } from '../salon/reservations.ts';
import type { World } from '../world.ts';
import { checkBody, type Refused } from './check-body.ts';

/** A reserved slot, as the start-booking operation would name it. */
export interface ReservedSlot {
  readonly appointmentId: string;
  readonly appointmentParticipantId: string;
}

const request = z.strictObject({
  count: z
    .int('a whole number from 1 to 100000')
    .min(1, 'from 1 to 100000')
    .max(100_000, 'from 1 to 100000')
    .exactOptional(),
  kind: z.enum(reservationKinds, `one of ${reservationKinds.join(', ')}`).exactOptional(),
  location: z.int('the id of a location').exactOptional(),
});

/** Makes new reservations and returns their identifiers: by default one plain one at the first location. */
export function makeReservations(
  { account }: World,
  body: unknown,
): Refused | { readonly reservations: readonly ReservedSlot[] } {
  const checked = checkBody(request, body);
  if ('error' in checked) return checked;
  const { count = 1, kind = 'plain', location = 1 } = checked.value;
  if (!account.locations.some(({ id }) => id === location)) {
    return { error: `there is no location ${location}` };
  }
  const reservations = addReservations(account, count, kind, location);
  return {
    reservations: reservations.map(({ appointmentId, appointmentParticipantId }) => ({
      appointmentId,
      appointmentParticipantId,
    })),
  };
}
