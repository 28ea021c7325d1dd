import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { hour, noon, second } from '../contract/bench.ts';
import { acceptPlanned, claimDue, contentOf, deliverAll, queued, update } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

/** Every look is too long; those from the start are so far apart that it shows what is left out meanwhile. */
const patient = { longMs: 0, everyMs: 4 * second, apart: 0, latelyMs: 2 * second };

/** A store that looks from a mark on, which is two seconds before noon. */
async function openWithMark(): Promise<Store> {
  const store = await scene.open({ dueMarkTimes: patient });
  await acceptPlanned(store, queued(update('1001')));
  await deliverAll(store, noon);
  // Nothing waits: what it names is when it looks from the start again.
  await expect.poll(() => store.nextDueAt('salon')).toBeGreaterThan(noon);
  return store;
}

/** A call of somebody that is due for an hour already. */
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

describe('where a look for what is due takes long', () => {
  it('what became due lately is given out at once, and what is due for long a little later', async () => {
    const store = await openWithMark();
    await acceptLong(store, '2002');
    await acceptPlanned(store, queued(update('3003')));
    expect(await claimed(store)).toEqual([contentOf(update('3003'))]);
    expect(await claimed(store)).toEqual([]);
    expect(await store.nextDueAt('salon')).toBeGreaterThan(noon);
    expect(await store.nextDueAt('salon')).toBeLessThanOrEqual(noon + patient.everyMs);
    await expect.poll(() => claimed(store)).toEqual([contentOf(update('2002'))]);
  });

  it('what waits for long is where looks begin', async () => {
    const store = await openWithMark();
    for (const customer of ['2002', '3003', '4004']) await acceptLong(store, customer);
    await expect.poll(async () => (await store.nextDueAt('salon')) ?? noon).toBe(noon - hour);
    expect(await claimed(store)).toHaveLength(3);
  });

  it('a store that is not asked for long looks from the start', async () => {
    const brief = { longMs: 0, everyMs: 1, apart: 0, latelyMs: 20 };
    const store = await scene.open({ dueMarkTimes: brief });
    await acceptPlanned(store, queued(update('1001')));
    await deliverAll(store, noon);
    await new Promise(done => setTimeout(done, 100));
    await acceptLong(store, '2002');
    expect(await claimed(store)).toEqual([contentOf(update('2002'))]);
  });
});
