import { type Call, laneKey } from '../../call.ts';
import type { ReplayWish } from '../../decide/operate.ts';
import type { EventFilter, ReplayPreview } from '../../event-filter.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Database } from '../connection/database.ts';
import type { Transaction } from '../connection/transaction.ts';
import { newerInLane } from '../delivery/newer.ts';
import { numbersOfLinks } from '../rows/links.ts';
import { forEachFound } from './search.ts';

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
  database: Database,
  what: { id: string } | EventFilter,
  wish: ReplayWish,
): Promise<ReplayPreview> {
  const { most = Number.POSITIVE_INFINITY } = wish;
  const counts = { events: 0, newer: 0, nothingLeft: 0, more: false };
  const note = async (transaction: Transaction, sequences: readonly number[]) => {
    const counted = sequences.slice(0, most - counts.events);
    counts.more ||= counted.length < sequences.length;
    counts.events += counted.length;
    counts.newer += await countClashing(transaction, counted, wish);
    counts.nothingLeft += await countDone(transaction, counted, wish);
    return sequences.length;
  };
  if ('id' in what) {
    await database.read(async transaction => {
      const sql = 'SELECT sequence FROM event WHERE id = $1';
      const event = await transaction.get<{ sequence: number }>(sql, what.id);
      return note(transaction, event ? [event.sequence] : []);
    });
  } else {
    const { cursor: _cursor, ...filter } = what;
    await forEachFound(database, { ...filter, limit: most + 1 }, found =>
      database.read(transaction => note(transaction, found)),
    );
  }
  const { nothingLeft, more, ...others } = counts;
  return { ...others, ...(nothingLeft > 0 && { nothingLeft }), ...(more && { more }) };
}

/** A condition for calls that are sent again only at the request of a person. */
const isDone = `(c.status = 'uncertain' OR (c.status = 'delivered' AND NOT ($2 AND c.operation = 'updateCustomer')))`;

/** Counts the events that have calls, none of which would be sent. */
async function countDone(
  transaction: Transaction,
  sequences: readonly number[],
  { again = false }: ReplayWish,
): Promise<number> {
  const row = await transaction.get<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT c.event FROM call c WHERE c.event = ANY ($1) GROUP BY c.event HAVING bool_and(${isDone})) done`,
    sequences,
    again,
  );
  return row?.count ?? 0;
}

/** Counts the events with a call that may be sent again and is older than a call delivered since. */
async function countClashing(
  transaction: Transaction,
  sequences: readonly number[],
  { clash, again = false }: ReplayWish,
): Promise<number> {
  if (!clash) return 0;
  const rows = await transaction.all<Row>(
    `SELECT c.event, c.mapping, c.destination, c.policy, c.request, c.link_people, c.link_id, e.occurred_at
     FROM call c JOIN event e ON e.sequence = c.event
     WHERE c.event = ANY ($1) AND NOT ${isDone} AND c.request IS NOT NULL
     ORDER BY c.event DESC, c.position`,
    sequences,
    again,
  );
  const calls = rows.map(row => ({ row, call: storedCall.read(row.request) }));
  const lanes = await lanesOfCalls(transaction, calls);
  const clashing = new Set<number>();
  for (const [index, { row, call }] of calls.entries()) {
    if (clashing.has(row.event)) continue;
    const newer = await newerInLane(transaction, lanes[index] ?? null, {
      sequence: row.event,
      mapping: row.mapping,
      policy: storedPolicy.read(row.policy),
      ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
    });
    if (clash(call, newer)) clashing.add(row.event);
  }
  return clashing.size;
}

/** Returns the lanes that calls would have now; undefined for a missing lane. */
async function lanesOfCalls(
  transaction: Transaction,
  calls: readonly { readonly row: Row; readonly call: Call }[],
): Promise<readonly (number | undefined)[]> {
  const links = calls.map(({ row: { link_people: people, link_id: id } }) =>
    people === null || id === null ? undefined : { people, id },
  );
  const names = calls.flatMap(({ row }, index) => {
    const link = links[index];
    return link ? [{ index, link, destination: row.destination }] : [];
  });
  const known = await numbersOfLinks(transaction, names);
  const customers = new Map(names.map(({ index }, place) => [index, known[place]]));
  const lanes = await transaction.all<{ number: number; id: number }>(
    `SELECT wanted.number, lane.id FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (destination, key, number)
     JOIN lane USING (destination, key)`,
    calls.map(({ row }) => row.destination),
    calls.map(({ call }, index) => laneKey(call, links[index], customers.get(index))),
  );
  const ids = new Map(lanes.map(({ number, id }) => [number - 1, id]));
  return calls.map((_, index) => ids.get(index));
}
