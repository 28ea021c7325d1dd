import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { equalContents } from '../../decide/duplicates.ts';
import { failed, type NewEvent, planned, unplanned } from '../../decide/new-event.ts';
import type { AcceptedItem, AcceptedRequest, Added } from '../../event.ts';
import type { PlannedAtOnce } from '../../intake-store.ts';
import type { Store } from '../../store.ts';
import { codesText } from '../../stored/event-codes.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import {
  storedHeaders,
  storedPieces,
  storedPlaces,
  storedQuery,
  storedReading,
} from '../../stored/stored-request.ts';
import type { Connection } from '../connection/connection.ts';
import { anyWaits, type DirectCalls, onlyDirectRow } from '../delivery/direct-calls.ts';
import { assertRoom } from '../file/space.ts';
import type { Parts } from '../parts.ts';
import { changesOfNew, insertCallsOfNew } from '../planning/apply-plan.ts';
import { addToTally, addToWaiting } from '../reading/counts.ts';
import { type Arriving, noteContents, originalOf } from './duplicates.ts';

interface Webhook extends Arriving {
  /** The row of the webhook, once an item of it is new, or if it is stored already. */
  row: number | undefined;
  /** The pieces of JSON that its items share, each with its index. */
  readonly shared: Map<string, number>;
  /**
   * The plans of the events from before it is stored. `direct`: present if their calls may be sent without a row of
   * their own.
   */
  readonly planning?: PlanningAtOnce;
}

interface PlanningAtOnce extends PlannedAtOnce {
  readonly now: number;
  readonly isStale: boolean;
  readonly direct: DirectCalls;
}

/** The methods that accept webhooks. */
export function intake({ connection, queue, space, clock, beingPlanned, direct }: Parts) {
  /** The next key of a webhook in `beingPlanned`: negative, because its events have no sequence yet. */
  let nextKey = -1;

  return {
    async add(request, plan) {
      assertRoom(space);
      if (!plan) return queue.write(() => addRequest(connection, request));
      const key = nextKey--;
      beingPlanned.begin(key);
      try {
        const planned = await plan();
        return await queue.write(() => {
          const planning = planned && {
            ...planned,
            now: clock.now(),
            isStale: beingPlanned.isStale(key),
            direct,
          };
          return addRequest(connection, request, planning);
        });
      } finally {
        beingPlanned.end(key);
      }
    },
  } satisfies Partial<Store>;
}

/** Stores the items of one webhook (Store.add). Run it in a transaction. */
export function addRequest(
  connection: Connection,
  request: AcceptedRequest,
  planning?: PlanningAtOnce,
): readonly Added[] {
  const webhook = webhookOf(connection, request, undefined);
  return addItems(planning && !anyWaits(connection, planning.direct) ? { ...webhook, planning } : webhook);
}

/** Adds items that were found later to a webhook that is stored in this row. */
export function addLater(connection: Connection, request: AcceptedRequest, row: number): readonly Added[] {
  return addItems(webhookOf(connection, request, row));
}

/** Returns the event that an item repeats; if there is none, stores the sender's id of the item. */
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
  const { connection, request, planning } = webhook;
  webhook.row ??= addRow(connection, request);
  const diagnostics = twin === undefined ? item.diagnostics : [...item.diagnostics, equalContents(twin)];
  const failure = diagnostics.find(each => each.severity === 'error');
  if (failure) {
    insertEvent(webhook, item, { twin, diagnostics }, failed(failure.message, request.receivedAt));
    const notice = {
      event: item.id,
      source: request.source,
      status: 'failed',
      diagnostics: [failure],
    } as const;
    connection.addNotice(notice);
    return { id: item.id, status: 'queued' };
  }
  const plan = planning?.plans.get(item.id);
  if (!planning || !plan) {
    insertEvent(webhook, item, { twin, diagnostics }, unplanned);
    return { id: item.id, status: 'queued' };
  }
  const { direct, now, isStale } = planning;
  const changes = changesOfNew(connection, plan, request.receivedAt, now, isStale);
  const row = planning.mayLeave && !webhook.siblings ? onlyDirectRow(changes) : undefined;
  const place = row && direct.placeFor(row);
  if (row && place) {
    const sequence = insertEvent(webhook, item, { twin, diagnostics }, unplanned);
    const claim = direct.claim({ request, item, sequence, plan, row }, place);
    return { id: item.id, status: 'queued', planned: true, claim };
  }
  const sequence = insertEvent(webhook, item, { twin, diagnostics }, planned(changes, now));
  insertCallsOfNew(connection, sequence, changes.insert, now, direct.writeLane);
  for (const notice of changes.notices) connection.addNotice(notice);
  return { id: item.id, status: 'queued', ...(!changes.event.planAgain && { planned: true }) };
}

/** Inserts an event; returns its sequence. */
function insertEvent(
  webhook: Webhook,
  item: AcceptedItem,
  { twin, diagnostics }: { readonly twin: string | undefined; readonly diagnostics: readonly Diagnostic[] },
  event: NewEvent,
): number {
  const { connection, request } = webhook;
  const sequence = connection.insert(
    `INSERT INTO event (id, request, siblings, source, sender_event_id, type, received_at, occurred_at, duplicate_of,
       noticed, status, planning, calls, own_status, own_reason, own_diagnostics, own_held_since, waits_at, settled_at, codes,
       trace, import, import_row)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    webhook.row ?? null,
    webhook.siblings ? 1 : 0,
    request.source,
    item.senderEventId ?? null,
    item.type ?? null,
    request.receivedAt,
    item.occurredAt ?? null,
    twin ?? null,
    diagnosticsText(diagnostics),
    event.status,
    event.planning,
    event.calls,
    event.own?.status ?? null,
    event.own?.reason ?? null,
    diagnosticsText(event.own?.diagnostics ?? []),
    event.heldSince,
    event.waitsAt,
    event.settledAt,
    codesText([...diagnostics, ...(event.own?.diagnostics ?? []), ...event.callDiagnostics]),
    request.trace ?? null,
    request.importedRow?.import ?? null,
    request.importedRow?.row ?? null,
  );
  connection.addEventOutcome(request.source, event.status, sequence);
  if (event.planning > 0) addToWaiting(connection, sequence, event.planning);
  if (event.calls === 0 && event.planning !== planningCodes.first)
    addToTally(connection, '', '', event.status);
  if (item.payload !== undefined) addPayload(webhook, item.payload, item.shared, sequence);
  return sequence;
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
