import { describe, expect, it } from 'vitest';
import { day, hour, type NewBench, noon } from './bench.ts';
import {
  accept,
  ada,
  attempt,
  claimDue,
  claimOne,
  deliverAll,
  inState,
  item,
  mappingHold,
  planAll,
  planFor,
  queued,
  retryAt,
  statusOf,
  update,
  webhook,
} from './samples.ts';

/** Plans that are stored together with the webhook. */
export function describePlanningAtOnce(newBench: NewBench): void {
  describe('planning at once', () => {
    it('writes the plan with its event: its call is due, and nothing waits to be planned', async () => {
      const bench = await newBench();
      const items = [item()];
      const added = await bench.store.add(webhook({ items }), planFor(items, queued(update('1001'))));
      expect(added).toEqual([{ id: items[0]?.id, status: 'queued', planned: true }]);
      await bench.reopen();
      expect(await bench.store.plannable(10)).toEqual([]);
      expect(await claimDue(bench.store, noon)).toMatchObject([
        { eventId: items[0]?.id, call: { id: { text: '1001' } } },
      ]);
    });

    it('waits while an earlier event waits to be planned', async () => {
      const { store } = await newBench();
      const first = await accept(store);
      const items = [item()];
      const added = await store.add(webhook({ items }), planFor(items, queued(update('1001'))));
      expect(added).toEqual([{ id: items[0]?.id, status: 'queued' }]);
      expect((await store.plannable(10)).map(({ id }) => id)).toEqual([first, items[0]?.id]);
      await planAll(store, () => ({ calls: [queued(update('1001'))] }));
      const later = [item()];
      expect(
        await store.add(webhook({ items: later }), planFor(later, queued(update('1001')))),
      ).toMatchObject([{ planned: true }]);
    });

    it('waits if there is no plan, and writes no plan for a duplicate', async () => {
      const { store } = await newBench();
      const items = [item({ senderEventId: 'one' })];
      expect(await store.add(webhook({ items }), async () => undefined)).toEqual([
        { id: items[0]?.id, status: 'queued' },
      ]);
      await planAll(store, () => ({ calls: [queued(update('1001'))] }));
      const again = [item({ senderEventId: 'one' })];
      expect(
        await store.add(webhook({ items: again }), planFor(again, queued(update('1002')))),
      ).toMatchObject([{ id: items[0]?.id, status: 'duplicate' }]);
      expect(await claimDue(store, noon)).toHaveLength(1);
    });

    it('plans a held call again if its mapping was released while the plan was made', async () => {
      const { store } = await newBench();
      const items = [item()];
      const added = await store.add(webhook({ items }), async () => {
        await store.releaseMapping('intake');
        return planFor(items, inState({ status: 'held', reason: 'it is held', call: update('1001') }))();
      });
      expect(added).toEqual([{ id: items[0]?.id, status: 'queued' }]);
      expect(await store.plannable(10)).toMatchObject([{ id: items[0]?.id, planning: 'again' }]);
    });

    it('plans a call again if its link was made while the plan was made', async () => {
      const { store } = await newBench();
      const items = [item()];
      const waiting = inState({ status: 'waiting', reason: 'no customer number is known' }, { link: ada });
      const added = await store.add(webhook({ items }), async () => {
        await store.putLink(ada, 'salon', '1001');
        return planFor(items, waiting)();
      });
      expect(added).toEqual([{ id: items[0]?.id, status: 'queued' }]);
      expect(await store.plannable(10)).toMatchObject([{ planning: 'again' }]);
    });

    it('queues the call behind older ones of its person, even if these are due much later', async () => {
      const { store } = await newBench();
      const items = [item(), item()];
      const [older, newer] = items.map(each => [each]);
      if (!older || !newer) throw new Error('two were expected');
      await store.add(webhook({ items: older }), planFor(older, queued(update('1001', 'older'))));
      const claim = await claimOne(store, noon);
      await store.settle(claim, retryAt(noon + hour), attempt());
      await store.add(webhook({ items: newer }), planFor(newer, queued(update('1001', 'newer'))));
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await store.nextDueAt('salon')).toBe(noon + hour);
      expect(await deliverAll(store, noon + hour)).toEqual(['older', 'newer']);
      await store.add(webhook({ items: [item()] }));
      expect(await store.nextDueAt('salon')).toBeUndefined();
    });

    it('counts and lists the event like one that was planned later', async () => {
      const planAs = async (atOnce: boolean) => {
        const { store } = await newBench();
        await store.holdMapping(mappingHold());
        const calls = [queued(update('1001')), inState({ status: 'held', reason: 'its mapping is held' })];
        const items = [item(), item()];
        if (atOnce) await store.add(webhook({ items }), planFor(items, ...calls));
        else {
          await store.add(webhook({ items }));
          await planAll(store, () => ({ calls }));
        }
        const { events } = await store.events({ status: 'held', limit: 10 });
        return { counts: await store.counts(), held: events.length };
      };
      expect(await planAs(true)).toEqual(await planAs(false));
    });

    it('starts the retention of an event that ends with its plan', async () => {
      const { store } = await newBench();
      const skipped = [item()];
      await store.add(
        webhook({ items: skipped }),
        planFor(skipped, inState({ status: 'skipped', reason: 'no' })),
      );
      const times = { deliveredMs: 30 * day, failedMs: 180 * day };
      expect(await store.prune(times, noon + 30 * day)).toBe(0);
      expect(await store.prune(times, noon + 30 * day + 1)).toBe(1);
    });

    it('makes all events of a webhook due, in their order', async () => {
      const { store } = await newBench();
      const items = [item(), item(), item()];
      await store.add(webhook({ items }), planFor(items, queued(update('1001'))));
      expect(await claimDue(store, noon)).toMatchObject([{ eventId: items[0]?.id }]);
      for (const { id } of items) expect(await statusOf(store, id)).toBe('queued');
      expect(await store.plannable(10)).toEqual([]);
    });
  });
}
