import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lookAt, memoryPercentPerHour, type Needs, whatGrew } from '../../torture/growth.ts';

const hour = 60 * 60_000;
const mebibyte = 1024 * 1024;

/** Returns measurements of a process over some hours, constant except for noise and the given change. */
function looks(hours: number, change: (share: number) => Partial<Needs> = () => ({}), count = 240): Needs[] {
  return Array.from({ length: count }, (_, index) => {
    const share = index / count;
    return {
      atMs: share * hours * hour,
      memoryBytes: (150 + (index % 7)) * mebibyte,
      openFiles: 60 + (index % 5),
      storeBytes: 40_000 * index,
      logBytes: (index % 30) * mebibyte,
      events: 10 * index,
      lateMs: index % 9 === 0 ? 400 : 3,
      ...change(share),
    };
  });
}

describe('growth in a long run', () => {
  it('is not found in constant or initially rising figures', () => {
    expect(whatGrew(looks(1))).toEqual([]);
    const warm = (share: number) => ({ memoryBytes: (100 + 150 * Math.min(share, 0.3)) * mebibyte });
    expect(whatGrew(looks(12, warm))).toEqual([]);
    expect(memoryPercentPerHour(looks(12, warm))).toBe(0);
  });

  it.each<[string, number, (share: number) => Partial<Needs>]>([
    ['memory by', 1, share => ({ memoryBytes: 150 * mebibyte * (1 + 0.12 * share) })],
    ['memory by', 24, share => ({ memoryBytes: 150 * mebibyte * (1 + 0.4 * share) })],
    ['open files, from', 1, share => ({ openFiles: Math.round(60 + 60 * share) })],
    ['the space of an event in the store', 1, share => ({ storeBytes: 10 * mebibyte * share ** 2 })],
    ['the log of the store, to 128 MiB', 1, share => (share > 0.9 ? { logBytes: 128 * mebibyte } : {})],
    ['how late the event loop is, to 80 ms', 1, share => (share > 0.4 ? { lateMs: 80 } : {})],
  ])('is reported for %s, in %d hours', (words, hours, change) => {
    expect(whatGrew(looks(hours, change))).toEqual([expect.stringContaining(words)]);
  });

  it('cannot be found in a few measurements', () => {
    expect(whatGrew(looks(1, undefined, 9))).toEqual([expect.stringContaining('too few looks')]);
  });
});

it.runIf(process.platform === 'linux')('is measured for a process and its store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-growth-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bridge.db');
  writeFileSync(file, Buffer.alloc(5000));
  const seen = lookAt(process.pid, file, { atMs: 1, events: 2, lateMs: 3 });
  expect(seen).toMatchObject({ atMs: 1, events: 2, storeBytes: 5000, logBytes: 0 });
  expect(seen.memoryBytes).toBeGreaterThan(10 * mebibyte);
  expect(seen.openFiles).toBeGreaterThan(2);
});
