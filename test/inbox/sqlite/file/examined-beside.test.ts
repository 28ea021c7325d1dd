import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Examined } from '../../../../src/inbox/sqlite/file/examine-beside.ts';
import { openSqliteStore } from '../../../../src/inbox/sqlite/store.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { StoreUnusable } from '../../../../src/inbox/store-unusable.ts';
import { createTestClock } from '../../contract/bench.ts';
import { accept } from '../../contract/samples.ts';
import { fastFolder } from '../../fast-folder.ts';

let folder: string;
let path: string;
let stores: Store[];

beforeEach(() => {
  folder = mkdtempSync(join(fastFolder(), 'fieldbridge-examined-'));
  path = join(folder, 'store.db');
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

const soon = { atOnceBytes: 0, waitMs: 0 };

/** Opens the store as if it were large. `examined` resolves with the finding and the file at that moment. */
async function open(patience = soon) {
  const examined = Promise.withResolvers<{ found: Examined; file: Buffer }>();
  const broke = Promise.withResolvers<string>();
  const store = await openSqliteStore(path, {
    clock: createTestClock(),
    patience,
    examined: found => examined.resolve({ found, file: readFileSync(path) }),
    brokeDown: broke.resolve,
  });
  stores.push(store);
  return { store, examined: examined.promise, broke: broke.promise };
}

/** Makes a store with this many events of 4 KB each and closes it; returns its file. */
async function fill(events: number): Promise<Buffer> {
  const { store } = await open({ atOnceBytes: Number.MAX_SAFE_INTEGER, waitMs: 0 });
  const body = new Uint8Array(4_000).fill(120);
  await Promise.all(Array.from({ length: events }, () => accept(store, { body })));
  await store.close();
  return readFileSync(path);
}

const page = 8192;

/** Overwrites a page that is not read when the store is opened. */
function damage(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const pages = Array.from({ length: file.length / page - 1 }, (_, index) => index + 1);
  const leaf = pages.findLast(each => copy.readUInt8(each * page) === 13);
  if (leaf === undefined) throw new Error('there is no page of rows');
  copy.fill(0xff, leaf * page, leaf * page + 200);
  return copy;
}

describe('a large store', () => {
  it('accepts events into its log while it is examined', async () => {
    const before = await fill(200);
    const { store, examined } = await open();
    let accepted = 0;
    const ended = examined.then(() => true);
    do {
      await accept(store);
      accepted += 1;
    } while (!(await Promise.race([ended, new Promise<false>(done => setImmediate(() => done(false)))])));
    const { found, file } = await examined;
    expect([found, file.equals(before), accepted > 24]).toEqual(['whole', true, true]);
    for (let more = 0; more < 50; more += 1) await accept(store);
    await expect.poll(() => readFileSync(path).equals(before)).toBe(false);
    expect(existsSync(`${path}-damaged`)).toBe(false);
  });

  it('is refused before anything is written if damage is found in time', async () => {
    const bad = damage(await fill(200));
    writeFileSync(path, bad);
    await expect(open({ atOnceBytes: 0, waitMs: 60_000 })).rejects.toThrow(
      /store\.db is damaged \(.+\); it was left as it is\. Restore a backup/,
    );
    expect([
      readFileSync(path).equals(bad),
      existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0,
    ]).toEqual([true, false]);
  });

  it('accepts nothing after damage is found, is left unchanged, and is refused from then on', async () => {
    const good = await fill(200);
    const bad = damage(good);
    writeFileSync(path, bad);
    const { store, broke } = await open();
    expect(await broke).toMatch(/^the store cannot be used: its file is damaged \(.+\)$/);
    await expect(accept(store)).rejects.toThrow(/its file is damaged/);
    await store.close();
    expect(readFileSync(path).equals(bad)).toBe(true);
    expect(readFileSync(`${path}-damaged`, 'utf8')).toMatch(
      /^Damage was found in the store beside this file \(/,
    );
    await expect(open()).rejects.toThrow(StoreUnusable);
    expect(readFileSync(path).equals(bad)).toBe(true);

    rmSync(`${path}-wal`, { force: true });
    writeFileSync(path, good);
    const restored = await open();
    await accept(restored.store);
    expect(existsSync(`${path}-damaged`)).toBe(false);
  });

  it('can be closed while it is examined, without losing data', async () => {
    const before = await fill(200);
    const { store, examined } = await open();
    const id = await accept(store);
    await store.close();
    expect((await examined).found).toBe('stopped');
    expect(readFileSync(path).equals(before)).toBe(true);
    const again = await open();
    expect(await again.store.event(id)).toMatchObject({ id, status: 'queued' });
  });

  it('responds to an erasure during the examination only when no file has the data any more', async () => {
    await fill(200);
    const { store, examined } = await open();
    const id = await accept(store, { body: new TextEncoder().encode('{"name":"a-name-to-be-erased"}') });
    let isExamined = false;
    void examined.then(() => {
      isExamined = true;
    });
    const erased = await store.erase({ by: 'event', id }, { who: 'somebody' });
    expect([erased, isExamined]).toEqual([expect.objectContaining({ complete: true }), true]);
    expect(readFileSync(path).includes('a-name-to-be-erased')).toBe(false);
  });
});

const ownReads = '/proc/thread-self/io';

/** The bytes that this thread has read so far; the examination runs in a thread of its own. */
function bytesRead(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync(ownReads, 'utf8'))?.[1]);
}

describe.skipIf(!existsSync(ownReads))('opening a store', () => {
  it('reads as much for a large store as for a small one', async () => {
    const read: number[] = [];
    for (const events of [100, 4_000]) {
      path = join(folder, `${events}.db`);
      await fill(events);
      const before = bytesRead();
      const { store } = await open();
      read.push(bytesRead() - before);
      await store.close();
    }
    const [few = 0, many = 0] = read;
    expect(many / few).toBeLessThan(1.5);
  });
});
