import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * The folder for stores of tests that cut no power: a disk in memory, if one has room, because it never waits for a
 * device.
 */
export function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 1024 ** 3 ? memory : tmpdir();
}
