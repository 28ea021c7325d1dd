import type { Connection } from '../connection.ts';

/**
 * Where the calls of an event wait, in the words of the column `waits_at`: the destinations of those that are queued, as
 * a sorted JSON list. To be set in a statement that updates `event`.
 */
export const waitsAtSql = `(SELECT json_group_array(destination) FROM (SELECT DISTINCT destination FROM call
  WHERE call.event = event.sequence AND call.status = 'queued' ORDER BY destination))`;

/** So many events are brought up to date in one transaction. */
const batchSize = 100;

/**
 * Notes of one batch of queued events of an older version where they wait; answers how many there were. Until all of
 * them have it, each is looked up where it is listed.
 */
export function noteWaitingBatch(connection: Connection): number {
  return connection.run(
    `UPDATE event SET waits_at = ${waitsAtSql} WHERE sequence IN (SELECT sequence FROM event
       WHERE status = 'queued' AND planning <> 1 AND waits_at IS NULL LIMIT ?)`,
    batchSize,
  );
}
