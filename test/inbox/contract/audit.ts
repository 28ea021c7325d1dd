import { describe, expect, it } from 'vitest';
import { day, type NewBench, noon } from './bench.ts';
import {
  acceptPlanned,
  booking,
  claimOne,
  delivered,
  encoder,
  ended,
  item,
  queued,
  refusal,
  update,
  webhook,
} from './samples.ts';

const anna = { who: 'anna', why: 'the customer called' };

/** Manual actions are kept in the audit log. */
export function describeAudit(newBench: NewBench): void {
  describe('the audit log', () => {
    it('shows who did which action on which event, when and why, newest first, also after a restart', async () => {
      const bench = await newBench();
      const id = await acceptPlanned(bench.store, queued(booking('A1')));
      const claim = await claimOne(bench.store, noon);
      await bench.store.begin(claim, noon);
      await bench.store.settle(claim, ended('uncertain'), null);
      await bench.store.resolve({ id }, { outcome: 'give-up' }, anna);
      bench.clock.advance(1_000);
      await bench.store.replay({ id }, { force: false }, { who: 'operator' });
      await bench.store.replay({ id }, { force: true }, anna);
      await bench.store.discard(id);
      await bench.reopen();
      const at = new Date(noon + 1_000).toISOString();
      expect(await bench.store.audit({ event: id, limit: 9 })).toEqual({
        entries: [
          { at, who: 'operator', what: 'discard', event: id },
          { at, ...anna, what: 'force-replay', event: id },
          { at, who: 'operator', what: 'replay', event: id },
          {
            at: new Date(noon).toISOString(),
            ...anna,
            what: 'resolve-give-up',
            event: id,
            about: 'intake at salon',
          },
        ],
      });
    });

    it('has no entry for an action that changed nothing', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, delivered(claim.call), null);
      expect(await store.discard(id, anna)).toBe(false);
      expect(await store.discardAll({ source: 'crm' }, anna)).toBe(0);
      expect(await store.replay({ source: 'nobody' }, { force: false }, anna)).toBe(0);
      expect(await store.replay({ id: 'evt_none' }, { force: false }, anna)).toBe(0);
      expect((await store.audit({ limit: 9 })).entries).toEqual([]);
      // A replayed event has calls to discard again.
      await store.replay({ id }, { force: false }, anna);
      expect(await store.discard(id, anna)).toBe(true);
      expect((await store.audit({ limit: 9 })).entries.map(each => each.what)).toEqual(['discard', 'replay']);
    });

    it('keeps actions that concern no single event, without the text that was searched for', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1')));
      const refused = await store.refuse(refusal());
      const items = [item({ id: 'evt_a' }), item({ id: 'evt_b' })];
      await store.acceptRefusal(refused, webhook({ items, body: encoder.encode('{}') }), anna);
      expect(await store.replay({ source: 'crm', q: 'Ada' }, { force: false }, anna)).toBe(1);
      await store.record({ ...anna, what: 'pause', about: 'salon' });
      expect((await store.audit({ limit: 9 })).entries).toMatchObject([
        { what: 'pause', about: 'salon' },
        { what: 'replay', about: 'events by source crm, a text', detail: '1 event' },
        { what: 'accept-refusal', about: refused, detail: 'as evt_a, evt_b' },
      ]);
    });

    it('is read page by page, and kept for 400 days', async () => {
      const { store } = await newBench();
      for (const about of ['a', 'b', 'c']) await store.record({ ...anna, what: 'pause', about });
      const page = await store.audit({ limit: 2 });
      expect(page.entries.map(each => each.about)).toEqual(['c', 'b']);
      const rest = await store.audit({ limit: 2, ...(page.next && { cursor: page.next }) });
      expect([rest.entries.map(each => each.about), rest.next]).toEqual([['a'], undefined]);
      const times = { deliveredMs: 0, failedMs: 0 };
      await store.prune(times, noon + 400 * day);
      expect((await store.audit({ limit: 9 })).entries).toHaveLength(3);
      await store.prune(times, noon + 400 * day + 1);
      expect((await store.audit({ limit: 9 })).entries).toHaveLength(0);
    });

    it('has no entry for an event that does not exist', async () => {
      const { store } = await newBench();
      await store.replay({ id: 'evt_none' }, { force: false }, anna);
      await store.discard('evt_none', anna);
      expect((await store.audit({ limit: 9 })).entries).toEqual([]);
    });
  });
}
