import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Connection } from '../../../../src/inbox/sqlite/connection/connection.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { createTestClock } from '../../contract/bench.ts';
import { accept, item, mappingHold, planAll, queued, update, webhook } from '../../contract/samples.ts';
import { openPrepared } from '../../open-prepared.ts';

const clock = createTestClock();
let path: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-waiting-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  path = join(folder, 'store.db');
});

async function open(): Promise<Store> {
  const store = await openPrepared(path, { clock });
  onTestFinished(() => store.close());
  return store;
}

/** The number of events that wait to be planned, according to the rows and to the store. */
async function countUnplanned(store: Store): Promise<{ rows: object; said: object }> {
  const { unplanned, statuses, byDestination } = await store.counts();
  const inCalls = Object.values(byDestination).reduce((sum, each) => sum + each.queued, 0);
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare(
      'SELECT count(*) AS unplanned, count(*) FILTER (WHERE planning = 1) AS fresh FROM event WHERE planning > 0',
    )
    .get();
  database.close();
  return { rows: { ...rows }, said: { unplanned, fresh: statuses.queued - inCalls } };
}

async function expectRight(store: Store, unplanned: number): Promise<void> {
  const { rows, said } = await countUnplanned(store);
  expect(said).toEqual(rows);
  expect(said).toMatchObject({ unplanned });
}

it('counts the events that wait to be planned, after every kind of change', async () => {
  const store = await open();
  await expectRight(store, 0);
  const ids = [await accept(store), await accept(store), await accept(store)];
  await store.add(webhook({ items: [item(), item()] }));
  await expectRight(store, 5);
  await planAll(store, event => [queued(update(String(event.sequence)))]);
  await expectRight(store, 0);
  await store.holdMapping(mappingHold());
  await store.releaseMapping('intake');
  await expectRight(store, 5);
  await planAll(store, event => [queued(update(String(event.sequence)))]);
  await expectRight(store, 0);
  for (const id of ids) await store.discard(id);
  await store.replay({ id: ids[0] ?? '' }, { force: false });
  await expectRight(store, 1);
  const erased = await accept(store);
  await expectRight(store, 2);
  await store.erase({ by: 'event', id: erased }, { who: 'anna', why: 'she asked' });
  await expectRight(store, 1);
});

it('counts nothing of a transaction that was rolled back', async () => {
  const store = await open();
  await accept(store);
  await expectRight(store, 1);
  const twice = item();
  const faulty = store.add(webhook({ items: [twice, { ...item(), id: twice.id }] }));
  const [ended] = await Promise.allSettled([faulty, accept(store)]);
  expect(ended?.status).toBe('rejected');
  await expectRight(store, 2);
});

it('counts events of an earlier process once, and events accepted before the first count', async () => {
  const before = await open();
  for (let count = 0; count < 5; count += 1) await accept(before);
  await before.close();
  const store = await open();
  await accept(store);
  await expectRight(store, 6);
  await accept(store);
  await expectRight(store, 7);
});

it('reads no event any more once all waiting events are counted', async () => {
  const store = await open();
  for (let count = 0; count < 5; count += 1) await accept(store);
  const statements: string[] = [];
  for (const name of ['get', 'all', 'run'] as const) {
    const ask = Connection.prototype[name] as (sql: string, ...values: never[]) => never;
    vi.spyOn(Connection.prototype, name).mockImplementation(function (this: Connection, sql, ...values) {
      statements.push(sql);
      return ask.call(this, sql, ...(values as never[]));
    });
  }
  onTestFinished(() => void vi.restoreAllMocks());
  const ofEvents = () => statements.splice(0).filter(sql => /\bFROM event\b/.test(sql)).length;
  expect((await store.counts()).unplanned).toBe(5);
  expect(ofEvents()).toBeGreaterThan(0);
  for (let times = 0; times < 3; times += 1) expect((await store.counts()).unplanned).toBe(5);
  expect(ofEvents()).toBe(0);
});
