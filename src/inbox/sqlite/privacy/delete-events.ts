import { erasedMark } from '../../decide/erasing/personal-data.ts';
import type { Connection } from '../connection/connection.ts';
import { forgetWords, forgetWordsOfWholes } from '../reading/word-index.ts';
import { refreshLane } from '../rows/lanes.ts';

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
  const rows = [...new Set(events.map(event => event.request))];
  const requests = JSON.stringify(rows);
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
  if (why === 'erased') forget(connection, rows, JSON.stringify(events.map(event => event.id)));
}

/** The other events of a split webhook keep their own parts; the whole of it, with the erased part, goes. */
function forget(connection: Connection, requests: readonly number[], ids: string): void {
  emptyWholes(connection, requests);
  forgetUnshared(connection, JSON.stringify(requests));
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

/** Empties split webhooks, given by their rows; their events keep their own parts. */
export function emptyWholes(connection: Connection, rows: readonly number[]): void {
  const requests = JSON.stringify(rows);
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
