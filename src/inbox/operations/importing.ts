import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { Actor } from '../audit.ts';
import type { KnownEvent } from '../decide/duplicates.ts';
import { unsentStatuses } from '../decide/repeated-row.ts';
import { urgency, warningCodes } from '../decide/warning-codes.ts';
import type { Status } from '../event.ts';
import type {
  DeliveredUpdate,
  DeliveryOfPerson,
  ImportedEvent,
  ImportedFilter,
  ImportProgress,
  ImportRecord,
  ImportWarnings,
  KnownOutcome,
  NewImport,
  PlacedRow,
} from '../import-record.ts';
import type { Store } from '../store.ts';
import { planningCodes } from '../stored/planning-codes.ts';
import { storedCall } from '../stored/stored-call.ts';
import { storedNames } from '../stored/stored-request.ts';
import { addAudit } from './audit.ts';
import { markForReplay } from './replaying.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/** The methods for imported lists. `hasCode`: the SQL condition that the `codes` of an event contain the code $4. */
export function importing(store: OperationStore, hasCode: string) {
  return {
    beginImport: (list, actor) => store.write(transaction => begin(transaction, list, actor, store.now())),
    importRecord: id => store.read(transaction => recordOf(transaction, id)),
    importOf: (source, digest) => store.read(transaction => importOf(transaction, source, digest)),
    importProgress: id => store.read(transaction => progress(transaction, id)),
    importedEvents: what => store.read(transaction => eventsOf(transaction, what, hasCode)),
    outcomes: ids => store.read(transaction => outcomesOf(transaction, ids)),
    knownEvents: (source, ids) => store.read(transaction => knownEvents(transaction, source, ids)),
    planRowAgain: (what, actor) =>
      store.write(transaction => planRowAgain(transaction, what, actor, store.now())),
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
  const known = yield* importOf(transaction, list.source, list.digest);
  if (!known) throw new Error('an import was neither found nor made');
  return known;
}

const columns = 'number, id, source, file, digest, row_count AS rows, at';

function recordOf(transaction: StoreTransaction, id: string): Steps<ImportRecord | undefined> {
  return transaction.get<ImportRecord>(`SELECT ${columns} FROM import WHERE id = $1`, id);
}

function importOf(
  transaction: StoreTransaction,
  source: string,
  digest: string,
): Steps<ImportRecord | undefined> {
  const sql = `SELECT ${columns} FROM import WHERE source = $1 AND digest = $2`;
  return transaction.get<ImportRecord>(sql, source, digest);
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
  const rows = yield* transaction.all<
    { id: string; status: Status; others: number; outside: number } & InList
  >(
    `SELECT id, CASE WHEN planning >= $2 AND status = 'delivered' THEN 'queued' ELSE status END AS status,
       import, import_row, ${others('true')} AS others,
       ${others('(SELECT import FROM event AS beside WHERE beside.sequence = other.event) IS DISTINCT FROM event.import')}
         AS outside
     FROM event WHERE id = ANY ($1)`,
    ids,
    planningCodes.replay,
  );
  const delivered = rows.flatMap(({ id, status }) => (status === 'delivered' ? [id] : []));
  const updates = delivered.length === 0 ? new Map() : yield* updatesOf(transaction, delivered);
  return new Map(
    rows.map(({ id, status, others: any, outside, ...list }) => [
      id,
      {
        ...{ status, hasOthers: any === 1, hasOutside: outside === 1 },
        ...placeInList(list),
        ...(updates.has(id) && { updates: updates.get(id) }),
      },
    ]),
  );
}

function* updatesOf(
  transaction: StoreTransaction,
  ids: readonly string[],
): Steps<ReadonlyMap<string, readonly DeliveredUpdate[]>> {
  const rows = yield* transaction.all<{ id: string } & DeliveredUpdate>(
    `SELECT event.id, call.mapping, call.mapping_version AS version, ${deliveredAt('call')} AS at
     FROM event JOIN call ON call.event = event.sequence
     WHERE event.id = ANY ($1) AND call.status = 'delivered' AND call.operation = 'updateCustomer'`,
    ids,
  );
  return Map.groupBy(rows, ({ id }) => id);
}

/** The SQL expression for the time of the last delivery of a call, of a table with this name. */
function deliveredAt(call: string): string {
  return `coalesce((SELECT max(at) FROM attempt WHERE attempt.call = ${call}.id AND outcome LIKE 'done %'), event.received_at)`;
}

/** The SQL expression that is 1 if an event is delivered, and so are others of its person that meet a condition. */
function others(condition: string): string {
  return `CASE WHEN status = 'delivered' AND EXISTS (
    SELECT 1 FROM call JOIN call AS other ON other.lane = call.lane AND other.status = 'delivered'
      AND other.event <> call.event
    WHERE call.event = event.sequence AND call.lane IS NOT NULL AND ${condition}) THEN 1 ELSE 0 END`;
}

interface InList {
  import: number | null;
  import_row: number | null;
}

function placeInList({ import: number, import_row: row }: InList): Pick<KnownOutcome, 'import' | 'row'> {
  return withoutAbsent({ import: number ?? undefined, row: row ?? undefined });
}

/** Plans an event again as the row of a list that repeats it, and makes it a row of this list (Store.planRowAgain). */
function* planRowAgain(
  transaction: StoreTransaction,
  { id, row: { import: number, row } }: PlacedRow,
  actor: Actor,
  now: number,
): Steps<boolean> {
  const event = yield* transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  if (!event) return false;
  const { sequence } = event;
  yield* transaction.lockEventRows([sequence]);
  const sql = 'SELECT 1 FROM event WHERE sequence = $1 AND status = ANY ($2)';
  if (!(yield* transaction.get(sql, sequence, unsentStatuses))) return false;
  const planned = yield* markForReplay(transaction, [sequence], { force: false }, now);
  if (planned === 0) return false;
  yield* transaction.run(
    'UPDATE event SET import = $1, import_row = $2 WHERE sequence = $3',
    number,
    row,
    sequence,
  );
  yield* addAudit(transaction, { ...actor, what: 'replay', event: id }, now);
  return true;
}

function* knownEvents(
  transaction: StoreTransaction,
  source: string,
  ids: readonly string[],
): Steps<ReadonlyMap<string, readonly KnownEvent[]>> {
  const rows = yield* transaction.all<{ key: string } & KnownEvent>(
    `SELECT key, event_id AS id, hash FROM dedupe WHERE source = $1 AND key = ANY ($2) ORDER BY key, variant`,
    source,
    ids,
  );
  return Map.groupBy(rows, ({ key }) => key);
}

/** The maximum number of returned calls. Newer calls have replaced the values of all calls before these. */
const mostDelivered = 50;

/** A call that was replayed may be the last one although its event is older: the time of its last delivery counts. */
function* deliveredIn(
  transaction: StoreTransaction,
  destination: string,
  key: string,
): Steps<readonly DeliveryOfPerson[]> {
  const rows = yield* transaction.all<{ request: string; id: string; sequence: number } & InList>(
    `SELECT last.request, event.id, event.sequence, event.import, event.import_row FROM (
       SELECT id, event, position, request FROM call
       WHERE lane = (SELECT id FROM lane WHERE destination = $1 AND key = $2) AND status = 'delivered'
         AND request IS NOT NULL ORDER BY event DESC, position DESC LIMIT $3) AS last
     JOIN event ON event.sequence = last.event
     ORDER BY ${deliveredAt('last')} DESC, last.event DESC, last.position DESC`,
    destination,
    key,
    mostDelivered,
  );
  return rows
    .map(({ request, id, sequence, ...list }) => ({
      call: storedCall.read(request),
      event: id,
      sequence,
      ...placeInList(list),
    }))
    .toReversed();
}
