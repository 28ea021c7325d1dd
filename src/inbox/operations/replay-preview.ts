import { type DeliveredCall, laneKey } from '../call.ts';
import type { ComparedCall } from '../claim.ts';
import type { ReplayPreviewOptions } from '../decide/operate.ts';
import type { EventFilter, ReplayPreview } from '../event-filter.ts';
import { storedCall, storedPolicy } from '../stored/stored-call.ts';
import { newerInLane } from './newer-calls.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

interface Row {
  event: number;
  mapping: string;
  destination: string;
  policy: string;
  request: string;
  link_people: string | null;
  link_id: string | null;
  occurred_at: number | null;
}

/** Counts the expected effect of a replay; changes nothing (Store.previewReplay). */
export async function previewReplay(
  store: OperationStore,
  what: { id: string } | EventFilter,
  wish: ReplayPreviewOptions,
): Promise<ReplayPreview> {
  const { most = Number.POSITIVE_INFINITY } = wish;
  const counts = { events: 0, newer: 0, nothingLeft: 0, otherCustomer: 0, more: false };
  function* note(transaction: StoreTransaction, sequences: readonly number[]): Steps<number> {
    const counted = sequences.slice(0, most - counts.events);
    counts.more ||= counted.length < sequences.length;
    counts.events += counted.length;
    counts.newer += yield* countClashing(transaction, counted, wish);
    counts.nothingLeft += yield* countDone(transaction, counted, wish);
    counts.otherCustomer += yield* countOtherCustomer(transaction, counted, wish);
    return sequences.length;
  }
  if ('id' in what) {
    await store.read(function* (transaction) {
      const sql = 'SELECT sequence FROM event WHERE id = $1';
      const event = yield* transaction.get<{ sequence: number }>(sql, what.id);
      return yield* note(transaction, event ? [event.sequence] : []);
    });
  } else {
    const { cursor: _cursor, ...filter } = what;
    await store.forEachFound({ ...filter, limit: most + 1 }, found =>
      store.read(transaction => note(transaction, found)),
    );
  }
  const { nothingLeft, otherCustomer, more, ...others } = counts;
  return {
    ...others,
    ...(nothingLeft > 0 && { nothingLeft }),
    ...(otherCustomer > 0 && { otherCustomer }),
    ...(more && { more }),
  };
}

/** The SQL condition for calls that are sent again only at a person's request. */
const isDone = `(c.status = 'uncertain' OR (c.status = 'delivered' AND NOT ($2 AND c.operation = 'updateCustomer')))`;

/** Counts the events with calls of which none would be sent. */
function* countDone(
  transaction: StoreTransaction,
  sequences: readonly number[],
  { again = false }: ReplayPreviewOptions,
): Steps<number> {
  const done = yield* transaction.all(
    `SELECT c.event FROM call c WHERE c.event = ANY ($1) GROUP BY c.event
     HAVING count(*) = count(*) FILTER (WHERE ${isDone})`,
    sequences,
    again,
  );
  return done.length;
}

/** Counts the events with a delivered update whose link stands for another customer now. */
function* countOtherCustomer(
  transaction: StoreTransaction,
  sequences: readonly number[],
  { again = false }: ReplayPreviewOptions,
): Steps<number> {
  if (!again) return 0;
  const rows = yield* transaction.all<Pick<Row, 'event' | 'destination' | 'request'> & OfLink>(
    `SELECT event, destination, request, link_people, link_id FROM call
     WHERE event = ANY ($1) AND status = 'delivered' AND operation = 'updateCustomer'
       AND request IS NOT NULL AND link_id IS NOT NULL`,
    sequences,
  );
  const found = new Set<number>();
  for (const { event, destination, request, link_people: people, link_id: id } of rows) {
    const call = storedCall.read(request);
    if (call.operation !== 'updateCustomer' || !call.id.linked) continue;
    const customer = yield* transaction.findLink({ people, id }, destination);
    if (customer !== undefined && customer !== call.id.text) found.add(event);
  }
  return found.size;
}

interface OfLink {
  link_people: string;
  link_id: string;
}

/** Counts the events with a call that may be sent again and is older than a call delivered since. */
function* countClashing(
  transaction: StoreTransaction,
  sequences: readonly number[],
  { clash, again = false }: ReplayPreviewOptions,
): Steps<number> {
  if (!clash) return 0;
  const rows = yield* transaction.all<Row>(
    `SELECT c.event, c.mapping, c.destination, c.policy, c.request, c.link_people, c.link_id, e.occurred_at
     FROM call c JOIN event e ON e.sequence = c.event
     WHERE c.event = ANY ($1) AND NOT ${isDone} AND c.request IS NOT NULL
     ORDER BY c.event DESC, c.position`,
    sequences,
    again,
  );
  const clashing = new Set<number>();
  for (const row of rows) {
    if (!clashing.has(row.event) && (yield* clashes(transaction, row, clash))) clashing.add(row.event);
  }
  return clashing.size;
}

function* clashes(
  transaction: StoreTransaction,
  row: Row,
  clash: NonNullable<ReplayPreviewOptions['clash']>,
): Steps<boolean> {
  const { destination, link_people: people, link_id: id } = row;
  const call = storedCall.read(row.request);
  const link = people !== null && id !== null ? { people, id } : undefined;
  const known = link && (yield* transaction.findLink(link, destination));
  const than = {
    ...(link && { link }),
    sequence: row.event,
    mapping: row.mapping,
    policy: storedPolicy.read(row.policy),
    ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
  };
  return clash(call, yield* deliveredSince(transaction, than, destination, laneKey(call, link, known)));
}

/** Returns the delivered calls of a lane's person that are newer than a call of an event (Store.deliveredSince). */
export function* deliveredSince(
  transaction: StoreTransaction,
  than: ComparedCall,
  destination: string,
  key: string,
): Steps<readonly DeliveredCall[]> {
  const lane = yield* transaction.get<{ id: number }>(
    'SELECT id FROM lane WHERE destination = $1 AND key = $2',
    destination,
    key,
  );
  return yield* newerInLane(transaction, { id: lane?.id ?? null, destination, key }, than);
}
