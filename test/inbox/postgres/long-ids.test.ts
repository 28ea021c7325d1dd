import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { accept, item, planAll, queued, update, webhook } from '../contract/samples.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
/** No index of PostgreSQL can hold such a long text. */
const tooLong = randomBytes(3_000).toString('hex');

it('a webhook whose plan PostgreSQL refuses is still stored, and planned later', async () => {
  const store = await scene.open();
  const bad = item();
  const request = webhook({ items: [bad] });
  const [added] = await store.add(request, async () => {
    const event = { sequence: 0, id: bad.id, source: 'crm', planning: 'first' } as const;
    return { plans: new Map([[bad.id, { event, calls: [queued(update(tooLong))] }]]), mayLeave: false };
  });
  expect(added).toMatchObject({ id: bad.id, status: 'queued' });
  expect((await store.plannable(9)).map(({ id }) => id)).toEqual([bad.id]);
});

it('a plan that PostgreSQL refuses leaves nothing behind, and later events are planned', async () => {
  const store = await scene.open();
  const id = await accept(store);
  const [event] = await store.plannable(9);
  if (!event) throw new Error('an event was expected');
  await expect(store.plan([{ event, calls: [queued(update(tooLong))] }])).rejects.toThrow(/54000/);
  await accept(store);
  await planAll(store, () => [queued(update('1001'))]);
  expect((await store.event(id))?.status).toBe('queued');
  expect(await store.plannable(9)).toEqual([]);
});
