import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { NewEvent } from '../../decide/new-event.ts';
import type { AcceptedItem, AcceptedRequest } from '../../event.ts';
import { codesText } from '../../stored/event-codes.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import {
  storedHeaders,
  storedPieces,
  storedPlaces,
  storedQuery,
  storedReading,
} from '../../stored/stored-request.ts';
import type { Transaction } from '../connection/transaction.ts';
import { joinBodies } from './bodies.ts';

interface NewWebhook {
  readonly request: AcceptedRequest;
  readonly siblings: boolean;
  readonly row?: number;
  /** An object that all items of the webhook share. */
  readonly own: object;
}

/** A new event, before its webhook is stored. */
export interface NewItem<Webhook = NewWebhook> {
  readonly webhook: Webhook;
  readonly item: AcceptedItem;
  readonly twin: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A webhook with a new item. */
interface NewRequest {
  readonly request: AcceptedRequest;
  row: number | undefined;
  /** The pieces of JSON that its items share, each with its index. */
  readonly shared: Map<string, number>;
}

/** An item whose webhook is stored. `places`: the places of its shared pieces, if it is one of several. */
export interface StoredItem<Webhook = NewWebhook> extends NewItem<Webhook> {
  readonly of: NewRequest;
  readonly places: string | null;
}

/** An event to be stored. */
export interface NewEventRow extends StoredItem {
  readonly event: NewEvent;
  readonly sequence: number;
}

/** The database sequences that number new rows. */
const sequences = { request: 'request_id_seq', event: 'event_sequence_seq' } as const;

/**
 * Reserves the numbers of rows that are still to be written, in ascending order, so that rows that refer to them can
 * be written with them.
 */
export async function numbersFor(
  transaction: Transaction,
  rows: keyof typeof sequences,
  count: number,
): Promise<readonly number[]> {
  if (count === 0) return [];
  const taken = await transaction.all<{ number: number }>(
    `SELECT nextval('${sequences[rows]}') AS number FROM generate_series(1, $1::integer)`,
    count,
  );
  return taken.map(({ number }) => number).sort((a, b) => a - b);
}

/** Writes the webhooks of items, in order. `numbers`: at least one for each new webhook. */
export function writeRequestsOf<Webhook extends NewWebhook>(
  transaction: Transaction,
  items: readonly NewItem<Webhook>[],
  numbers: readonly number[],
): readonly StoredItem<Webhook>[] {
  const requests = new Map<object, NewRequest>();
  const stored = items.map(item => sharedOf(item, requests));
  writeRequests(transaction, [...requests.values()], numbers);
  return stored;
}

/** Writes events, in order. */
export function writeEvents(transaction: Transaction, rows: readonly NewEventRow[]): void {
  if (rows.length === 0) return;
  insertEvents(transaction, rows);
  insertPayloads(transaction, rows);
  for (const { event, webhook, sequence } of rows)
    transaction.addEventOutcome(webhook.request.source, event.status, sequence);
}

/** Adds the pieces that an item shares to its webhook, in the order in which they occur. */
function sharedOf<Webhook extends NewWebhook>(
  row: NewItem<Webhook>,
  requests: Map<object, NewRequest>,
): StoredItem<Webhook> {
  const { webhook, item } = row;
  const of = requests.get(webhook.own) ?? { request: webhook.request, row: webhook.row, shared: new Map() };
  requests.set(webhook.own, of);
  const shared = item.payload === undefined ? [] : (item.shared ?? []);
  const places = shared.map(({ at, json }) => {
    const place = of.shared.get(json) ?? of.shared.size;
    of.shared.set(json, place);
    return [at, place] as const;
  });
  return { ...row, of, places: places.length === 0 ? null : storedPlaces.write(places) };
}

function writeRequests(
  transaction: Transaction,
  requests: readonly NewRequest[],
  numbers: readonly number[],
): void {
  for (const { row, shared } of requests) {
    if (row === undefined || shared.size === 0) continue;
    transaction.write('UPDATE request SET shared = $1 WHERE id = $2', sharedText(shared), row);
  }
  const fresh = requests.filter(({ row }) => row === undefined);
  if (fresh.length === 0) return;
  const bodies = joinBodies(fresh.map(({ request }) => request.body));
  for (const [index, each] of fresh.entries()) each.row = numbers[index];
  transaction.write(
    `INSERT INTO request (id, headers, query, reading, body, shared) OVERRIDING SYSTEM VALUE
     SELECT id, headers, query, reading, substring($1::bytea FROM begin FOR bytes), shared
     FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::text[], $8::bigint[])
       AS new (headers, query, reading, begin, bytes, shared, id)`,
    bodies.all,
    fresh.map(({ request }) => storedHeaders.write(request.headers)),
    fresh.map(({ request }) => storedQuery.write(request.query)),
    fresh.map(({ request }) => storedReading.write(request.reading)),
    bodies.begins,
    bodies.lengths,
    fresh.map(({ shared }) => sharedText(shared)),
    fresh.map(({ row }) => row ?? null),
  );
}

function sharedText(shared: ReadonlyMap<string, number>): string | null {
  return shared.size === 0 ? null : storedPieces.write([...shared.keys()]);
}

function insertEvents(transaction: Transaction, rows: readonly NewEventRow[]): void {
  const columns = `id, request, siblings, source, sender_event_id, type, received_at, occurred_at, duplicate_of, noticed,
    status, planning, calls, own_status, own_reason, own_diagnostics, own_held_since, waits_at, settled_at, codes, trace,
    sequence, import, import_row`;
  transaction.write(
    `INSERT INTO event (${columns}) OVERRIDING SYSTEM VALUE
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::bigint[],
       $8::bigint[], $9::text[], $10::text[], $11::text[], $12::smallint[], $13::integer[], $14::text[], $15::text[],
       $16::text[], $17::bigint[], $18::text[], $19::bigint[], $20::text[], $21::text[], $22::bigint[], $23::bigint[], $24::bigint[])`,
    rows.map(({ item }) => item.id),
    rows.map(({ of }) => of.row ?? null),
    rows.map(({ webhook }) => webhook.siblings),
    rows.map(({ webhook }) => webhook.request.source),
    rows.map(({ item }) => item.senderEventId ?? null),
    rows.map(({ item }) => item.type ?? null),
    rows.map(({ webhook }) => webhook.request.receivedAt),
    rows.map(({ item }) => item.occurredAt ?? null),
    rows.map(({ twin }) => twin ?? null),
    rows.map(({ diagnostics }) => diagnosticsText(diagnostics)),
    rows.map(({ event }) => event.status),
    rows.map(({ event }) => event.planning),
    rows.map(({ event }) => event.calls),
    rows.map(({ event }) => event.own?.status ?? null),
    rows.map(({ event }) => event.own?.reason ?? null),
    rows.map(({ event }) => diagnosticsText(event.own?.diagnostics ?? [])),
    rows.map(({ event }) => event.heldSince),
    rows.map(({ event }) => event.waitsAt),
    rows.map(({ event }) => event.settledAt),
    rows.map(({ diagnostics, event }) =>
      codesText([...diagnostics, ...(event.own?.diagnostics ?? []), ...event.callDiagnostics]),
    ),
    rows.map(({ webhook }) => webhook.request.trace ?? null),
    rows.map(({ sequence }) => sequence),
    rows.map(({ webhook }) => webhook.request.importedRow?.import ?? null),
    rows.map(({ webhook }) => webhook.request.importedRow?.row ?? null),
  );
}

function insertPayloads(transaction: Transaction, rows: readonly NewEventRow[]): void {
  const payloads = rows.flatMap(({ item, places, sequence }) =>
    item.payload === undefined ? [] : [{ sequence, json: item.payload, places }],
  );
  if (payloads.length === 0) return;
  transaction.write(
    `INSERT INTO payload (sequence, json, shared) SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[])`,
    payloads.map(({ sequence }) => sequence),
    payloads.map(({ json }) => json),
    payloads.map(({ places }) => places),
  );
}
