import type { Counts } from '../counts.ts';
import { type Status, statuses } from '../event.ts';
import type { Connection } from './connection.ts';

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

/** How many calls there are of each status as they show, and of each mapping and destination (Store.counts). */
export function countAll(connection: Connection): Counts {
  const rows = connection.all<{ destination: string; mapping: string; status: Status; calls: number }>(
    `SELECT t.destination, t.mapping, t.calls,
       iif(t.status = 'queued' AND d.stopped_since IS NOT NULL, 'held', t.status) AS status
     FROM tally t LEFT JOIN destination d ON d.name = t.destination WHERE t.calls > 0`,
  );
  const waiting = connection.get<{ unplanned: number; fresh: number }>(
    'SELECT count(*) AS unplanned, count(*) FILTER (WHERE planning = 1) AS fresh FROM event WHERE planning > 0',
  );
  const total = { ...none(), queued: waiting?.fresh ?? 0 };
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
  return { statuses: total, unplanned: waiting?.unplanned ?? 0, unclaimed, byDestination, byMapping };
}

function none(): ByStatus {
  return Object.fromEntries(statuses.map(status => [status, 0])) as ByStatus;
}
