import { diagnostic, hasErrors } from '../../../diagnostics/diagnostic.ts';
import type { AcceptedItem, AcceptedRequest, Added } from '../../event.ts';
import type { Store } from '../../store.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import {
  storedHeaders,
  storedPieces,
  storedPlaces,
  storedQuery,
  storedReading,
} from '../../stored/stored-request.ts';
import type { Connection } from '../connection.ts';
import { assertRoom } from '../file/space.ts';
import type { Parts } from '../parts.ts';
import { addToTally } from '../reading/counts.ts';

/** For so long equal contents of items without an id are noticed. */
export const recentMs = 10 * 60_000;

interface Webhook {
  readonly connection: Connection;
  readonly request: AcceptedRequest;
  /** The row of the request, once an item of it is new, or where it is stored already. */
  row: number | undefined;
  readonly siblings: boolean;
  /** What it brought that was new: by sender's id the events, by their contents. */
  readonly own: Map<string, Map<string, string>>;
  /** The pieces of JSON that its items share, each with its place in the list of them. */
  readonly shared: Map<string, number>;
}

/** Takes webhooks in. */
export function intake({ connection, queue, space }: Parts) {
  return {
    async add(request) {
      assertRoom(space);
      return queue.write(() => addRequest(connection, request));
    },
  } satisfies Partial<Store>;
}

/** Stores the items of one webhook (Store.add). To be run in a transaction. */
function addRequest(connection: Connection, request: AcceptedRequest): readonly Added[] {
  return addItems(webhookOf(connection, request, undefined));
}

/** The same with items that were found later, in a webhook that is stored in this row. */
export function addLater(connection: Connection, request: AcceptedRequest, row: number): readonly Added[] {
  return addItems(webhookOf(connection, request, row));
}

/** The event that an item repeats; where there is none, the sender's id of the item is remembered from now on. */
export function repeatedBy(
  connection: Connection,
  request: AcceptedRequest,
  item: AcceptedItem,
): string | undefined {
  if (item.senderEventId === undefined) return undefined;
  return originalOf(webhookOf(connection, request, undefined), item, item.senderEventId)?.id;
}

function webhookOf(connection: Connection, request: AcceptedRequest, row: number | undefined): Webhook {
  const siblings = row !== undefined || request.items.length > 1;
  return { connection, request, row, siblings, own: new Map(), shared: new Map() };
}

function addItems(webhook: Webhook): readonly Added[] {
  const added = webhook.request.items.map(item => addItem(webhook, item));
  if (webhook.row !== undefined && webhook.shared.size > 0) {
    const texts = storedPieces.write([...webhook.shared.keys()]);
    webhook.connection.run('UPDATE request SET shared = ? WHERE id = ?', texts, webhook.row);
  }
  return added;
}

function addItem(webhook: Webhook, item: AcceptedItem): Added {
  const { senderEventId } = item;
  if (senderEventId === undefined) {
    addEvent(webhook, item, noteContents(webhook, item));
    return { id: item.id, status: 'queued' };
  }
  const original = originalOf(webhook, item, senderEventId);
  if (original) return { ...original, status: 'duplicate' };
  addEvent(webhook, item, undefined);
  return { id: item.id, status: 'queued' };
}

/** The event that an item repeats. */
type Original = Pick<Added, 'id' | 'differs'>;

/** The event that an item repeats; where it repeats none, its sender's id is remembered from now on. */
function originalOf(webhook: Webhook, item: AcceptedItem, key: string): Original | undefined {
  const { own } = webhook;
  const former = item.formerSenderEventId;
  const before = former === undefined ? undefined : firstOf(webhook, former);
  if (before !== undefined) return { id: before };
  if (remember(webhook, item, key, 0)) {
    if (webhook.siblings) own.set(key, new Map([[item.contentHash, item.id]]));
    return undefined;
  }
  const siblings = own.get(key);
  if (!siblings) return earlierOriginalOf(webhook, item, key);
  const equal = siblings.get(item.contentHash);
  if (equal !== undefined) return { id: equal };
  remember(webhook, item, key, siblings.size);
  siblings.set(item.contentHash, item.id);
  return undefined;
}

/** The event that a sender's id stands for, as a store of an earlier version may remember it. */
function firstOf({ connection, request }: Webhook, key: string): string | undefined {
  return connection.get<{ event_id: string }>(
    'SELECT event_id FROM dedupe WHERE source = ? AND key = ? ORDER BY variant LIMIT 1',
    request.source,
    key,
  )?.event_id;
}

