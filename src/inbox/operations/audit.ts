import type { AuditEntry, AuditFilter, NewAuditEntry } from '../audit.ts';
import { readCursor } from '../event-filter.ts';
import { type AuditRow, auditPage } from '../stored/stored-audit.ts';
import type { Steps, StoreTransaction } from './steps.ts';

/** Adds an entry to the audit log, in the transaction of the action; returns its number. */
export function* addAudit(transaction: StoreTransaction, entry: NewAuditEntry, now: number): Steps<number> {
  const row = yield* transaction.get<{ number: number }>(
    `INSERT INTO audit (at, who, what, event_id, about, detail, why, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING number`,
    now,
    entry.who,
    entry.what,
    entry.event ?? null,
    entry.about ?? null,
    entry.detail ?? null,
    entry.why ?? null,
    entry.address ?? null,
  );
  if (!row) throw new Error('an entry of the audit log was not written');
  return row.number;
}

/** Adds the amount of affected data to an entry, when it is known. */
export function* completeAudit(transaction: StoreTransaction, number: number, detail: string): Steps<void> {
  yield* transaction.run('UPDATE audit SET detail = $1 WHERE number = $2', detail, number);
}

/** Removes the entry of an action that affected nothing. */
export function* dropAudit(transaction: StoreTransaction, number: number): Steps<void> {
  yield* transaction.run('DELETE FROM audit WHERE number = $1', number);
}

/** Returns a page of the audit log, the newest entries first (Store.audit). */
export function* listAudit(
  transaction: StoreTransaction,
  { event, limit, cursor }: AuditFilter,
): Steps<{ entries: readonly AuditEntry[]; next?: string }> {
  const before = readCursor(cursor);
  const rows =
    event === undefined
      ? yield* transaction.all<AuditRow>(
          'SELECT * FROM audit WHERE number < $1 ORDER BY number DESC LIMIT $2',
          before,
          limit + 1,
        )
      : yield* transaction.all<AuditRow>(
          'SELECT * FROM audit WHERE event_id = $1 AND number < $2 ORDER BY event_id DESC, number DESC LIMIT $3',
          event,
          before,
          limit + 1,
        );
  return auditPage(rows, limit);
}
