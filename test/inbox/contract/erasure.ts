import { describe, expect, it } from 'vitest';
import { type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  attempt,
  booking,
  claimDue,
  claimOne,
  deliverAll,
  delivered,
  encoder,
  ended,
  inState,
  item,
  planAll,
  queued,
  refusal,
  statusOf,
  update,
  webhook,
  withBody,
} from './samples.ts';

const anna = { who: 'anna', why: 'asked for by letter' };
const done = { kind: 'erased', underWay: 0, mentioned: 0, complete: true };

/** Which data an erasure deletes, and which it keeps. */
export function describeErasure(newBench: NewBench): void {
  describe('erase', () => {
    it('deletes everything of one event, but remembers that a booking was made', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, delivered(claim.call, { result: 'OK', customerId: '1001' }), attempt());
      const other = await acceptPlanned(store, queued(update('2')));
      expect(await store.erase({ by: 'event', id }, anna)).toEqual({
        ...done,
        events: 1,
        links: 0,
        refusals: 0,
      });
      expect([await store.event(id), await statusOf(store, other)]).toEqual([undefined, 'queued']);
      expect((await store.counts()).statuses).toMatchObject({ delivered: 0, queued: 1 });
      await deliverAll(store, noon);
      await acceptPlanned(store, queued(booking('A1')));
      expect(await store.begin(await claimOne(store, noon), noon)).toEqual({
        kind: 'completed',
        eventId: id,
        completion: { result: 'OK' },
      });
    });

    it('finds a person by the number or the link, and deletes the events of both', async () => {
      for (const request of [
        { by: 'customerId', customerId: '1001' },
        { by: 'link', link: ada.id },
      ] as const) {
        const { store } = await newBench();
        await store.putLink(ada, 'salon', '1001');
        const ids = [
          await acceptPlanned(store, queued(update('1001'))),
          await acceptPlanned(store, queued(booking('A1'), { link: ada })),
        ];
        const other = await acceptPlanned(store, queued(update('1002')));
        expect(await store.erase(request, anna)).toEqual({ ...done, events: 2, links: 1, refusals: 0 });
        expect(await Promise.all(ids.map(id => store.event(id)))).toEqual([undefined, undefined]);
        expect([await statusOf(store, other), await store.findLink(ada, 'salon')]).toEqual([
          'queued',
          undefined,
        ]);
      }
    });

    it('ignores leading zeros of a number', async () => {
      const { store } = await newBench();
      await store.putLink(ada, 'salon', '00042');
      const ids = [
        await acceptPlanned(store, queued(update('0042'))),
        await acceptPlanned(store, queued(update('42'))),
      ];
      const other = await acceptPlanned(store, queued(update('420')));
      const request = { by: 'customerId', customerId: '042' } as const;
      expect(await store.erase(request, anna)).toEqual({ ...done, events: 2, links: 1, refusals: 0 });
      expect(await Promise.all(ids.map(id => store.event(id)))).toEqual([undefined, undefined]);
      expect(await statusOf(store, other)).toBe('queued');
    });

    it('asks for the destination or the system if a number or a link stands for several people', async () => {
      const { store } = await newBench();
      const here = await acceptPlanned(store, queued(update('1001')));
      const there = await acceptPlanned(store, queued(update('1001'), { destination: 'spa' }));
      expect(await store.erase({ by: 'customerId', customerId: '1001' }, anna)).toEqual({
        kind: 'which',
        among: ['salon', 'spa'],
      });
      const meant = { by: 'customerId', customerId: '1001', destination: 'spa' } as const;
      expect(await store.erase(meant, anna)).toMatchObject({ events: 1 });
      expect([await statusOf(store, here), await statusOf(store, there)]).toEqual(['queued', undefined]);
      for (const people of ['crm', 'shop'])
        await store.putLink({ people, id: '7' }, 'salon', `5${people.length}`);
      expect(await store.erase({ by: 'link', link: '7' }, anna)).toEqual({
        kind: 'which',
        among: ['crm', 'shop'],
      });
      expect(await store.erase({ by: 'link', link: '7', people: 'crm' }, anna)).toMatchObject({ links: 1 });
    });

    it.each([
      ['as it is', '{"mail":"Ada@Example.com"}'],
      ['in a form', 'mail=ada%40example.com'],
    ])('finds a text that came %s', async (_, body) => {
      const { store } = await newBench();
      await accept(store, { body: encoder.encode(body) });
      const refused = await store.refuse(
        refusal({ verified: true, body: encoder.encode(body), reading: { kind: 'json', charset: 'utf-8' } }),
      );
      const other = await accept(store);
      expect(await store.erase({ by: 'q', q: 'ada@example.com' }, anna)).toEqual({
        ...done,
        events: 1,
        links: 0,
        refusals: 1,
      });
      expect(await store.refusal(refused)).toBeUndefined();
      expect(await statusOf(store, other)).toBe('queued');
    });

    it('deletes one part of a split webhook, and keeps the other parts', async () => {
      const { store } = await newBench();
      const items = [item({ payload: '{"name":"Grete"}' }), item({ payload: '{"name":"Hans"}' })];
      const body = encoder.encode('[{"name":"Grete"},{"name":"Hans"}]');
      await store.add(webhook({ items, body }));
      expect(await store.erase({ by: 'q', q: 'grete' }, anna)).toMatchObject({ events: 1 });
      const [left] = await store.plannable(9);
      expect([left?.payload, Buffer.from(left?.body ?? []).toString()]).toEqual(['{"name":"Hans"}', 'null']);
    });

    it('forgets the id of the erased event, but not that of another event with the same id', async () => {
      const { store } = await newBench();
      const once = (contents: string) => item({ senderEventId: 'order-1', contents });
      const [first] = await store.add(webhook({ items: [once('a'), once('b')] }));
      const [, second] = (await store.events({})).events.map(({ id }) => id).toReversed();
      await store.erase({ by: 'event', id: first?.id ?? '' }, anna);
      for (const contents of ['b', 'a'])
        expect(await store.add(webhook({ items: [once(contents)] }))).toEqual([
          { id: second, status: 'duplicate', ...(contents === 'a' && { differs: true }) },
        ]);
      await store.erase({ by: 'event', id: second ?? '' }, anna);
      expect(await store.add(webhook({ items: [once('a')] }))).toMatchObject([{ status: 'queued' }]);
    });

    it('deletes the data around the parts of a split webhook, and keeps the parts', async () => {
      const { store } = await newBench();
      const items = [item({ payload: '{"name":"Grete"}' }), item({ payload: '{"name":"Hans"}' })];
      const body = encoder.encode('{"by":"ada@example.com","all":[{"name":"Grete"},{"name":"Hans"}]}');
      await store.add(webhook({ items, body }));
      expect(await store.erase({ by: 'q', q: 'ada@example.com' }, anna)).toMatchObject({ events: 0 });
      const left = await store.plannable(9);
      expect(left.map(each => each.payload)).toEqual(['{"name":"Grete"}', '{"name":"Hans"}']);
      expect(left.map(each => Buffer.from(each.body).toString())).toEqual(['null', 'null']);
    });

    it('counts events that contain the number but never became a call, for a person to check', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      for (const body of [
        '{"customer":1001}',
        '{"customer":"1001"}',
        '{"customer":11001}',
        '{"amount":1001.5}',
      ])
        await accept(store, { body: encoder.encode(body) });
      await accept(store, { body: encoder.encode('customer=1001&note=x') });
      await planAll(store, () => [inState({ status: 'failed', reason: 'no note' })]);
      const request = { by: 'customerId', customerId: '1001' } as const;
      expect(await store.erase(request, anna)).toEqual({
        ...done,
        events: 1,
        links: 0,
        refusals: 0,
        mentioned: 4,
      });
      expect(await store.erase({ by: 'link', link: '1001' }, anna)).toMatchObject({ mentioned: 4 });
    });

    it('keeps and reports a call in flight', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      const claim = await claimOne(store, noon);
      expect(await store.erase({ by: 'event', id }, anna)).toMatchObject({ events: 0, underWay: 1 });
      expect(await store.settle(claim, delivered(claim.call), attempt())).toBe(true);
      expect(await store.erase({ by: 'event', id }, anna)).toMatchObject({ events: 1, underWay: 0 });
    });

    it('delivers the other calls if the erased event was still queued', async () => {
      const { store } = await newBench();
      const first = await acceptPlanned(store, queued(update('1001', 'first')));
      await acceptPlanned(store, queued(update('1001', 'second')));
      const alone = await acceptPlanned(store, queued(update('1002', 'alone')));
      await acceptPlanned(store, queued(update('1003', 'other')));
      for (const id of [first, alone]) await store.erase({ by: 'event', id }, anna);
      expect((await deliverAll(store, noon)).toSorted()).toEqual(['other', 'second']);
      expect(await store.nextDueAt('salon')).toBeUndefined();
    });

    it('discards a plan of an erased event, and keeps the place of an uncertain booking', async () => {
      const { store } = await newBench();
      const id = await accept(store);
      const events = await store.plannable(9);
      await store.erase({ by: 'event', id }, anna);
      await store.plan(events.map(event => ({ event, calls: [queued(update('1'))] })));
      expect([await claimDue(store, noon), await store.event(id)]).toEqual([[], undefined]);
      const lost = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, ended('uncertain'), attempt());
      await store.erase({ by: 'event', id: lost }, anna);
      await acceptPlanned(store, queued(booking('A1')));
      expect(await store.begin(await claimOne(store, noon), noon)).toEqual({
        kind: 'uncertain',
        eventId: lost,
      });
    });

    it('ends even if webhooks arrive faster than it can read them', async () => {
      for (const request of [{ by: 'q', q: 'Ada' } as const, { by: 'event' } as const]) {
        const { store } = await newBench();
        const id = await accept(store, withBody('{"name":"Ada"}'));
        let isErased = false;
        let came = 0;
        const most = 6_000;
        const erasing = store.erase(request.by === 'q' ? request : { by: 'event', id }, anna).then(erased => {
          isErased = true;
          return erased;
        });
        async function send(): Promise<void> {
          while (!isErased && came < most) {
            came += 1;
            await accept(store, withBody('{"name":"Bob"}'));
          }
        }
        await Promise.all(Array.from({ length: 70 }, send));
        expect(came).toBeLessThan(most);
        expect(await erasing).toMatchObject({ ...done, events: 1 });
      }
    });

    it('writes the erasure and its reason to the audit log, without the text', async () => {
      const { store } = await newBench();
      const id = await accept(store);
      await store.discard(id, { who: 'ben', why: 'Ada called' });
      await store.erase({ by: 'q', q: 'Ada Example' }, { who: 'anna', why: 'ada example wrote a letter' });
      expect((await store.audit({ limit: 9 })).entries).toMatchObject([
        {
          who: 'anna',
          what: 'erase',
          about: 'by a text',
          detail: 'events 1, links 0, refusals 0',
          why: '[erased]',
        },
        { who: 'ben', what: 'discard', event: id, why: '[erased]' },
      ]);
      await planAll(store, () => []);
    });
  });
}
