import { describe, expect, it } from 'vitest';
import { day, hour, minute, type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  attempt,
  booking,
  claimOne,
  deliverAll,
  delivered,
  destination,
  inState,
  mappingHold,
  planAll,
  queued,
  statusOf,
  update,
} from './samples.ts';

const policy = { onInvalid: 'fail', onUnknownField: 'hold', ignoreOlder: false } as const;

/** Calls expire after their maximum age. */
export function describeExpiry(newBench: NewBench): void {
  describe('expiry by age', () => {
    it('fails updates, bookings and calls that wait for their link', async () => {
      const { store, clock } = await newBench();
      const ids = [
        await acceptPlanned(store, queued(update('1001'), { policy: { ...policy, maxAgeMs: 15 * minute } })),
        await acceptPlanned(store, queued(booking('A1'), { policy: { ...policy, maxAgeMs: 15 * minute } })),
        await acceptPlanned(
          store,
          inState(
            { status: 'waiting', reason: 'x' },
            { link: ada, policy: { ...policy, maxAgeMs: 15 * minute } },
          ),
        ),
      ];
      const young = await acceptPlanned(store, queued(update('1001', 'young')));
      expect(await store.expire(noon + 15 * minute - 1)).toBe(0);
      clock.advance(15 * minute);
      expect(await store.expire(clock.now())).toBe(3);
      for (const id of ids) {
        expect(await store.event(id)).toMatchObject({
          status: 'failed',
          reason: expect.stringContaining('15 minutes'),
          diagnostics: [{ code: 'delivery/too-old' }],
        });
      }
      expect(await deliverAll(store, clock.now())).toEqual(['young']);
      expect(await statusOf(store, young)).toBe('delivered');
    });

    it('does not count the time for which the destination was held', async () => {
      const { store, clock } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001'), { policy: { ...policy, maxAgeMs: day } }));
      clock.advance(hour);
      await store.saveDestination(destination({ heldSince: clock.now() }));
      clock.advance(13 * day);
      expect(await store.expire(clock.now())).toBe(0);
      await store.saveDestination(destination());
      clock.advance(22 * hour);
      expect(await store.expire(clock.now())).toBe(0);
      clock.advance(hour);
      expect(await store.expire(clock.now())).toBe(1);
      expect(await statusOf(store, id)).toBe('failed');
    });

    it('fails a call that its mapping held for 14 days and its maximum age', async () => {
      const { store } = await newBench();
      await store.holdMapping(mappingHold());
      const id = await acceptPlanned(
        store,
        inState({ status: 'held', reason: 'x' }, { policy: { ...policy, maxAgeMs: day } }),
      );
      expect(await store.expire(noon + 15 * day - 1)).toBe(0);
      expect(await store.expire(noon + 15 * day)).toBe(1);
      expect(await statusOf(store, id)).toBe('failed');
    });

    it('fails a call whose destination is held without end', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001'), { policy: { ...policy, maxAgeMs: day } }));
      await store.saveDestination(destination({ heldSince: noon }));
      expect(await store.expire(noon + 15 * day - 1)).toBe(0);
      expect(await store.expire(noon + 15 * day)).toBe(1);
      expect(await statusOf(store, id)).toBe('failed');
    });

    it('never fails a call in flight', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        queued(update('1001'), { policy: { ...policy, maxAgeMs: minute } }),
      );
      const claim = await claimOne(store, noon);
      expect(await store.expire(noon + 30 * day)).toBe(0);
      await store.settle(claim, delivered(claim.call), attempt());
      expect(await statusOf(store, id)).toBe('delivered');
    });

    it('fails an event that no mapping claimed for three weeks', async () => {
      const { store } = await newBench();
      const id = await accept(store);
      await planAll(store, () => ({
        calls: [],
        outcome: { status: 'held', reason: 'no mapping', diagnostics: [] },
      }));
      expect(await store.expire(noon + 21 * day - 1)).toBe(0);
      expect(await store.expire(noon + 21 * day)).toBe(1);
      expect(await store.event(id)).toMatchObject({
        status: 'failed',
        diagnostics: [{ code: 'delivery/too-old' }],
      });
    });

    it('counts from the replay if a person replays the event', async () => {
      const { store, clock } = await newBench();
      const call = queued(update('1001'), { policy: { ...policy, maxAgeMs: hour } });
      const id = await acceptPlanned(store, call);
      clock.advance(40 * day);
      await store.expire(clock.now());
      await store.replay({ id }, { force: false });
      await planAll(store, () => [call]);
      clock.advance(10 * minute);
      expect(await store.expire(clock.now())).toBe(0);
      const claim = await claimOne(store, clock.now());
      expect(clock.now() - claim.receivedAt - claim.heldMs).toBe(10 * minute);
      await store.release(claim);
      expect(await store.expire(clock.now() + hour)).toBe(1);
    });

    it('does not count the time for which no mapping claimed the event', async () => {
      const { store, clock } = await newBench();
      await accept(store);
      await planAll(store, () => ({
        calls: [],
        outcome: { status: 'held', reason: 'no mapping', diagnostics: [] },
      }));
      clock.advance(5 * day);
      await store.planAgain({});
      await planAll(store, () => [queued(update('1001'), { policy: { ...policy, maxAgeMs: hour } })]);
      expect(await store.expire(clock.now())).toBe(0);
      expect((await claimOne(store, clock.now())).heldMs).toBe(5 * day);
    });
  });
}
