import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { AcceptedItem } from '../../../src/inbox/event.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  attempt,
  claimOne,
  contentOf,
  deliverAll,
  delivered,
  encoder,
  item,
  planAll,
  queued,
  statusOf,
  update,
  webhook,
} from './samples.ts';

const splitFailed = diagnostic('intake/split-failed', 'split gave a number');

/** Accepts a webhook that could not be split, and replays it. */
async function acceptUnread(store: Store): Promise<string> {
  const id = await accept(store, {
    body: encoder.encode('[1, 2]'),
    items: [item({ diagnostics: [splitFailed] })],
  });
  expect(await store.replay({ id }, { force: false })).toBe(1);
  return id;
}

async function splitAgain(store: Store, ...items: readonly AcceptedItem[]): Promise<void> {
  const [unsplit] = (await store.plannable(100)).filter(event => event.unsplit);
  if (!unsplit) throw new Error('nothing is to be taken apart');
  await store.splitAgain(unsplit, items);
}

const part = (number: number, more: Partial<AcceptedItem> = {}) =>
  item({ payload: String(number), contents: `part ${number}`, ...more });

/** A webhook that could not be split is split on replay, after `split` was corrected. */
export function describeSplittingAgain(newBench: NewBench): void {
  describe('splitting again', () => {
    it('makes events of the found items, and skips the original event', async () => {
      const bench = await newBench();
      const id = await acceptUnread(bench.store);
      await splitAgain(bench.store, part(1, { type: 'a' }), part(2));
      await bench.reopen();
      const { store } = bench;
      const found = await store.plannable(9);
      expect(found.map(each => [each.payload, each.planning, each.unsplit, each.receivedAt])).toEqual([
        ['1', 'replay', undefined, noon],
        ['2', 'replay', undefined, noon],
      ]);
      expect(found.map(each => Buffer.from(each.body).toString())).toEqual(['[1, 2]', '[1, 2]']);
      expect(await store.event(id)).toMatchObject({
        status: 'skipped',
        reason: `the webhook was taken apart: it became 2 events: ${found.map(each => each.id).join(', ')}`,
        diagnostics: [{ code: 'intake/taken-apart' }],
      });
      await planAll(store, event => [queued(update('1', event.payload ?? ''))]);
      expect(await deliverAll(store, noon)).toEqual(['1', '2']);
      for (const each of found) expect(await statusOf(store, each.id)).toBe('delivered');
      expect((await store.counts()).statuses).toMatchObject({
        delivered: 2,
        skipped: 1,
        queued: 0,
        failed: 0,
      });
      expect([await store.replay({ id }, { force: true }), await store.plannable(9)]).toEqual([0, []]);
    });

    it('treats items that came before as duplicates', async () => {
      const { store } = await newBench();
      const known = await acceptPlanned(store, queued(update('1')));
      const [first] = await store.add(webhook({ items: [part(1, { senderEventId: 'one' })] }));
      await planAll(store, () => []);
      const id = await acceptUnread(store);
      const two = part(2, { senderEventId: 'two' });
      await splitAgain(store, part(1, { senderEventId: 'one' }), two);
      expect((await store.plannable(9)).map(each => each.id)).toEqual([two.id]);
      expect((await store.event(id))?.reason).toBe(
        `the webhook was taken apart: it became the event ${two.id}; the event ${first?.id} had come before`,
      );
      const again = await store.add(webhook({ items: [part(2, { senderEventId: 'two', id: 'evt_later' })] }));
      expect(again).toEqual([{ id: two.id, status: 'duplicate' }]);
      expect(known).not.toBe(first?.id);
    });

    it('gives new events the place of the original one, so that they overwrite nothing newer', async () => {
      const { store } = await newBench();
      const deliver = async (note: string) => {
        const claim = await claimOne(store, noon);
        expect(contentOf(claim.call)).toBe(note);
        const newer = (await store.newerDelivered(claim)).map(contentOf);
        await store.settle(claim, delivered(claim.call), attempt());
        return { newer, outOfOrder: claim.outOfOrder };
      };
      await acceptPlanned(store, queued(update('1', 'before')));
      await deliver('before');
      const unsplit = await accept(store, { items: [item({ diagnostics: [splitFailed] })] });
      const failing = await acceptPlanned(store, queued(update('1', 'failed')));
      const claim = await claimOne(store, noon);
      const refusal = { ...attempt(), outcome: 'data U4' };
      await store.settle(claim, { status: 'failed', reason: 'no', diagnostics: [] }, refusal);
      await acceptPlanned(store, queued(update('1', 'newer')));
      await deliver('newer');
      await store.replay({ id: unsplit }, { force: false });
      await splitAgain(store, part(1), part(2));
      await planAll(store, event => [queued(update('1', event.payload ?? ''))]);
      expect(await deliver('1')).toEqual({ newer: ['newer'], outOfOrder: true });
      expect(await deliver('2')).toEqual({ newer: ['newer'], outOfOrder: true });
      await store.replay({ id: failing }, { force: false });
      await planAll(store, () => [queued(update('1', 'failed'))]);
      expect(await deliver('failed')).toEqual({ newer: ['newer'], outOfOrder: true });
    });

    it('leaves the event failed if it still cannot be split, and it can be replayed again', async () => {
      const { store } = await newBench();
      const id = await acceptUnread(store);
      const still = diagnostic('intake/split-failed', 'split gave a function');
      await splitAgain(store, item({ id, diagnostics: [still] }));
      expect(await store.event(id)).toMatchObject({
        status: 'failed',
        reason: 'split gave a function',
        diagnostics: [{ message: 'split gave a function' }],
      });
      expect([await store.plannable(9), (await store.counts()).statuses.failed]).toEqual([[], 1]);
      expect(await store.replay({ status: 'failed' }, { force: false })).toBe(1);
      await splitAgain(store, part(1));
      expect(await store.plannable(9)).toMatchObject([{ payload: '1' }]);
    });

    it('plans the event itself if its whole body is one event', async () => {
      const { store } = await newBench();
      const id = await acceptUnread(store);
      await splitAgain(store, item({ id, senderEventId: 'one', contents: 'whole', type: 'contact' }));
      expect(await store.plannable(9)).toMatchObject([{ id, planning: 'replay', type: 'contact' }]);
      expect((await store.plannable(9))[0]?.unsplit).toBeUndefined();
      const twin = await acceptUnread(store);
      const [, unsplit] = await store.plannable(9);
      if (unsplit) await store.splitAgain(unsplit, [item({ senderEventId: 'one', contents: 'whole' })]);
      expect(await store.event(twin)).toMatchObject({ status: 'skipped', duplicateOf: id });
    });

    it('reports a webhook without items, and changes nothing for an event that is already split', async () => {
      const { store } = await newBench();
      const id = await acceptUnread(store);
      const [unsplit] = await store.plannable(9);
      await splitAgain(store);
      expect(await store.event(id)).toMatchObject({
        status: 'skipped',
        reason: expect.stringMatching('it holds no event'),
      });
      if (unsplit) await store.splitAgain(unsplit, [part(1)]);
      expect(await store.plannable(9)).toEqual([]);
    });
  });
}
