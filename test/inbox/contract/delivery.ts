import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { laneKey } from '../../../src/inbox/call.ts';
import type { Claim } from '../../../src/inbox/claim.ts';
import { timesInARow } from '../../../src/inbox/decide/settle.ts';
import { hour, minute, type NewBench, noon, second } from './bench.ts';
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
  planAll,
  queued,
  retryAt,
  statusOf,
  update,
} from './samples.ts';

/** Claims, lanes, and the stored results of attempts. */
export function describeDelivery(newBench: NewBench): void {
  describe('delivery', () => {
    it('gives a claim all that a worker needs', async () => {
      const { store, clock } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001'), { link: ada }));
      clock.advance(5 * second);
      expect(await claimOne(store, clock.now())).toMatchObject({
        attempt: 1,
        eventId: id,
        mapping: 'intake',
        mappingVersion: 'v1',
        destination: 'salon',
        call: update('1001'),
        link: ada,
        policy: { onInvalid: 'fail', onUnknownField: 'hold' },
        receivedAt: noon,
        heldMs: 0,
        tries: 0,
        lastRow: null,
        outOfOrder: false,
        force: false,
      });
    });

    it('keeps the person whom an event names with its call, through failed tries', async () => {
      const { store } = await newBench();
      const person = { name: 'Ada Example', at: 'first, last', emails: ['ada@example.com'] };
      await acceptPlanned(store, queued({ ...update('1001'), person }));
      const first = await claimOne(store, noon);
      await store.settle(first, retryAt(noon), attempt());
      const claim = await claimOne(store, noon);
      expect([first.call, claim.call]).toEqual([
        { ...update('1001'), person },
        { ...update('1001'), person },
      ]);
    });

    it('claims one call of a lane at a time, in the order of acceptance', async () => {
      const { store } = await newBench();
      for (const note of ['1', '2', '3']) await acceptPlanned(store, queued(update('1001', note)));
      const first = await claimOne(store, noon);
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await store.nextDueAt('salon')).toBeUndefined();
      await store.settle(first, delivered(first.call), attempt());
      expect(await deliverAll(store, noon)).toEqual(['2', '3']);
      expect(contentOf(first.call)).toBe('1');
    });

    it('keeps the order of the calls of one event that share a lane', async () => {
      const { store } = await newBench();
      await acceptPlanned(
        store,
        queued(update('1001', 'a'), { mapping: 'z' }),
        queued(update('1001', 'b'), { mapping: 'y' }),
      );
      expect(await deliverAll(store, noon)).toEqual(['a', 'b']);
    });

    it('keeps the order through failed tries, while other lanes go on', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'first')));
      await acceptPlanned(store, queued(update('1001', 'second')));
      await acceptPlanned(store, queued(update('2002', 'elsewhere')));
      const [claim] = await claimDue(store, noon, 1);
      if (!claim) throw new Error('no claim');
      await store.settle(claim, retryAt(noon + hour), attempt());
      expect(await deliverAll(store, noon + minute)).toEqual(['elsewhere']);
      expect(await store.nextDueAt('salon')).toBe(noon + hour);
      expect(await deliverAll(store, noon + hour)).toEqual(['first', 'second']);
    });

    it('serves the lanes in the order of their due times, and no more than the limit', async () => {
      const { store, clock } = await newBench();
      const order = ['3003', '1001', '2002'];
      for (const customer of order) {
        await acceptPlanned(store, queued(update(customer, customer)));
        clock.advance(second);
      }
      const two = await claimDue(store, clock.now(), 2);
      expect(two.map(claim => contentOf(claim.call))).toEqual(['3003', '1001']);
      const rest = await claimDue(store, clock.now(), 2);
      expect(rest.map(claim => contentOf(claim.call))).toEqual(['2002']);
    });

    it('claims nothing before it is due, and nothing for another destination', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      expect(await claimDue(store, noon - 1)).toEqual([]);
      expect(await store.claim({ destination: 'elsewhere', now: noon, limit: 9 })).toEqual([]);
      expect(await store.nextDueAt('elsewhere')).toBeUndefined();
    });

    it('makes retries due at once that were due until a given time, in the order of their person, and nothing else', async () => {
      const { store, clock } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'first')));
      await acceptPlanned(store, queued(update('1001', 'second')));
      await acceptPlanned(store, queued(update('1002')));
      await acceptPlanned(store, queued(update('1003'), { destination: 'spa' }));
      const laterBy = { 1001: minute, 1002: hour, 1003: minute } as Readonly<Record<string, number>>;
      const claims = [
        ...(await claimDue(store, noon)),
        ...(await store.claim({ destination: 'spa', now: noon, limit: 9 })),
      ];
      for (const claim of claims) {
        const of = claim.call.operation === 'updateCustomer' ? claim.call.id.text : '';
        await store.settle(claim, retryAt(noon + (laterBy[of] ?? 0)), attempt());
      }
      clock.advance(second);
      expect(await claimDue(store, noon + second)).toEqual([]);
      expect(await store.hasten('salon', noon + minute)).toBe(1);
      expect(await store.hasten('salon', noon + minute)).toBe(0);
      const due = await claimDue(store, noon + second);
      expect(due.map(({ call }) => contentOf(call))).toEqual(['first']);
      expect(await store.nextDueAt('spa')).toBe(noon + minute);
      await store.settle(due[0] as Claim, delivered((due[0] as Claim).call), attempt());
      expect((await claimDue(store, noon + second)).map(({ call }) => contentOf(call))).toEqual(['second']);
      expect(await store.nextDueAt('salon')).toBe(noon + hour);
    });

    it('gives a released call to the next claim, and ignores later results of the released one', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      const first = await claimOne(store, noon);
      await store.release(first);
      expect(await store.nextDueAt('salon')).toBe(noon);
      const second_ = await claimOne(store, noon);
      await store.release(first);
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await store.settle(first, ended('failed'), attempt())).toBe(false);
      expect(await store.settle(second_, delivered(second_.call), attempt())).toBe(true);
      expect(await store.settle(second_, ended('failed'), attempt())).toBe(false);
    });

    it('settles a claim once, even if two settle it at the same time', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(update('1001')));
      const claim = await claimOne(store, noon);
      const settled = await Promise.all([
        store.settle(claim, delivered(claim.call), attempt()),
        store.settle(claim, ended('failed'), attempt()),
      ]);
      expect(settled).toEqual([true, false]);
      expect(await store.event(id)).toMatchObject({ status: 'delivered', calls: [{ attempts: [{}] }] });
    });

    it('releases its claims when the process ends', async () => {
      const bench = await newBench();
      await acceptPlanned(bench.store, queued(update('1001')));
      const claim = await claimOne(bench.store, noon);
      await bench.reopen();
      expect((await claimOne(bench.store, noon)).callId).toBe(claim.callId);
    });

    it('lets an update begin without writing anything', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      const claim = await claimOne(store, noon);
      expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
    });

    it('shows the request and the response of a delivered call', async () => {
      const bench = await newBench();
      const id = await acceptPlanned(bench.store, queued(update('1001', 'planned')));
      const claim = await claimOne(bench.store, noon);
      const warning = diagnostic('delivery/superseded', 'the note was left out');
      const completion = {
        result: 'OK',
        action: 'requirePayment',
        url: 'https://calendar.example.com/pay/1',
        customerId: '1001',
        changes: [{ name: 'note', originalValue: null, newValue: 'sent' }],
      };
      await bench.store.settle(
        claim,
        { status: 'delivered', call: update('1001', 'sent'), completion, diagnostics: [warning] },
        attempt(noon + second),
      );
      await bench.reopen();
      const event = await bench.store.event(id);
      expect(event).toMatchObject({ status: 'delivered', diagnostics: [warning] });
      expect(event?.calls).toEqual([
        {
          mapping: 'intake',
          destination: 'salon',
          operation: 'updateCustomer',
          status: 'delivered',
          request: { operation: 'updateCustomer', id: '1001', note: 'sent' },
          ...completion,
          diagnostics: [warning],
          attempts: [
            {
              at: new Date(noon + second).toISOString(),
              ms: 12,
              outcome: 'done A1',
              status: 200,
              body: '{"id":1001}',
            },
          ],
        },
      ]);
    });

    it('counts attempts, and repeated rows of the failure table', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001')));
      const seen: unknown[] = [];
      const again = (row: string) => (claim: Claim) => retryAt(noon, { row, times: timesInARow(claim, row) });
      const steps = [
        again('D1'),
        again('D1'),
        () => ({ status: 'queued', dueAt: noon, reason: 'the destination is down', counted: false }) as const,
        again('D1'),
        again('T2'),
      ];
      for (const step of steps) {
        const claim = await claimOne(store, noon);
        seen.push([claim.attempt, claim.tries, claim.lastRow?.row, claim.lastRow?.times]);
        await store.settle(claim, step(claim), null);
      }
      const last = await claimOne(store, noon);
      seen.push([last.attempt, last.tries, last.lastRow?.row, last.lastRow?.times]);
      expect(seen).toEqual([
        [1, 0, undefined, undefined],
        [2, 1, 'D1', 1],
        [3, 2, 'D1', 2],
        [4, 2, 'D1', 2],
        [5, 3, 'D1', 3],
        [6, 4, 'T2', 1],
      ]);
    });

    it.each(['failed', 'held', 'skipped', 'uncertain'] as const)(
      'continues the lane if its first call is %s',
      async status => {
        const { store } = await newBench();
        const id = await acceptPlanned(store, queued(update('1001', 'first')));
        await acceptPlanned(store, queued(update('1001', 'second')));
        const claim = await claimOne(store, noon);
        const refused = diagnostic('delivery/refused', 'refused');
        await store.settle(claim, ended(status, [refused]), attempt());
        expect(await store.event(id)).toMatchObject({
          status,
          reason: `it is ${status}`,
          diagnostics: [refused],
          calls: [{ status, reason: `it is ${status}`, attempts: [{ outcome: 'done A1' }] }],
        });
        expect(await deliverAll(store, noon)).toEqual(['second']);
      },
    );

    it('lists the calls delivered for a person after the event of a claim, oldest first', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'before')));
      const failed = await acceptPlanned(store, queued(update('1001', 'failed')));
      await acceptPlanned(store, queued(update('1001', 'newer')));
      await acceptPlanned(store, queued(update('1001', 'newest')));
      await acceptPlanned(store, queued(update('2002', 'of somebody else')));
      for (let call = 0; call < 5; ) {
        for (const claim of await claimDue(store, noon)) {
          const fails = contentOf(claim.call) === 'failed';
          await store.settle(claim, fails ? ended('failed') : delivered(claim.call), attempt());
          call += 1;
        }
      }
      await store.replay({ id: failed }, { force: false });
      await planAll(store, () => [queued(update('1001', 'failed'))]);
      const claim = await claimOne(store, noon);
      expect(claim.outOfOrder).toBe(true);
      expect((await store.newerDelivered(claim)).map(contentOf)).toEqual(['newer', 'newest']);
    });

    it.each([
      ['the number', {}],
      ['a known link', { link: ada }],
    ])('lists newer bookings whose responses name the customer of an update by %s', async (_, plan) => {
      const { store } = await newBench();
      await store.putLink(ada, 'salon', '1001');
      const planned = () => [queued(update('1001', 'older'), plan)];
      const before = await acceptPlanned(store, queued(booking('A0'), { mapping: 'books' }));
      const older = await acceptPlanned(store, ...planned());
      const bookings = ['A1', 'A2', 'A3', 'B1', 'C1'];
      for (const each of bookings) {
        const destination = each === 'C1' ? 'other' : 'salon';
        await acceptPlanned(store, queued(booking(each), { mapping: 'books', destination }));
      }
      const customers = new Map([
        ['A0', '1001'],
        ['A1', '1001'],
        ['A2', '01001'],
        ['B1', '2002'],
        ['C1', '1001'],
      ]);
      for (const destination of ['salon', 'other']) {
        for (const claim of await store.claim({ destination, now: noon, limit: 100 })) {
          const customerId = customers.get(contentOf(claim.call));
          await store.begin(claim, noon);
          await store.settle(claim, delivered(claim.call, customerId ? { customerId } : {}), attempt());
        }
      }
      expect(await statusOf(store, before)).toBe('delivered');
      await store.replay({ source: 'crm' }, { force: false, again: true });
      const [{ sequence = 0 } = {}] = (await store.plannable(100)).filter(({ id }) => id === older);
      const { policy, link, mapping } = queued(update('1001'), plan);
      const than = { sequence, mapping, policy, ...(link && { link }) };
      const lane = laneKey(update('1001'), undefined, undefined);
      expect((await store.deliveredSince(than, 'salon', lane)).map(contentOf)).toEqual(['A1', 'A2']);
      await planAll(store, event => (event.id === older ? planned() : []));
      const claim = await claimOne(store, noon);
      expect((await store.newerDelivered(claim)).map(contentOf)).toEqual(['A1', 'A2']);
    });

    it('lists newer bookings of a customer in whose lane no call has been', async () => {
      const { store } = await newBench();
      const older = await accept(store);
      const [{ sequence = 0 } = {}] = (await store.plannable(100)).filter(({ id }) => id === older);
      await planAll(store, () => [inState({ status: 'failed', reason: 'no number' })]);
      await acceptPlanned(store, queued(booking('A1'), { mapping: 'books' }));
      const booked = await claimOne(store, noon);
      await store.settle(booked, delivered(booked.call, { customerId: '1001' }), attempt());
      const { policy, mapping } = queued(update('1001'));
      const lane = laneKey(update('1001'), undefined, undefined);
      const newer = await store.deliveredSince({ sequence, mapping, policy }, 'salon', lane);
      expect(newer.map(contentOf)).toEqual(['A1']);
    });

    it('lets a waiting update see the values of a newer booking whose response names its customer', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'retried')));
      await acceptPlanned(store, queued(update('1001', 'waiting')));
      await acceptPlanned(store, queued(booking('A1'), { mapping: 'books' }));
      await acceptPlanned(store, queued(update('1001', 'newest')));
      const [first, booked] = await claimDue(store, noon);
      if (!first || !booked) throw new Error('two claims were expected');
      await store.settle(booked, delivered(booked.call, { customerId: '1001' }), attempt());
      expect(await store.begin(first, noon)).toEqual({ kind: 'moved' });
      await store.settle(first, retryAt(noon), null);
      const seen: unknown[] = [];
      for (let call = 0; call < 3; call += 1) {
        const claim = await claimOne(store, noon);
        const newer = (await store.newerDelivered(claim)).map(contentOf);
        seen.push([contentOf(claim.call), claim.outOfOrder, newer]);
        await store.settle(claim, delivered(claim.call), attempt());
      }
      expect(seen).toEqual([
        ['retried', true, ['A1']],
        ['waiting', true, ['A1']],
        ['newest', false, []],
      ]);
    });

    it('delivers 64 events of one person in order, even if they arrive at the same time', async () => {
      const { store } = await newBench();
      const ids = await Promise.all(Array.from({ length: 64 }, () => accept(store)));
      await planAll(store, event => [queued(update('1001', event.id))]);
      expect(await deliverAll(store, noon)).toEqual(ids);
      expect(await statusOf(store, ids[63] ?? '')).toBe('delivered');
    });
  });
}
