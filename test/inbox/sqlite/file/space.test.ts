import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchSpace } from '../../../../src/inbox/sqlite/file/space.ts';

const mebibyte = 1024 * 1024;
let folder: string;
let file: string;
let room = { totalBytes: 0, freeBytes: 0 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-space-'));
  file = join(folder, 'store.db');
});

afterEach(() => rm(folder, { recursive: true }));

describe('free disk space', () => {
  it.each([
    [100_000, 129, false],
    [100_000, 127, true],
    [1_000, 51, false],
    [1_000, 49, true],
  ])('on a disk of %i MiB is too little with %i MiB: %s', (total, free, short) => {
    room = { totalBytes: total * mebibyte, freeBytes: free * mebibyte };
    const { shortage } = watchSpace(file, () => room);
    expect(shortage() !== undefined).toBe(short);
    if (short)
      expect(shortage()).toMatch(/^the disk is full except for \d+ MiB, .* as soon as \d+ MiB are free$/);
  });

  it('is read once in a turn of the event loop', async () => {
    let looks = 0;
    const { shortage } = watchSpace(file, () => {
      looks += 1;
      return { totalBytes: 1_000 * mebibyte, freeBytes: (looks === 1 ? 500 : 1) * mebibyte };
    });
    expect([shortage(), shortage(), looks]).toEqual([undefined, undefined, 1]);
    await turn();
    expect([shortage() !== undefined, looks]).toEqual([true, 2]);
  });

  it.each([
    [100_000, 513, false],
    [100_000, 511, true],
    [1_000, 201, false],
    [1_000, 199, true],
  ])('on a disk of %i MiB causes a warning with %i MiB: %s', (total, free, warns) => {
    room = { totalBytes: total * mebibyte, freeBytes: free * mebibyte };
    const { warning } = watchSpace(file, () => room);
    expect(warning() !== undefined).toBe(warns);
    if (warns)
      expect(warning()).toMatch(/^the store's disk has \d+ MiB left; below \d+ MiB no webhook is accepted/);
  });

  it('causes no error of its own if the folder is gone', () => {
    const space = watchSpace(join(folder, 'gone', 'store.db'));
    space.restore();
    expect([space.shortage(), space.release()]).toEqual([undefined, false]);
  });

  it('is reserved by a ballast file once there is enough, released once, and reserved again', async () => {
    const space = watchSpace(file, () => room);
    room = { totalBytes: 1_000 * mebibyte, freeBytes: 55 * mebibyte };
    space.restore();
    expect([existsSync(`${file}-ballast`), space.release()]).toEqual([false, false]);
    room = { ...room, freeBytes: 59 * mebibyte };
    space.restore();
    expect([(await stat(`${file}-ballast`)).size, (await stat(`${file}-ballast`)).mode & 0o777]).toEqual([
      8 * mebibyte,
      0o600,
    ]);
    expect([space.release(), space.release(), existsSync(`${file}-ballast`)]).toEqual([true, false, false]);
    room = { ...room, freeBytes: 57 * mebibyte };
    expect(space.shortage()).toMatch(/as soon as 58 MiB are free/);
    room = { ...room, freeBytes: 58 * mebibyte };
    await turn();
    expect(space.shortage()).toBeUndefined();
    space.restore();
    expect(existsSync(`${file}-ballast`)).toBe(true);
    room = { ...room, freeBytes: 50 * mebibyte };
    expect(space.shortage()).toBeUndefined();
  });
});
