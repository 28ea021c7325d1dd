import type { Operation } from '../call.ts';
import type { Status } from '../event.ts';
import type { ArchivedCall } from '../event-archive.ts';
import { storedCall } from './stored-call.ts';
import { diagnosticsOf } from './stored-diagnostics.ts';

/** The columns of a call's row for an archive. */
export interface ArchivedCallRow {
  readonly mapping: string;
  readonly mapping_version: string;
  readonly destination: string;
  readonly operation: Operation;
  readonly status: Status;
  readonly link_people: string | null;
  readonly link_id: string | null;
  readonly request: string | null;
  readonly customer_id: string | null;
  readonly diagnostics: string | null;
}

/** Converts a call's row to a call of an archive. */
export function archivedCall(row: ArchivedCallRow): ArchivedCall {
  return {
    mapping: row.mapping,
    mappingVersion: row.mapping_version,
    destination: row.destination,
    operation: row.operation,
    status: row.status,
    link:
      row.link_people === null || row.link_id === null
        ? undefined
        : { people: row.link_people, id: row.link_id },
    call: row.request === null ? undefined : storedCall.read(row.request),
    customerId: row.customer_id ?? undefined,
    diagnostics: diagnosticsOf(row.diagnostics),
  };
}
