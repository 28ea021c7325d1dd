import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { day, minute, type NewBench, noon } from './bench.ts';
import { accept, claimDue, encoder, item, planAll, queued, statusOf, update, webhook } from './samples.ts';

const ids = Math.ceil(Number(process.env.DUPLICATES ?? 2_500) / 64);

/** Accepted webhooks are stored whole, once, in order. */
export function describeIntake(newBench: NewBench): void {
  describe('intake', () => {
    it('returns an accepted webhook unchanged, also after a restart', async () => {
      const bench = await newBench();
      const body = Uint8Array.from([0, 255, 10, 34, 195, 164]);
      const reading = { kind: 'multipart', charset: 'iso-8859-1', boundary: 'x' } as const;
      const items = [item({ id: 'evt_whole', type: 'contact.changed' })];
      expect(await bench.store.add(webhook({ body, reading, items }))).toEqual([
        { id: 'evt_whole', status: 'queued' },
      ]);
      await bench.reopen();
      const [event] = await bench.store.plannable(10);
      expect(event).toEqual({
        sequence: expect.any(Number),
        id: 'evt_whole',
        source: 'crm',
        type: 'contact.changed',
        receivedAt: noon,
        headers: { 'content-type': 'application/json', 'x-tag': 'spring' },
        query: { tag: ['a', 'b'] },
        body,
        reading,
        planning: 'first',
      });
      expect(await bench.store.contents('evt_whole')).toEqual(event);
    });

    it('keeps the trace context of a webhook with each of its events, for planning and for delivery', async () => {
      const bench = await newBench();
      const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01 vendor=1`;
      await bench.store.add(webhook({ trace, items: [item({ id: 'evt_1' }), item({ id: 'evt_2' })] }));
      await bench.store.add(webhook({ items: [item({ id: 'evt_3' })] }));
      await bench.reopen();
      const events = await bench.store.plannable(10);
      expect(events.map(each => each.trace)).toEqual([trace, trace, undefined]);
      await planAll(bench.store, ({ id }) => [queued(update(id))]);
      const claims = await claimDue(bench.store, noon);
      expect(claims.map(claim => [claim.eventId, claim.trace])).toEqual([
        ['evt_1', trace],
        ['evt_2', trace],
        ['evt_3', undefined],
      ]);
    });

    it('returns items together with their shared body', async () => {
      const bench = await newBench();
      const json = '{"mail":"Ada@example.com"}';
      const items = [
        item({
          id: 'evt_1',
          payload: '{"a":,"b":,"c":1}',
          shared: [
            { at: 5, json: '"x"' },
            { at: 10, json },
          ],
        }),
        item({ id: 'evt_2', payload: '[]', shared: [{ at: 1, json }] }),
        item({ id: 'evt_3', payload: '[3]' }),
      ];
      await bench.store.add(webhook({ items }));
      await bench.reopen();
      const { store } = bench;
      expect((await store.plannable(9)).map(each => each.payload)).toEqual([
        `{"a":"x","b":${json},"c":1}`,
        `[${json}]`,
        '[3]',
      ]);
      expect((await store.contents('evt_2'))?.payload).toBe(`[${json}]`);
      const { events } = await store.events({ q: 'ada@EXAMPLE' });
      expect(events.map(({ id }) => id)).toEqual(['evt_2', 'evt_1']);
    });

    it('stores the items of a split webhook as separate events, in their order', async () => {
      const { store } = await newBench();
      const items = ['1', '2', '3'].map(payload => item({ payload }));
      const added = await store.add(webhook({ items }));
      expect(added.map(each => each.id)).toEqual(items.map(each => each.id));
      const events = await store.plannable(10);
      expect(events.map(event => event.payload)).toEqual(['1', '2', '3']);
      expect(events.map(event => event.body)).toEqual([1, 2, 3].map(() => webhook().body));
    });

    it('plans in the order of acceptance', async () => {
      const { store } = await newBench();
      const ids = [await accept(store), await accept(store), await accept(store)];
      expect((await store.plannable(2)).map(event => event.id)).toEqual(ids.slice(0, 2));
    });

    it('accepts one of 64 simultaneous duplicates and returns its id for the others', async () => {
      const { store } = await newBench();
      const racing = Array.from({ length: 64 }, () =>
        store.add(webhook({ items: [item({ senderEventId: 'order-1', contents: 'same' })] })),
      );
      const added = (await Promise.all(racing)).flat();
      const [first, ...others] = added;
      expect(first?.status).toBe('queued');
      expect(others.every(each => each.status === 'duplicate' && each.id === first?.id)).toBe(true);
      expect(await store.plannable(100)).toHaveLength(1);
    });

    it(`acts once for each of ${ids} ids that arrive ${ids * 64} times: simultaneously, after a restart, after the body is deleted`, async () => {
      const bench = await newBench();
      const key = (id: number) => `order-${id}`;
      const once = (id: number, contents = 'same') =>
        webhook({ receivedAt: bench.clock.now(), items: [item({ senderEventId: key(id), contents })] });
      const all = Array.from({ length: ids }, (_, id) => id);
      const first = new Map<number, string>();
      const race = async (times: number) => {
        const racing = all.map(id => Array.from({ length: times }, () => bench.store.add(once(id))));
        for (const [id, answers] of racing.entries()) {
          for (const [added] of await Promise.all(answers)) {
            const known = first.get(id) ?? added?.id ?? '';
            expect(added).toEqual({ id: known, status: first.has(id) ? 'duplicate' : 'queued' });
            first.set(id, known);
          }
        }
      };
      await race(32);
      await bench.reopen();
      await race(16);
      await planAll(bench.store, () => []);
      for (const id of first.values()) await bench.store.discard(id);
      bench.clock.advance(29 * day);
      expect(await bench.store.prune({ deliveredMs: day, failedMs: day }, bench.clock.now())).toBe(ids);
      expect((await bench.store.events({})).events).toEqual([]);
      await race(16);
      for (const id of all) {
        expect(await bench.store.add(once(id, 'changed'))).toEqual([
          { id: first.get(id), status: 'duplicate', differs: true },
        ]);
      }
      expect(await bench.store.plannable(9)).toEqual([]);
    });

    it('marks each of many events whose id came again with other contents', async () => {
      const { store } = await newBench();
      const once = (id: number, contents: string) =>
        webhook({ items: [item({ senderEventId: `order-${id}`, contents })] });
      const all = Array.from({ length: 100 }, (_, id) => id);
      const added = await Promise.all(
        all.flatMap(id => [store.add(once(id, 'a')), store.add(once(id, 'b'))]),
      );
      const fresh = added.flat().filter(each => each.status === 'queued');
      expect(fresh).toHaveLength(all.length);
      for (const { id } of fresh) {
        const codes = (await store.event(id))?.diagnostics.map(each => each.code);
        expect(codes).toEqual(['intake/changed-duplicate']);
      }
    });

    it('recognizes a duplicate after a restart', async () => {
      const bench = await newBench();
      const again = () => webhook({ items: [item({ senderEventId: 'order-1', contents: 'same' })] });
      const [first] = await bench.store.add(again());
      await bench.reopen();
      expect(await bench.store.add(again())).toEqual([{ id: first?.id, status: 'duplicate' }]);
    });

    it('separates the ids of different sources', async () => {
      const { store } = await newBench();
      const items = () => [item({ senderEventId: 'order-1', contents: 'same' })];
      await store.add(webhook({ items: items() }));
      const [other] = await store.add(webhook({ source: 'website', items: items() }));
      expect(other?.status).toBe('queued');
    });

    it('marks the first event if its id comes again with other contents, and stores nothing new', async () => {
      const { store } = await newBench();
      const first = await accept(store, { items: [item({ senderEventId: 'order-1' })] });
      for (let again = 0; again < 2; again += 1) {
        const added = await store.add(webhook({ items: [item({ senderEventId: 'order-1' })] }));
        expect(added).toEqual([{ id: first, status: 'duplicate', differs: true }]);
      }
      const event = await store.event(first);
      expect(event?.diagnostics.map(each => each.code)).toEqual(['intake/changed-duplicate']);
      expect(await store.plannable(10)).toHaveLength(1);
    });

    it('treats items of one webhook as duplicates only if id and contents are equal', async () => {
      const { store } = await newBench();
      const items = [
        item({ senderEventId: 'order-1', contents: 'a' }),
        item({ senderEventId: 'order-1', contents: 'b' }),
        item({ senderEventId: 'order-1', contents: 'a' }),
      ];
      const added = await store.add(webhook({ items }));
      expect(added).toEqual([
        { id: items[0]?.id, status: 'queued' },
        { id: items[1]?.id, status: 'queued' },
        { id: items[0]?.id, status: 'duplicate' },
      ]);
    });

    it('finds the event of equal contents if an id stands for several events', async () => {
      const { store } = await newBench();
      const items = [
        item({ senderEventId: 'order-1', contents: 'a' }),
        item({ senderEventId: 'order-1', contents: 'b' }),
      ];
      await store.add(webhook({ items }));
      const again = webhook({ items: [item({ senderEventId: 'order-1', contents: 'b' })] });
      expect(await store.add(again)).toEqual([{ id: items[1]?.id, status: 'duplicate' }]);
      expect((await store.event(items[1]?.id ?? ''))?.diagnostics).toEqual([]);
    });

    it('marks equal contents without an id within 10 minutes, and still delivers both', async () => {
      const { store } = await newBench();
      const at = (receivedAt: number) => accept(store, { receivedAt, items: [item({ contents: 'same' })] });
      const first = await at(noon);
      const second = await at(noon + 9 * minute);
      const later = await at(noon + 30 * minute);
      expect((await store.event(first))?.duplicateOf).toBeUndefined();
      expect(await store.event(second)).toMatchObject({
        status: 'queued',
        duplicateOf: first,
        diagnostics: [{ code: 'intake/equal-contents' }],
      });
      expect((await store.event(later))?.duplicateOf).toBeUndefined();
      expect(await store.plannable(10)).toHaveLength(3);
    });

    it('stores a webhook that cannot be split as failed, and plans it only if a person replays it', async () => {
      const { store } = await newBench();
      const broken = item({ diagnostics: [diagnostic('intake/split-failed', 'split gave a number')] });
      const id = await accept(store, { items: [broken] });
      expect(await store.event(id)).toMatchObject({
        status: 'failed',
        reason: 'split gave a number',
        diagnostics: [{ code: 'intake/split-failed' }],
      });
      expect(await store.plannable(10)).toEqual([]);
      expect(await store.replay({ id }, { force: false })).toBe(1);
      expect(await store.plannable(10)).toMatchObject([{ id, planning: 'replay' }]);
    });

    it('stores all items of a webhook or none', async () => {
      const { store } = await newBench();
      await accept(store, { items: [item({ id: 'evt_taken' })] });
      const items = [item({ id: 'evt_new' }), item({ id: 'evt_taken' })];
      await expect(store.add(webhook({ items }))).rejects.toThrow();
      expect(await store.event('evt_new')).toBeUndefined();
    });

    it('stores the other webhooks of a write if one of them fails', async () => {
      const { store } = await newBench();
      await accept(store, { items: [item({ id: 'evt_taken' })] });
      const results = await Promise.allSettled([
        accept(store, { items: [item({ id: 'evt_before' })] }),
        accept(store, { items: [item({ id: 'evt_taken' })] }),
        accept(store, { items: [item({ id: 'evt_after' })] }),
      ]);
      expect(results.map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await statusOf(store, 'evt_before')).toBe('queued');
      expect(await statusOf(store, 'evt_after')).toBe('queued');
    });

    it('keeps large bodies and odd ids', async () => {
      const { store } = await newBench();
      const body = encoder.encode('ä'.repeat(500_000));
      const odd = item({ senderEventId: `a'b"c\u0000d\u{1f600}` });
      const id = await accept(store, { body, items: [odd] });
      expect((await store.contents(id))?.body).toEqual(body);
      const again = await store.add(webhook({ items: [{ ...odd, id: 'evt_again' }] }));
      expect(again).toEqual([{ id, status: 'duplicate' }]);
    });

    it('returns nothing for a webhook without items', async () => {
      const { store } = await newBench();
      expect(await store.add(webhook({ items: [] }))).toEqual([]);
      expect(await planAll(store, () => [])).toEqual([]);
    });
  });
}
