import { withoutAbsent } from '../../../diagnostics/without-absent.ts';
import type { Actor } from '../../audit.ts';
import type { Call } from '../../call.ts';
import type { Status } from '../../event.ts';
import type {
  ImportedEvent,
  ImportedFilter,
  ImportProgress,
  ImportRecord,
  KnownOutcome,
  NewImport,
} from '../../import-record.ts';
import type { Store } from '../../store.ts';
import { storedCall } from '../../stored/stored-call.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { addAudit } from './audit.ts';

/** The methods for lists that people import. */
export function importing({ database, clock }: Parts) {
  return {
    beginImport: (list, actor) =>
      database.write(transaction => begin(transaction, list, actor, Math.round(clock.now()))),
    importRecord: id => database.read(transaction => recordOf(transaction, id)),
    importProgress: id => database.read(transaction => progress(transaction, id)),
    importedEvents: what => database.read(transaction => eventsOf(transaction, what)),
    outcomes: ids => database.read(transaction => outcomesOf(transaction, ids)),
    knownEvents: (source, ids) => database.read(transaction => knownEvents(transaction, source, ids)),
    deliveredIn: (destination, lane) =>
      database.read(transaction => deliveredIn(transaction, destination, lane)),
  } satisfies Partial<Store>;
}

async function begin(
  transaction: Transaction,
  list: NewImport,
  actor: Actor,
  now: number,
): Promise<ImportRecord> {
  const made = await transaction.get<ImportRecord>(
    `INSERT INTO import (id, source, digest, file, row_count, at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (source, digest) DO NOTHING RETURNING ${columns}`,
    list.id,
    list.source,
    list.digest,
    list.file,
    list.rows,
    now,
  );
  if (made) {
    const detail = `${list.rows} rows of ${list.file}`;
    await addAudit(transaction, { ...actor, what: 'import', about: list.source, detail }, now);
    return made;
  }
  const known = await transaction.get<ImportRecord>(
    `SELECT ${columns} FROM import WHERE source = $1 AND digest = $2`,
    list.source,
    list.digest,
  );
  if (!known) throw new Error('an import was neither found nor made');
  return known;
}

const columns = 'number, id, source, file, digest, row_count AS rows, at';

function recordOf(transaction: Transaction, id: string): Promise<ImportRecord | undefined> {
  return transaction.get<ImportRecord>(`SELECT ${columns} FROM import WHERE id = $1`, id);
}

async function progress(transaction: Transaction, id: string): Promise<ImportProgress | undefined> {
  const record = await recordOf(transaction, id);
  if (!record) return undefined;
  const counts = await transaction.all<{ status: Status; count: number }>(
    'SELECT status, count(*) AS count FROM event WHERE import = $1 GROUP BY status',
    record.number,
  );
  return { record, events: Object.fromEntries(counts.map(({ status, count }) => [status, count])) };
}

async function eventsOf(
  transaction: Transaction,
  { id, status, code, after, limit }: ImportedFilter,
): Promise<readonly ImportedEvent[]> {
  return transaction.all<{ row: number; id: string }>(
    `SELECT import_row AS row, id FROM event
     WHERE import = (SELECT number FROM import WHERE id = $1) AND import IS NOT NULL AND status = $2 AND import_row > $3
       AND ($4::text IS NULL OR codes::jsonb ? $4)
     ORDER BY import_row, sequence LIMIT $5`,
    id,
    status,
    after,
    code ?? null,
    limit,
  );
}

async function outcomesOf(
  transaction: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownOutcome>> {
  const rows = await transaction.all<{ id: string; status: Status; import: number | null }>(
    'SELECT id, status, import FROM event WHERE id = ANY ($1)',
    ids,
  );
  return new Map(
    rows.map(each => [
      each.id,
      { status: each.status, ...withoutAbsent({ import: each.import ?? undefined }) },
    ]),
  );
}

async function knownEvents(
  transaction: Transaction,
  source: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await transaction.all<{ key: string; event_id: string }>(
    'SELECT key, event_id FROM dedupe WHERE source = $1 AND key = ANY ($2) AND variant = 0',
    source,
    ids,
  );
  return new Map(rows.map(({ key, event_id }) => [key, event_id]));
}

/** The values of older calls do not matter beside this many newer ones. */
const mostDelivered = 50;

async function deliveredIn(
  transaction: Transaction,
  destination: string,
  key: string,
): Promise<readonly Call[]> {
  const rows = await transaction.all<{ request: string }>(
    `SELECT request FROM call WHERE lane = (SELECT id FROM lane WHERE destination = $1 AND key = $2)
       AND status = 'delivered' ORDER BY event DESC, position DESC LIMIT $3`,
    destination,
    key,
    mostDelivered,
  );
  return rows.map(({ request }) => storedCall.read(request)).reverse();
}
