import { expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { accept, queued, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

/** The store of the process that continues. */
let last: Store;

async function open(): Promise<Store> {
  last = await scene.open();
  return last;
}

/** Ends the leases of all owners, as if their processes had ended; opens the store of another process. */
async function next(): Promise<Store> {
  await rowsOf(scene.url, `UPDATE ${scene.schema}.lease SET until = clock_timestamp() - interval '1 second'`);
  return open();
}

/** Ends a process while it plans this event of its batch; returns the crash count of each event in the next process. */
async function endWhilePlanning(store: Store, id: string): Promise<ReadonlyMap<string, number | undefined>> {
  const event = (await store.plannable(9)).find(each => each.id === id);
  await store.planningNow(event);
  const events = await (await next()).plannable(9);
  return new Map(events.map(each => [each.id, each.ended]));
}

async function marks() {
  const rows = await rowsOf<{ alone: boolean }>(scene.url, `SELECT alone FROM ${scene.schema}.planning_mark`);
  return rows.map(({ alone }) => alone).toSorted();
}

it('counts no crash for a single event if a process ended with a batch of events', async () => {
  const first = await open();
  const [one, other] = [await accept(first), await accept(first)];
  expect(await endWhilePlanning(first, one)).toEqual(
    new Map([
      [one, undefined],
      [other, undefined],
    ]),
  );
});

it('counts the crash for the one event being planned once its batch is suspected', async () => {
  const first = await open();
  const [one, other] = [await accept(first), await accept(first)];
  await endWhilePlanning(first, one);
  expect(await endWhilePlanning(last, one)).toEqual(
    new Map([
      [one, 1],
      [other, undefined],
    ]),
  );
  expect(await endWhilePlanning(last, one)).toEqual(new Map([[other, undefined]]));
  await last.plan((await last.plannable(9)).map(event => ({ event, calls: [queued(update('1001'))] })));
  expect((await last.plannable(9)).map(({ id, ended }) => [id, ended])).toEqual([[one, 2]]);
});

it('counts no crash while other events are planned', async () => {
  const first = await open();
  const id = await accept(first);
  await endWhilePlanning(first, id);
  const second = last;
  await second.planningNow((await second.plannable(9))[0]);
  expect(await marks()).toEqual([true]);
  await second.planningNow();
  expect(await marks()).toEqual([]);
  expect((await (await next()).plannable(9))[0]?.ended).toBe(undefined);
});

it('suspects no planned event', async () => {
  const first = await open();
  await accept(first);
  const events = await first.plannable(9);
  expect(await marks()).toEqual([false]);
  await first.plan(events.map(event => ({ event, calls: [queued(update('1001'))] })));
  await next().then(store => store.plannable(9));
  expect(await rowsOf(scene.url, `SELECT * FROM ${scene.schema}.crash_count`)).toEqual([]);
});

it('deletes the crash count of an event once it is planned', async () => {
  const first = await open();
  const id = await accept(first);
  await endWhilePlanning(first, id);
  const second = last;
  expect(await rowsOf(scene.url, `SELECT times FROM ${scene.schema}.crash_count`)).toHaveLength(1);
  await second.plan((await second.plannable(9)).map(event => ({ event, calls: [queued(update('1001'))] })));
  expect(await rowsOf(scene.url, `SELECT times FROM ${scene.schema}.crash_count`)).toEqual([]);
});

it('writes no mark of its own for an event that is not suspected', async () => {
  const store = await open();
  await accept(store);
  const [event] = await store.plannable(9);
  await store.planningNow(event);
  expect(await marks()).toEqual([false]);
});
