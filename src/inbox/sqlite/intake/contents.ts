import { endsUntilLast } from '../../decide/crash-counts.ts';
import { type PlannableEvent, wholePayload } from '../../event.ts';
import {
  type ContentsRow,
  plannableEvent,
  type RequestContents,
  type RequestRow,
  requestContents,
} from '../../stored/stored-contents.ts';
import { sharedTexts } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';

const contentsOf = `SELECT e.sequence, e.id, e.source, e.type, e.received_at, e.occurred_at, e.planning, e.request,
    e.calls, e.noticed, e.trace, e.import IS NOT NULL AS imported, p.sequence IS NOT NULL AS is_item,
    (SELECT json_group_array(patch ORDER BY number) FROM amendment WHERE event = e.sequence) AS corrections
  FROM event e LEFT JOIN payload p ON p.sequence = e.sequence`;

interface Row extends ContentsRow {
  readonly is_item: number;
}

/** The maximum bytes of events in one read, because several large ones would take much memory. */
const mostBytes = 4 * 1024 * 1024;

/** The number of rows of lists that are planned at once: a live event that arrives meanwhile waits for them. */
const mostImported = 8;

const plannedLast = `(SELECT sequence FROM crash_count WHERE times = ${endsUntilLast})`;

/** The queues of events that wait for planning; an event of one is planned only if all before it are empty. */
const queues = [
  {
    which: `INDEXED BY event_live WHERE planning > 0 AND import IS NULL AND sequence NOT IN ${plannedLast}`,
    most: Number.POSITIVE_INFINITY,
  },
  {
    which: `INDEXED BY event_list WHERE planning > 0 AND import IS NOT NULL AND sequence NOT IN ${plannedLast}`,
    most: mostImported,
  },
  { which: `WHERE planning > 0 AND sequence IN ${plannedLast}`, most: 1 },
];

/** One row if any queue has an event. */
const anyWaiting = `SELECT 1
  WHERE EXISTS (SELECT 1 FROM event INDEXED BY event_live WHERE planning > 0 AND import IS NULL)
    OR EXISTS (SELECT 1 FROM event INDEXED BY event_list WHERE planning > 0 AND import IS NOT NULL)`;

/** Returns the events that are planned next, oldest first (Store.plannable). */
export function plannableEvents(connection: Connection, limit: number): readonly PlannableEvent[] {
  // Most reads find nothing, and each of the queries below is many times slower than this one.
  if (connection.get(anyWaiting) === undefined) return [];
  for (const { which, most } of queues) {
    const rows = waiting(connection, which, Math.min(limit, most));
    if (rows.length > 0) return withContents(connection, rows);
  }
  return [];
}

/** Reads the contents of the first events, up to the maximum of bytes. */
function withContents(connection: Connection, rows: readonly Row[]): readonly PlannableEvent[] {
  const requests = new Map<number, RequestContents>();
  const events: PlannableEvent[] = [];
  let bytes = 0;
  for (const row of rows) {
    const isKnown = requests.has(row.request);
    const event = eventOf(connection, row, requests);
    events.push(event);
    bytes += (isKnown ? 0 : event.body.byteLength) + (event.payload?.length ?? 0);
    if (bytes > mostBytes) break;
  }
  return events;
}

function waiting(connection: Connection, which: string, limit: number): readonly Row[] {
  return connection.all<Row>(
    `${contentsOf} WHERE e.sequence IN (SELECT sequence FROM event ${which} ORDER BY sequence LIMIT ?)
     ORDER BY e.sequence`,
    limit,
  );
}

/** Returns one event for planning (Store.contents). */
export function contentsOfEvent(connection: Connection, id: string): PlannableEvent | undefined {
  const row = connection.get<Row>(`${contentsOf} WHERE e.id = ?`, id);
  return row && eventOf(connection, row, new Map());
}

/** The items of a split webhook share its request, which is read once. */
function eventOf(connection: Connection, row: Row, requests: Map<number, RequestContents>): PlannableEvent {
  const request = requests.get(row.request) ?? readRequest(connection, row.request);
  requests.set(row.request, request);
  const payload = row.is_item === 1 ? payloadOf(connection, row.sequence, request.shared) : undefined;
  return plannableEvent(row, request, payload);
}

function readRequest(connection: Connection, id: number): RequestContents {
  const row = connection.get<RequestRow>(
    'SELECT id, headers, query, reading, body, shared FROM request WHERE id = ?',
    id,
  );
  if (!row) throw new Error(`request ${id} is missing`);
  return requestContents(row);
}

function payloadOf(connection: Connection, sequence: number, texts: readonly string[]): string {
  const row = connection.get<{ json: string; shared: string | null }>(
    'SELECT json, shared FROM payload WHERE sequence = ?',
    sequence,
  );
  if (!row) throw new Error(`the payload of event ${sequence} is missing`);
  return wholePayload(row.json, sharedTexts(row.shared, texts));
}
