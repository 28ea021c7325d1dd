import type { DestinationRecord } from '../../destination-record.ts';
import type { MappingHold } from '../../mapping-hold.ts';
import { storedDiagnostics } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Returns the stored states of the destinations (Store.destinations). */
export async function destinationRecords(transaction: Transaction): Promise<readonly DestinationRecord[]> {
  const rows = await transaction.all<
    Omit<DestinationRecord, 'next' | 'code'> & { next: string | null; code: string | null }
  >(
    `SELECT name, paused, held_since AS "heldSince", opened_at AS "openedAt", reason, next, code,
       not_before AS "notBefore"
     FROM destination ORDER BY name`,
  );
  return rows.map(row => ({ ...row, next: row.next ?? undefined, code: row.code ?? undefined }));
}

/** Returns the held mappings (Store.mappingHolds). */
export async function mappingHoldRecords(transaction: Transaction): Promise<readonly MappingHold[]> {
  const rows = await transaction.all<Omit<MappingHold, 'diagnostics'> & { diagnostics: string }>(
    `SELECT mapping, mapping_version AS "mappingVersion", destination, catalog_version AS "catalogVersion", since, reason,
       diagnostics
     FROM mapping_hold ORDER BY mapping`,
  );
  return rows.map(row => ({ ...row, diagnostics: storedDiagnostics.read(row.diagnostics) }));
}
