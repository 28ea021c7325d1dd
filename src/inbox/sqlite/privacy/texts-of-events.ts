import {
  type KeptRequest,
  type Searchable,
  textsOfEvent,
  textsOfRequest,
} from '../../decide/erasing/kept-text.ts';
import type { RefusalTexts, WholeTexts } from '../../decide/erasing/personal-data.ts';
import { storedNames, storedPieces } from '../../stored/stored-request.ts';
import type { Connection } from '../connection.ts';

/** All that the store holds of an event. */
export function textsOfOne(connection: Connection, sequence: number): Searchable | undefined {
  const event = connection.get<
    KeptRequest & {
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
  >(
    `SELECT e.sender_event_id, e.siblings, e.type, e.own_reason, e.own_diagnostics, e.noticed, r.headers, r.query, r.reading,
       r.body, r.shared AS pieces, p.json, p.shared AS places
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence = ?`,
    sequence,
  );
  if (!event) return undefined;
  const { json, places } = event;
  const pieces = event.pieces === null ? [] : storedPieces.read(event.pieces);
  const calls = connection.all<Record<string, string | null>>(
    'SELECT link_id, customer_id, reason, request, completion, diagnostics FROM call WHERE event = ?',
    sequence,
  );
  const attempts = connection.all<{ body: string | null }>(
    'SELECT body FROM attempt WHERE call IN (SELECT id FROM call WHERE event = ?)',
    sequence,
  );
  const messages = connection.all<{ body: string }>('SELECT body FROM outbox WHERE event = ?', sequence);
  const corrections = connection.all<Record<string, string | null>>(
    'SELECT who, why, patch FROM amendment WHERE event = ?',
    sequence,
  );
  return textsOfEvent({
    own: [event.sender_event_id, event.type, event.own_reason, event.own_diagnostics, event.noticed],
    request: event.siblings === 0 ? event : undefined,
    payload: json === null ? undefined : { json, places, pieces },
    further: [
      ...[...calls, ...corrections].flatMap(row => Object.values(row)),
      ...[...attempts, ...messages].map(({ body }) => body),
    ],
  });
}

/** The same of a split webhook as a whole. */
export function textsOfWhole(connection: Connection, request: number): WholeTexts | undefined {
  const row = connection.get<KeptRequest & { event: string }>(
    `SELECT r.headers, r.query, r.reading, r.body, e.id AS event FROM request r JOIN event e ON e.request = r.id
     WHERE r.id = ? AND e.siblings = 1 LIMIT 1`,
    request,
  );
  return row && { request, event: row.event, kept: textsOfRequest(row) };
}

/** The same of a refusal, and as which events it was taken in. */
export function textsOfRefusal(connection: Connection, number: number): RefusalTexts | undefined {
  const row = connection.get<KeptRequest & { id: string; accepted_as: string | null }>(
    'SELECT id, headers, query, reading, body, accepted_as FROM refusal WHERE number = ?',
    number,
  );
  if (!row) return undefined;
  const acceptedAs = row.accepted_as === null ? [] : storedNames.read(row.accepted_as);
  return { number, id: row.id, kept: textsOfRequest(row), acceptedAs };
}
