import { hasErrors } from '../../../diagnostics/diagnostic.ts';
import { equalContents } from '../../decide/duplicates.ts';
import type { AcceptedItem, AcceptedRequest, Added } from '../../event.ts';
import type { Store } from '../../store.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
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
import { type Arriving, noteContents, originalOf } from './duplicates.ts';

interface Webhook extends Arriving {
  /** The row of the request, once an item of it is new, or where it is stored already. */
  row: number | undefined;
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
