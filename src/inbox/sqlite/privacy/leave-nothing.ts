import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { batchSize } from '../../operations/in-batches.ts';
import { sweepLanes } from '../../operations/privacy/sweep-lanes.ts';
import type { OperationStore } from '../../operations/steps.ts';
import type { Connection } from '../connection/connection.ts';
import type { Parts } from '../parts.ts';

const emptyLogTries = 40;
const emptyLogEveryMs = 50;

/**
 * Removes deleted data from all files, even after a power cut: unused lanes, free pages, the log. Returns true if the
 * log could be emptied; a running backup may prevent it.
 */
export async function leaveNothing(
  { connection, wholeQueue: queue, checkpointer }: Parts,
  store: OperationStore,
): Promise<boolean> {
  await sweepLanes(store);
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

/** Returns a part of the free pages to the file system; returns true if there are more. */
function shrink(connection: Connection): boolean {
  connection.execute(`PRAGMA incremental_vacuum(${batchSize})`);
  const free = connection.get<{ freelist_count: number }>('PRAGMA freelist_count');
  return (free?.freelist_count ?? 0) > 0;
}
