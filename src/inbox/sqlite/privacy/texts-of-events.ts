import { type KeptRequest, textOfEvent, textOfRequest } from '../../decide/erasing/kept-text.ts';
import type { RefusalText } from '../../decide/erasing/personal-data.ts';
import { storedNames, storedPieces } from '../../stored/stored-request.ts';
import type { Connection } from '../connection.ts';

/** All that the store holds of an event, as one text to search in. */
export function searchText(connection: Connection, sequence: number): string | undefined {
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
  return textOfEvent({
    own: [event.sender_event_id, event.type, event.own_reason, event.own_diagnostics, event.noticed],
    request: event.siblings === 0 ? event : undefined,
    payload: json === null ? undefined : { json, places, pieces },
    further: [...calls.flatMap(call => Object.values(call)), ...attempts.map(attempt => attempt.body)],
  });
}

/** The same of a split webhook as a whole: what its sender wrote around its events is in none of them. */
export function wholeText(connection: Connection, request: number): string {
  const row = connection.get<KeptRequest>(
    'SELECT headers, query, reading, body FROM request WHERE id = ?',
    request,
  );
  return row ? textOfRequest(row) : '';
}

/** The same of a refusal, and as which events it was taken in. */
export function refusalText(connection: Connection, number: number): RefusalText | undefined {
  const row = connection.get<KeptRequest & { accepted_as: string | null }>(
    'SELECT headers, query, reading, body, accepted_as FROM refusal WHERE number = ?',
    number,
  );
  if (!row) return undefined;
  const acceptedAs = row.accepted_as === null ? [] : storedNames.read(row.accepted_as);
  return { number, text: textOfRequest(row), acceptedAs };
}
