import { type KeptRequest, textsOfEvent, textsOfRequest } from '../../decide/erasing/kept-text.ts';
import type { EventTexts, RefusalTexts, WholeTexts } from '../../decide/erasing/personal-data.ts';
import { storedNames, storedPieces } from '../../stored/stored-request.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The maximum size of the bodies that are read at once, except for a single larger one. Bytes. */
const mostBytes = 2 * 1024 * 1024;

/** Returns all stored texts of each of some events; missing events are left out. */
export function textsOfEvents(
  database: Database,
  sequences: readonly number[],
): AsyncGenerator<EventTexts, void> {
  return inParts(
    database,
    transaction =>
      transaction.all<Sized>(
        `SELECT e.sequence AS key, coalesce(octet_length(p.json), 0)
           + CASE WHEN e.siblings THEN 0 ELSE octet_length(r.body) END AS bytes
         FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p USING (sequence)
         WHERE e.sequence = ANY($1) ORDER BY e.sequence`,
        sequences,
      ),
    readEvents,
  );
}

/** Returns the texts of split webhooks as a whole, by their rows; the events do not contain the texts around them. */
export function textsOfWholes(
  database: Database,
  requests: readonly number[],
): AsyncGenerator<WholeTexts, void> {
  return inParts(
    database,
    transaction =>
      transaction.all<Sized>(
        'SELECT id AS key, octet_length(body) AS bytes FROM request WHERE id = ANY($1) ORDER BY id',
        requests,
      ),
    async (transaction, keys) => {
      const rows = await transaction.all<KeptRequest & { request: number; event: string }>(
        `SELECT DISTINCT ON (r.id) r.id AS request, e.id AS event, r.headers, r.query, r.reading, r.body
         FROM request r JOIN event e ON e.request = r.id WHERE r.id = ANY($1) AND e.siblings ORDER BY r.id`,
        keys,
      );
      return rows.map(row => ({ request: row.request, event: row.event, kept: textsOfRequest(row) }));
    },
  );
}

/** Returns the texts of all refusals, and the events that they became. */
export function textsOfRefusals(database: Database): AsyncGenerator<RefusalTexts, void> {
  return inParts(
    database,
    transaction =>
      transaction.all<Sized>(
        'SELECT number AS key, coalesce(octet_length(body), 0) AS bytes FROM refusal ORDER BY number',
      ),
    async (transaction, keys) => {
      const rows = await transaction.all<
        KeptRequest & { number: number; id: string; accepted_as: string | null }
      >(
        `SELECT number, id, headers, query, reading, body, accepted_as FROM refusal
         WHERE number = ANY($1) ORDER BY number`,
        keys,
      );
      return rows.map(row => ({
        number: row.number,
        id: row.id,
        kept: textsOfRequest(row),
        acceptedAs: row.accepted_as === null ? [] : storedNames.read(row.accepted_as),
      }));
    },
  );
}

/** The key and the size of a row. */
interface Sized {
  readonly key: number;
  readonly bytes: number;
}

/** Reads rows that may be large, in parts. */
async function* inParts<Texts>(
  database: Database,
  list: (transaction: Transaction) => Promise<readonly Sized[]>,
  read: (transaction: Transaction, keys: readonly number[]) => Promise<readonly Texts[]>,
): AsyncGenerator<Texts, void> {
  for (const keys of partsOf(await database.read(list))) {
    yield* await database.read(transaction => read(transaction, keys));
  }
}

function partsOf(rows: readonly Sized[]): readonly (readonly number[])[] {
  const parts: number[][] = [];
  let room = 0;
  for (const { key, bytes } of rows) {
    const part = parts.at(-1);
    if (part && bytes <= room) part.push(key);
    else parts.push([key]);
    room = part && bytes <= room ? room - bytes : mostBytes - bytes;
  }
  return parts;
}

