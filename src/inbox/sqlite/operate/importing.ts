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
import type { Connection } from '../connection/connection.ts';
import type { Parts } from '../parts.ts';
import { findLane } from '../rows/lanes.ts';
import { addAudit } from './audit.ts';

/** The methods for lists that people import. */
export function importing({ connection, queue, wholeQueue, clock }: Parts) {
  return {
    beginImport: (list, actor) => queue.write(() => begin(connection, list, actor, clock.now())),
    importRecord: id => queue.read(() => recordOf(connection, id)),
    importProgress: id => wholeQueue.read(() => progress(connection, id)),
    importedEvents: what => wholeQueue.read(() => eventsOf(connection, what)),
    outcomes: ids => wholeQueue.read(() => outcomesOf(connection, ids)),
    knownEvents: (source, ids) => queue.read(() => knownEvents(connection, source, ids)),
    deliveredIn: (destination, lane) => wholeQueue.read(() => deliveredIn(connection, destination, lane)),
  } satisfies Partial<Store>;
}

function begin(connection: Connection, list: NewImport, actor: Actor, now: number): ImportRecord {
  const known = connection.get<ImportRecord>(
    `SELECT ${columns} FROM import WHERE source = ? AND digest = ?`,
    list.source,
    list.digest,
  );
  if (known) return known;
  const number = connection.insert(
    'INSERT INTO import (id, source, digest, file, row_count, at) VALUES (?, ?, ?, ?, ?, ?)',
    list.id,
    list.source,
    list.digest,
    list.file,
    list.rows,
    now,
  );
  const detail = `${list.rows} rows of ${list.file}`;
  addAudit(connection, { ...actor, what: 'import', about: list.source, detail }, now);
  return { ...list, number, at: now };
}

const columns = 'number, id, source, file, digest, row_count AS rows, at';

function recordOf(connection: Connection, id: string): ImportRecord | undefined {
  return connection.get<ImportRecord>(`SELECT ${columns} FROM import WHERE id = ?`, id);
}

function progress(connection: Connection, id: string): ImportProgress | undefined {
  const record = recordOf(connection, id);
  if (!record) return undefined;
  const counts = connection.all<{ status: Status; count: number }>(
    'SELECT status, count(*) AS count FROM event WHERE import = ? GROUP BY status',
    record.number,
  );
  return { record, events: Object.fromEntries(counts.map(({ status, count }) => [status, count])) };
}

function eventsOf(
  connection: Connection,
  { id, status, code, after, limit }: ImportedFilter,
): readonly ImportedEvent[] {
  return connection.all<{ row: number; id: string }>(
    `SELECT import_row AS row, id FROM event
     WHERE import = (SELECT number FROM import WHERE id = ?) AND import IS NOT NULL AND status = ? AND import_row > ?
       AND (? IS NULL OR EXISTS (SELECT 1 FROM json_each(codes) WHERE value = ?))
     ORDER BY import_row, sequence LIMIT ?`,
    id,
    status,
    after,
    code ?? null,
    code ?? null,
    limit,
  );
}

function outcomesOf(connection: Connection, ids: readonly string[]): ReadonlyMap<string, KnownOutcome> {
  const rows = connection.all<{ id: string; status: Status; import: number | null }>(
    'SELECT id, status, import FROM event WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  return new Map(
    rows.map(each => [
      each.id,
      { status: each.status, ...withoutAbsent({ import: each.import ?? undefined }) },
    ]),
  );
}

function knownEvents(
  connection: Connection,
  source: string,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const rows = connection.all<{ key: string; event_id: string }>(
    `SELECT key, event_id FROM dedupe
     WHERE source = ? AND key IN (SELECT value FROM json_each(?)) AND variant = 0`,
    source,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ key, event_id }) => [key, event_id]));
}

/** The values of older calls do not matter beside this many newer ones. */
const mostDelivered = 50;

function deliveredIn(connection: Connection, destination: string, key: string): readonly Call[] {
  const lane = findLane(connection, destination, key);
  if (lane === undefined) return [];
  const rows = connection.all<{ request: string }>(
    `SELECT request FROM call WHERE lane = ? AND status = 'delivered' ORDER BY event DESC, position DESC LIMIT ?`,
    lane,
    mostDelivered,
  );
  return rows.map(({ request }) => storedCall.read(request)).reverse();
}
