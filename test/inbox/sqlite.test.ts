import { existsSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/inbox/sqlite/store.ts';
import { describeStore } from './store-contract.ts';

/** Nothing here pulls the plug, so a disk in memory does where there is one with room, and waits for nobody. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 1024 ** 3 ? memory : tmpdir();
}

describeStore('SQLite', async () => {
  const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-store-'));
  return {
    open: clock => openSqliteStore(join(folder, 'data', 'store.db'), { clock }),
    remove: () => rm(folder, { recursive: true }),
  };
});
