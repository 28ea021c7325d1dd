import { laneKey } from '../../call.ts';
import type { ReplayWish } from '../../decide/operate.ts';
import type { EventFilter, ReplayPreview } from '../../event-filter.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import { newerInLane } from '../delivery/newer.ts';
import { findLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
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
  connection: Connection,
  queue: WriteQueue,
  what: { id: string } | EventFilter,
  wish: ReplayWish,
): Promise<ReplayPreview> {
  const { most = Number.POSITIVE_INFINITY } = wish;
  const counts = { events: 0, newer: 0, nothingLeft: 0, more: false };
  const note = (sequences: readonly number[]) => {
    const counted = sequences.slice(0, most - counts.events);
    counts.more ||= counted.length < sequences.length;
    counts.events += counted.length;
    for (const each of counted) {
      if (wouldClash(connection, each, wish)) counts.newer += 1;
      if (hasNothingLeft(connection, each, wish)) counts.nothingLeft += 1;
    }
    return sequences.length;
  };
  if ('id' in what) {
    await queue.read(() => {
      const event = connection.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = ?', what.id);
      return note(event ? [event.sequence] : []);
    });
  } else {
    const { cursor: _cursor, ...filter } = what;
    await forEachFound(connection, queue, { ...filter, limit: most + 1 }, found =>
      queue.read(() => note(found)),
    );
  }
  const { nothingLeft, more, ...others } = counts;
  return { ...others, ...(nothingLeft > 0 && { nothingLeft }), ...(more && { more }) };
}

/** A condition for calls that are sent again only at the request of a person. */
const isDone =
  "(status = 'uncertain' OR (status = 'delivered' AND (?2 = 0 OR operation <> 'updateCustomer')))";

/** Returns true if it has calls, none of which would be sent. */
function hasNothingLeft(connection: Connection, sequence: number, { again = false }: ReplayWish): boolean {
  const row = connection.get<{ calls: number; done: number }>(
    `SELECT count(*) AS calls, count(*) FILTER (WHERE ${isDone}) AS done FROM call WHERE event = ?1`,
    sequence,
    again ? 1 : 0,
  );
  return row !== undefined && row.calls > 0 && row.done === row.calls;
}

/** Returns true if one of the planned calls that may be sent again is older than a call delivered since. */
function wouldClash(connection: Connection, sequence: number, { clash, again = false }: ReplayWish): boolean {
  if (!clash) return false;
  const calls = connection.all<Row>(
    `SELECT c.event, c.mapping, c.destination, c.policy, c.request, c.link_people, c.link_id, e.occurred_at
     FROM call c JOIN event e ON e.sequence = c.event
     WHERE c.event = ?1 AND c.request IS NOT NULL AND c.id NOT IN (SELECT id FROM call WHERE event = ?1 AND ${isDone})`,
    sequence,
    again ? 1 : 0,
  );
  return calls.some(row => {
    const { destination, mapping, link_people: people, link_id: id } = row;
    const call = storedCall.read(row.request);
    const link = people !== null && id !== null ? { people, id } : undefined;
    const key = laneKey(call, link, link && findLink(connection, link, destination));
    const lane = findLane(connection, destination, key) ?? null;
    const occurredAt = row.occurred_at === null ? {} : { occurredAt: row.occurred_at };
    return clash(
      call,
      newerInLane(connection, lane, {
        sequence,
        mapping,
        policy: storedPolicy.read(row.policy),
        ...occurredAt,
      }),
    );
  });
}
