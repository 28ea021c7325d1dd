import { expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { accept, queued, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

/** The store of the process that goes on. */
let last: Store;

async function open(): Promise<Store> {
  last = await scene.open();
  return last;
}

/** Ends the leases of all owners, as if their processes had ended; another one goes on. */
async function next(): Promise<Store> {
  await rowsOf(scene.url, `UPDATE ${scene.schema}.lease SET until = clock_timestamp() - interval '1 second'`);
  return open();
}

/** Has a process end while it plans this event of its batch; answers what the next one is told of each. */
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

it('blames no event for the end of a process that had a batch of them', async () => {
  const first = await open();
  const [one, other] = [await accept(first), await accept(first)];
  expect(await endWhilePlanning(first, one)).toEqual(
    new Map([
      [one, undefined],
      [other, undefined],
    ]),
  );
});

it('blames the one event that was being planned once its batch is suspected, and no other', async () => {
  const first = await open();
  const [one, other] = [await accept(first), await accept(first)];
  await endWhilePlanning(first, one);
  expect(await endWhilePlanning(last, one)).toEqual(
    new Map([
      [one, 1],
      [other, undefined],
    ]),
  );
  expect((await endWhilePlanning(last, one)).get(one)).toBe(2);
});

it('blames no event while others have their turn', async () => {
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

it('suspects nothing that is planned', async () => {
  const first = await open();
  await accept(first);
  const events = await first.plannable(9);
  expect(await marks()).toEqual([false]);
  await first.plan(events.map(event => ({ event, calls: [queued(update('1001'))] })));
  await next().then(store => store.plannable(9));
  expect(await rowsOf(scene.url, `SELECT * FROM ${scene.schema}.crash_count`)).toEqual([]);
});

it('forgets what it suspected once that is planned', async () => {
  const first = await open();
  const id = await accept(first);
  await endWhilePlanning(first, id);
  const second = last;
  expect(await rowsOf(scene.url, `SELECT times FROM ${scene.schema}.crash_count`)).toHaveLength(1);
  await second.plan((await second.plannable(9)).map(event => ({ event, calls: [queued(update('1001'))] })));
  expect(await rowsOf(scene.url, `SELECT times FROM ${scene.schema}.crash_count`)).toEqual([]);
});

it('says nothing to the database for an event that is not suspected', async () => {
  const store = await open();
  await accept(store);
  const [event] = await store.plannable(9);
  await store.planningNow(event);
  expect(await marks()).toEqual([false]);
});
