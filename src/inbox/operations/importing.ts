import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { Actor } from '../audit.ts';
import type { Call } from '../call.ts';
import { urgency, warningCodes } from '../decide/warning-codes.ts';
import type { Status } from '../event.ts';
import type {
  ImportedEvent,
  ImportedFilter,
  ImportProgress,
  ImportRecord,
  ImportWarnings,
  KnownOutcome,
  NewImport,
} from '../import-record.ts';
import type { Store } from '../store.ts';
import { storedCall } from '../stored/stored-call.ts';
import { storedNames } from '../stored/stored-request.ts';
import { addAudit } from './audit.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/** The methods for imported lists. `hasCode`: the SQL condition that the `codes` of an event contain the code $4. */
export function importing(store: OperationStore, hasCode: string) {
  return {
    beginImport: (list, actor) => store.write(transaction => begin(transaction, list, actor, store.now())),
    importRecord: id => store.read(transaction => recordOf(transaction, id)),
    importProgress: id => store.read(transaction => progress(transaction, id)),
    importedEvents: what => store.read(transaction => eventsOf(transaction, what, hasCode)),
    outcomes: ids => store.read(transaction => outcomesOf(transaction, ids)),
    knownEvents: (source, ids) => store.read(transaction => knownEvents(transaction, source, ids)),
    deliveredIn: (destination, lane) =>
      store.read(transaction => deliveredIn(transaction, destination, lane)),
  } satisfies Partial<Store>;
}

function* begin(
  transaction: StoreTransaction,
  list: NewImport,
  actor: Actor,
  now: number,
): Steps<ImportRecord> {
  const made = yield* transaction.get<ImportRecord>(
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
    yield* addAudit(transaction, { ...actor, what: 'import', about: list.source, detail }, now);
    return made;
  }
  const known = yield* transaction.get<ImportRecord>(
    `SELECT ${columns} FROM import WHERE source = $1 AND digest = $2`,
    list.source,
    list.digest,
  );
  if (!known) throw new Error('an import was neither found nor made');
  return known;
}

const columns = 'number, id, source, file, digest, row_count AS rows, at';

function recordOf(transaction: StoreTransaction, id: string): Steps<ImportRecord | undefined> {
  return transaction.get<ImportRecord>(`SELECT ${columns} FROM import WHERE id = $1`, id);
}

function* progress(transaction: StoreTransaction, id: string): Steps<ImportProgress | undefined> {
  const record = yield* recordOf(transaction, id);
  if (!record) return undefined;
  const counts = yield* transaction.all<CountedEvents>(
    'SELECT status, codes, count(*) AS count FROM event WHERE import = $1 GROUP BY status, codes',
    record.number,
  );
  const events: Partial<Record<Status, number>> = {};
  for (const { status, count } of counts) events[status] = (events[status] ?? 0) + count;
  return { record, events, warnings: warningsIn(counts) };
}

/** The number of events with a status and the same codes. */
interface CountedEvents {
  readonly status: Status;
  readonly codes: string | null;
  readonly count: number;
}

function warningsIn(counts: readonly CountedEvents[]): ImportWarnings {
  const byCode = new Map<string, number>();
  let events = 0;
  for (const { status, codes: written, count } of counts) {
    const doubtful = written === null ? [] : warningCodes(status, storedNames.read(written));
    if (doubtful.length > 0) events += count;
    for (const code of doubtful) byCode.set(code, (byCode.get(code) ?? 0) + count);
  }
  const all = [...byCode].map(([code, some]) => ({ code, events: some }));
  const byUrgency = all.toSorted(
    (one, other) => urgency(other.code) - urgency(one.code) || other.events - one.events,
  );
  return { events, codes: byUrgency };
}

function eventsOf(
  transaction: StoreTransaction,
  { id, status, code, after, limit }: ImportedFilter,
  hasCode: string,
): Steps<readonly ImportedEvent[]> {
  return transaction.all<ImportedEvent>(
    `SELECT import_row AS row, id FROM event
     WHERE import = (SELECT number FROM import WHERE id = $1) AND import IS NOT NULL AND status = $2 AND import_row > $3
       AND (CAST($4 AS text) IS NULL OR ${hasCode})
     ORDER BY import_row, sequence LIMIT $5`,
    id,
    status,
    after,
    code ?? null,
    limit,
  );
}

function* outcomesOf(
  transaction: StoreTransaction,
  ids: readonly string[],
): Steps<ReadonlyMap<string, KnownOutcome>> {
  const rows = yield* transaction.all<{ id: string; status: Status; import: number | null }>(
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

function* knownEvents(
  transaction: StoreTransaction,
  source: string,
  ids: readonly string[],
): Steps<ReadonlyMap<string, string>> {
  const rows = yield* transaction.all<{ key: string; event_id: string }>(
    'SELECT key, event_id FROM dedupe WHERE source = $1 AND key = ANY ($2) AND variant = 0',
    source,
    ids,
  );
  return new Map(rows.map(({ key, event_id }) => [key, event_id]));
}

/** The maximum number of returned calls. Newer calls have replaced the values of all calls before these. */
const mostDelivered = 50;

function* deliveredIn(
  transaction: StoreTransaction,
  destination: string,
  key: string,
): Steps<readonly Call[]> {
  const rows = yield* transaction.all<{ request: string }>(
    `SELECT request FROM call WHERE lane = (SELECT id FROM lane WHERE destination = $1 AND key = $2)
       AND status = 'delivered' ORDER BY event DESC, position DESC LIMIT $3`,
    destination,
    key,
    mostDelivered,
  );
  return rows.map(({ request }) => storedCall.read(request)).reverse();
}