/** Answers whether it was not known yet. */
function remember(
  { connection, request }: Webhook,
  item: AcceptedItem,
  key: string,
  variant: number,
): boolean {
  const added = connection.run(
    `INSERT INTO dedupe (source, key, variant, hash, event_id, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    request.source,
    key,
    variant,
    item.contentHash,
    item.id,
    request.receivedAt,
  );
  return added > 0;
}

/** The event of an earlier webhook. Where its sender reused the id for something else, the first of them is marked. */
function earlierOriginalOf({ connection, request }: Webhook, item: AcceptedItem, key: string): Original {
  const known = connection.all<{ event_id: string; hash: string }>(
    'SELECT event_id, hash FROM dedupe WHERE source = ? AND key = ? ORDER BY variant',
    request.source,
    key,
  );
  const equal = known.find(({ hash }) => hash === item.contentHash);
  if (equal) return { id: equal.event_id };
  const [first] = known;
  if (!first) throw new Error('an id is known, but of no event');
  markChanged(connection, first.event_id, request.source, key);
  return { id: first.event_id, differs: true };
}

function markChanged(connection: Connection, eventId: string, source: string, key: string): void {
  const event = connection.get<{ noticed: string | null }>('SELECT noticed FROM event WHERE id = ?', eventId);
  const before = diagnosticsOf(event?.noticed);
  if (!event || before.some(each => each.code === 'intake/changed-duplicate')) return;
  const message = `the event id "${key}" came again with other contents; this event, the first one, counts`;
  const hint =
    'if the sender uses ids more than once, make `eventId` of the source a list with a part that changes';
  const changed = diagnostic('intake/changed-duplicate', message, { hint });
  connection.run('UPDATE event SET noticed = ? WHERE id = ?', diagnosticsText([...before, changed]), eventId);
  connection.addNotice({ event: eventId, source, status: 'duplicate', diagnostics: [changed] });
}

/** Remembers the contents of an item without an id; answers the first event of equal contents that came lately. */
function noteContents(webhook: Webhook, item: AcceptedItem): string | undefined {
  const { connection, request } = webhook;
  const twin = connection.get<{ event_id: string }>(
    'SELECT event_id FROM recent WHERE source = ? AND hash = ? AND at BETWEEN ? AND ?',
    request.source,
    item.contentHash,
    request.receivedAt - recentMs,
    request.receivedAt + recentMs,
  );
  connection.run(
    'INSERT OR REPLACE INTO recent (source, hash, event_id, at) VALUES (?, ?, ?, ?)',
    request.source,
    item.contentHash,
    twin?.event_id ?? item.id,
    request.receivedAt,
  );
  return twin?.event_id;
}

function addEvent(webhook: Webhook, item: AcceptedItem, twin: string | undefined): void {
  const { connection, request } = webhook;
  webhook.row ??= addRow(connection, request);
  const diagnostics = twin === undefined ? item.diagnostics : [...item.diagnostics, equalContents(twin)];
  const failure = hasErrors(diagnostics) ? diagnostics.find(each => each.severity === 'error') : undefined;
  const sequence = connection.insert(
    `INSERT INTO event (id, request, siblings, source, sender_event_id, type, received_at, occurred_at, duplicate_of, status,
       planning, own_status, own_reason, noticed, settled_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    webhook.row,
    webhook.siblings ? 1 : 0,
    request.source,
    item.senderEventId ?? null,
    item.type ?? null,
    request.receivedAt,
    item.occurredAt ?? null,
    twin ?? null,
    failure ? 'failed' : 'queued',
    failure ? 0 : 1,
    failure ? 'failed' : null,
    failure?.message ?? null,
    diagnosticsText(diagnostics),
    failure ? request.receivedAt : null,
  );
  if (failure) {
    addToTally(connection, '', '', 'failed');
    connection.addNotice({
      event: item.id,
      source: request.source,
      status: 'failed',
      diagnostics: [failure],
    });
  }
  if (item.payload === undefined) return;
  const { payload, shared = [] } = item;
  connection.run(
    'INSERT INTO payload (sequence, json, shared) VALUES (?, ?, ?)',
    sequence,
    payload,
    shared.length === 0
      ? null
      : storedPlaces.write(shared.map(({ at, json }) => [at, placeOf(json, webhook)])),
  );
}

function placeOf(json: string, { shared }: Webhook): number {
  const place = shared.get(json) ?? shared.size;
  shared.set(json, place);
  return place;
}

function addRow(connection: Connection, request: AcceptedRequest): number {
  return connection.insert(
    'INSERT INTO request (headers, query, reading, body) VALUES (?, ?, ?, ?)',
    storedHeaders.write(request.headers),
    storedQuery.write(request.query),
    storedReading.write(request.reading),
    request.body,
  );
}

function equalContents(twin: string) {
  return diagnostic('intake/equal-contents', `equal contents came a short time ago, as event ${twin}`);
}
