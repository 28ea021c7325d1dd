import { describe, expect, it } from 'vitest';
import { type Diagnostic, diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { PlannableEvent } from '../../../src/inbox/event.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { type NewBench, noon } from './bench.ts';
import {
  acceptPlanned,
  allPages,
  attempt,
  booking,
  claimDue,
  claimOne,
  deliverAll,
  delivered,
  ended,
  inState,
  planAll,
  queued,
  retryAt,
  statusOf,
  update,
} from './samples.ts';

const actor = { who: 'Anna', why: 'a digit was missing' };
const unclaimed = { status: 'held', reason: 'no mapping', diagnostics: [] } as const;
const patch = { contact: { phone: '+4915112345678' } };

/** Plans all waiting events; returns the corrections that a mapping sees. */
async function nextCorrections(store: Store): Promise<readonly unknown[]> {
  const corrections: unknown[] = [];
  await planAll(store, (event: PlannableEvent) => {
    corrections.push(event.corrections);
    return [queued(update('1', 'corrected'))];
  });
  return corrections;
}

/** A person corrects the contents of an event. */
export function describeAmending(newBench: NewBench): void {
  describe('amend', () => {
    it('keeps corrections beside the contents, and plans the event with all of them', async () => {
      const bench = await newBench();
      const id = await acceptPlanned(bench.store, inState({ status: 'failed', reason: 'no number' }));
      const odd = { v: 2, tags: ['"', null, '\u0000', '\ud800'] };
      await bench.store.amend(id, patch, actor);
      await bench.store.amend(id, odd, { who: 'Ben' });
      await bench.reopen();
      const { store } = bench;
      expect(await store.amendments(id)).toEqual([
        { at: new Date(noon).toISOString(), ...actor, patch },
        { at: new Date(noon).toISOString(), who: 'Ben', patch: odd },
      ]);
      expect((await store.contents(id))?.corrections).toEqual([patch, odd]);
      expect(await nextCorrections(store)).toEqual([[patch, odd]]);
      await deliverAll(store, noon);
      expect(await statusOf(store, id)).toBe('delivered');
      const { entries } = await store.audit({ event: id, limit: 5 });
      expect(entries.map(({ who, what, why }) => ({ who, what, why }))).toEqual([
        { who: 'Ben', what: 'amend', why: undefined },
        { ...actor, what: 'amend' },
      ]);
    });

    it('discards a plan that was made before the correction', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, inState({ status: 'failed', reason: 'no number' }));
      await store.amend(id, patch, actor);
      const [event] = await store.plannable(1);
      if (!event) throw new Error('nothing is planned');
      await store.amend(id, { contact: { phone: '+4915100000000' } }, actor);
      await store.plan([{ event, calls: [queued(update('1', 'outdated'))] }]);
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await nextCorrections(store)).toEqual([[patch, { contact: { phone: '+4915100000000' } }]]);
      expect((await claimOne(store, noon)).call).toEqual(update('1', 'corrected'));
    });

    it('replaces calls that wait for a retry, and sends delivered updates again', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(
        store,
        queued(update('1', 'delivered'), { mapping: 'a' }),
        queued(update('2', 'failed'), { mapping: 'b' }),
        queued(update('3', 'waits'), { mapping: 'c' }),
      );
      for (const claim of await claimDue(store, noon)) {
        if (claim.mapping === 'a') await store.settle(claim, delivered(claim.call), attempt());
        if (claim.mapping === 'b') await store.settle(claim, ended('failed'), attempt());
        if (claim.mapping === 'c') await store.settle(claim, retryAt(noon + 60_000), attempt());
      }
      expect(await store.amend(id, patch, actor)).toBe('amended');
      await planAll(store, () =>
        ['a', 'b', 'c'].map((mapping, index) =>
          queued(update(String(index + 1), `new ${mapping}`), { mapping }),
        ),
      );
      const claims = await claimDue(store, noon);
      expect(claims.map(({ call }) => call)).toEqual([
        update('1', 'new a'),
        update('2', 'new b'),
        update('3', 'new c'),
      ]);
    });

    it('takes effect once a mapping claims the event again, for delivered and for waiting calls', async () => {
      const { store, clock } = await newBench();
      const both = (content: string) => [
        queued(update('1', content), { mapping: 'a' }),
        queued(update('2', content), { mapping: 'b' }),
      ];
      const id = await acceptPlanned(store, ...both('before'));
      for (const claim of await claimDue(store, noon))
        await store.settle(
          claim,
          claim.mapping === 'a' ? delivered(claim.call) : retryAt(noon + 60_000),
          attempt(),
        );
      clock.advance(1_000);
      await store.amend(id, patch, actor);
      await planAll(store, () => ({ calls: [], outcome: unclaimed }));
      expect(await claimDue(store, clock.now() + 60_000)).toEqual([]);
      await store.planAgain({});
      await planAll(store, () => both('corrected'));
      clock.advance(1_000);
      expect(await deliverAll(store, clock.now())).toEqual(['corrected', 'corrected']);
      // A correction that was sent already is not sent again by a later replay.
      clock.advance(1_000);
      await store.replay({ id }, { force: false }, actor);
      await planAll(store, () => both('corrected'));
      expect(await claimDue(store, clock.now())).toEqual([]);
      expect(await statusOf(store, id)).toBe('delivered');
    });

    it('never sends a booking again', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(booking('a1')));
      await deliverAll(store, noon);
      expect(await store.amend(id, patch, actor)).toBe('amended');
      await planAll(store, () => [queued(booking('a1'))]);
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await statusOf(store, id)).toBe('delivered');
    });

    it('changes nothing while a call of the event is in flight, or if there is no such event', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1', 'before')));
      const claim = await claimOne(store, noon);
      expect(await store.amend(id, patch, actor)).toBe('being-sent');
      expect(await store.amend('evt_nobody', patch, actor)).toBe('no-such-event');
      expect(await store.amendments(id)).toEqual([]);
      await store.settle(claim, delivered(claim.call), attempt());
      expect(await store.amend(id, patch, actor)).toBe('amended');
    });

    it('changes nothing if another person has corrected the event meanwhile', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, inState({ status: 'failed', reason: 'no number' }));
      expect(await store.amend(id, patch, actor, 1)).toBe('corrected-meanwhile');
      // Both people saw the event without corrections and act at the same time.
      const both = await Promise.all([
        store.amend(id, patch, actor, 0),
        store.amend(id, { contact: { phone: '2' } }, { who: 'Ben' }, 0),
      ]);
      expect(both.toSorted()).toEqual(['amended', 'corrected-meanwhile']);
      expect(await store.amendments(id)).toHaveLength(1);
      expect((await store.audit({ event: id, limit: 9 })).entries).toHaveLength(1);
      expect(await store.amend(id, patch, actor, 1)).toBe('amended');
    });

    it('keeps what was delivered if newer events have set everything, with the reason, and finds it by the newer event', async () => {
      const { store } = await newBench();
      const warning = diagnostic('call/other-person', 'somebody else', { path: 'id' });
      const id = await acceptPlanned(store, queued(update('1'), { diagnostics: [warning] }));
      const newer = await acceptPlanned(store, queued(update('2')));
      const other = await acceptPlanned(store, queued(update('3')));
      await deliverAll(store, noon);
      const leftOut = (path: string, newerEvents: readonly string[]) =>
        diagnostic('delivery/superseded', `${path} was left out`, { path, newerEvents });
      const plan = (...diagnostics: readonly Diagnostic[]) =>
        inState({ status: 'skipped', reason: 'everything is set' }, { diagnostics });
      const shown = async () => {
        const [call] = (await store.event(id))?.calls ?? [];
        return [call?.status, call?.request?.id, call?.diagnostics.map(({ path }) => path)];
      };
      await store.amend(id, patch, actor);
      const another = diagnostic('mapping/invalid-value', 'of the corrected values', { path: 'born' });
      await planAll(store, () => [plan(another, leftOut('note', [newer]), leftOut('phone', [newer, other]))]);
      expect(await shown()).toEqual(['delivered', '1', ['id', 'note', 'phone']]);
      expect(await allPages(store, { code: 'delivery/superseded' })).toEqual([id]);
      expect(await store.eventsLeftOutFor(newer)).toEqual([id]);
      expect(await store.eventsLeftOutFor(other)).toEqual([id]);
      expect(await store.eventsLeftOutFor(id)).toEqual([]);
      await store.replay({ id }, { force: false, again: true });
      await planAll(store, () => [plan(leftOut('note', [other]))]);
      expect(await shown()).toEqual(['delivered', '1', ['id', 'note']]);
      expect(await store.eventsLeftOutFor(newer)).toEqual([]);
      await store.replay({ id }, { force: false, again: true });
      await planAll(store, () => [inState({ status: 'skipped', reason: 'nothing to send' })]);
      expect(await shown()).toEqual(['delivered', '1', ['id', 'note']]);
      await store.replay({ id }, { force: false, again: true });
      await planAll(store, () => [queued(update('2', 'at last'))]);
      expect(await deliverAll(store, noon)).toEqual(['at last']);
      expect(await shown()).toEqual(['delivered', '2', []]);
      expect(await store.eventsLeftOutFor(other)).toEqual([]);
    });

    it('makes the event findable by its corrected values', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, inState({ status: 'failed', reason: 'no number' }));
      await store.amend(id, { contact: { phone: '+49 151 1234-5678', city: 'KÖLN' } }, actor);
      for (const q of ['015112345678', 'köln']) expect(await allPages(store, { q })).toEqual([id]);
    });

    it('is erased with its event, also if only the correction has the searched text', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, inState({ status: 'failed', reason: 'no number' }));
      await store.amend(id, patch, actor);
      const erased = await store.erase({ by: 'q', q: '4915112345678' }, actor);
      expect(erased).toMatchObject({ events: 1 });
      expect(await store.amendments(id)).toEqual([]);
    });
  });
}
