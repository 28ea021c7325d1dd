import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { storeFolder } from './config-text.ts';
import type { Ground } from './ground.ts';

/** Checks that the file of the store is intact, and that the prototypes of all objects are unchanged. */
export async function lookInside({ bridge, folder, volume, scoreboard }: Ground): Promise<void> {
  if (bridge.alive && !(await bridge.prototypesAsBefore()))
    scoreboard.fault('bent by hostile inputs', 'what all objects inherit has changed');
  const file = join(folder, storeFolder, 'bridge.db');
  const [program = '', ...words] = [
    ...(volume?.prefix ?? []),
    process.execPath,
    join(import.meta.dirname, 'integrity.ts'),
    file,
  ];
  const looked = spawnSync(program, words, { encoding: 'utf8' });
  scoreboard.count('integrity checks');
  if (looked.stdout !== 'ok') scoreboard.fault('damaged stores', looked.stdout || looked.stderr);
}
