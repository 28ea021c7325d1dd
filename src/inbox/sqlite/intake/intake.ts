import { hasErrors } from '../../../diagnostics/diagnostic.ts';
import { equalContents } from '../../decide/duplicates.ts';
import type { AcceptedItem, AcceptedRequest, Added } from '../../event.ts';
import type { EventPlan } from '../../plan.ts';
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
import { applyPlan } from '../planning/apply-plan.ts';
import { addToTally } from '../reading/counts.ts';
import { type Arriving, noteContents, originalOf } from './duplicates.ts';

interface Webhook extends Arriving {
  /** The row of the request, once an item of it is new, or where it is stored already. */
  row: number | undefined;
  /** The pieces of JSON that its items share, each with its place in the list of them. */
  readonly shared: Map<string, number>;
  /** Plans of the events, which were made beforehand. */
  readonly planning?: {
    readonly plans: ReadonlyMap<string, EventPlan>;
    readonly now: number;
    readonly isStale: boolean;
  };
}

/** Takes webhooks in. */
export function intake({ connection, queue, space, clock, beingPlanned }: Parts) {
  /** Counts down: events that have no sequence yet. */
  let nextKey = -1;

  return {
    async add(request, plan) {
      assertRoom(space);
      if (!plan) return queue.write(() => addRequest(connection, request));
      const key = nextKey--;
      beingPlanned.begin(key);
      try {
        const plans = await plan();
        return await queue.write(() => {
          const planning = plans && { plans, now: clock.now(), isStale: beingPlanned.isStale(key) };
          return addRequest(connection, request, planning);
        });
      } finally {
        beingPlanned.end(key);
      }
    },
  } satisfies Partial<Store>;
}

/** Stores the items of one webhook (Store.add). To be run in a transaction. */
export function addRequest(
  connection: Connection,
  request: AcceptedRequest,
  planning?: Webhook['planning'],
): readonly Added[] {
  const webhook = webhookOf(connection, request, undefined);
  return addItems(planning && !anyWaits(connection) ? { ...webhook, planning } : webhook);
}

/** Whether any event waits to be planned. */
function anyWaits(connection: Connection): boolean {
  return connection.get('SELECT 1 FROM event WHERE planning > 0 LIMIT 1') !== undefined;
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
    return addEvent(webhook, item, noteContents(webhook, item));
  }
  const original = originalOf(webhook, item, senderEventId);
  if (original) return { ...original, status: 'duplicate' };
  return addEvent(webhook, item, undefined);
}

function addEvent(webhook: Webhook, item: AcceptedItem, twin: string | undefined): Added {
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
  if (item.payload !== undefined) addPayload(webhook, item.payload, item.shared, sequence);
  const isPlanned = !failure && planEvent(webhook, item, sequence);
  return { id: item.id, status: 'queued', ...(isPlanned && { planned: true }) };
}

/** Answers whether it is planned now, and not to be planned again. */
function planEvent({ connection, planning }: Webhook, { id }: AcceptedItem, sequence: number): boolean {
  const plan = planning?.plans.get(id);
  if (!planning || !plan) return false;
  applyPlan(connection, { ...plan, event: { ...plan.event, sequence } }, planning.now, planning.isStale);
  return !anyWaits(connection);
}

function addPayload(
  webhook: Webhook,
  payload: string,
  shared: AcceptedItem['shared'] = [],
  sequence: number,
): void {
  webhook.connection.run(
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
