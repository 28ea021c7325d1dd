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
import type { Transaction } from '../connection/transaction.ts';

const columns = `e.sequence, e.id, e.source, e.type, e.received_at, e.occurred_at, e.planning, e.request, e.calls,
  e.noticed, e.trace, e.import IS NOT NULL AS imported,
  (SELECT json_agg(a.patch ORDER BY a.number)::text FROM amendment a WHERE a.event = e.sequence) AS corrections`;

/** The maximum bytes of events in one batch, because several large ones would take much memory. */
const mostBytes = 4 * 1024 * 1024;

/** The number of rows of lists that are planned at once: a live event that arrives meanwhile waits for them. */
const mostImported = 64;

/**
 * The events that are planned next: live ones (at most $1), else rows of lists (at most $2), else one that is planned
 * last. With OFFSET 0 PostgreSQL looks up the few such events by their primary key.
 */
const nextEvents = `WITH last AS MATERIALIZED (SELECT sequence FROM crash_count WHERE times = ${endsUntilLast}),
    live AS MATERIALIZED (SELECT * FROM event WHERE planning > 0 AND import IS NULL
      AND sequence NOT IN (SELECT sequence FROM last) ORDER BY sequence LIMIT $1),
    listed AS MATERIALIZED (SELECT * FROM event WHERE planning > 0 AND import IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM live) AND sequence NOT IN (SELECT sequence FROM last) ORDER BY sequence LIMIT $2)
  SELECT * FROM live UNION ALL SELECT * FROM listed UNION ALL
  (SELECT event.* FROM last CROSS JOIN LATERAL
      (SELECT * FROM event WHERE event.sequence = last.sequence AND planning > 0 OFFSET 0) AS event
    WHERE NOT EXISTS (SELECT 1 FROM live) AND NOT EXISTS (SELECT 1 FROM listed) ORDER BY event.sequence LIMIT 1)`;

/**
 * Returns the events that are planned next, oldest first (Store.plannable).
 * `suspected`: a process ended while it was planning the event or its batch.
 */
export async function plannableEvents(
  transaction: Transaction,
  limit: number,
): Promise<readonly { readonly event: PlannableEvent; readonly suspected: boolean }[]> {
  const rows = await transaction.all<ContentsRow & { body_bytes: number; item_bytes: number }>(
    `SELECT ${columns}, octet_length(r.body) AS body_bytes, coalesce(octet_length(p.json), 0) AS item_bytes,
       crash_count.times AS ended
     FROM (${nextEvents}) e
       JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
       LEFT JOIN crash_count ON crash_count.sequence = e.sequence
     ORDER BY e.sequence`,
    limit,
    Math.min(limit, mostImported),
  );
  const requests = new Set<number>();
  let bytes = 0;
  const beyond = rows.findIndex(row => {
    bytes += (requests.has(row.request) ? 0 : row.body_bytes) + row.item_bytes;
    requests.add(row.request);
    return bytes > mostBytes;
  });
  const taken = beyond === -1 ? rows : rows.slice(0, beyond + 1);
  const events = await withContents(transaction, taken);
  return events.map((event, index) => ({ event, suspected: typeof taken[index]?.ended === 'number' }));
}

/** Returns one event for planning (Store.contents). */
export async function contentsOfEvent(
  transaction: Transaction,
  id: string,
): Promise<PlannableEvent | undefined> {
  const rows = await transaction.all<ContentsRow>(`SELECT ${columns} FROM event e WHERE e.id = $1`, id);
  return (await withContents(transaction, rows))[0];
}

/** The items of a split webhook share its request, which is read once. */
async function withContents(
  transaction: Transaction,
  rows: readonly ContentsRow[],
): Promise<readonly PlannableEvent[]> {
  if (rows.length === 0) return [];
  const [requests, payloads] = await Promise.all([
    readRequests(transaction, [...new Set(rows.map(({ request }) => request))]),
    readPayloads(
      transaction,
      rows.map(({ sequence }) => sequence),
    ),
  ]);
  return rows.map(row => {
    const request = requests.get(row.request);
    if (!request) throw new Error(`request ${row.request} is missing`);
    const payload = payloads.get(row.sequence);
    return plannableEvent(
      row,
      request,
      payload && wholePayload(payload.json, sharedTexts(payload.shared, request.shared)),
    );
  });
}

async function readRequests(
  transaction: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RequestContents>> {
  const rows = await transaction.all<RequestRow>(
    'SELECT id, headers, query, reading, body, shared FROM request WHERE id = ANY($1)',
    ids,
  );
  return new Map(rows.map(row => [row.id, requestContents({ ...row, body: new Uint8Array(row.body) })]));
}

interface PayloadRow {
  sequence: number;
  json: string;
  shared: string | null;
}

async function readPayloads(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, PayloadRow>> {
  const rows = await transaction.all<PayloadRow>(
    'SELECT sequence, json, shared FROM payload WHERE sequence = ANY($1)',
    sequences,
  );
  return new Map(rows.map(row => [row.sequence, row]));
}
