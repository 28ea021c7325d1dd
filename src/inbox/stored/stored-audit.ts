import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { AuditEntry } from '../audit.ts';

/** The row of an entry of the audit log. */
export interface AuditRow {
  readonly number: number;
  readonly at: number;
  readonly who: string;
  readonly what: AuditEntry['what'];
  readonly event_id: string | null;
  readonly about: string | null;
  readonly detail: string | null;
  readonly why: string | null;
  readonly address: string | null;
}

/** Returns an entry for display. */
function auditEntry(row: AuditRow): AuditEntry {
  return withoutAbsent({
    at: new Date(row.at).toISOString(),
    who: row.who,
    what: row.what,
    event: row.event_id ?? undefined,
    about: row.about ?? undefined,
    detail: row.detail ?? undefined,
    why: row.why ?? undefined,
    address: row.address ?? undefined,
  });
}

/** Returns a page of the audit log from its rows, which include one row more than the page. */
export function auditPage(
  rows: readonly AuditRow[],
  limit: number,
): { entries: readonly AuditEntry[]; next?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { entries: page.map(auditEntry), ...(rows.length > limit && last && { next: String(last.number) }) };
}
