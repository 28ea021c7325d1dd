import type { Connection } from '../connection/connection.ts';

/**
 * The value of the column `waits_at`: the destinations of an event's queued calls, as a sorted JSON list. Use it in
 * an UPDATE of `event`.
 */
export const waitsAtSql = `(SELECT json_group_array(destination) FROM (SELECT DISTINCT destination FROM call
  WHERE call.event = event.sequence AND call.status = 'queued' ORDER BY destination))`;

/** The number of events that are updated in one transaction. */
const batchSize = 100;

/**
 * Fills in the column for one batch of queued events of an older version; returns their number. Until all of them
 * have it, each event is looked up when it is listed.
 */
export function noteWaitingBatch(connection: Connection): number {
  return connection.run(
    `UPDATE event SET waits_at = ${waitsAtSql} WHERE sequence IN (SELECT sequence FROM event
       WHERE status = 'queued' AND planning <> 1 AND waits_at IS NULL LIMIT ?)`,
    batchSize,
  );
}
