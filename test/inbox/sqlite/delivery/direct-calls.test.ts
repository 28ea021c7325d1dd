import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Claim } from '../../../../src/inbox/claim.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { createTestClock, minute, noon } from '../../contract/bench.ts';
import {
  accept,
  ada,
  attempt,
  booking,
  claimDue,
  contentOf,
  delivered,
  ended,
  item,
  mappingHold,
  planAll,
  planFor,
  planThatMayLeave,
  queued,
  retryAt,
  update,
  webhook,
} from '../../contract/samples.ts';
import { fastFolder } from '../../fast-folder.ts';
import { openPrepared } from '../../open-prepared.ts';

const operator = { who: 'Ada', why: 'a test' };

async function scene() {
  const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-direct-'));
  const clock = createTestClock();
  const open = () => openPrepared(join(folder, 'store.db'), { clock });
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

/** Accepts an event whose call may be sent at once, and returns its claim. */
async function acceptDirect(store: Store, person = '1001', note = 'a note'): Promise<Claim> {
  const items = [item()];
  const [added] = await store.add(
    webhook({ items }),
    planThatMayLeave(items, queued(update(person, note), { link: ada })),
  );
  if (!added?.claim) throw new Error('it did not leave at once');
  return added.claim;
}

const statusOf = async (store: Store, { eventId }: Claim) => (await store.event(eventId))?.status;

it('is returned claimed, waits for no planning, and is delivered like other calls', async () => {
  const { store, clock } = await scene();
  const claim = await acceptDirect(store);
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

it('is planned later if the process ended before its result was written', async () => {
  const bench = await scene();
  const claim = await acceptDirect(bench.store);
  await bench.reopen();
  expect((await bench.store.plannable(9)).map(({ id }) => id)).toEqual([claim.eventId]);
});

it('blocks the next call of its person, but not of others', async () => {
  const { store } = await scene();
  const first = await acceptDirect(store);
  const items = [item()];
  const [second] = await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  expect(second).toEqual({ id: items[0]?.id, status: 'queued', planned: true });
  await acceptDirect(store, '1002');
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.nextDueAt('salon')).toBe(undefined);
  expect(await store.settle(first, delivered(first.call), attempt())).toBe(true);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: second?.id }]);
});

it('blocks a later planned call of its person', async () => {
  const { store } = await scene();
  const first = await acceptDirect(store);
  const second = await accept(store);
  expect((await planAll(store, () => [queued(update('1001'))])).map(({ id }) => id)).toEqual([second]);
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.settle(first, delivered(first.call), attempt())).toBe(true);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: second }]);
});

it('is stored with its retry, or with the action for a person', async () => {
  const { store } = await scene();
  const again = await acceptDirect(store);
  await store.settle(again, retryAt(noon + minute), attempt());
  expect(await store.event(again.eventId)).toMatchObject({
    status: 'queued',
    calls: [{ status: 'queued', attempts: [{ outcome: 'done A1' }] }],
  });
  expect(await claimDue(store, noon + minute)).toMatchObject([
    { eventId: again.eventId, attempt: 2, tries: 1 },
  ]);
  const failed = await acceptDirect(store, '1002');
  await store.settle(failed, ended('failed'), attempt());
  expect(await statusOf(store, failed)).toBe('failed');
});

it('is planned later if it is released', async () => {
  const { store } = await scene();
  const claim = await acceptDirect(store);
  await store.release(claim);
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(false);
  const items = [item()];
  const [later] = await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  expect(later).toEqual({ id: items[0]?.id, status: 'queued' });
  await planAll(store, () => [queued(update('1001'))]);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: claim.eventId, attempt: 1 }]);
});

it('is sent before the next call of its person if it is released', async () => {
  const { store } = await scene();
  const claim = await acceptDirect(store);
  const items = [item()];
  await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  await store.release(claim);
  expect(await store.plannable(9)).toEqual([]);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: claim.eventId, attempt: 2 }]);
});

it('sees at its next try which values a newer booking has set, whose response names its customer', async () => {
  const { store } = await scene();
  const older = await acceptDirect(store, '1001', 'older');
  const items = [item()];
  await store.add(webhook({ items }), planFor(items, queued(booking('A1'))));
  const [booked] = await claimDue(store, noon);
  if (!booked) throw new Error('the booking was expected');
  await store.begin(booked, noon);
  await store.settle(booked, delivered(booked.call, { customerId: '1001' }), attempt());
  await store.settle(older, retryAt(noon), attempt());
  const [again] = await claimDue(store, noon);
  if (!again) throw new Error('the update was expected');
  expect([again.eventId, again.outOfOrder]).toEqual([older.eventId, true]);
  expect((await store.newerDelivered(again)).map(contentOf)).toEqual(['A1']);
});

it('makes a link like other calls', async () => {
  const { store } = await scene();
  const claim = await acceptDirect(store);
  const linked = { link: ada, customerId: '1001' };
  expect(await store.settle(claim, delivered(claim.call, {}, linked), attempt())).toBe(true);
  expect(await store.findLink(ada, 'salon')).toBe('1001');
  const next = await acceptDirect(store);
  expect(await store.settle(next, delivered(next.call, {}, linked), attempt())).toBe(true);
  expect(await statusOf(store, next)).toBe('delivered');
});

it('blocks the next call of its person even if lanes are joined meanwhile', async () => {
  const { store } = await scene();
  const linked = { link: { people: 'crm', id: 'someone else' }, customerId: '1002' };
  const other = await acceptDirect(store, '1002');
  const first = await acceptDirect(store);
  const items = [item()];
  await store.add(webhook({ items }), planThatMayLeave(items, queued(update('1001'))));
  await store.settle(other, delivered(other.call, {}, linked), attempt());
  expect(await claimDue(store, noon)).toEqual([]);
  expect(await store.settle(first, delivered(first.call), attempt())).toBe(true);
  expect(await claimDue(store, noon)).toMatchObject([{ eventId: items[0]?.id }]);
});

it('is not held with its mapping, like other calls in flight', async () => {
  const { store } = await scene();
  const claim = await acceptDirect(store);
  expect(await store.holdMapping(mappingHold())).toBe(0);
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
  expect(await statusOf(store, claim)).toBe('delivered');
});

it('is discarded and erased like other calls in flight', async () => {
  const { store } = await scene();
  const discarded = await acceptDirect(store);
  await store.discard(discarded.eventId, operator);
  expect(await store.settle(discarded, retryAt(noon), attempt())).toBe(true);
  const erased = await acceptDirect(store, '1002');
  expect(await store.erase({ by: 'event', id: erased.eventId }, operator)).toMatchObject({ events: 0 });
  await store.settle(erased, delivered(erased.call), attempt());
  expect(await store.erase({ by: 'event', id: erased.eventId }, operator)).toMatchObject({ events: 1 });
  expect(await store.event(erased.eventId)).toBe(undefined);
});

it('is shown in the views once it has been in flight for a while', async () => {
  const { store, clock } = await scene();
  const claim = await acceptDirect(store);
  clock.advance(1_000);
  expect(await store.event(claim.eventId)).toMatchObject({ status: 'queued', calls: [{ status: 'queued' }] });
  expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
  expect(await statusOf(store, claim)).toBe('delivered');
});
