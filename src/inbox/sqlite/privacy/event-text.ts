import { wholePayload } from '../../event.ts';
import { sharedTexts, storedNames, storedPieces, storedReading } from '../../stored/stored-request.ts';
import type { Connection } from '../connection.ts';

/** All that the store holds of an event, as one text to search in. Of a split webhook, this event's part alone. */
export function searchText(connection: Connection, sequence: number): string {
  const event = connection.get<{
    sender_event_id: string | null;
    siblings: number;
    type: string | null;
    own_reason: string | null;
    own_diagnostics: string | null;
    noticed: string | null;
    headers: string;
    query: string;
    reading: string;
    body: Uint8Array;
    json: string | null;
    places: string | null;
    shared: string | null;
  }>(
    `SELECT e.sender_event_id, e.siblings, e.type, e.own_reason, e.own_diagnostics, e.noticed, r.headers, r.query, r.reading,
       r.body, r.shared, p.json, p.shared AS places
     FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p ON p.sequence = e.sequence
     WHERE e.sequence = ?`,
    sequence,
  );
  if (!event) return '';
  const calls = connection.all<Record<string, string | null>>(
    'SELECT link_id, customer_id, reason, request, completion, diagnostics FROM call WHERE event = ?',
    sequence,
  );
  const attempts = connection.all<{ body: string | null }>(
    'SELECT body FROM attempt WHERE call IN (SELECT id FROM call WHERE event = ?)',
    sequence,
  );
  const whole = event.siblings === 0 ? [event.headers, event.query, decoded(event.body, event.reading)] : [];
  const pieces = event.shared === null ? [] : storedPieces.read(event.shared);
  const payload = event.json === null ? null : wholePayload(event.json, sharedTexts(event.places, pieces));
  return [
    event.sender_event_id,
    event.type,
    event.own_reason,
    event.own_diagnostics,
    event.noticed,
    payload,
    ...whole,
    ...calls.flatMap(call => Object.values(call)),
    ...attempts.map(attempt => attempt.body),
  ].join('\n');
}

/** The same of a split webhook as a whole: what its sender wrote around its events is in none of them. */
export function wholeText(connection: Connection, request: number): string {
  const row = connection.get<{ headers: string; query: string; reading: string; body: Uint8Array }>(
    'SELECT headers, query, reading, body FROM request WHERE id = ?',
    request,
  );
  return row ? [row.headers, row.query, decoded(row.body, row.reading)].join('\n') : '';
}

/** The same of a refusal, and as which events it was taken in. */
export function refusalText(
  connection: Connection,
  number: number,
): { text: string; acceptedAs: readonly string[] } | undefined {
  const row = connection.get<{
    headers: string;
    query: string;
    reading: string | null;
    body: Uint8Array | null;
    accepted_as: string | null;
  }>('SELECT headers, query, reading, body, accepted_as FROM refusal WHERE number = ?', number);
  if (!row) return undefined;
  const body = row.body === null ? '' : decoded(row.body, row.reading);
  const acceptedAs = row.accepted_as === null ? [] : storedNames.read(row.accepted_as);
  return { text: [row.headers, row.query, body].join('\n'), acceptedAs };
}

function decoded(body: Uint8Array, reading: string | null): string {
  const charset = reading === null ? 'utf-8' : storedReading.read(reading).charset;
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder('latin1').decode(body);
  }
}
