import type { Connection } from '../connection/connection.ts';
import { type Batch, batchSize } from '../connection/write-queue.ts';
import { refreshLane } from '../rows/lanes.ts';

/** Makes one batch of the lanes due that would be due between two times (WorkStore.hasten). Epoch milliseconds. */
export function hastenBatch(
  connection: Connection,
  destination: string,
  { now, until }: { readonly now: number; readonly until: number },
): Batch {
  const lanes = connection.all<{ id: number }>(
    'SELECT id FROM lane WHERE destination = ? AND imported IN (0, 1) AND due_at > ? AND due_at <= ? ORDER BY due_at LIMIT ?',
    destination,
    now,
    until,
    batchSize,
  );
  for (const { id } of lanes) {
    connection.run(
      "UPDATE call SET due_at = ?1 WHERE lane = ?2 AND status = 'queued' AND due_at > ?1 AND due_at <= ?3",
      now,
      id,
      until,
    );
    refreshLane(connection, id);
  }
  return { count: lanes.length, more: lanes.length === batchSize, last: 0 };
}
