import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  booking,
  claimDue,
  claimOne,
  contentOf,
  deliverAll,
  delivered,
  ended,
  inState,
  mappingHold,
  planAll,
  planOf,
  queued,
  statusOf,
  update,
} from './samples.ts';

/** The calls that planning makes of events, for the first time and again. */
export function describePlanning(newBench: NewBench): void {
  describe('planning', () => {
    it('makes the planned calls due at once, after which the event is planned', async () => {
      const bench = await newBench();
      const warning = diagnostic('mapping/dropped-value', 'a value was left out');
      const id = await acceptPlanned(
        bench.store,
        queued(update('1001'), { link: ada, diagnostics: [warning] }),
      );
      await bench.reopen();
      expect(await bench.store.plannable(10)).toEqual([]);
      expect(await bench.store.nextDueAt('salon')).toBe(noon);
      expect(await bench.store.event(id)).toMatchObject({
        status: 'queued',
        diagnostics: [warning],
        calls: [
          {
            mapping: 'intake',
            destination: 'salon',
            operation: 'updateCustomer',
            status: 'queued',
            request: { operation: 'updateCustomer', id: '1001', note: 'a note' },
            nextAttemptAt: new Date(noon).toISOString(),
            diagnostics: [warning],
            attempts: [],
          },
        ],
      });
    });

    it('ignores a plan for an event that is already planned, or for another planning of it', async () => {
      const { store } = await newBench();
      const id = await accept(store);
      const [event] = await store.plannable(1);
      if (!event) throw new Error('no event');
      await store.plan([planOf(event, [queued(update('1001', 'first'))])]);
      await store.plan([planOf(event, [queued(update('1001', 'second'))])]);
      expect((await store.event(id))?.calls).toHaveLength(1);
      await store.replay({ id }, { force: true });
      await store.plan([
        planOf({ ...event, planning: 'replay' }, [queued(update('1002'), { mapping: 'b' })]),
      ]);
      expect((await store.event(id))?.calls).toHaveLength(1);
      expect(await store.plannable(1)).toMatchObject([{ planning: 'forced-replay' }]);
    });

    it.each([
      ['skipped', []],
      ['failed', []],
      ['held', ['again']],
    ] as const)('lets an event without calls be %s', async (status, plannedAgain) => {
      const { store } = await newBench();
      const id = await accept(store);
      const noneApplied = diagnostic('mapping/none-applied', 'none applied');
      await planAll(store, () => ({
        calls: [],
        outcome: { status, reason: 'so it is', diagnostics: [noneApplied] },
      }));
      expect(await store.event(id)).toMatchObject({
        status,
        reason: 'so it is',
        diagnostics: [noneApplied],
        calls: [],
      });
      expect(await store.planAgain({})).toBe(plannedAgain.length);
      expect((await store.plannable(10)).map(event => event.planning)).toEqual(plannedAgain);
    });

    it('derives the status of an event from the call that needs a person most', async () => {
      const { store } = await newBench();
      const states = [
        inState({ status: 'skipped', reason: 'nothing to send' }, { mapping: 'a' }),
        queued(update('1001'), { mapping: 'b' }),
        inState({ status: 'held', reason: 'the mapping is faulty' }, { mapping: 'c' }),
        inState({ status: 'failed', reason: 'no number' }, { mapping: 'd' }),
      ];
      const seen: (string | undefined)[] = [];
      for (let count = 1; count <= states.length; count += 1) {
        seen.push(await statusOf(store, await acceptPlanned(store, ...states.slice(0, count))));
      }
      expect(seen).toEqual(['skipped', 'queued', 'held', 'failed']);
    });

    it('plans held calls again when their mapping is released, and only those', async () => {
      const { store } = await newBench();
      for (const mapping of ['intake', 'elsewhere']) await store.holdMapping(mappingHold({ mapping }));
      const held = inState({ status: 'held', reason: 'no such field', call: update('1001') });
      const id = await acceptPlanned(store, held, queued(update('1001', 'other'), { mapping: 'other' }));
      const otherHeld = await acceptPlanned(store, { ...held, mapping: 'elsewhere' });
      expect((await store.event(id))?.calls[0]?.request).toMatchObject({ id: '1001' });
      expect(await store.releaseMapping('intake')).toBe(1);
      const events = await planAll(store, () => [
        queued(update('1001', 'mended')),
        queued(update('1001', 'changed'), { mapping: 'other' }),
        queued(update('1001', 'added'), { mapping: 'new' }),
      ]);
      expect(events).toMatchObject([{ id, planning: 'again' }]);
      expect(await deliverAll(store, noon)).toEqual(['mended', 'other']);
      expect(await statusOf(store, otherHeld)).toBe('held');
    });

    it('skips a held call if no new call replaces it', async () => {
      const { store } = await newBench();
      await store.holdMapping(mappingHold());
      const id = await acceptPlanned(store, inState({ status: 'held', reason: 'no such field' }));
      expect(await store.planAgain({ mapping: 'intake' })).toBe(1);
      await planAll(store, () => ({
        calls: [],
        outcome: { status: 'skipped', reason: 'none applies', diagnostics: [] },
      }));
      expect(await store.event(id)).toMatchObject({ status: 'skipped', calls: [{ status: 'skipped' }] });
    });

    it('keeps a held call while no readable mapping claims its event', async () => {
      const { store } = await newBench();
      await store.holdMapping(mappingHold());
      const id = await acceptPlanned(store, inState({ status: 'held', reason: 'no such field' }));
      await store.planAgain({ mapping: 'intake' });
      await planAll(store, () => ({
        calls: [],
        outcome: { status: 'held', reason: 'the file cannot be read', diagnostics: [] },
      }));
      expect(await statusOf(store, id)).toBe('held');
      expect(await store.planAgain({})).toBe(1);
      await planAll(store, () => [queued(update('1001')), queued(update('1001', 'new'), { mapping: 'new' })]);
      expect(await statusOf(store, id)).toBe('queued');
      expect(await deliverAll(store, noon)).toEqual(['a note', 'new']);
    });

    it('plans a held call again at once if its mapping was released while the plan was made', async () => {
      const { store } = await newBench();
      await store.holdMapping(mappingHold());
      const id = await accept(store);
      const [event] = await store.plannable(1);
      if (!event) throw new Error('no event');
      await store.releaseMapping('intake');
      await store.plan([planOf(event, [inState({ status: 'held', reason: 'no such field' })])]);
      expect(await store.plannable(1)).toMatchObject([{ id, planning: 'again' }]);
      await planAll(store, () => [queued(update('1001'))]);
      expect(await statusOf(store, id)).toBe('queued');
      expect(await store.plannable(1)).toEqual([]);
    });

    it('plans a call again at once if it was put back as held although its mapping is not held', async () => {
      const { store } = await newBench();
      const planned = await accept(store);
      const [event] = await store.plannable(1);
      if (!event) throw new Error('no event');
      await store.plan([planOf(event, [inState({ status: 'held', reason: 'no such field' })])]);
      expect(await store.plannable(9)).toMatchObject([{ id: planned, planning: 'again' }]);
      await planAll(store, () => [queued(update('1001'))]);
      await store.settle(await claimOne(store, noon), ended('held'), null);
      expect(await store.plannable(9)).toMatchObject([{ id: planned, planning: 'again' }]);
      await planAll(store, () => [queued(update('1001'))]);
      const claim = await claimOne(store, noon);
      await store.holdMapping(mappingHold());
      await store.settle(claim, ended('held'), null);
      expect([await statusOf(store, planned), await store.plannable(9)]).toEqual(['held', []]);
    });

    it.each([
      ['released', (store: Store) => store.releaseMapping('intake')],
      ['changed', (store: Store) => store.planAgain({ mapping: 'intake' })],
    ])(
      'plans a held call again at once if its mapping was %s while the call was in flight',
      async (_, change) => {
        const { store } = await newBench();
        const id = await acceptPlanned(store, queued(update('1001')));
        const claim = await claimOne(store, noon);
        await store.holdMapping(mappingHold());
        await change(store);
        await store.settle(claim, ended('held'), null);
        expect(await store.plannable(1)).toMatchObject([{ id, planning: 'again' }]);
      },
    );

    it('lets other calls of the person pass a call that waits for its link', async () => {
      const { store } = await newBench();
      const waiting = await acceptPlanned(
        store,
        inState({ status: 'waiting', reason: 'not linked' }, { link: ada }),
      );
      await acceptPlanned(store, queued(booking('A1'), { link: ada, mapping: 'booking' }));
      expect(await store.event(waiting)).toMatchObject({
        status: 'queued',
        reason: 'not linked',
        calls: [{ status: 'queued', reason: 'not linked', request: null }],
      });
      expect((await store.event(waiting))?.nextAttemptAt).toBeUndefined();
      expect(contentOf((await claimOne(store, noon)).call)).toBe('A1');
    });

    it('plans a waiting call again once it is linked, and queues it in its place in the lane', async () => {
      const { store } = await newBench();
      const first = await acceptPlanned(
        store,
        inState({ status: 'waiting', reason: 'not linked' }, { link: ada }),
      );
      await acceptPlanned(store, queued(update('1001', 'newer')));
      expect(await store.plannable(1)).toEqual([]);
      await store.putLink(ada, 'salon', '1001');
      const again = await planAll(store, () => [queued(update('1001', 'older'), { link: ada })]);
      expect(again).toMatchObject([{ id: first, planning: 'again' }]);
      const claim = await claimOne(store, noon);
      expect(contentOf(claim.call)).toBe('older');
      expect(claim.outOfOrder).toBe(true);
    });

    it('plans a call again at once if its link was made while it was planned', async () => {
      const { store } = await newBench();
      const id = await accept(store);
      const [event] = await store.plannable(1);
      if (!event) throw new Error('no event');
      await store.putLink(ada, 'salon', '1001');
      await store.plan([
        planOf(event, [inState({ status: 'waiting', reason: 'not linked' }, { link: ada })]),
      ]);
      expect(await store.plannable(1)).toMatchObject([{ id, planning: 'again' }]);
    });

    it('does not replace queued, delivered, failed or uncertain calls when planning again', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        queued(update('1', 'queued'), { mapping: 'queued' }),
        queued(update('2', 'delivered'), { mapping: 'delivered' }),
        queued(update('3', 'failed'), { mapping: 'failed' }),
        queued(booking('uncertain'), { mapping: 'uncertain' }),
        inState({ status: 'held', reason: 'no such field' }, { mapping: 'held' }),
      );
      for (const claim of await claimDue(store, noon)) {
        if (claim.mapping === 'queued') await store.release(claim);
        if (claim.mapping === 'delivered') await store.settle(claim, delivered(claim.call), null);
        if (claim.mapping === 'failed') await store.settle(claim, ended('failed'), null);
        if (claim.mapping === 'uncertain') await store.settle(claim, ended('uncertain'), null);
      }
      await store.planAgain({ mapping: 'held' });
      await planAll(store, () =>
        ['queued', 'delivered', 'failed', 'uncertain', 'held'].map(mapping =>
          queued(update('9', `new ${mapping}`), { mapping }),
        ),
      );
      const event = await store.event(id);
      expect(event?.calls.map(call => call.status)).toEqual([
        'queued',
        'delivered',
        'failed',
        'uncertain',
        'queued',
      ]);
      expect(await deliverAll(store, noon)).toEqual(['queued', 'new held']);
    });
  });
}
