import { setImmediate as turn } from 'node:timers/promises';
import { wholePayload } from '../../event.ts';
import { eventSearch, type SearchedEvent } from '../../finding/event-search.ts';
import { partsToSearch, type Searched, type SizedRow, searchInTurns } from '../../finding/search-in-turns.ts';
import { sharedTexts, storedPieces, storedReading } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';

/** Searches for a text in events, until enough are found or the limit of work is reached. */
export type TextSearch = (
  sequences: readonly number[],
  enough: number,
  mostWork: number,
) => Promise<Searched>;

/** Makes a search for a text in the ids, the contents and the calls of events. */
export function createTextSearch(connection: Connection, queue: WriteQueue, text: string): TextSearch {
  const search = eventSearch(text);
  return (sequences, enough, mostWork) =>
    searchInTurns(readParts(connection, queue, sequences), search, { enough, mostWork, turn });
}

async function* readParts(
  connection: Connection,
  queue: WriteQueue,
  sequences: readonly number[],
): AsyncGenerator<readonly SearchedEvent[]> {
  if (sequences.length === 0) return;
  const sizes = await queue.read(() => readSizes(connection, sequences));
  for (const part of partsToSearch(sizes)) yield await queue.read(() => readEvents(connection, part));
}

/** Returns the sizes of contents without reading them. Contents that items share count for each item. */
function readSizes(connection: Connection, sequences: readonly number[]): readonly SizedRow[] {
  return connection.all<SizedRow>(
    `SELECT e.sequence AS key, CASE WHEN p.sequence IS NULL THEN octet_length(r.body)
       ELSE octet_length(p.json) + CASE WHEN p.shared IS NULL THEN 0 ELSE octet_length(r.shared) END END AS bytes
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence IN (SELECT value FROM json_each(?)) ORDER BY e.sequence DESC`,
    JSON.stringify(sequences),
  );
}

interface Row {
  sequence: number;
  id: string;
  sender_event_id: string | null;
  json: string | null;
  places: string | null;
  pieces: string | null;
  reading: string;
  body: Uint8Array | null;
}

/** Reads the searched parts of events, newest first. */
export function readEvents(connection: Connection, sequences: readonly number[]): readonly SearchedEvent[] {
  const wanted = JSON.stringify(sequences);
  const rows = connection.all<Row>(
    `SELECT e.sequence, e.id, e.sender_event_id, p.json, p.shared AS places,
       CASE WHEN p.shared IS NOT NULL THEN r.shared END AS pieces, r.reading,
       CASE WHEN p.sequence IS NULL THEN r.body END AS body
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence IN (SELECT value FROM json_each(?)) ORDER BY e.sequence DESC`,
    wanted,
  );
  const calls = connection.all<{
    event: number;
    link_id: string | null;
    customer_id: string | null;
    request: string | null;
  }>(
    `SELECT event, link_id, customer_id, request FROM call
     WHERE event IN (SELECT value FROM json_each(?)) ORDER BY event, position`,
    wanted,
  );
  const corrections = connection.all<{ event: number; patch: string }>(
    'SELECT event, patch FROM amendment WHERE event IN (SELECT value FROM json_each(?))',
    wanted,
  );
  const correctionsOf = Map.groupBy(corrections, ({ event }) => event);
  const callsOf = Map.groupBy(calls, call => call.event);
  return rows.map(row => {
    const own = callsOf.get(row.sequence) ?? [];
    return {
      sequence: row.sequence,
      names: [row.id, row.sender_event_id, ...own.flatMap(call => [call.link_id, call.customer_id])],
      contents: contentsOf(row),
      rows: [
        ...own.flatMap(({ request }) => request ?? []),
        ...(correctionsOf.get(row.sequence) ?? []).map(({ patch }) => patch),
      ],
    };
  });
}

function contentsOf({ json, places, pieces, reading, body }: Row): SearchedEvent['contents'] {
  if (json !== null)
    return wholePayload(json, sharedTexts(places, pieces === null ? [] : storedPieces.read(pieces)));
  return { bytes: body ?? new Uint8Array(), reading: storedReading.read(reading) };
}
