import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/inbox/claim.ts';
import type { PlannedCall } from '../../../src/inbox/plan.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { day, minute, type NewBench, noon } from './bench.ts';
import {
  accept,
  ada,
  attempt,
  booking,
  claimDue,
  claimOne,
  contentOf,
  delivered,
  ended,
  inState,
  item,
  planAll,
  queued,
  retryAt,
  update,
} from './samples.ts';

const ignoring = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 7 * day, ignoreOlder: true } as const;

/** The times at which events happened, and the newest time that was applied for a person. */
export function describeEventTimes(newBench: NewBench): void {
  /** Accepts an event that happened `minutes` after noon, and plans calls for it. */
  async function happened(store: Store, minutes: number | undefined, ...calls: readonly PlannedCall[]) {
    const time = minutes === undefined ? {} : { occurredAt: noon + minutes * minute };
    const id = await accept(store, { items: [item(time)] });
    await planAll(store, () => calls);
    return id;
  }

  /** Delivers all due calls; returns for each the last applied time before it, in minutes after noon. */
  async function deliverAll(store: Store): Promise<Record<string, number | undefined>> {
    const found: Record<string, number | undefined> = {};
    for (;;) {
      const claims = await claimDue(store, noon);
      if (claims.length === 0) return found;
      for (const claim of claims) {
        const last = await store.lastApplied(claim);
        found[contentOf(claim.call)] = last === undefined ? undefined : (last - noon) / minute;
        await store.begin(claim, noon);
        await store.settle(claim, delivered(claim.call), attempt());
      }
    }
  }

  /** Claims a further call of the person, for which nothing is settled yet. */
  async function claimFurther(store: Store, call = queued(update('1001', 'asks'))): Promise<Claim> {
    await happened(store, 0, call);
    return claimOne(store, noon);
  }

  describe('the time of an event', () => {
    it('is part of the event for planning, for delivery and for the views', async () => {
      const bench = await newBench();
      const known = await happened(bench.store, 3, queued(update('1001')));
      const unknown = await happened(bench.store, undefined, queued(update('2002')));
      await bench.reopen();
      const { store } = bench;
      expect(await store.contents(known)).toMatchObject({ occurredAt: noon + 3 * minute });
      expect(await store.contents(unknown)).not.toHaveProperty('occurredAt');
      expect(await store.event(known)).toMatchObject({ occurredAt: '2026-11-21T12:03:00.000Z' });
      const { events } = await store.events({});
      expect(events.map(event => event.occurredAt)).toEqual([undefined, '2026-11-21T12:03:00.000Z']);
      const claims = await claimDue(store, noon);
      expect(claims.map(claim => claim.occurredAt)).toEqual([noon + 3 * minute, undefined]);
    });

    it('may be before 1970 or far in the future', async () => {
      const { store } = await newBench();
      for (const occurredAt of [-1, 8.64e15]) {
        const id = await accept(store, { items: [item({ occurredAt })] });
        expect(await store.contents(id)).toMatchObject({ occurredAt });
        expect((await store.event(id))?.occurredAt).toBe(new Date(occurredAt).toISOString());
      }
    });
  });

  describe('an older event that comes later', () => {
    it('is claimed as older, and finds the later calls of its mapping in the order of their times', async () => {
      const bench = await newBench();
      for (const minutes of [9, 5])
        await happened(bench.store, minutes, queued(update('1001', `at ${minutes}`)));
      await deliverAll(bench.store);
      await bench.reopen();
      const { store } = bench;
      await happened(store, 4, queued(update('1001', 'asks')));
      const claim = await claimOne(store, noon);
      expect(claim.isOlder).toBe(true);
      const later = await store.laterDelivered(claim);
      expect(later.map(({ call }) => contentOf(call))).toEqual(['at 5', 'at 9']);
      expect(later.map(({ occurredAt }) => (occurredAt - noon) / minute)).toEqual([5, 9]);
    });

    it.each([
      ['of the same time', 5, {}],
      ['of a later time', 6, {}],
      ['without a time', undefined, {}],
      ['of another mapping', 4, { mapping: 'another' }],
      ['of another person', 4, {}, '2002'],
    ])('is not claimed as older if it is %s', async (_, minutes, overrides, customer = '1001') => {
      const { store } = await newBench();
      await happened(store, 5, queued(update('1001')));
      await happened(store, undefined, queued(update('1001')));
      await deliverAll(store);
      await happened(store, minutes, queued(update(customer, 'asks'), overrides));
      const claim = await claimOne(store, noon);
      expect(claim).not.toHaveProperty('isOlder');
      expect(await store.laterDelivered(claim)).toEqual([]);
    });

    it('is not older than an event that was not delivered', async () => {
      const { store } = await newBench();
      await happened(store, 5, queued(update('1001')));
      await store.settle(await claimOne(store, noon), ended('failed'), attempt());
      await happened(store, 4, queued(update('1001', 'asks')));
      expect(await claimOne(store, noon)).not.toHaveProperty('isOlder');
    });
  });

  describe('the last applied time', () => {
    it('is that of the newest delivered event of the person by its own time, not by its receipt', async () => {
      const { store } = await newBench();
      for (const minutes of [5, 9, 7])
        await happened(store, minutes, queued(update('1001', `at ${minutes}`)));
      expect(await deliverAll(store)).toEqual({ 'at 5': undefined, 'at 9': 5, 'at 7': 9 });
    });

    it('is stored on disk, also for mappings that did not use it at the time', async () => {
      const bench = await newBench();
      await happened(bench.store, 5, queued(update('1001')));
      await deliverAll(bench.store);
      await bench.reopen();
      const call = queued(update('1001'), { policy: ignoring });
      expect(await bench.store.lastApplied(await claimFurther(bench.store, call))).toBe(noon + 5 * minute);
    });

    it('is kept for each mapping, person and destination', async () => {
      const { store } = await newBench();
      await happened(
        store,
        5,
        queued(update('1001'), { mapping: 'another' }),
        queued(update('2002')),
        queued(booking('A1'), { link: ada }),
      );
      await happened(store, 6, queued(update('1001'), { destination: 'spa' }));
      await deliverAll(store);
      const [elsewhere] = await store.claim({ destination: 'spa', now: noon, limit: 1 });
      if (!elsewhere) throw new Error('no claim');
      await store.settle(elsewhere, delivered(elsewhere.call), attempt());
      expect(await store.lastApplied(await claimFurther(store))).toBeUndefined();
    });

    it('counts only delivered events with a known time', async () => {
      const { store } = await newBench();
      await happened(store, undefined, queued(update('1001')));
      await deliverAll(store);
      for (const status of ['failed', 'held', 'skipped', 'uncertain'] as const) {
        await happened(store, 5, queued(update('1001')));
        await store.settle(await claimOne(store, noon), ended(status), attempt());
      }
      await happened(store, 6, queued(update('1001')));
      const tried = await claimOne(store, noon);
      await store.settle(tried, retryAt(noon), attempt());
      await happened(store, 7, queued(update('1001')));
      expect(await store.lastApplied(await claimOne(store, noon))).toBeUndefined();
    });

    it('is known to an older event that is replayed, or planned again once it is linked', async () => {
      const { store } = await newBench();
      const waits = inState({ status: 'waiting', reason: 'not linked' }, { link: ada });
      await happened(store, 1, waits);
      const replayed = await happened(store, 2, inState({ status: 'failed', reason: 'no such status' }));
      await happened(store, 5, queued(update('1001')));
      await deliverAll(store);
      await store.putLink(ada, 'salon', '1001');
      await store.replay({ id: replayed }, { force: false });
      await planAll(store, ({ occurredAt }) => [queued(update('1001', String(occurredAt)), { link: ada })]);
      expect(await deliverAll(store)).toEqual({ [noon + minute]: 5, [noon + 2 * minute]: 5 });
    });

    it('is the newest of both lanes once a link and a number are known to be one person', async () => {
      const { store } = await newBench();
      await happened(store, 9, queued(booking('A1'), { link: ada }));
      await happened(store, 4, queued(update('1001')));
      await deliverAll(store);
      const before = await claimFurther(store);
      expect(await store.lastApplied(before)).toBe(noon + 4 * minute);
      await store.putLink(ada, 'salon', '1001');
      expect(await store.lastApplied(before)).toBe(noon + 9 * minute);
    });

    it('is kept when the lane of a link becomes that of a number', async () => {
      const { store } = await newBench();
      await happened(store, 9, queued(booking('A1'), { link: ada }));
      await deliverAll(store);
      await store.putLink(ada, 'salon', '1001');
      expect(await store.lastApplied(await claimFurther(store))).toBe(noon + 9 * minute);
    });

    it('is forgotten with the event, and not before', async () => {
      const { store } = await newBench();
      await happened(store, 5, queued(update('1001')));
      await deliverAll(store);
      const claim = await claimFurther(store);
      const times = { deliveredMs: 30 * day, failedMs: 180 * day };
      await store.prune(times, noon + 30 * day);
      expect(await store.lastApplied(claim)).toBe(noon + 5 * minute);
      await store.prune(times, noon + 31 * day);
      expect(await store.lastApplied(claim)).toBeUndefined();
    });
  });

  describe('the calls that are newer than a late call', () => {
    /** Fails the first event, delivers others, then replays the first one. Returns the calls that are newer than it. */
    async function newerThanLate(policy: PlannedCall['policy'], late: number | undefined) {
      const { store } = await newBench();
      const plan = { policy };
      const id = await happened(store, late, queued(update('1001', 'late'), plan));
      await store.settle(await claimOne(store, noon), ended('failed'), attempt());
      await happened(store, 4, queued(update('1001', 'at 4'), plan));
      await happened(store, 6, queued(update('1001', 'at 6'), plan));
      await happened(store, 4, queued(update('1001', 'another'), { ...plan, mapping: 'another' }));
      await happened(store, undefined, queued(update('1001', 'unknown'), plan));
      await deliverAll(store);
      await store.replay({ id }, { force: false });
      await planAll(store, () => [queued(update('1001', 'late'), plan)]);
      return (await store.newerDelivered(await claimOne(store, noon))).map(contentOf);
    }

    it('are those accepted later, whenever they happened', async () => {
      const policy = { ...ignoring, ignoreOlder: false };
      expect(await newerThanLate(policy, 5)).toEqual(['at 4', 'at 6', 'another', 'unknown']);
    });

    it('leave out older events of the same mapping if it ignores older events', async () => {
      expect(await newerThanLate(ignoring, 5)).toEqual(['at 6', 'another', 'unknown']);
      expect(await newerThanLate(ignoring, 4)).toEqual(['at 4', 'at 6', 'another', 'unknown']);
      expect(await newerThanLate(ignoring, undefined)).toEqual(['at 4', 'at 6', 'another', 'unknown']);
    });
  });
}
