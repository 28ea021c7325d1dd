import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { hour, type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  allPages,
  attempt,
  booking,
  claimDue,
  claimOne,
  delivered,
  encoder,
  inState,
  item,
  planAll,
  queued,
  retryAt,
  update,
  webhook,
} from './samples.ts';

/** The views of events for people and programs. */
export function describeViews(newBench: NewBench): void {
  describe('the list of events', () => {
    it('is sorted by acceptance, newest first', async () => {
      const { store } = await newBench();
      const first = await accept(store, { items: [item({ type: 'contact.changed' })] });
      const second = await accept(store, { source: 'website' });
      expect(await store.events({})).toEqual({
        events: [
          { id: second, source: 'website', status: 'queued', receivedAt: new Date(noon).toISOString() },
          {
            id: first,
            source: 'crm',
            type: 'contact.changed',
            status: 'queued',
            receivedAt: new Date(noon).toISOString(),
          },
        ],
      });
    });

    it('has every event exactly once over all pages, even if new ones are accepted meanwhile', async () => {
      const { store } = await newBench();
      const ids: string[] = [];
      for (let each = 0; each < 12; each += 1) ids.push(await accept(store));
      const first = await store.events({ limit: 5 });
      await accept(store);
      const second = await store.events({ limit: 5, cursor: first.next ?? '' });
      await accept(store);
      const third = await store.events({ limit: 5, cursor: second.next ?? '' });
      const seen = [first, second, third].flatMap(page => page.events.map(event => event.id));
      expect(seen).toEqual(ids.toReversed());
      expect(third.next).toBeUndefined();
    });

    it("shows the person, the reason and the customer's next action of each event", async () => {
      const { store } = await newBench();
      const refused = diagnostic('delivery/refused', 'it was refused');
      await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(
        claim,
        delivered(claim.call, { action: 'requirePayment', url: 'https://pay.example', customerId: '1007' }),
        null,
      );
      await acceptPlanned(
        store,
        inState({ status: 'failed', reason: 'no' }, { link: ada, diagnostics: [refused] }),
      );
      await acceptPlanned(store, queued(update('1001')));
      expect((await store.events({})).events).toMatchObject([
        { status: 'queued', about: { customerId: '1001' } },
        { status: 'failed', code: 'delivery/refused', about: { link: 'contact-7' } },
        {
          status: 'delivered',
          action: 'requirePayment',
          about: { name: 'Ada Example', customerId: '1007' },
        },
      ]);
    });

    it('has no further page if the last one is exactly full', async () => {
      const { store } = await newBench();
      for (let each = 0; each < 4; each += 1) await accept(store);
      const first = await store.events({ limit: 2 });
      const second = await store.events({ limit: 2, cursor: first.next ?? '' });
      expect([first.next !== undefined, second.next]).toEqual([true, undefined]);
    });

    it('starts with the newest event if the cursor cannot be read', async () => {
      const { store } = await newBench();
      const id = await accept(store);
      for (const cursor of ['nonsense', '', '-1']) {
        expect((await store.events({ cursor })).events).toMatchObject([{ id }]);
      }
    });

    it('filters by status and source together', async () => {
      const { store } = await newBench();
      await accept(store, { source: 'website' });
      await accept(store);
      await planAll(store, () => [inState({ status: 'failed', reason: 'no number' })]);
      const queuedOne = await accept(store, { source: 'website' });
      const failed = await store.events({ status: 'failed', source: 'website' });
      expect(failed.events).toMatchObject([{ source: 'website', status: 'failed', reason: 'no number' }]);
      expect((await store.events({ status: 'queued' })).events).toMatchObject([{ id: queuedOne }]);
      expect((await store.events({ status: 'uncertain' })).events).toEqual([]);
    });

    it('finds a text in the id, the link, the customer number and the contents', async () => {
      const { store } = await newBench();
      const whole = await accept(store, { body: encoder.encode('{"city":"Berlin"}') });
      const items = [
        item({ payload: '{"city":"Paris"}', senderEventId: 'order-4711' }),
        item({ payload: '{"city":"Rome"}' }),
      ];
      await store.add(webhook({ body: encoder.encode('[Paris, Rome]'), items }));
      const [paris, rome] = items.map(each => each.id);
      await planAll(store, event => {
        if (event.id === paris) return [queued(booking('A1'), { link: ada })];
        return [queued(update(event.id === rome ? '556677' : '1'))];
      });
      const find = (q: string) => allPages(store, { q });
      expect(await find('berlin')).toEqual([whole]);
      expect(await find('Paris')).toEqual([paris]);
      expect(await find('ORDER-4711')).toEqual([paris]);
      expect(await find('contact-7')).toEqual([paris]);
      expect(await find('5667')).toEqual([rome]);
      expect(await find(whole)).toContain(whole);
      expect(await find('%')).toEqual([]);
    });

    it('finds one event among many, over as many pages as needed', async () => {
      const { store } = await newBench();
      const wanted = await accept(store, { body: encoder.encode('a needle') });
      await Promise.all(Array.from({ length: 1_500 }, () => accept(store)));
      expect(await allPages(store, { q: 'needle', limit: 10 })).toEqual([wanted]);
    });
  });

  describe('one event', () => {
    it('is not found under an unknown id', async () => {
      const { store } = await newBench();
      expect(await store.event('evt_none')).toBeUndefined();
      expect(await store.contents('evt_none')).toBeUndefined();
    });

    it('shows the reason of the call that needs a person most', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        inState({ status: 'skipped', reason: 'nothing to send' }, { mapping: 'a' }),
        inState({ status: 'failed', reason: 'no number' }, { mapping: 'b' }),
        inState({ status: 'held', reason: 'no such field' }, { mapping: 'c' }),
      );
      expect(await store.event(id)).toMatchObject({ status: 'failed', reason: 'no number' });
      expect((await store.events({})).events).toMatchObject([{ status: 'failed', reason: 'no number' }]);
    });
  });

  describe('a queued event', () => {
    it('shows when its next call is due, and why', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        inState({ status: 'waiting', reason: 'not linked' }, { mapping: 'a', link: ada }),
        queued(update('1'), { mapping: 'b' }),
        queued(update('2'), { mapping: 'c' }),
      );
      for (const claim of await claimDue(store, noon)) {
        const late = claim.mapping === 'b';
        await store.settle(claim, retryAt(noon + (late ? 2 : 1) * hour), null);
      }
      expect(await store.event(id)).toMatchObject({
        status: 'queued',
        nextAttemptAt: new Date(noon + hour).toISOString(),
        reason: 'no answer',
      });
    });
  });

  describe('the counts', () => {
    it('count calls, and events without calls, as they change', async () => {
      const bench = await newBench();
      const counted = async () => {
        const { statuses, unplanned } = await bench.store.counts();
        return {
          ...Object.fromEntries(Object.entries(statuses).filter(([, count]) => count > 0)),
          unplanned,
        };
      };
      expect(await counted()).toEqual({ unplanned: 0 });
      await accept(bench.store);
      const skipped = await accept(bench.store);
      expect(await counted()).toEqual({ queued: 2, unplanned: 2 });
      await planAll(bench.store, event =>
        event.id === skipped
          ? { calls: [], outcome: { status: 'skipped', reason: 'none applied', diagnostics: [] } }
          : [queued(update('1001')), inState({ status: 'failed', reason: 'x' }, { mapping: 'other' })],
      );
      expect(await counted()).toEqual({ queued: 1, failed: 1, skipped: 1, unplanned: 0 });
      const claim = await claimOne(bench.store, noon);
      await bench.store.settle(claim, delivered(claim.call), attempt());
      await bench.reopen();
      expect(await counted()).toEqual({ delivered: 1, failed: 1, skipped: 1, unplanned: 0 });
      const { byDestination, byMapping } = await bench.store.counts();
      expect(byDestination).toEqual({
        salon: expect.objectContaining({ delivered: 1, failed: 1, queued: 0 }),
      });
      expect(byMapping).toEqual({
        intake: expect.objectContaining({ delivered: 1, failed: 0 }),
        other: expect.objectContaining({ delivered: 0, failed: 1 }),
      });
    });
  });

  describe('the health of the store', () => {
    it('is good while the store can be written', async () => {
      const { store } = await newBench();
      expect(await store.health()).toEqual({ writable: true });
    });

    it('writes all waiting work before the store closes, and accepts nothing more', async () => {
      const bench = await newBench();
      const adding = accept(bench.store, { items: [item({ id: 'evt_last' })] });
      const { store } = bench;
      await bench.reopen();
      expect(await adding).toBe('evt_last');
      expect(await bench.store.event('evt_last')).toBeDefined();
      await expect(accept(store)).rejects.toThrow(StoreUnavailable);
      await expect(store.event('evt_last')).rejects.toThrow(StoreUnavailable);
      expect(await store.health()).toMatchObject({ writable: false });
      await store.close();
    });
  });
}
