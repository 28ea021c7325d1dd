import { describe, expect, it } from 'vitest';
import { day, hour, type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  attempt,
  booking,
  claimDue,
  claimOne,
  deliverAll,
  delivered,
  ended,
  inState,
  item,
  mappingHold,
  planAll,
  queued,
  statusOf,
  update,
  webhook,
} from './samples.ts';

const times = { deliveredMs: 30 * day, failedMs: 180 * day };

/** Which data retention deletes, and which it keeps. */
export function describeRetention(newBench: NewBench): void {
  describe('prune', () => {
    it('deletes delivered and skipped events after their time, and failed ones later', async () => {
      const { store } = await newBench();
      const done = await acceptPlanned(store, queued(update('1')));
      const skipped = await acceptPlanned(store, inState({ status: 'skipped', reason: 'nothing' }));
      const failed = await acceptPlanned(store, inState({ status: 'failed', reason: 'no number' }));
      const left = await acceptPlanned(store, queued(update('2')));
      await store.discard(left);
      await deliverAll(store, noon);
      const there = async () => {
        const ids = [done, skipped, failed, left];
        const found = await Promise.all(ids.map(id => store.event(id)));
        return found.map(event => event !== undefined);
      };
      expect(await store.prune(times, noon + 30 * day)).toBe(0);
      expect(await store.prune(times, noon + 30 * day + 1)).toBe(2);
      expect(await there()).toEqual([false, false, true, true]);
      expect(await store.contents(done)).toBeUndefined();
      expect(await store.prune(times, noon + 181 * day)).toBe(2);
      expect(await there()).toEqual([false, false, false, false]);
      expect((await store.counts()).statuses).toMatchObject({
        delivered: 0,
        skipped: 0,
        failed: 0,
        discarded: 0,
      });
    });

    it('never deletes waiting events, or those that only a person can decide', async () => {
      const { store } = await newBench();
      for (const mapping of ['intake', 'b']) await store.holdMapping(mappingHold({ mapping }));
      const ids = [
        await acceptPlanned(store, queued(update('1'))),
        await acceptPlanned(store, inState({ status: 'held', reason: 'x' })),
        await acceptPlanned(store, queued(booking('A1'))),
        await acceptPlanned(
          store,
          inState({ status: 'failed', reason: 'x' }, { mapping: 'a' }),
          inState({ status: 'held', reason: 'x' }, { mapping: 'b' }),
        ),
        await accept(store),
      ];
      for (const claim of await claimDue(store, noon)) {
        if (claim.call.operation === 'persistCustomerData')
          await store.settle(claim, ended('uncertain'), attempt());
        else await store.release(claim);
      }
      expect(await store.prune(times, noon + 1_000 * day)).toBe(0);
      expect((await Promise.all(ids.map(id => statusOf(store, id)))).sort()).toEqual([
        'failed',
        'held',
        'queued',
        'queued',
        'uncertain',
      ]);
    });

    it('counts from the end of the event, and not while a person replays it', async () => {
      const { store, clock } = await newBench();
      const id = await acceptPlanned(store, inState({ status: 'failed', reason: 'x' }));
      clock.advance(170 * day);
      await store.replay({ id }, { force: false });
      expect(await store.prune(times, noon + 190 * day)).toBe(0);
      await planAll(store, () => [inState({ status: 'failed', reason: 'x' })]);
      expect(await store.prune(times, noon + 190 * day)).toBe(0);
      expect(await store.prune(times, noon + 351 * day)).toBe(1);
    });

    it('deletes no event that a person has just replayed', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1')));
      await deliverAll(store, noon);
      await store.replay({ id }, { force: false });
      expect(await store.prune(times, noon + 40 * day)).toBe(0);
      await planAll(store, () => [queued(update('1'))]);
      expect(await store.prune(times, noon + 40 * day)).toBe(1);
    });

    it('keeps the body of a split webhook until its last event is deleted', async () => {
      const { store } = await newBench();
      const items = [item({ payload: '1' }), item({ payload: '2' })];
      await store.add(webhook({ items }));
      await planAll(store, event => [
        event.payload === '1'
          ? inState({ status: 'skipped', reason: 'x' })
          : inState({ status: 'failed', reason: 'x' }),
      ]);
      expect(await store.prune(times, noon + 31 * day)).toBe(1);
      expect((await store.contents(items[1]?.id ?? ''))?.body).toEqual(webhook().body);
      expect(await store.prune(times, noon + 181 * day)).toBe(1);
    });

    it('remembers the ids of senders for 30 days, even if the event is deleted', async () => {
      const { store } = await newBench();
      const again = (receivedAt: number) =>
        store.add(webhook({ receivedAt, items: [item({ senderEventId: 'order-1', contents: 'same' })] }));
      const [first] = await again(noon);
      await planAll(store, () => [inState({ status: 'skipped', reason: 'x' })]);
      const soon = { deliveredMs: hour, failedMs: hour };
      expect(await store.prune(soon, noon + 2 * hour)).toBe(1);
      expect(await again(noon + 29 * day)).toEqual([{ id: first?.id, status: 'duplicate' }]);
      await store.prune(soon, noon + 31 * day);
      expect(await again(noon + 31 * day)).toMatchObject([{ status: 'queued' }]);
    });

    it('remembers for 400 days only that a booking was completed', async () => {
      const { store, clock } = await newBench();
      const first = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      const completion = { result: 'OK', customerId: '1001', url: 'https://calendar.example.com/a' };
      await store.settle(claim, delivered(claim.call, completion), attempt());
      clock.advance(399 * day);
      await store.prune(times, clock.now());
      expect(await store.event(first)).toBeUndefined();
      await acceptPlanned(store, queued(booking('A1')));
      const again = await claimOne(store, clock.now());
      expect(await store.begin(again, clock.now())).toEqual({
        kind: 'completed',
        eventId: first,
        completion: { result: 'OK' },
      });
      await store.settle(again, ended('skipped'), null);
      clock.advance(2 * day);
      await store.prune(times, clock.now());
      await acceptPlanned(store, queued(booking('A1')));
      expect(await store.begin(await claimOne(store, clock.now()), clock.now())).toEqual({ kind: 'go' });
    });

    it('deletes more events than one transaction writes', async () => {
      const { store } = await newBench();
      await Promise.all(Array.from({ length: 1_100 }, () => accept(store)));
      while (
        (
          await planAll(store, () => ({
            calls: [],
            outcome: { status: 'skipped', reason: 'x', diagnostics: [] },
          }))
        ).length > 0
      );
      expect(await store.prune(times, noon + 31 * day)).toBe(1_100);
      expect((await store.events({})).events).toEqual([]);
    });
  });
}
