import type { AuditEntry, AuditFilter, NewAuditEntry } from '../../audit.ts';
import { readCursor } from '../../event-filter.ts';
import { type AuditRow, auditPage } from '../../stored/stored-audit.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Adds an entry to the audit log, in the transaction of the action; returns its number. */
export async function addAudit(transaction: Transaction, entry: NewAuditEntry, now: number): Promise<number> {
  const row = await transaction.get<{ number: number }>(
    `INSERT INTO audit (at, who, what, event_id, about, detail, why, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING number`,
    Math.round(now),
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
export async function completeAudit(transaction: Transaction, number: number, detail: string): Promise<void> {
  await transaction.run('UPDATE audit SET detail = $1 WHERE number = $2', detail, number);
}

/** Removes the entry of an action that affected nothing. */
export async function dropAudit(transaction: Transaction, number: number): Promise<void> {
  await transaction.run('DELETE FROM audit WHERE number = $1', number);
}

/** One page of the audit log, the newest first (Store.audit). */
export async function listAudit(
  transaction: Transaction,
  { event, limit, cursor }: AuditFilter,
): Promise<{ entries: readonly AuditEntry[]; next?: string }> {
  const before = readCursor(cursor);
  const rows =
    event === undefined
      ? await transaction.all<AuditRow>(
          'SELECT * FROM audit WHERE number < $1 ORDER BY number DESC LIMIT $2',
          before,
          limit + 1,
        )
      : await transaction.all<AuditRow>(
          'SELECT * FROM audit WHERE event_id = $1 AND number < $2 ORDER BY event_id DESC, number DESC LIMIT $3',
          event,
          before,
          limit + 1,
        );
  return auditPage(rows, limit);
}
