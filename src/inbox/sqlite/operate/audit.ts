import type { AuditEntry, AuditFilter, NewAuditEntry } from '../../audit.ts';
import { readCursor } from '../../event-filter.ts';
import { type AuditRow, auditPage } from '../../stored/stored-audit.ts';
import type { Connection } from '../connection/connection.ts';

/** Adds an entry to the audit log, in the transaction of the action; returns its number. */
export function addAudit(connection: Connection, entry: NewAuditEntry, now: number): number {
  return connection.insert(
    'INSERT INTO audit (at, who, what, event_id, about, detail, why, address) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    now,
    entry.who,
    entry.what,
    entry.event ?? null,
    entry.about ?? null,
    entry.detail ?? null,
    entry.why ?? null,
    entry.address ?? null,
  );
}

/** Adds the amount of affected data to an entry, when it is known. */
export function completeAudit(connection: Connection, number: number, detail: string): void {
  connection.run('UPDATE audit SET detail = ? WHERE number = ?', detail, number);
}

/** Removes the entry of an action that affected nothing. */
export function dropAudit(connection: Connection, number: number): void {
  connection.run('DELETE FROM audit WHERE number = ?', number);
}

/** One page of the audit log, the newest first (Store.audit). */
export function listAudit(
  connection: Connection,
  { event, limit, cursor }: AuditFilter,
): { entries: readonly AuditEntry[]; next?: string } {
  const before = readCursor(cursor);
  const rows =
    event === undefined
      ? connection.all<AuditRow>(
          'SELECT * FROM audit WHERE number < ? ORDER BY number DESC LIMIT ?',
          before,
          limit + 1,
        )
      : connection.all<AuditRow>(
          'SELECT * FROM audit WHERE event_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
          event,
          before,
          limit + 1,
        );
  return auditPage(rows, limit);
}
