import { setImmediate as turn } from 'node:timers/promises';
import { type KeptRequest, textsOfEvent, textsOfRequest } from '../../decide/erasing/kept-text.ts';
import type { EventTexts, RefusalTexts, WholeTexts } from '../../decide/erasing/personal-data.ts';
import { partsToSearch } from '../../finding/search-in-turns.ts';
import { storedNames, storedPieces } from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';

/** Returns all stored texts of each of some events; missing events are left out. */
export async function* textsOfEvents(
  connection: Connection,
  queue: WriteQueue,
  sequences: readonly number[],
): AsyncGenerator<EventTexts, void> {
  const sizes = await queue.read(() => sizesOfEvents(connection, sequences));
  for (const part of partsToSearch(sizes)) yield* await queue.read(() => readEvents(connection, part));
}

/** Returns the texts of split webhooks as a whole, by their rows; the events do not contain the texts around them. */
export async function* textsOfWholes(
  connection: Connection,
  queue: WriteQueue,
  requests: readonly number[],
): AsyncGenerator<WholeTexts, void> {
  for (const request of requests) {
    const whole = await queue.read(() => readWhole(connection, request));
    if (whole) yield whole;
  }
}

/** Returns the texts of all refusals, and the events that they became. */
export async function* textsOfRefusals(
  connection: Connection,
  queue: WriteQueue,
): AsyncGenerator<RefusalTexts, void> {
  const refusals = await queue.read(() =>
    connection.all<{ number: number }>('SELECT number FROM refusal ORDER BY number'),
  );
  for (const { number } of refusals) {
    const refusal = await queue.read(() => readRefusal(connection, number));
    if (refusal) yield refusal;
    await turn();
  }
}

interface EventRow extends KeptRequest {
  sequence: number;
  sender_event_id: string | null;
  siblings: number;
  type: string | null;
  own_reason: string | null;
  own_diagnostics: string | null;
  noticed: string | null;
  json: string | null;
  places: string | null;
  pieces: string | null;
}

/**
 * Returns the sizes of the contents of some events, oldest first; those of a split webhook count for each of its
 * events.
 */
function sizesOfEvents(
  connection: Connection,
  sequences: readonly number[],
): readonly { readonly sequence: number; readonly bytes: number }[] {
  return connection.all(
    `SELECT e.sequence, octet_length(r.body) AS bytes FROM event e JOIN request r ON r.id = e.request
     WHERE e.sequence IN (SELECT value FROM json_each(?)) ORDER BY e.sequence`,
    JSON.stringify(sequences),
  );
}

/** All that the store holds of each of some events, oldest first; those that are gone are left out. */
function readEvents(connection: Connection, sequences: readonly number[]): readonly EventTexts[] {
  const wanted = JSON.stringify(sequences);
  const events = connection.all<EventRow>(
    `SELECT e.sequence, e.sender_event_id, e.siblings, e.type, e.own_reason, e.own_diagnostics, e.noticed, r.headers,
       r.query, r.reading, CASE WHEN e.siblings = 0 THEN r.body END AS body,
       CASE WHEN p.shared IS NOT NULL THEN r.shared END AS pieces, p.json, p.shared AS places
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence IN (SELECT value FROM json_each(?)) ORDER BY e.sequence`,
    wanted,
  );
  const further = furtherOf(connection, wanted);
  return events.map(event => {
    const { sequence, json, places } = event;
    const pieces = event.pieces === null ? [] : storedPieces.read(event.pieces);
    const kept = textsOfEvent({
      own: [event.sender_event_id, event.type, event.own_reason, event.own_diagnostics, event.noticed],
      request: event.siblings === 0 ? event : undefined,
      payload: json === null ? undefined : { json, places, pieces },
      further: further.get(sequence) ?? [],
    });
    return { sequence, kept };
  });
}

/** Returns the texts of events' calls, of their responses, of waiting messages, and of corrections. */
function furtherOf(connection: Connection, wanted: string): ReadonlyMap<number, readonly (string | null)[]> {
  const all = (sql: string) =>
    connection.all<{ event: number } & Record<string, string | null>>(
      `${sql} IN (SELECT value FROM json_each(?))`,
      wanted,
    );
  const rows = [
    ...all(
      'SELECT event, link_id, customer_id, reason, request, completion, diagnostics FROM call WHERE event',
    ),
    ...all('SELECT event, who, why, patch FROM amendment WHERE event'),
    ...all('SELECT c.event, a.body FROM call c JOIN attempt a ON a.call = c.id WHERE c.event'),
    ...all('SELECT event, body FROM outbox WHERE event'),
  ];
  const texts = new Map<number, (string | null)[]>();
  for (const { event, ...columns } of rows) {
    const own = texts.get(event) ?? [];
    texts.set(event, own);
    own.push(...Object.values(columns));
  }
  return texts;
}

/** Returns the texts of a split webhook as a whole. */
function readWhole(connection: Connection, request: number): WholeTexts | undefined {
  const row = connection.get<KeptRequest & { event: string }>(
    `SELECT r.headers, r.query, r.reading, r.body, e.id AS event FROM request r JOIN event e ON e.request = r.id
     WHERE r.id = ? AND e.siblings = 1 LIMIT 1`,
    request,
  );
  return row && { request, event: row.event, kept: textsOfRequest(row) };
}

/** Returns the texts of a refusal, and the events that it became. */
function readRefusal(connection: Connection, number: number): RefusalTexts | undefined {
  const row = connection.get<KeptRequest & { id: string; accepted_as: string | null }>(
    'SELECT id, headers, query, reading, body, accepted_as FROM refusal WHERE number = ?',
    number,
  );
  if (!row) return undefined;
  const acceptedAs = row.accepted_as === null ? [] : storedNames.read(row.accepted_as);
  return { number, id: row.id, kept: textsOfRequest(row), acceptedAs };
}