interface EventRow {
  readonly sequence: number;
  readonly request: number;
  readonly siblings: boolean;
  readonly sender_event_id: string | null;
  readonly type: string | null;
  readonly own_reason: string | null;
  readonly own_diagnostics: string | null;
  readonly noticed: string | null;
  readonly json: string | null;
  readonly places: string | null;
}

async function readEvents(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<readonly EventTexts[]> {
  const events = await transaction.all<EventRow>(
    `SELECT e.sequence, e.request, e.siblings, e.sender_event_id, e.type, e.own_reason, e.own_diagnostics, e.noticed,
       p.json, p.shared AS places
     FROM event e LEFT JOIN payload p USING (sequence) WHERE e.sequence = ANY($1) ORDER BY e.sequence`,
    sequences,
  );
  const requests = await requestsOf(transaction, events);
  const pieces = await piecesOf(transaction, events);
  const further = await furtherOf(transaction, sequences);
  return events.map(event => ({
    sequence: event.sequence,
    kept: textsOfEvent({
      own: [event.sender_event_id, event.type, event.own_reason, event.own_diagnostics, event.noticed],
      request: requests.get(event.request),
      payload:
        event.json === null
          ? undefined
          : { json: event.json, places: event.places, pieces: pieces.get(event.request) ?? [] },
      further: further.get(event.sequence) ?? [],
    }),
  }));
}

/** Returns the webhooks that were not split. */
async function requestsOf(
  transaction: Transaction,
  events: readonly EventRow[],
): Promise<ReadonlyMap<number, KeptRequest>> {
  const rows = await transaction.all<KeptRequest & { id: number }>(
    'SELECT id, headers, query, reading, body FROM request WHERE id = ANY($1)',
    events.filter(event => !event.siblings).map(event => event.request),
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** Returns the pieces that the items of split webhooks share. */
async function piecesOf(
  transaction: Transaction,
  events: readonly EventRow[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const wanted = events.filter(event => event.places !== null).map(event => event.request);
  const rows = await transaction.all<{ id: number; shared: string }>(
    'SELECT id, shared FROM request WHERE id = ANY($1) AND shared IS NOT NULL',
    [...new Set(wanted)],
  );
  return new Map(rows.map(row => [row.id, storedPieces.read(row.shared)]));
}

/** The texts of a call, of a response, of a message, or of a correction. */
interface FurtherRow {
  readonly event: number;
  readonly link_id?: string | null;
  readonly customer_id?: string | null;
  readonly reason?: string | null;
  readonly request?: string | null;
  readonly completion?: string | null;
  readonly diagnostics?: string | null;
  readonly body?: string | null;
  readonly who?: string;
  readonly why?: string | null;
  readonly patch?: string;
}

/** Returns the texts of events' calls, of their responses, of waiting messages, and of corrections. */
async function furtherOf(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, readonly (string | null)[]>> {
  const calls = await transaction.all<FurtherRow>(
    `SELECT event, link_id, customer_id, reason, request, completion, diagnostics FROM call
     WHERE event = ANY($1)`,
    sequences,
  );
  const attempts = await transaction.all<FurtherRow>(
    `SELECT c.event, a.body FROM attempt a JOIN call c ON c.id = a.call
     WHERE c.event = ANY($1) AND a.body IS NOT NULL`,
    sequences,
  );
  const messages = await transaction.all<FurtherRow>(
    'SELECT event, body FROM outbox WHERE event = ANY($1)',
    sequences,
  );
  const corrections = await transaction.all<FurtherRow>(
    'SELECT event, who, why, patch FROM amendment WHERE event = ANY($1)',
    sequences,
  );
  const rows = Map.groupBy([...calls, ...attempts, ...messages, ...corrections], row => row.event);
  const texts = [...rows].map(
    ([event, own]) => [event, own.flatMap(({ event: _, ...columns }) => Object.values(columns))] as const,
  );
  return new Map(texts);
}
