import { type DerivedRow, deriveEvent } from '../../decide/derive-event.ts';
import { settledStatuses } from '../../decide/event-status.ts';
import type { Status } from '../../event.ts';
import type { Connection } from '../connection/connection.ts';

/** An event, with one of its calls if it has any. */
interface EventWithCall extends DerivedRow {
  readonly diagnostics: string | null;
  readonly call_status: Status | null;
  readonly destination: string | null;
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
  const calls = rows.flatMap(({ call_status: status, destination, diagnostics }) =>
    status === null || destination === null ? [] : [{ status, destination, diagnostics }],
  );
  const derived = deriveEvent(event, calls);
  if (!derived) return;
  const { status, own, waitsAt, codes } = derived;
  if (own !== event.own_status)
    connection.run('UPDATE event SET own_status = NULL, own_reason = NULL WHERE sequence = ?', sequence);
  if (status !== event.status) connection.addEventOutcome(event.source, status, sequence);
  connection.run(
    `UPDATE event SET status = ?1, settled_at = iif(status = ?1, settled_at, ?2), waits_at = ?3, codes = ?4
     WHERE sequence = ?5`,
    status,
    settledStatuses.has(status) ? now : null,
    waitsAt,
    codes,
    sequence,
  );
}
