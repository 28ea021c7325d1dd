import { diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Call, PersistCustomerData } from '../../call.ts';
import { storedCall } from '../../stored/stored-call.ts';
import type { Connection } from '../connection.ts';
import { takeOut } from '../rows/call-rows.ts';

/**
 * Skips the calls that are uncertain only because this very booking was, under another event: now it is known to be
 * made. Few calls are ever uncertain, so they are looked at one by one.
 */
export function skipFollowers(
  connection: Connection,
  made: { readonly callId: number; readonly sequence: number; readonly destination: string },
  booking: PersistCustomerData,
  now: number,
): void {
  const uncertain = connection.all<{ id: number; request: string }>(
    `SELECT c.id, c.request FROM event e JOIN call c ON c.event = e.sequence
     WHERE e.status = 'uncertain' AND c.status = 'uncertain' AND c.destination = ? AND c.id <> ?
       AND c.request IS NOT NULL`,
    made.destination,
    made.callId,
  );
  const followers = uncertain.filter(each => isSame(storedCall.read(each.request), booking));
  if (followers.length === 0) return;
  const event = connection.get<{ id: string }>('SELECT id FROM event WHERE sequence = ?', made.sequence);
  const reason = `this booking is completed already, by event ${event?.id ?? ''}`;
  const diagnostics = [diagnostic('delivery/already-booked', reason)];
  for (const { id } of followers) takeOut(connection, id, { status: 'skipped', reason, diagnostics }, now);
}

function isSame(one: Call, other: PersistCustomerData): boolean {
  return (
    one.operation === 'persistCustomerData' &&
    one.appointmentId.text === other.appointmentId.text &&
    one.appointmentParticipantId?.text === other.appointmentParticipantId?.text
  );
}
