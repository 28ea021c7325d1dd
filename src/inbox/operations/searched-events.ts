import { wholePayload } from '../event.ts';
import { eventSearch, type SearchedEvent } from '../finding/event-search.ts';
import { partsToSearch, type Searched, type SizedRow, searchInTurns } from '../finding/search-in-turns.ts';
import { sharedTexts, storedPieces, storedReading } from '../stored/stored-request.ts';
import type { Statements, Steps } from './steps.ts';

/** Searches for a text in events, until enough are found or the limit of work is reached. */
export type TextSearch = (
  sequences: readonly number[],
  limits: { readonly enough: number; readonly mostWork: number },
) => Promise<Searched>;

/** Runs several reads that see the same state. */
type Read = <Result>(operation: (transaction: Statements) => Steps<Result>) => Promise<Result>;

/** Makes a search for a text in the ids, the contents and the calls of events. `turn` lets other work run. */
export function createTextSearch(text: string, read: Read, turn: () => Promise<void>): TextSearch {
  const search = eventSearch(text);
  return (sequences, limits) => searchInTurns(readParts(read, sequences), search, { ...limits, turn });
}

async function* readParts(
  read: Read,
  sequences: readonly number[],
): AsyncGenerator<readonly SearchedEvent[]> {
  if (sequences.length === 0) return;
  const sizes = await read(transaction => searchedSizes(transaction, sequences));
  for (const part of partsToSearch(sizes)) yield await read(transaction => searchedEvents(transaction, part));
}

/** Returns the sizes of contents without reading them. Contents that items share count for each item. */
function searchedSizes(transaction: Statements, sequences: readonly number[]): Steps<readonly SizedRow[]> {
  return transaction.all(
    `SELECT e.sequence AS key, CASE WHEN p.sequence IS NULL THEN octet_length(r.body)
       ELSE octet_length(p.json) + CASE WHEN p.shared IS NULL THEN 0 ELSE octet_length(r.shared) END END AS bytes
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence = ANY ($1) ORDER BY e.sequence DESC`,
    sequences,
  );
}

interface Row {
  sequence: number;
  request: number;
  id: string;
  sender_event_id: string | null;
  json: string | null;
  places: string | null;
  reading: string;
  body: Uint8Array | null;
}

/** Reads the searched parts of events, newest first. */
export function* searchedEvents(
  transaction: Statements,
  sequences: readonly number[],
): Steps<readonly SearchedEvent[]> {
  const rows = yield* transaction.all<Row>(
    `SELECT e.sequence, e.request, e.id, e.sender_event_id, p.json, p.shared AS places, r.reading,
       CASE WHEN p.sequence IS NULL THEN r.body END AS body
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence = ANY ($1) ORDER BY e.sequence DESC`,
    sequences,
  );
  const calls = yield* transaction.all<{
    event: number;
    link_id: string | null;
    customer_id: string | null;
    request: string | null;
  }>(
    'SELECT event, link_id, customer_id, request FROM call WHERE event = ANY ($1) ORDER BY event, position',
    sequences,
  );
  const corrections = yield* transaction.all<{ event: number; patch: string }>(
    'SELECT event, patch FROM amendment WHERE event = ANY ($1)',
    sequences,
  );
  const correctionsOf = Map.groupBy(corrections, ({ event }) => event);
  const pieces = yield* readPieces(transaction, rows);
  const callsOf = Map.groupBy(calls, call => call.event);
  return rows.map(row => {
    const own = callsOf.get(row.sequence) ?? [];
    return {
      sequence: row.sequence,
      names: [row.id, row.sender_event_id, ...own.flatMap(call => [call.link_id, call.customer_id])],
      contents: contentsOf(row, pieces),
      rows: [
        ...own.flatMap(({ request }) => request ?? []),
        ...(correctionsOf.get(row.sequence) ?? []).map(({ patch }) => patch),
      ],
    };
  });
}

function contentsOf(
  { request, json, places, reading, body }: Row,
  pieces: ReadonlyMap<number, readonly string[]>,
): SearchedEvent['contents'] {
  if (json !== null) return wholePayload(json, sharedTexts(places, pieces.get(request) ?? []));
  return { bytes: body ?? new Uint8Array(), reading: storedReading.read(reading) };
}

/** Returns, by request, the pieces that its items share. */
function* readPieces(
  transaction: Statements,
  rows: readonly Row[],
): Steps<ReadonlyMap<number, readonly string[]>> {
  const requests = new Set(rows.filter(({ places }) => places !== null).map(({ request }) => request));
  if (requests.size === 0) return new Map();
  const found = yield* transaction.all<{ id: number; shared: string }>(
    'SELECT id, shared FROM request WHERE id = ANY ($1) AND shared IS NOT NULL',
    [...requests],
  );
  return new Map(found.map(({ id, shared }) => [id, storedPieces.read(shared)]));
}
