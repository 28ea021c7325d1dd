import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Claim } from '../../../../src/inbox/claim.ts';
import { openSqliteStore } from '../../../../src/inbox/sqlite/store.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { createTestClock, minute, noon } from '../../contract/bench.ts';
import {
  accept,
  ada,
  attempt,
  claimDue,
  delivered,
  ended,
  item,
  mappingHold,
  planAll,
  planThatMayLeave,
  queued,
  retryAt,
  update,
  webhook,
} from '../../contract/samples.ts';
import { fastFolder } from '../../fast-folder.ts';

const operator = { who: 'Ada', why: 'a test' };

async function scene() {
  const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-direct-'));
  const clock = createTestClock();
  const open = () => openSqliteStore(join(folder, 'store.db'), { clock });
  let store = await open();
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return {
    clock,
    get store() {
      return store;
    },
    async reopen() {
      await store.close();
      store = await open();
    },
  };
}

/** Accepts an event whose call may leave at once, and answers its claim. */
async function leave(store: Store, person = '1001', note = 'a note'): Promise<Claim> {
  const items = [item()];
  const [added] = await store.add(
    webhook({ items }),
    planThatMayLeave(items, queued(update(person, note), { link: ada })),
  );
  if (!added?.claim) throw new Error('it did not leave at once');
  return added.claim;
}

const statusOf = async (store: Store, { eventId }: Claim) => (await store.event(eventId))?.status;

it('comes back claimed, waits for nobody to plan it, and is delivered as any other', async () => {
  const { store, clock } = await scene();
  const claim = await leave(store);
  expect(await store.plannable(9)).toEqual([]);
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.event(claim.eventId)).toMatchObject({ status: 'queued', calls: [] });
  expect(await store.counts()).toMatchObject({ unplanned: 0, statuses: { queued: 1 } });
  expect(await store.begin(claim, clock.now())).toEqual({ kind: 'go' });
  expect(await store.settle(claim, delivered(claim.call, { customerId: '1001' }), attempt())).toBe(true);
  expect(await store.event(claim.eventId)).toMatchObject({
    status: 'delivered',
    calls: [{ status: 'delivered', customerId: '1001', attempts: [{ outcome: 'done A1' }] }],
  });
  expect(await store.counts()).toMatchObject({
    unplanned: 0,
    statuses: { queued: 0, delivered: 1 },
    byMapping: { intake: { delivered: 1 } },
  });
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(false);
});

it('is planned in its turn where the process ended before its answer was written', async () => {
  const bench = await scene();
  const claim = await leave(bench.store);
  await bench.reopen();
  expect((await bench.store.plannable(9)).map(({ id }) => id)).toEqual([claim.eventId]);
});

it('has the next one of its person wait behind it, and others not', async () => {
  const { store } = await scene();
  const first = await leave(store);
  const items = [item()];
  const [second] = await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  expect(second).toEqual({ id: items[0]?.id, status: 'queued', planned: true });
  await leave(store, '1002');
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.nextDueAt('salon')).toBe(undefined);
  expect(await store.settle(first, delivered(first.call), attempt())).toBe(true);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: second?.id }]);
});

it('has what is planned in its turn find it in its lane', async () => {
  const { store } = await scene();
  const first = await leave(store);
  const second = await accept(store);
  expect((await planAll(store, () => [queued(update('1001'))])).map(({ id }) => id)).toEqual([second]);
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.settle(first, delivered(first.call), attempt())).toBe(true);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: second }]);
});

it('is written with its next try, or with what a person has to do', async () => {
  const { store } = await scene();
  const again = await leave(store);
  await store.settle(again, retryAt(noon + minute), attempt());
  expect(await store.event(again.eventId)).toMatchObject({
    status: 'queued',
    calls: [{ status: 'queued', attempts: [{ outcome: 'done A1' }] }],
  });
  expect(await claimDue(store, noon + minute)).toMatchObject([
    { eventId: again.eventId, attempt: 2, tries: 1 },
  ]);
  const failed = await leave(store, '1002');
  await store.settle(failed, ended('failed'), attempt());
  expect(await statusOf(store, failed)).toBe('failed');
});

it('is planned in its turn where it is given back', async () => {
  const { store } = await scene();
  const claim = await leave(store);
  await store.release(claim);
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(false);
  const items = [item()];
  const [later] = await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  expect(later).toEqual({ id: items[0]?.id, status: 'queued' });
  await planAll(store, () => [queued(update('1001'))]);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: claim.eventId, attempt: 1 }]);
});

it('goes before the next one of its person where it is given back', async () => {
  const { store } = await scene();
  const claim = await leave(store);
  const items = [item()];
  await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  await store.release(claim);
  expect(await store.plannable(9)).toEqual([]);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: claim.eventId, attempt: 2 }]);
});

it('makes a link as any other, and what waited for that goes on', async () => {
  const { store } = await scene();
  const claim = await leave(store);
  const linked = { link: ada, customerId: '1001' };
  expect(await store.settle(claim, delivered(claim.call, {}, linked), attempt())).toBe(true);
  expect(await store.findLink(ada, 'salon')).toBe('1001');
  const next = await leave(store);
  expect(await store.settle(next, delivered(next.call, {}, linked), attempt())).toBe(true);
  expect(await statusOf(store, next)).toBe('delivered');
});

it('keeps the next one of its person back also where lanes become one meanwhile', async () => {
  const { store } = await scene();
  const linked = { link: { people: 'crm', id: 'someone else' }, customerId: '1002' };
  const other = await leave(store, '1002');
  const first = await leave(store);
  const items = [item()];
  await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  await store.settle(other, delivered(other.call, {}, linked), attempt());
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.settle(first, delivered(first.call), attempt())).toBe(true);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: items[0]?.id }]);
});

it('is left alone by a hold of its mapping, as a call that is under way', async () => {
  const { store } = await scene();
  const claim = await leave(store);
  expect(await store.holdMapping(mappingHold())).toBe(0);
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
  expect(await statusOf(store, claim)).toBe('delivered');
});

it('is left and erased as any other that is under way', async () => {
  const { store } = await scene();
  const discarded = await leave(store);
  await store.discard(discarded.eventId, operator);
  expect(await store.settle(discarded, retryAt(noon), attempt())).toBe(true);
  const erased = await leave(store, '1002');
  expect(await store.erase({ by: 'event', id: erased.eventId }, operator)).toMatchObject({ events: 0 });
  await store.settle(erased, delivered(erased.call), attempt());
  expect(await store.erase({ by: 'event', id: erased.eventId }, operator)).toMatchObject({ events: 1 });
  expect(await store.event(erased.eventId)).toBe(undefined);
});

it('shows its call to who looks once it has been under way for a while', async () => {
  const { store, clock } = await scene();
  const claim = await leave(store);
  clock.advance(1_000);
  expect(await store.event(claim.eventId)).toMatchObject({ status: 'queued', calls: [{ status: 'queued' }] });
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
  expect(await statusOf(store, claim)).toBe('delivered');
});
