import { type KeptRequest, textsOfEvent, textsOfRequest } from '../../decide/erasing/kept-text.ts';
import type { EventTexts, RefusalTexts, WholeTexts } from '../../decide/erasing/personal-data.ts';
import { partsToSearch, type SizedRow } from '../../finding/search-in-turns.ts';
import { storedNames, storedPieces } from '../../stored/stored-request.ts';
import type { OperationStore, Steps, StoreTransaction } from '../steps.ts';

/** Returns all stored texts of each of some events; missing events are left out. */
export function textsOfEvents(
  store: OperationStore,
  sequences: readonly number[],
): AsyncGenerator<EventTexts, void> {
  return inParts(
    store,
    transaction =>
      transaction.all(
        `SELECT e.sequence AS key, coalesce(octet_length(p.json), 0)
           + CASE WHEN e.siblings THEN 0 ELSE octet_length(r.body) END AS bytes
         FROM event e JOIN request r ON r.id = e.request LEFT JOIN payload p USING (sequence)
         WHERE e.sequence = ANY ($1) ORDER BY e.sequence`,
        sequences,
      ),
    readEvents,
  );
}

/** Returns the texts of split webhooks as a whole, by their rows; the events do not contain the texts around them. */
export function textsOfWholes(
  store: OperationStore,
  requests: readonly number[],
): AsyncGenerator<WholeTexts, void> {
  return inParts(
    store,
    transaction =>
      transaction.all(
        'SELECT id AS key, octet_length(body) AS bytes FROM request WHERE id = ANY ($1) ORDER BY id',
        requests,
      ),
    function* (transaction, keys) {
      const rows = yield* transaction.all<KeptRequest & { request: number; event: string }>(
        `SELECT r.id AS request, e.id AS event, r.headers, r.query, r.reading, r.body FROM request r
         JOIN event e ON e.sequence = (SELECT min(sequence) FROM event WHERE request = r.id AND siblings = true)
         WHERE r.id = ANY ($1) ORDER BY r.id`,
        keys,
      );
      return rows.map(row => ({ request: row.request, event: row.event, kept: textsOfRequest(row) }));
    },
  );
}

/** Returns the texts of all refusals, and the events that they became. */
export function textsOfRefusals(store: OperationStore): AsyncGenerator<RefusalTexts, void> {
  return inParts(
    store,
    transaction =>
      transaction.all(
        'SELECT number AS key, coalesce(octet_length(body), 0) AS bytes FROM refusal ORDER BY number',
      ),
    function* (transaction, keys) {
      const rows = yield* transaction.all<
        KeptRequest & { number: number; id: string; accepted_as: string | null }
      >(
        `SELECT number, id, headers, query, reading, body, accepted_as FROM refusal
         WHERE number = ANY ($1) ORDER BY number`,
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

/** Reads rows that may be large, in parts. */
async function* inParts<Texts>(
  store: OperationStore,
  list: (transaction: StoreTransaction) => Steps<readonly SizedRow[]>,
  read: (transaction: StoreTransaction, keys: readonly number[]) => Steps<readonly Texts[]>,
): AsyncGenerator<Texts, void> {
  for (const keys of partsToSearch(await store.read(list))) {
    yield* await store.read(transaction => read(transaction, keys));
    await store.turn();
  }
}

interface EventRow {
  readonly sequence: number;
  readonly request: number;
  readonly siblings: boolean | number;
  readonly sender_event_id: string | null;
  readonly type: string | null;
  readonly own_reason: string | null;
  readonly own_diagnostics: string | null;
  readonly noticed: string | null;
  readonly json: string | null;
  readonly places: string | null;
}

function* readEvents(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Steps<readonly EventTexts[]> {
  const events = yield* transaction.all<EventRow>(
    `SELECT e.sequence, e.request, e.siblings, e.sender_event_id, e.type, e.own_reason, e.own_diagnostics, e.noticed,
       p.json, p.shared AS places
     FROM event e LEFT JOIN payload p USING (sequence) WHERE e.sequence = ANY ($1) ORDER BY e.sequence`,
    sequences,
  );
  const requests = yield* requestsOf(transaction, events);
  const pieces = yield* piecesOf(transaction, events);
  const further = yield* furtherOf(transaction, sequences);
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
function* requestsOf(
  transaction: StoreTransaction,
  events: readonly EventRow[],
): Steps<ReadonlyMap<number, KeptRequest>> {
  const rows = yield* transaction.all<KeptRequest & { id: number }>(
    'SELECT id, headers, query, reading, body FROM request WHERE id = ANY ($1)',
    events.filter(event => !event.siblings).map(event => event.request),
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** Returns the pieces that the items of split webhooks share. */
function* piecesOf(
  transaction: StoreTransaction,
  events: readonly EventRow[],
): Steps<ReadonlyMap<number, readonly string[]>> {
  const wanted = events.filter(event => event.places !== null).map(event => event.request);
  const rows = yield* transaction.all<{ id: number; shared: string }>(
    'SELECT id, shared FROM request WHERE id = ANY ($1) AND shared IS NOT NULL',
    [...new Set(wanted)],
  );
  return new Map(rows.map(row => [row.id, storedPieces.read(row.shared)]));
}

/** Returns the texts of events' calls, of their responses, of waiting messages, and of corrections. */
function* furtherOf(
  transaction: StoreTransaction,
  sequences: readonly number[],
): Steps<ReadonlyMap<number, readonly (string | null)[]>> {
  const rows: ({ event: number } & Record<string, string | null>)[] = [];
  for (const list of [
    'SELECT event, link_id, customer_id, reason, request, completion, diagnostics FROM call WHERE event',
    'SELECT c.event, a.body FROM attempt a JOIN call c ON c.id = a.call WHERE c.event',
    'SELECT event, body FROM outbox WHERE event',
    'SELECT event, who, why, patch FROM amendment WHERE event',
  ])
    rows.push(...(yield* transaction.all<(typeof rows)[number]>(`${list} = ANY ($1)`, sequences)));
  const texts = [...Map.groupBy(rows, row => row.event)].map(
    ([event, own]) => [event, own.flatMap(({ event: _, ...columns }) => Object.values(columns))] as const,
  );
  return new Map(texts);
}
