import { isUnsplit } from '../../decide/split-again.ts';
import { type PlannableEvent, wholePayload } from '../../event.ts';
import { planningNames } from '../../stored/planning-codes.ts';
import { correctionsOf } from '../../stored/stored-amendment.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import {
  sharedTexts,
  storedHeaders,
  storedPieces,
  storedQuery,
  storedReading,
} from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';

const columns = `e.sequence, e.id, e.source, e.type, e.received_at, e.occurred_at, e.planning, e.request, e.calls,
  e.noticed, e.trace, e.import IS NOT NULL AS imported,
  (SELECT json_agg(a.patch ORDER BY a.number)::text FROM amendment a WHERE a.event = e.sequence) AS corrections`;

interface ContentsRow {
  sequence: number;
  id: string;
  source: string;
  type: string | null;
  received_at: number;
  occurred_at: number | null;
  planning: number;
  request: number;
  calls: number;
  noticed: string | null;
  trace: string | null;
  corrections: string | null;
  imported: boolean;
  /** The number of crashes while the event was being planned; only present if selected. */
  ended?: number | null;
}

type Contents = Pick<PlannableEvent, 'headers' | 'query' | 'reading' | 'body'>;

/** A webhook, and the pieces of JSON that its items share. */
interface Request {
  readonly contents: Contents;
  readonly shared: readonly string[];
}

/**
 * The maximum size of the events that are planned at once, because large ones would use much memory together. Bytes.
 */
const mostBytes = 4 * 1024 * 1024;

/** The number of rows of lists that are planned at once: a live event that arrives meanwhile waits for them. */
const mostImported = 64;

/**
 * The events that wait for planning, oldest first; rows of lists if no live ones wait (Store.plannable). `suspected`: a
 * process ended while it was planning the event or its batch.
 */
export async function plannableEvents(
  transaction: Transaction,
  limit: number,
): Promise<readonly { readonly event: PlannableEvent; readonly suspected: boolean }[]> {
  const rows = await transaction.all<ContentsRow & { body_bytes: number; item_bytes: number }>(
    `SELECT ${columns}, octet_length(r.body) AS body_bytes, coalesce(octet_length(p.json), 0) AS item_bytes,
       crash_count.times AS ended
     FROM (WITH live AS MATERIALIZED
         (SELECT * FROM event WHERE planning > 0 AND import IS NULL ORDER BY sequence LIMIT $1)
       SELECT * FROM live UNION ALL
       (SELECT * FROM event WHERE planning > 0 AND import IS NOT NULL AND NOT EXISTS (SELECT 1 FROM live)
         ORDER BY sequence LIMIT $2)) e
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

/** One event as it would be planned (Store.contents). */
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
    const corrections = correctionsOf(row.corrections);
    return {
      sequence: row.sequence,
      id: row.id,
      source: row.source,
      ...(row.type !== null && { type: row.type }),
      receivedAt: row.received_at,
      ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
      ...request.contents,
      ...(payload && { payload: wholePayload(payload.json, sharedTexts(payload.shared, request.shared)) }),
      ...(corrections && { corrections }),
      planning: planningNames[row.planning] ?? 'again',
      ...(isUnsplit(row.calls, diagnosticsOf(row.noticed)) && { unsplit: true }),
      ...(row.ended && { ended: row.ended }),
      ...(row.trace !== null && { trace: row.trace }),
      ...(row.imported && { imported: true as const }),
    };
  });
}

interface RequestRow {
  id: number;
  headers: string;
  query: string;
  reading: string;
  body: Uint8Array;
  shared: string | null;
}

async function readRequests(
  transaction: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Request>> {
  const rows = await transaction.all<RequestRow>(
    'SELECT id, headers, query, reading, body, shared FROM request WHERE id = ANY($1)',
    ids,
  );
  return new Map(
    rows.map(row => {
      const contents = {
        headers: storedHeaders.read(row.headers),
        query: storedQuery.read(row.query),
        reading: storedReading.read(row.reading),
        body: new Uint8Array(row.body),
      };
      return [row.id, { contents, shared: row.shared === null ? [] : storedPieces.read(row.shared) }];
    }),
  );
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
