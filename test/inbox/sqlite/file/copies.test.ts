import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../../../src/inbox/sqlite/file/back-up.ts';
import { openSqliteStore } from '../../../../src/inbox/sqlite/store.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { StoreUnusable } from '../../../../src/inbox/store-unusable.ts';
import { createTestClock, noon } from '../../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  booking,
  claimOne,
  ended,
  planAll,
  queued,
  statusOf,
} from '../../contract/samples.ts';

const clock = createTestClock();
let folder: string;
let path: string;
let stores: Store[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbridge-copies-'));
  path = join(folder, 'data', 'store.db');
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
  await rm(folder, { recursive: true });
});

async function open(at = path): Promise<Store> {
  const store = await openSqliteStore(at, { clock });
  stores.push(store);
  return store;
}

describe('a backup', () => {
  it('contains the data committed at that moment, even during writes, and no deleted data', async () => {
    const store = await open();
    const gone = await accept(store, { body: Buffer.from('a body that is gone') });
    const id = await accept(store);
    await store.discard(gone);
    await store.prune({ deliveredMs: 0, failedMs: 0 }, noon + 1);
    const made = backUp(path, join(folder, 'copy.db'), noon);
    const later = await accept(store);
    expect((await readFile(made.file)).includes('a body that is gone')).toBe(false);
    const copy = await open(made.file);
    expect([await statusOf(copy, id), await statusOf(copy, later)]).toEqual(['queued', undefined]);
  });

  it('is refused with a reason if there is no store, no target folder, or the file is no store', async () => {
    expect(() => backUp(path, join(folder, 'copy.db'), noon)).toThrow(/there is no store/);
    await (await open()).close();
    expect(() => backUp(path, join(folder, 'none', 'copy.db'), noon)).toThrow(StoreUnusable);
    const other = join(folder, 'other.db');
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE other (x)');
    database.close();
    expect(() => backUp(other, join(folder, 'copy.db'), noon)).toThrow(/no store of this program/);
    await writeFile(join(folder, 'copy.db'), 'precious');
    expect(() => backUp(path, join(folder, 'copy.db'), noon)).toThrow(/never overwrites/);
    expect(await readFile(join(folder, 'copy.db'), 'utf8')).toBe('precious');
  });

  it('pauses every known destination once, and makes bookings of its events uncertain', async () => {
    const store = await open();
    await acceptPlanned(store, queued(booking('A1'), { destination: 'spa' }));
    const unplanned = await accept(store);
    const copy = await open(backUp(path, join(folder, 'copy.db'), noon).file);
    expect(await copy.stopCopy(['salon'])).toMatch(/this store is a backup of .*store\.db, made 2026/);
    expect((await copy.destinations()).map(each => [each.name, each.paused])).toEqual([
      ['salon', true],
      ['spa', true],
    ]);
    expect(await copy.stopCopy(['salon'])).toBeUndefined();
    await planAll(copy, () => [queued(booking('A2'))]);
    const old = await claimOne(copy, noon);
    expect(await copy.begin(old, noon)).toEqual({ kind: 'uncertain', eventId: unplanned, copied: true });
    await copy.settle(old, ended('uncertain'), null);
    await acceptPlanned(copy, queued(booking('A3')));
    expect(await copy.begin(await claimOne(copy, noon), noon)).toEqual({ kind: 'go' });
    await copy.resolve({ id: unplanned }, { outcome: 'not-booked' }, { who: 'anna' });
    const again = await claimOne(copy, noon);
    expect(await copy.begin(again, noon)).toEqual({ kind: 'go', earlierUnclear: true });
  });

  it('makes a booking uncertain that was in flight at that moment', async () => {
    const store = await open();
    const id = await acceptPlanned(store, queued(booking('A1')));
    await store.begin(await claimOne(store, noon), noon);
    const copy = await open(backUp(path, join(folder, 'copy.db'), noon).file);
    expect(await statusOf(copy, id)).toBe('uncertain');
  });
});

describe('a copied file', () => {
  const copied = async (from: string, to: string): Promise<void> => {
    await mkdir(to, { recursive: true });
    for (const end of ['', '-lock']) cpSync(join(from, `store.db${end}`), join(to, `store.db${end}`));
  };

  it('is detected while the original store still exists', async () => {
    const store = await open();
    await acceptPlanned(store, queued(booking('A1')));
    await store.close();
    await copied(join(folder, 'data'), join(folder, 'copy'));
    const copy = await open(join(folder, 'copy', 'store.db'));
    expect(await copy.stopCopy(['salon'])).toMatch(/is a copy of/);
    expect(await copy.begin(await claimOne(copy, noon), noon)).toMatchObject({ kind: 'uncertain' });
  });

  it('is detected even if it replaced the store and has its inode', async () => {
    const store = await open();
    await acceptPlanned(store, queued(booking('A1')));
    await store.close();
    await (await open()).close();
    const saved = join(folder, 'saved.db');
    for (let times = 0; times < 3; times += 1) {
      cpSync(path, saved);
      await rm(path);
      cpSync(saved, path);
      const copy = await open();
      expect(await copy.stopCopy(['salon'])).toMatch(/is a copy of/);
      await copy.close();
    }
    expect(await (await open()).stopCopy(['salon'])).toBeUndefined();
  });

  it('may have been moved: it waits for a person, and then continues normally', async () => {
    const store = await open();
    await acceptPlanned(store, queued(booking('A1')));
    await store.close();
    await copied(join(folder, 'data'), join(folder, 'elsewhere'));
    await rm(join(folder, 'data'), { recursive: true });
    const moved = await open(join(folder, 'elsewhere', 'store.db'));
    expect(await moved.stopCopy(['salon'])).toMatch(/If it was moved, resume/);
    expect(await moved.begin(await claimOne(moved, noon), noon)).toEqual({ kind: 'go' });
  });

  it('is not reported if nothing waits in it, or if only its folder was renamed', async () => {
    const store = await open();
    await store.close();
    await copied(join(folder, 'data'), join(folder, 'copy'));
    expect(await (await open(join(folder, 'copy', 'store.db'))).stopCopy(['salon'])).toBeUndefined();
    const again = await open();
    await accept(again);
    await again.close();
    await rename(join(folder, 'data'), join(folder, 'renamed'));
    expect(await (await open(join(folder, 'renamed', 'store.db'))).stopCopy(['salon'])).toBeUndefined();
  });
});
