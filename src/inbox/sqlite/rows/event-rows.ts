import { eventStatus, ownStatusBeside, settledStatuses } from '../../decide/event-status.ts';
import type { Status } from '../../event.ts';
import { codesOf } from '../../stored/event-codes.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import { waitsAt } from '../../stored/waits-at.ts';
import type { Connection } from '../connection/connection.ts';

/** An event, with one of its calls if it has any. */
interface EventWithCall {
  source: string;
  status: Status;
  own_status: Status | null;
  planning: number;
  waits_at: string | null;
  codes: string | null;
  own_diagnostics: string | null;
  noticed: string | null;
  diagnostics: string | null;
  call_status: Status | null;
  destination: string | null;
}

/**
 * Derives the status of an event again, and the columns by which lists find it. Call it after every change of its
 * calls, of its own status or of its diagnostics.
 */
export function refreshEvent(connection: Connection, sequence: number, now: number): void {
  const rows = connection.all<EventWithCall>(
    `SELECT e.source, e.status, e.own_status, e.planning, e.waits_at, e.codes, e.own_diagnostics, e.noticed,
       c.status AS call_status, c.destination, c.diagnostics
     FROM event e LEFT JOIN call c ON c.event = e.sequence WHERE e.sequence = ?`,
    sequence,
  );
  const [event] = rows;
  if (!event) return;
  const calls = rows.flatMap(({ call_status: status, destination }) =>
    status === null || destination === null ? [] : [{ status, destination }],
  );
  const statuses = calls.map(call => call.status);
  const own = ownStatusBeside(event.own_status, statuses);
  if (own !== event.own_status)
    connection.run('UPDATE event SET own_status = NULL, own_reason = NULL WHERE sequence = ?', sequence);
  const status = eventStatus({
    own,
    calls: statuses,
    replaying: event.planning >= planningCodes.replay,
  });
  const places = status === 'queued' ? waitsAt(calls) : null;
  const codes = codesOf([event.noticed, event.own_diagnostics, ...rows.map(row => row.diagnostics)]);
  if (status === event.status && places === event.waits_at && codes === event.codes) return;
  if (status !== event.status) connection.addEventOutcome(event.source, status, sequence);
  connection.run(
    `UPDATE event SET status = ?1, settled_at = iif(status = ?1, settled_at, ?2), waits_at = ?3, codes = ?4
     WHERE sequence = ?5`,
    status,
    settledStatuses.has(status) ? now : null,
    places,
    codes,
    sequence,
  );
}
