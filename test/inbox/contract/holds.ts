import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { day, hour, minute, type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  claimDue,
  claimOne,
  contentOf,
  deliverAll,
  delivered,
  destination,
  ended,
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

/** Held destinations and mappings. */
export function describeHolds(newBench: NewBench): void {
  describe('a held destination', () => {
    it('is stored with all its fields', async () => {
      const bench = await newBench();
      // No code and no next step, as an earlier version stored it.
      const salon = destination({ paused: true, reason: 'paused by a person', notBefore: noon + hour });
      const spa = destination({
        name: 'spa',
        heldSince: noon,
        reason: 'the token is refused',
        next: 'set a new token',
        code: 'token-refused',
        openedAt: noon,
      });
      await bench.store.saveDestination(destination({ heldSince: noon, next: 'wait', code: 'unavailable' }));
      await bench.store.saveDestination(spa);
      await bench.store.saveDestination(salon);
      await bench.reopen();
      expect(await bench.store.destinations()).toEqual([salon, spa]);
    });

    it('shows a call in flight as such, even if its destination is paused meanwhile', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      const behind = await acceptPlanned(store, queued(update('1001', 'behind')));
      const [claim] = await store.claim({ destination: 'salon', now: noon, limit: 1, callMs: hour });
      if (!claim) throw new Error('nothing was claimed');
      const sent = { status: 'queued', reason: 'it is being sent right now' };
      expect(await store.event(id)).toMatchObject({ ...sent, calls: [sent] });
      expect(await store.event(id)).not.toHaveProperty('nextAttemptAt');
      expect(await store.event(behind)).toMatchObject({
        status: 'queued',
        reason: 'an earlier call of this person is being sent right now',
      });
      await store.saveDestination(destination({ paused: true, reason: 'paused by a person' }));
      expect(await store.event(id)).toMatchObject(sent);
      expect(await store.event(behind)).toMatchObject({ status: 'held', reason: 'paused by a person' });
      expect((await store.events({})).events).toMatchObject([{ status: 'held' }, sent]);
      await store.settle(claim, retryAt(noon + hour), null);
      expect(await store.event(id)).toMatchObject({ status: 'held', reason: 'paused by a person' });
    });

    it.each([
      ['held', { heldSince: noon, reason: 'the token is refused' }],
      ['paused', { paused: true, reason: 'paused by a person' }],
    ])('shows, counts and filters its queued calls as held while it is %s', async (_, record) => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      const elsewhere = await acceptPlanned(store, queued(update('1001'), { destination: 'spa' }));
      await store.saveDestination(destination(record));
      expect(await store.event(id)).toMatchObject({
        status: 'held',
        reason: record.reason,
        calls: [{ status: 'held', reason: record.reason }],
      });
      expect(await store.event(id)).not.toHaveProperty('nextAttemptAt');
      expect((await store.events({ status: 'held' })).events).toMatchObject([{ id, status: 'held' }]);
      expect((await store.events({ status: 'queued' })).events).toMatchObject([{ id: elsewhere }]);
      const counts = await store.counts();
      expect(counts.statuses).toMatchObject({ held: 1, queued: 1 });
      expect(counts.byDestination.salon).toMatchObject({ held: 1, queued: 0 });
      expect(counts.byMapping.intake).toMatchObject({ held: 1, queued: 1 });
      await store.saveDestination(destination());
      expect(await statusOf(store, id)).toBe('queued');
      expect((await store.counts()).statuses).toMatchObject({ held: 0, queued: 2 });
    });

    it('shows a waiting call with the later of its own due time and that of the destination', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      await store.saveDestination(destination({ notBefore: noon + minute, reason: 'it asked us to wait' }));
      expect(await store.event(id)).toMatchObject({
        status: 'queued',
        nextAttemptAt: new Date(noon + minute).toISOString(),
        reason: 'it asked us to wait',
      });
      await store.settle(await claimOne(store, noon), retryAt(noon + hour), null);
      expect(await store.event(id)).toMatchObject({
        nextAttemptAt: new Date(noon + hour).toISOString(),
        reason: 'no answer',
      });
    });

    it('shows a queued call with the due time of its lane', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'first')));
      const behind = await acceptPlanned(store, queued(update('1001', 'second')));
      await store.settle(await claimOne(store, noon), retryAt(noon + hour), null);
      expect((await store.event(behind))?.nextAttemptAt).toBe(new Date(noon + hour).toISOString());
    });

    it('does not count held and paused time for the age of calls, up to 14 days', async () => {
      const { store, clock } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      clock.advance(hour);
      await store.saveDestination(destination({ heldSince: clock.now() }));
      clock.advance(2 * hour);
      await store.saveDestination(destination({ paused: true }));
      clock.advance(3 * hour);
      await store.saveDestination(destination());
      clock.advance(4 * hour);
      const claim = await claimOne(store, clock.now());
      expect(claim.heldMs).toBe(5 * hour);
      await store.release(claim);
      await store.saveDestination(destination({ heldSince: clock.now() }));
      clock.advance(hour);
      await store.saveDestination(destination());
      const later = await claimOne(store, clock.now());
      expect(later.heldMs).toBe(6 * hour);
      await store.release(later);
      await store.saveDestination(destination({ heldSince: clock.now() }));
      clock.advance(30 * day);
      await store.saveDestination(destination());
      expect((await claimOne(store, clock.now())).heldMs).toBe(14 * day);
    });

    it('counts no held time from before a call was received', async () => {
      const { store, clock } = await newBench();
      await store.saveDestination(destination({ heldSince: noon - day }));
      await store.saveDestination(destination());
      await acceptPlanned(store, queued(update('1001')));
      clock.advance(hour);
      expect((await claimOne(store, clock.now())).heldMs).toBe(0);
    });

    it('keeps the last known configurations', async () => {
      const bench = await newBench();
      await bench.store.saveCatalog('salon', '{"fields":[]}');
      await bench.store.saveCatalog('salon', '{"fields":[1]}');
      await bench.store.saveCatalog('spa', '{}');
      await bench.reopen();
      expect([...(await bench.store.catalogs())]).toEqual([
        ['salon', '{"fields":[1]}'],
        ['spa', '{}'],
      ]);
    });
  });

  describe('a held mapping', () => {
    it('is stored until it is released', async () => {
      const bench = await newBench();
      const hold = mappingHold({ diagnostics: [diagnostic('check/unknown-field', 'no field "dob"')] });
      await bench.store.holdMapping(mappingHold({ reason: 'an older reason' }));
      await bench.store.holdMapping(hold);
      await bench.reopen();
      expect(await bench.store.mappingHolds()).toEqual([hold]);
      await bench.store.releaseMapping('intake');
      expect(await bench.store.mappingHolds()).toEqual([]);
    });

    it('takes its queued calls out of their lanes, except claimed ones', async () => {
      const { store } = await newBench();
      const claimed = await acceptPlanned(store, queued(update('1001', 'claimed')));
      const held = await acceptPlanned(store, queued(update('2002', 'held')));
      await acceptPlanned(store, queued(update('2002', 'other'), { mapping: 'other' }));
      const [claim] = await claimDue(store, noon, 1);
      expect(await store.holdMapping(mappingHold())).toBe(1);
      expect(await statusOf(store, claimed)).toBe('queued');
      expect(await store.event(held)).toMatchObject({
        status: 'held',
        reason: 'salon has no field "dob"',
        calls: [{ request: { note: 'held' } }],
      });
      expect(await deliverAll(store, noon)).toEqual(['other']);
      if (claim) await store.settle(claim, delivered(claim.call), null);
      expect(await statusOf(store, claimed)).toBe('delivered');
    });

    it('queues its calls again when it is released, marked as out of order', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'older')));
      const claim = await claimOne(store, noon);
      await store.holdMapping(mappingHold());
      await store.settle(claim, ended('held'), null);
      await acceptPlanned(store, queued(update('1001', 'newer'), { mapping: 'other' }));
      await deliverAll(store, noon);
      await store.releaseMapping('intake');
      await planAll(store, () => [queued(update('1001', 'older'))]);
      const again = await claimOne(store, noon);
      expect(again).toMatchObject({ outOfOrder: true, force: false, tries: 0 });
      expect((await store.newerDelivered(again)).map(contentOf)).toEqual(['newer']);
    });

    it('does not count held time for the age of calls, nor twice if the destination is held too', async () => {
      const { store, clock } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      clock.advance(hour);
      await store.holdMapping(mappingHold());
      clock.advance(hour);
      await store.saveDestination(destination({ heldSince: clock.now() }));
      clock.advance(hour);
      await store.releaseMapping('intake');
      await planAll(store, () => [queued(update('1001'))]);
      clock.advance(hour);
      await store.saveDestination(destination());
      clock.advance(hour);
      expect((await claimOne(store, clock.now())).heldMs).toBe(3 * hour);
    });

    it('holds and releases more calls than one transaction writes', async () => {
      const { store } = await newBench();
      await Promise.all(Array.from({ length: 1_200 }, () => accept(store)));
      while ((await planAll(store, event => [queued(update(String(event.sequence)))])).length > 0);
      expect(await store.holdMapping(mappingHold())).toBe(1_200);
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await store.releaseMapping('intake')).toBe(1_200);
      expect((await store.counts()).unplanned).toBe(1_200);
    });

    it('releases stranded calls, which are held although their mapping is not, in the upkeep', async () => {
      const { store } = await newBench();
      const strand = async (mapping: string) => {
        const items = [item()];
        const held = inState({ status: 'held', reason: 'no such field' }, { mapping });
        await store.add(webhook({ items }), planFor(items, held));
        return items[0]?.id ?? '';
      };
      expect(await store.releaseStranded()).toEqual({});
      await store.holdMapping(mappingHold({ mapping: 'held' }));
      const held = await strand('held');
      expect((await store.counts()).stranded).toEqual({});
      const stranded = [await strand('intake'), await strand('intake'), await strand('other')];
      expect((await store.counts()).stranded).toEqual({ intake: 2, other: 1 });
      expect(await store.releaseStranded()).toEqual({ intake: 2, other: 1 });
      expect((await store.counts()).stranded).toEqual({});
      expect(await store.releaseStranded()).toEqual({});
      const planned = await planAll(store, () => [queued(update('1001'))]);
      expect(planned.map(({ id, planning }) => [id, planning])).toEqual(stranded.map(id => [id, 'again']));
      expect(await statusOf(store, held)).toBe('held');
    });

    it('shows no call as stranded while it is released, however many calls it has', async () => {
      const { store } = await newBench();
      await Promise.all(Array.from({ length: 700 }, () => accept(store)));
      while ((await planAll(store, event => [queued(update(String(event.sequence)))])).length > 0);
      await store.holdMapping(mappingHold());
      const seen: unknown[] = [];
      let isOver = false;
      const releasing = store.releaseMapping('intake').finally(() => {
        isOver = true;
      });
      do {
        seen.push((await store.counts()).stranded);
        await turn();
      } while (!isOver);
      await releasing;
      expect(new Set(seen.map(each => JSON.stringify(each)))).toEqual(new Set(['{}']));
    });

    it('holds a call that waits for its link too, and shows the current reason', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        inState({ status: 'waiting', reason: 'not linked' }, { link: ada }),
      );
      await store.holdMapping(mappingHold());
      expect(await statusOf(store, id)).toBe('held');
      await store.releaseMapping('intake');
      await planAll(store, () => [inState({ status: 'waiting', reason: 'not linked' }, { link: ada })]);
      expect(await store.event(id)).toMatchObject({ status: 'queued', reason: 'not linked' });
    });
  });
}
