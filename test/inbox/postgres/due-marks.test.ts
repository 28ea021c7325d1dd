import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { hour, noon, second } from '../contract/bench.ts';
import { acceptPlanned, claimDue, contentOf, deliverAll, queued, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

/**
 * Every search counts as too long. Searches from the start are rare enough for a test to see which calls a mark skips.
 */
const slowSearches = { longMs: 0, everyMs: 4 * second, apart: 0, latelyMs: 2 * second };

/** Opens a store that searches from a mark two seconds before noon. */
async function openWithMark(): Promise<Store> {
  const store = await scene.open({ dueMarkTimes: slowSearches });
  await acceptPlanned(store, queued(update('1001')));
  await deliverAll(store, noon);
  // With no call waiting, the store returns the time of its next search from the start.
  await expect.poll(() => store.nextDueAt('salon')).toBeGreaterThan(noon);
  return store;
}

/** Accepts a call that has been due for an hour. */
async function acceptLong(store: Store, customer: string): Promise<void> {
  await acceptPlanned(store, queued(update(customer)));
  await rowsOf(
    scene.url,
    `UPDATE ${scene.schema}.lane SET due_at = ${noon - hour} WHERE key LIKE '%${customer}%' RETURNING id`,
  ).then(rows => expect(rows).toHaveLength(1));
}

async function claimed(store: Store): Promise<readonly string[]> {
  return (await claimDue(store, noon)).map(({ call }) => contentOf(call));
}

describe('if the search for due calls takes long', () => {
  it('a call that became due recently is claimed at once, and one due for long a little later', async () => {
    const store = await openWithMark();
    await acceptLong(store, '2002');
    await acceptPlanned(store, queued(update('3003')));
    expect(await claimed(store)).toEqual([contentOf(update('3003'))]);
    expect(await claimed(store)).toEqual([]);
    expect(await store.nextDueAt('salon')).toBeGreaterThan(noon);
    expect(await store.nextDueAt('salon')).toBeLessThanOrEqual(noon + slowSearches.everyMs);
    await expect.poll(() => claimed(store)).toEqual([contentOf(update('2002'))]);
  });

  it('the search starts at the call that has waited longest', async () => {
    const store = await openWithMark();
    for (const customer of ['2002', '3003', '4004']) await acceptLong(store, customer);
    await expect.poll(async () => (await store.nextDueAt('salon')) ?? noon).toBe(noon - hour);
    expect(await claimed(store)).toHaveLength(3);
  });

  it('a store searches from the start if nothing was claimed for a while', async () => {
    const brief = { longMs: 0, everyMs: 1, apart: 0, latelyMs: 20 };
    const store = await scene.open({ dueMarkTimes: brief });
    await acceptPlanned(store, queued(update('1001')));
    await deliverAll(store, noon);
    await new Promise(done => setTimeout(done, 100));
    await acceptLong(store, '2002');
    expect(await claimed(store)).toEqual([contentOf(update('2002'))]);
  });
});
