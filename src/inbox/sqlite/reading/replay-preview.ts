import { type Call, laneKey } from '../../call.ts';
import type { EventFilter, ReplayPreview } from '../../event-filter.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Connection } from '../connection.ts';
import { newerInLane } from '../delivery/claiming.ts';
import { findLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import type { WriteQueue } from '../write-queue.ts';
import { forEachFound } from './search.ts';

/** Whether a call would set what newer delivered ones of its person have set. */
export type Clash = (call: Call, newer: readonly Call[]) => boolean;

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

/** Counts what a replay would have planned again; changes nothing (Store.previewReplay). */
export async function previewReplay(
  connection: Connection,
  queue: WriteQueue,
  what: { id: string } | EventFilter,
  clash: Clash,
): Promise<ReplayPreview> {
  const countClashing = (sequences: readonly number[]) =>
    sequences.filter(each => wouldClash(connection, each, clash)).length;
  if ('id' in what) {
    return queue.read(() => {
      const event = connection.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = ?', what.id);
      return event ? { events: 1, newer: countClashing([event.sequence]) } : { events: 0, newer: 0 };
    });
  }
  let newer = 0;
  const { limit: _limit, cursor: _cursor, ...filter } = what;
  const events = await forEachFound(connection, queue, filter, async found => {
    newer += await queue.read(() => countClashing(found));
    return found.length;
  });
  return { events, newer };
}

/** Of the calls as they were planned: whether one that may be sent again is older than what was delivered since. */
function wouldClash(connection: Connection, sequence: number, clash: Clash): boolean {
  const calls = connection.all<Row>(
    `SELECT c.event, c.mapping, c.destination, c.policy, c.request, c.link_people, c.link_id, e.occurred_at
     FROM call c JOIN event e ON e.sequence = c.event
     WHERE c.event = ? AND c.status NOT IN ('delivered', 'uncertain') AND c.request IS NOT NULL`,
    sequence,
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
