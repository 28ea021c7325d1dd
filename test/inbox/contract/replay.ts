import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Call, type Link, laneKey, type UpdateCustomer } from '../../../src/inbox/call.ts';
import { type Store, StoreUnavailable } from '../../../src/inbox/store.ts';
import { day, hour, type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  attempt,
  booking,
  claimDue,
  claimOne,
  contentOf,
  deliverAll,
  delivered,
  ended,
  inState,
  item,
  planAll,
  queued,
  retryAt,
  statusOf,
  update,
  webhook,
} from './samples.ts';

/** Accepts events that fail, each with one call; returns their ids. */
async function acceptFailing(store: Store, calls: readonly Call[], link?: Link): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const call of calls) {
    const planned = inState({ status: 'failed', reason: 'no number', call }, link && { link });
    ids.push(await acceptPlanned(store, planned));
  }
  return ids;
}

/** A person replays events or discards them. */
export function describeReplay(newBench: NewBench): void {
  describe('replay', () => {
    it('compares a booking with no booking of another participant of its appointment', async () => {
      const { store } = await newBench();
      const [id = ''] = await acceptFailing(store, [booking('a-1', 'p-1')]);
      await acceptPlanned(store, queued(booking('a-1', 'p-2')));
      expect(await deliverAll(store, noon)).toEqual(['a-1']);
      await store.replay({ id }, { force: false });
      await planAll(store, () => [queued(booking('a-1', 'p-1'))]);
      const claim = await claimOne(store, noon);
      expect(claim).toMatchObject({ eventId: id, outOfOrder: true });
      expect(await store.newerDelivered(claim)).toEqual([]);
    });

    it('delivers undelivered calls with the current mappings', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        queued(update('1', 'delivered'), { mapping: 'a' }),
        queued(update('2', 'failed'), { mapping: 'b' }),
        inState({ status: 'skipped', reason: 'nothing to send' }, { mapping: 'c' }),
        inState({ status: 'held', reason: 'no such field' }, { mapping: 'd' }),
        inState({ status: 'failed', reason: 'gone from the folder' }, { mapping: 'gone' }),
      );
      for (const claim of await claimDue(store, noon)) {
        const fails = claim.mapping === 'b';
        await store.settle(claim, fails ? ended('failed') : delivered(claim.call), attempt());
      }
      expect(await store.replay({ id }, { force: false })).toBe(1);
      expect(await statusOf(store, id)).toBe('queued');
      const events = await planAll(store, () =>
        ['a', 'b', 'c', 'd', 'e'].map((mapping, index) =>
          queued(update(String(index), `today ${mapping}`), { mapping }),
        ),
      );
      expect(events).toMatchObject([{ id, planning: 'replay' }]);
      expect((await deliverAll(store, noon)).toSorted()).toEqual([
        'today b',
        'today c',
        'today d',
        'today e',
      ]);
      const event = await store.event(id);
      expect(event?.status).toBe('delivered');
      expect(event?.calls.map(call => [call.mapping, call.status])).toEqual([
        ['a', 'delivered'],
        ['b', 'delivered'],
        ['c', 'delivered'],
        ['d', 'delivered'],
        ['gone', 'skipped'],
        ['e', 'delivered'],
      ]);
      expect(event?.calls[1]?.attempts).toHaveLength(2);
    });

    it('marks its calls as out of order, and with `force` as forced', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      const seen: unknown[] = [];
      for (const force of [false, true]) {
        await store.settle(await claimOne(store, noon), ended('failed'), attempt());
        await store.replay({ id }, { force });
        await planAll(store, () => [queued(update('1001'))]);
        const claim = await claimOne(store, noon);
        seen.push([claim.outOfOrder, claim.force]);
        await store.release(claim);
      }
      expect(seen).toEqual([
        [true, false],
        [true, true],
      ]);
    });

    it('keeps a forced call forced while it waits for its link', async () => {
      const { store } = await newBench();
      const wanted = inState({ status: 'waiting', reason: 'no number' }, { link: ada });
      for (const force of [true, false]) {
        const id = await acceptPlanned(
          store,
          inState({ status: 'failed', reason: 'no number' }, { link: ada }),
        );
        await store.replay({ id }, { force });
        await planAll(store, () => [wanted]);
        await store.putLink(ada, 'salon', '1001');
        await planAll(store, () => [queued(update('1001'), { link: ada })]);
        const claim = await claimOne(store, noon);
        expect(claim.force).toBe(force);
        await store.settle(claim, delivered(claim.call), attempt());
        await store.removeLink(ada, 'salon', { who: 'ben', why: 'a test' });
      }
    });

    it('does not replace a call in flight or in its lane', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1', 'in flight'), { mapping: 'a' }));
      const waiting = await acceptPlanned(store, queued(update('1', 'queued'), { mapping: 'a' }));
      const claim = await claimOne(store, noon);
      for (const each of [id, waiting]) await store.replay({ id: each }, { force: true });
      await planAll(store, () => [queued(update('1', 'replayed'), { mapping: 'a' })]);
      expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
      expect(contentOf(claim.call)).toBe('in flight');
      expect(await deliverAll(store, noon)).toEqual(['queued']);
    });

    it('counts no more events than the limit, and reports whether there are more', async () => {
      const { store } = await newBench();
      for (let each = 0; each < 250; each += 1) await accept(store);
      await planAll(store, () => [inState({ status: 'failed', reason: 'no number' })]);
      const preview = (most?: number) => store.previewReplay({ status: 'failed' }, undefined, { most });
      expect(await preview(249)).toEqual({ events: 249, newer: 0, more: true });
      expect(await preview(250)).toEqual({ events: 250, newer: 0 });
      expect(await preview()).toEqual({ events: 250, newer: 0 });
      expect(await store.previewDiscard({ status: 'failed' }, 249)).toEqual({
        events: 249,
        discards: 249,
        more: true,
      });
    });

    it('discards all events that match a filter, except delivered and uncertain calls', async () => {
      const { store } = await newBench();
      const done = await acceptPlanned(store, queued(update('1')));
      await deliverAll(store, noon);
      const lost = await acceptPlanned(store, queued(booking('77')));
      await store.settle(await claimOne(store, noon), ended('uncertain'), attempt());
      const failed = await acceptPlanned(store, inState({ status: 'failed', reason: 'no number' }));
      const held = await acceptPlanned(store, inState({ status: 'held', reason: 'no such field' }));
      const elsewhere = await accept(store, { source: 'website' });
      const filter = { source: 'crm' };
      expect(await store.previewDiscard(filter)).toEqual({ events: 4, discards: 2, uncertain: 1 });
      expect(await store.discardAll(filter, { who: 'ben', why: 'old' })).toBe(2);
      const statuses = await Promise.all([done, lost, failed, held].map(id => statusOf(store, id)));
      expect(statuses).toEqual(['delivered', 'uncertain', 'discarded', 'discarded']);
      expect(await statusOf(store, elsewhere)).toBe('queued');
      expect(await store.previewDiscard(filter)).toEqual({ events: 4, discards: 0, uncertain: 1 });
      const { entries } = await store.audit({ limit: 1 });
      expect(entries).toMatchObject([
        { who: 'ben', what: 'discard', about: 'events by source crm', detail: '2 events', why: 'old' },
      ]);
    });

    it('replays all events that match a filter, and returns how many', async () => {
      const { store } = await newBench();
      for (let each = 0; each < 30; each += 1) {
        await accept(store, { source: each % 3 === 0 ? 'website' : 'crm' });
      }
      await planAll(store, () => [inState({ status: 'failed', reason: 'no number' })]);
      expect(await store.replay({ status: 'delivered' }, { force: false })).toBe(0);
      expect(await store.replay({ status: 'failed', source: 'website' }, { force: false })).toBe(10);
      expect((await store.plannable(100)).every(event => event.source === 'website')).toBe(true);
      expect(await store.replay({ status: 'failed', limit: 5 }, { force: false })).toBe(5);
      expect(await store.plannable(100)).toHaveLength(15);
    });

    it('sends delivered updates again on request, and knows which newer values were sent since', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1', 'as it was')));
      const newer = await acceptPlanned(store, queued(update('1', 'newer')));
      expect(await deliverAll(store, noon)).toEqual(['as it was', 'newer']);
      const before = await store.counts();
      const seen: unknown[] = [];
      for (const force of [false, true]) {
        expect(await store.replay({ id }, { force, again: true })).toBe(1);
        expect((await store.plannable(9)).map(({ planning }) => planning)).toEqual([
          force ? 'forced-repeat' : 'repeat',
        ]);
        await planAll(store, () => [queued(update('1', 'as it is now'))]);
        expect(await statusOf(store, id)).toBe('queued');
        const claim = await claimOne(store, noon);
        const newerCalls = await store.newerDelivered(claim);
        expect(newerCalls.map(({ eventId }) => eventId)).toEqual([newer]);
        seen.push([contentOf(claim.call), newerCalls.map(contentOf), claim.outOfOrder, claim.force]);
        await store.settle(claim, delivered(claim.call), attempt());
      }
      expect(seen).toEqual([
        ['as it is now', ['newer'], true, false],
        ['as it is now', ['newer'], true, true],
      ]);
      expect([await statusOf(store, id), await statusOf(store, newer)]).toEqual(['delivered', 'delivered']);
      const event = await store.event(id);
      expect(event?.calls).toHaveLength(1);
      expect(event?.calls[0]?.attempts).toHaveLength(3);
      expect(await store.counts()).toEqual(before);
    });

    it('of a delivered update that waits for another link then delays no call of the earlier customer', async () => {
      const { store } = await newBench();
      const grace: Link = { people: 'crm', id: 'contact-8' };
      await store.putLink(ada, 'salon', '1001');
      const first = await acceptPlanned(store, queued(update('1001', 'first'), { link: ada }));
      const id = await acceptPlanned(store, queued(update('1001', 'of another person'), { link: ada }));
      await deliverAll(store, noon);
      await store.replay({ source: 'crm' }, { force: false, again: true });
      const [{ sequence = 0 } = {}] = await store.plannable(1);
      const than = { sequence, mapping: 'm', policy: queued(update('1001')).policy };
      const newer = async (link: Link) =>
        (
          await store.deliveredSince(
            { ...than, link },
            'salon',
            laneKey(update('1001'), undefined, undefined),
          )
        ).map(contentOf);
      expect([await newer(ada), await newer(grace)]).toEqual([['of another person'], []]);
      const waiting = { status: 'waiting', reason: 'no number is known' } as const;
      await planAll(store, event => [
        event.id === id
          ? inState(waiting, { link: grace })
          : queued(update('1001', 'first again'), { link: ada }),
      ]);
      const next = await acceptPlanned(store, queued(update('1001', 'next'), { link: ada }));
      expect(await deliverAll(store, noon)).toEqual(['first again', 'next']);
      await store.putLink(grace, 'salon', '1002');
      await planAll(store, () => [queued(update('1002', 'of another person'), { link: grace })]);
      expect(await deliverAll(store, noon)).toEqual(['of another person']);
      expect(await Promise.all([first, id, next].map(each => statusOf(store, each)))).toEqual(
        Array(3).fill('delivered'),
      );
    });

    it('never sends a booking or an uncertain call again', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.settle(claim, delivered(claim.call), attempt());
      await store.replay({ id }, { force: true, again: true });
      await planAll(store, () => [queued(booking('A1'))]);
      expect(await statusOf(store, id)).toBe('delivered');
      expect(await claimDue(store, noon)).toEqual([]);
    });

    it('previews how many events have nothing left to send', async () => {
      const { store } = await newBench();
      const done = await acceptPlanned(store, queued(update('1')));
      const booked = await acceptPlanned(store, queued(booking('A1')));
      expect(await deliverAll(store, noon)).toHaveLength(2);
      const half = await acceptPlanned(
        store,
        queued(update('2'), { mapping: 'a' }),
        inState({ status: 'failed', reason: 'no number' }, { mapping: 'b' }),
      );
      const none = await accept(store);
      const preview = (what: Parameters<Store['previewReplay']>[0], again = false) =>
        store.previewReplay(what, undefined, { again });
      expect(await preview({ source: 'crm' })).toEqual({ events: 4, newer: 0, nothingLeft: 2 });
      expect(await preview({ source: 'crm' }, true)).toEqual({ events: 4, newer: 0, nothingLeft: 1 });
      for (const id of [half, none]) expect(await preview({ id })).toEqual({ events: 1, newer: 0 });
      expect(await preview({ id: done })).toEqual({ events: 1, newer: 0, nothingLeft: 1 });
      expect(await preview({ id: done }, true)).toEqual({ events: 1, newer: 0 });
      expect(await preview({ id: booked }, true)).toEqual({ events: 1, newer: 0, nothingLeft: 1 });
    });

    it('previews also for delivered updates sent again how many would overwrite newer values', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1', 'older')));
      await acceptPlanned(store, queued(update('1', 'newer')));
      await deliverAll(store, noon);
      const clash = (_call: Call, newer: readonly Call[]) => newer.length > 0;
      const filter = { status: 'delivered' } as const;
      expect(await store.previewReplay(filter, clash)).toEqual({ events: 2, newer: 0, nothingLeft: 2 });
      expect(await store.previewReplay(filter, clash, { again: true })).toEqual({ events: 2, newer: 1 });
    });

    it('counts delivered updates that would go to another customer, since their link was changed', async () => {
      const { store } = await newBench();
      const linked = (call: UpdateCustomer) => ({ ...call, id: { ...call.id, linked: true as const } });
      await store.putLink(ada, 'salon', '1001');
      await acceptPlanned(store, queued(linked(update('1001')), { link: ada }));
      await acceptPlanned(store, queued(update('1001'), { link: ada }));
      await acceptPlanned(store, queued(update('1003')));
      await deliverAll(store, noon);
      const preview = (again: boolean) => store.previewReplay({ status: 'delivered' }, undefined, { again });
      expect(await preview(true)).toEqual({ events: 3, newer: 0 });
      await store.putLink(ada, 'salon', '1002');
      expect(await preview(true)).toEqual({ events: 3, newer: 0, otherCustomer: 1 });
      expect(await preview(false)).toEqual({ events: 3, newer: 0, nothingLeft: 3 });
    });

    it('previews how many events match, and how many would overwrite newer values', async () => {
      const { store } = await newBench();
      const sets: unknown[] = [];
      const clash = (call: Call, newer: readonly Call[]) => {
        sets.push([contentOf(call), newer.map(contentOf)]);
        return newer.length > 0;
      };
      await store.putLink(ada, 'salon', '1001');
      await acceptFailing(store, [update('1001', 'old'), update('1002', 'alone')], ada);
      const [newest] = await acceptFailing(store, [update('1001', 'newest')]);
      await acceptPlanned(store, queued(update('1001', 'newer')));
      expect(await deliverAll(store, noon)).toEqual(['newer']);
      await acceptFailing(store, [update('1001', 'last')]);
      expect(await store.previewReplay({ status: 'failed' }, clash)).toEqual({ events: 4, newer: 2 });
      expect(sets).toEqual([
        ['last', []],
        ['newest', ['newer']],
        ['alone', []],
        ['old', ['newer']],
      ]);
      expect(await store.previewReplay({ id: newest ?? '' }, clash)).toEqual({ events: 1, newer: 1 });
      expect(await store.previewReplay({ id: 'evt_none' }, clash)).toEqual({ events: 0, newer: 0 });
      expect(await store.plannable(9)).toEqual([]);
      expect(await store.replay({ status: 'failed' }, { force: false })).toBe(4);
    });

    it('of many events continues after an interruption, and replays no event twice if it is requested again', async () => {
      const bench = await newBench();
      const items = Array.from({ length: 3_500 }, () => item());
      await bench.store.add(webhook({ items }));
      for (;;) {
        const events = await planAll(bench.store, ({ id }) => [
          inState({ status: 'failed', reason: 'no number', call: update(id, id) }),
        ]);
        if (events.length === 0) break;
      }
      const before = await bench.store.previewReplay({ status: 'failed' }, () => false);
      const cutOff = bench.store.replay({ status: 'failed' }, { force: false }).catch(error => error);
      while ((await bench.store.counts()).unplanned === 0) await turn();
      await bench.reopen();
      expect(await cutOff).toBeInstanceOf(StoreUnavailable);
      const { store } = bench;
      const replayed = (await store.counts()).unplanned;
      expect(replayed).toBeGreaterThan(0);
      expect(replayed).toBeLessThan(before.events);
      const clicks = [1, 2, 3].map(() => store.replay({ status: 'failed' }, { force: false }));
      expect(Math.max(...(await Promise.all(clicks)))).toBeLessThanOrEqual(before.events - replayed);
      const planned: string[] = [];
      for (;;) {
        const events = await planAll(store, () => [inState({ status: 'skipped', reason: 'not wanted' })]);
        if (events.length === 0) break;
        planned.push(...events.map(each => each.id));
      }
      expect(planned.toSorted()).toEqual(items.map(each => each.id).toSorted());
    });

    it('finds no event for an unknown id', async () => {
      const { store } = await newBench();
      expect(await store.replay({ id: 'evt_none' }, { force: false })).toBe(0);
    });
  });

  describe('a replay of an event that no mapping claims', () => {
    const unclaimed = {
      calls: [],
      outcome: { status: 'held', reason: 'no mapping', diagnostics: [] },
    } as const;

    it.each([
      [{ force: false }, ['failed'], false],
      [{ force: true }, ['failed'], true],
      [{ force: false, again: true }, ['delivered', 'failed'], false],
    ])('takes effect once a mapping claims the event: %j', async (options, sent, isForced) => {
      const bench = await newBench();
      const id = await acceptPlanned(
        bench.store,
        queued(update('1'), { mapping: 'delivered' }),
        inState({ status: 'failed', reason: 'no number' }, { mapping: 'failed' }),
      );
      await deliverAll(bench.store, noon);
      await bench.store.replay({ id }, options);
      // A later replay with fewer options does not replace the first one.
      await planAll(bench.store, () => unclaimed);
      await bench.store.replay({ id }, { force: false });
      await planAll(bench.store, () => unclaimed);
      await bench.reopen();
      const { store } = bench;
      expect(await statusOf(store, id)).toBe('failed');
      expect(await store.plannable(9)).toEqual([]);
      await store.planAgain({});
      await planAll(store, () => unclaimed);
      await store.planAgain({});
      await planAll(store, () =>
        ['delivered', 'failed'].map((mapping, index) =>
          queued(update(String(index + 1), mapping), { mapping }),
        ),
      );
      const claims = await claimDue(store, noon);
      expect(claims.map(({ call }) => contentOf(call))).toEqual(sent);
      expect(claims.some(({ force }) => force)).toBe(isForced);
      for (const claim of claims) await store.settle(claim, delivered(claim.call), attempt());
      expect(await statusOf(store, id)).toBe('delivered');
      // The replay took effect only once.
      expect(await store.planAgain({})).toBe(0);
    });

    it('is kept even if the event expired meanwhile because no mapping claimed it', async () => {
      const { store, clock } = await newBench();
      const id = await acceptPlanned(store, queued(update('1')));
      await deliverAll(store, noon);
      await store.replay({ id }, { force: false, again: true });
      await planAll(store, () => unclaimed);
      clock.advance(400 * day);
      expect(await store.expire(clock.now())).toBe(1);
      expect(await statusOf(store, id)).toBe('failed');
      await store.replay({ id }, { force: false });
      await planAll(store, () => [queued(update('1', 'today'))]);
      expect(await deliverAll(store, clock.now())).toEqual(['today']);
    });
  });

  describe('discard', () => {
    it('ends undelivered calls, and the lane continues', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        queued(update('1', 'delivered'), { mapping: 'a' }),
        queued(update('2', 'left'), { mapping: 'b' }),
        inState({ status: 'failed', reason: 'no number' }, { mapping: 'c' }),
      );
      await acceptPlanned(store, queued(update('2', 'next')));
      for (const claim of await claimDue(store, noon)) {
        if (claim.mapping === 'a') await store.settle(claim, delivered(claim.call), attempt());
        else await store.release(claim);
      }
      expect(await store.discard(id)).toBe(true);
      const event = await store.event(id);
      expect(event?.status).toBe('discarded');
      expect(event?.calls.map(call => call.status)).toEqual(['delivered', 'discarded', 'discarded']);
      expect(await deliverAll(store, noon)).toEqual(['next']);
    });

    it('discards a call in flight after its attempt, unless it was delivered or is uncertain', async () => {
      const { store } = await newBench();
      const [again, done, unsure] = [
        await acceptPlanned(store, queued(update('1001', 'again'))),
        await acceptPlanned(store, queued(update('1002', 'done'))),
        await acceptPlanned(store, queued(update('1003', 'unsure'))),
      ];
      const next = await acceptPlanned(store, queued(update('1001', 'next')));
      const claims = await claimDue(store, noon);
      for (const id of [again, done, unsure]) {
        expect(await store.discard(id)).toBe(true);
        expect(await statusOf(store, id)).toBe('queued');
      }
      for (const claim of claims) {
        if (claim.eventId === again) await store.settle(claim, retryAt(noon), attempt());
        else if (claim.eventId === done) await store.settle(claim, delivered(claim.call), attempt());
        else await store.settle(claim, ended('uncertain'), attempt());
      }
      expect(await statusOf(store, again)).toBe('discarded');
      expect(await statusOf(store, done)).toBe('delivered');
      expect(await statusOf(store, unsure)).toBe('uncertain');
      expect((await store.event(again))?.calls[0]?.attempts).toHaveLength(1);
      expect(await deliverAll(store, noon)).toEqual(['next']);
      expect(await statusOf(store, next)).toBe('delivered');
    });

    it('keeps the discard of a call in flight when the process ends', async () => {
      const bench = await newBench();
      const id = await acceptPlanned(bench.store, queued(update('1001')));
      await claimOne(bench.store, noon);
      await bench.store.discard(id);
      await bench.reopen();
      expect(await claimOne(bench.store, noon + hour)).toMatchObject({ eventId: id, givenUp: true });
    });

    it('of a call in flight is undone by a replay', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001', 'as it was')));
      const claim = await claimOne(store, noon);
      await store.discard(id);
      await store.replay({ id }, { force: false });
      await planAll(store, () => [queued(update('1001', 'after all'))]);
      await store.settle(claim, retryAt(noon), attempt());
      expect(await statusOf(store, id)).toBe('queued');
      expect(await deliverAll(store, noon)).toHaveLength(1);
    });

    it('ends an event that is not planned yet, and one that no mapping claims', async () => {
      const { store } = await newBench();
      const unclaimed = await accept(store);
      await planAll(store, () => ({
        calls: [],
        outcome: { status: 'held', reason: 'none', diagnostics: [] },
      }));
      const unplanned = await accept(store);
      for (const id of [unclaimed, unplanned]) {
        await store.discard(id);
        expect(await statusOf(store, id)).toBe('discarded');
      }
      expect(await store.plannable(9)).toEqual([]);
      expect(await store.planAgain({})).toBe(0);
    });

    it('returns false if there is no such event', async () => {
      const { store } = await newBench();
      expect(await store.discard('evt_none')).toBe(false);
    });

    it('is undone by a replay', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      await store.discard(id);
      await store.replay({ id }, { force: false });
      await planAll(store, () => [queued(update('1001', 'after all'))]);
      expect(await deliverAll(store, noon)).toEqual(['after all']);
      expect(await statusOf(store, id)).toBe('delivered');
    });
  });
}
