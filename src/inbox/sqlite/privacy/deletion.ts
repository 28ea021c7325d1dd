import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { erasedMark } from '../../decide/erasing/personal-data.ts';
import type { Connection } from '../connection.ts';
import type { Checkpointer } from '../file/checkpointer.ts';
import { forgetWords, forgetWordsOfWholes } from '../reading/word-index.ts';
import { refreshLane } from '../rows/lanes.ts';
import { batchSize, inBatches, type WriteQueue } from '../write-queue.ts';

/**
 * Deletes events with all their data. `old`: after retention; data shared with other events of one webhook stay until
 * the last one is deleted. `erased`: at the request of a person; only the fact that a booking was made stays.
 */
export function deleteEvents(
  connection: Connection,
  sequences: readonly number[],
  why: 'old' | 'erased',
): void {
  const list = JSON.stringify(sequences);
  const events = connection.all<{ id: string; request: number }>(
    'SELECT id, request FROM event WHERE sequence IN (SELECT value FROM json_each(?))',
    list,
  );
  const requests = JSON.stringify([...new Set(events.map(event => event.request))]);
  deleteCalls(connection, list);
  forgetWords(connection, sequences);
  for (const table of ['payload', 'crash_count'])
    connection.run(`DELETE FROM ${table} WHERE sequence IN (SELECT value FROM json_each(?))`, list);
  for (const table of ['outbox', 'amendment'])
    connection.run(`DELETE FROM ${table} WHERE event IN (SELECT value FROM json_each(?))`, list);
  connection.run('DELETE FROM event WHERE sequence IN (SELECT value FROM json_each(?))', list);
  connection.run(
    `DELETE FROM request WHERE id IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM event WHERE event.request = request.id AND siblings = 1)`,
    requests,
  );
  if (why === 'erased') forget(connection, requests, JSON.stringify(events.map(event => event.id)));
}

/** The other events of a split webhook keep their own parts; the whole of it, with the erased part, goes. */
function forget(connection: Connection, requests: string, ids: string): void {
  forgetWhole(connection, requests);
  forgetUnshared(connection, requests);
  connection.run('DELETE FROM dedupe WHERE event_id IN (SELECT value FROM json_each(?))', ids);
  // An id is known by its first variant, so another one takes the place of one that is gone.
  connection.run(
    `UPDATE OR IGNORE dedupe SET variant = 0 WHERE variant > 0 AND NOT EXISTS
       (SELECT 1 FROM dedupe other WHERE other.source = dedupe.source AND other.key = dedupe.key AND other.variant = 0)`,
  );
  connection.run('DELETE FROM recent WHERE event_id IN (SELECT value FROM json_each(?))', ids);
  connection.run(
    `UPDATE audit SET why = ? WHERE why IS NOT NULL AND what <> 'erase'
       AND event_id IN (SELECT value FROM json_each(?))`,
    erasedMark,
    ids,
  );
}

/** Empties split webhooks, given by their rows as a JSON list; their events keep their own parts. */
export function forgetWhole(connection: Connection, requests: string): void {
  forgetWordsOfWholes(connection, requests);
  connection.run(
    `UPDATE request SET body = CAST('null' AS BLOB), reading = '{"kind":"json","charset":"utf-8"}', query = '{}',
       headers = '{}' WHERE id IN (SELECT value FROM json_each(?))`,
    requests,
  );
}

/** Removes the shared parts of webhooks that no item uses any more. */
function forgetUnshared(connection: Connection, requests: string): void {
  connection.run(
    `UPDATE request SET shared = (
       SELECT json_group_array(CASE WHEN EXISTS (
         SELECT 1 FROM event e JOIN payload p ON p.sequence = e.sequence, json_each(p.shared) place
         WHERE e.request = request.id AND place.value ->> 1 = piece.key) THEN piece.value ELSE 'null' END)
       FROM json_each(request.shared) piece)
     WHERE shared IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
    requests,
  );
}

/** The ledger keeps the fact that a booking was made, and its event, but nothing of its contents. */
function deleteCalls(connection: Connection, sequences: string): void {
  const rows = connection.all<{ id: number; lane: number | null; status: string }>(
    'SELECT id, lane, status FROM call WHERE event IN (SELECT value FROM json_each(?))',
    sequences,
  );
  const calls = JSON.stringify(rows.map(row => row.id));
  connection.run(
    `UPDATE ledger SET completion = json_object('result', completion ->> '$.result')
     WHERE completion IS NOT NULL AND call IN (SELECT value FROM json_each(?))`,
    calls,
  );
  connection.run('DELETE FROM attempt WHERE call IN (SELECT value FROM json_each(?))', calls);
  connection.run('DELETE FROM call WHERE id IN (SELECT value FROM json_each(?))', calls);
  const waiting = rows.flatMap(row => (row.lane !== null && row.status === 'queued' ? [row.lane] : []));
  for (const lane of new Set(waiting)) refreshLane(connection, lane);
}

const emptyLogTries = 40;
const emptyLogEveryMs = 50;

/**
 * Removes deleted data from all files: unused lanes, free pages, the log, also after a power cut. Returns true if the
 * log could be emptied; a running backup may prevent it.
 */
export async function leaveNothing(
  connection: Connection,
  queue: WriteQueue,
  checkpointer: Pick<Checkpointer, 'idle' | 'syncLog'>,
): Promise<boolean> {
  await inBatches(queue, after => sweepLanes(connection, after));
  await queue.write(() => connection.run('DELETE FROM tally WHERE calls = 0'));
  while (await queue.read(() => shrink(connection))) await turn();
  for (let tries = 0; tries < emptyLogTries; tries += 1) {
    await checkpointer.idle();
    const log = await queue.read(() => connection.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'));
    if (log?.busy === 0) {
      await checkpointer.syncLog();
      return true;
    }
    await sleep(emptyLogEveryMs);
  }
  return false;
}

/** The number of lanes that are processed in one step. */
const laneStep = 5_000;

/** Deletes the lanes of a range that no call is in any more: their keys name people. */
function sweepLanes(connection: Connection, after: number) {
  const newest = connection.get<{ id: number | null }>('SELECT max(id) AS id FROM lane')?.id ?? 0;
  const count = connection.run(
    `DELETE FROM lane WHERE id > ? AND id <= ? AND due_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM call WHERE call.lane = lane.id)`,
    after,
    after + laneStep,
  );
  return { count, more: after + laneStep < newest, last: after + laneStep };
}

/** Returns a part of the free pages to the file system; returns true if there are more. */
function shrink(connection: Connection): boolean {
  connection.execute(`PRAGMA incremental_vacuum(${batchSize})`);
  const free = connection.get<{ freelist_count: number }>('PRAGMA freelist_count');
  return (free?.freelist_count ?? 0) > 0;
}
