import { setImmediate as turn } from 'node:timers/promises';
import type { Counts } from '../../counts.ts';
import { type Status, statuses } from '../../event.ts';
import type { Connection } from '../connection.ts';
import type { WriteQueue } from '../write-queue.ts';

type ByStatus = Record<Status, number>;

/** Counts a call that was inserted, or under two empty names an event that has none. */
export function addToTally(
  connection: Connection,
  destination: string,
  mapping: string,
  status: Status,
): void {
  connection.run(
    'INSERT INTO tally VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET calls = calls + 1',
    destination,
    mapping,
    status,
  );
}

/** So many events that wait to be planned are counted in one step; others work between them. */
const stepSize = 200_000;

/** How many events wait to be planned; `fresh`: for the first time. */
interface Waiting {
  unplanned: number;
  fresh: number;
}

/** How many calls there are of each status as they show, and of each mapping and destination (Store.counts). */
export async function countAll(connection: Connection, queue: WriteQueue): Promise<Counts> {
  const waiting: Waiting = { unplanned: 0, fresh: 0 };
  for (let after: number | null = 0; ; await turn()) {
    const from: number = after;
    const counted = await queue.read(() => countWaiting(connection, from));
    waiting.unplanned += counted.unplanned;
    waiting.fresh += counted.fresh;
    // Without a turn in between, what was counted last and the tally are of the same moment.
    if (counted.unplanned < stepSize || counted.last === null)
      return queue.read(() => withTally(connection, waiting));
    after = counted.last;
  }
}

function countWaiting(connection: Connection, after: number): Waiting & { last: number | null } {
  const counted = connection.get<Waiting & { last: number | null }>(
    `SELECT count(*) AS unplanned, count(*) FILTER (WHERE planning = 1) AS fresh, max(sequence) AS last FROM
       (SELECT sequence, planning FROM event WHERE planning > 0 AND sequence > ? ORDER BY sequence LIMIT ?)`,
    after,
    stepSize,
  );
  return counted ?? { unplanned: 0, fresh: 0, last: null };
}

function withTally(connection: Connection, waiting: Waiting): Counts {
  const rows = connection.all<{ destination: string; mapping: string; status: Status; calls: number }>(
    `SELECT t.destination, t.mapping, t.calls,
       iif(t.status = 'queued' AND d.stopped_since IS NOT NULL, 'held', t.status) AS status
     FROM tally t LEFT JOIN destination d ON d.name = t.destination WHERE t.calls > 0`,
  );
  const total = { ...none(), queued: waiting.fresh };
  const byDestination: Record<string, ByStatus> = Object.create(null);
  const byMapping: Record<string, ByStatus> = Object.create(null);
  let unclaimed = 0;
  for (const { destination, mapping, status, calls } of rows) {
    total[status] += calls;
    if (mapping === '') {
      if (status === 'held') unclaimed += calls;
      continue;
    }
    byDestination[destination] ??= none();
    byDestination[destination][status] += calls;
    byMapping[mapping] ??= none();
    byMapping[mapping][status] += calls;
  }
  return { statuses: total, unplanned: waiting.unplanned, unclaimed, byDestination, byMapping };
}

function none(): ByStatus {
  return Object.fromEntries(statuses.map(status => [status, 0])) as ByStatus;
}
