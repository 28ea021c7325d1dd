import { readFileSync, statSync } from 'node:fs';

const append = 0o2000;

/** The offset of the next write without an explicit offset: that of the descriptor, or the end of the file. */
export function descriptorOffset(thread: number, descriptor: number): number {
  const info = readFileSync(`/proc/${thread}/fdinfo/${descriptor}`, 'latin1');
  const flags = Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '', 8);
  if ((flags & append) !== 0) return statSync(`/proc/${thread}/fd/${descriptor}`).size;
  return Number(/^pos:\s+(\d+)/m.exec(info)?.[1]);
}
