import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { batchSize, inBatches } from '../../operations/in-batches.ts';
import type { Connection } from '../connection/connection.ts';
import type { WriteQueue } from '../connection/write-queue.ts';
import type { Checkpointer } from '../file/checkpointer.ts';

const emptyLogTries = 40;
const emptyLogEveryMs = 50;

/**
 * Removes deleted data from all files, even after a power cut: unused lanes, free pages, the log. Returns true if the
 * log could be emptied; a running backup may prevent it.
 */
export async function leaveNothing(
  connection: Connection,
  queue: WriteQueue,
  checkpointer: Pick<Checkpointer, 'idle' | 'syncLog'>,
): Promise<boolean> {
  await inBatches(after => queue.write(() => sweepLanes(connection, after)));
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

/** Deletes the lanes of a range that no call is in any more, because their keys identify people. */
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
