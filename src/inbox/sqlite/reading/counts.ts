import { setImmediate as turn } from 'node:timers/promises';
import type { Counts } from '../../counts.ts';
import { mappingsThatHold, sumTally, type TallyRow, type WaitingCounts } from '../../decide/sum-tally.ts';
import type { Status } from '../../event.ts';
import { strandedCalls } from '../../operations/holds.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import type { DirectCalls } from '../delivery/direct-calls.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';

/** Counts an inserted call; with two empty names, an event without calls. */
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

/**
 * The number of consecutive events among which the waiting ones are counted in one step; other work runs between the
 * steps.
 */
const stepSize = 200_000;

/** The value of `counted_to` once all waiting events are counted. */
const allCounted = Number.MAX_SAFE_INTEGER;

/** The tally of the waiting events with a sequence below `counted_to`. */
interface Waiting extends WaitingCounts {
  readonly counted_to: number;
}

/**
 * Begins the tally of the events that wait to be planned. There may be a million of them, so each process counts them
 * once, at the first request, and then counts each change. The tally is in the connection's temporary tables, so a
 * rolled-back transaction is undone there too.
 */
export function openWaitingTally(connection: Connection): void {
  connection.execute(`
    CREATE TEMP TABLE waiting (unplanned INTEGER NOT NULL, fresh INTEGER NOT NULL, counted_to INTEGER NOT NULL);
    INSERT INTO waiting VALUES (0, 0, 0);
    CREATE TEMP TRIGGER waiting_changed AFTER UPDATE OF planning ON main.event WHEN old.planning <> new.planning BEGIN
      UPDATE waiting SET unplanned = unplanned + (new.planning > 0) - (old.planning > 0),
        fresh = fresh + (new.planning = 1) - (old.planning = 1) WHERE counted_to > new.sequence;
    END;
    CREATE TEMP TRIGGER waiting_deleted AFTER DELETE ON main.event WHEN old.planning > 0 BEGIN
      UPDATE waiting SET unplanned = unplanned - 1, fresh = fresh - (old.planning = 1)
        WHERE counted_to > old.sequence;
    END;
  `);
}

/** Counts an inserted event that waits to be planned. `planning`: the code of the reason. */
export function addToWaiting(connection: Connection, sequence: number, planning: number): void {
  connection.run(
    'UPDATE temp.waiting SET unplanned = unplanned + 1, fresh = fresh + (? = 1) WHERE counted_to > ?',
    planning,
    sequence,
  );
}

/** Counts the calls by displayed status, by mapping and by destination (Store.counts). */
export async function countAll(
  connection: Connection,
  queue: WriteQueue,
  direct: Pick<DirectCalls, 'size'>,
): Promise<Counts> {
  while (!(await queue.read(() => countWaiting(connection)))) await turn();
  const counts = await queue.read(() => withTally(connection, waiting(connection)));
  // Events whose calls are in flight do not wait for planning.
  return { ...counts, unplanned: Math.max(0, counts.unplanned - direct.size()) };
}

function waiting(connection: Connection): Waiting {
  const row = connection.get<Waiting>('SELECT * FROM temp.waiting');
  if (!row) throw new Error('the tally of what waits is not open');
  return row;
}

/** Counts the next part of the waiting events; returns true if all of them are counted. */
function countWaiting(connection: Connection): boolean {
  const { counted_to: from } = waiting(connection);
  if (from === allCounted) return true;
  const next = connection.get<{ first: number | null }>(
    'SELECT min(sequence) AS first FROM event WHERE planning > 0 AND sequence >= ?',
    from,
  );
  const first = next?.first ?? allCounted;
  const end = Math.min(first + stepSize, allCounted);
  connection.run(
    `UPDATE temp.waiting SET counted_to = ?2, unplanned = unplanned + found.every, fresh = fresh + found.first
     FROM (SELECT count(*) AS every, count(*) FILTER (WHERE planning = 1) AS first FROM event
       WHERE planning > 0 AND sequence >= ?1 AND sequence < ?2) AS found`,
    first,
    end,
  );
  return end === allCounted;
}

function withTally(connection: Connection, waits: Waiting): Counts {
  const counts = tallied(connection, waits);
  const stranded = takeSteps(strandedCalls(statementsOf(connection), mappingsThatHold(counts)));
  return { ...counts, stranded };
}

function tallied(connection: Connection, waits: Waiting): Omit<Counts, 'stranded'> {
  const rows = connection.all<TallyRow>(
    `SELECT t.destination, t.mapping, t.calls,
       iif(t.status = 'queued' AND d.stopped_since IS NOT NULL, 'held', t.status) AS status
     FROM tally t LEFT JOIN destination d ON d.name = t.destination WHERE t.calls > 0`,
  );
  return sumTally(rows, waits);
}
