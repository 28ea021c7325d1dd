import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { type Bench, day, hour, type NewBench, noon } from './bench.ts';
import {
  acceptPlanned,
  ada,
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

const anna = { who: 'anna', why: 'I looked it up in the calendar' };

/** Books with a lost response; returns the id of the event. */
async function acceptUncertain(store: Store, appointment = 'A1', link?: typeof ada): Promise<string> {
  const id = await acceptPlanned(store, queued(booking(appointment), link && { link }));
  const claim = await claimOne(store, noon);
  await store.begin(claim, noon);
  await store.settle(claim, ended('uncertain'), attempt());
  return id;
}

/** Accepts a further event for the same booking, which becomes uncertain as well. */
async function acceptFollower(store: Store, appointment = 'A1'): Promise<string> {
  const id = await acceptPlanned(store, queued(booking(appointment)));
  const claim = await claimOne(store, noon);
  expect(await store.begin(claim, noon)).toMatchObject({ kind: 'uncertain' });
  await store.settle(claim, ended('uncertain'), null);
  return id;
}

/** A person resolves a booking whose response was lost. */
export function describeResolving(newBench: NewBench): void {
  const opened = async (): Promise<{ store: Store; bench: Bench }> => {
    const bench = await newBench();
    return { store: bench.store, bench };
  };

  describe('resolve: it was booked', () => {
    it('marks the call delivered and the booking completed, and stores the link', async () => {
      const { bench } = await opened();
      const id = await acceptUncertain(bench.store, 'A1', ada);
      const waits = await acceptPlanned(
        bench.store,
        inState({ status: 'waiting', reason: 'no customer number yet' }, { link: ada }),
      );
      expect(await bench.store.resolve({ id }, { outcome: 'booked', customerId: '1001' }, anna)).toEqual({
        kind: 'resolved',
      });
      await bench.reopen();
      const { store } = bench;
      expect(await store.event(id)).toMatchObject({
        status: 'delivered',
        calls: [{ status: 'delivered', customerId: '1001' }],
      });
      expect(await store.findLink(ada, 'salon')).toBe('1001');
      expect((await store.plannable(9)).map(event => event.id)).toEqual([waits]);
      await acceptPlanned(store, queued(booking('A1')));
      const [again] = (await claimDue(store, noon)).filter(
        each => each.call.operation === 'persistCustomerData',
      );
      if (!again) throw new Error('nothing was claimed');
      expect(await store.begin(again, noon)).toEqual({
        kind: 'completed',
        eventId: id,
        completion: { customerId: '1001' },
      });
    });

    it('knows the number of a customer whom the call names, and accepts no other number for it', async () => {
      const { store } = await opened();
      const known = { ...booking('A1'), customer: { number: { text: '1001', origin: 'data' } as const } };
      const id = await acceptPlanned(store, queued(known, { link: ada }));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, ended('uncertain'), attempt());
      expect(await store.resolve({ id }, { outcome: 'booked', customerId: '1002' }, anna)).toEqual({
        kind: 'other-customer',
        customerId: '1001',
      });
      expect(await statusOf(store, id)).toBe('uncertain');
      await store.resolve({ id }, { outcome: 'booked' }, anna);
      expect(await store.findLink(ada, 'salon')).toBe('1001');
    });

    it('counts as the newest call of its person for older events that come later', async () => {
      const { store } = await opened();
      const first = await acceptPlanned(store, inState({ status: 'failed', reason: 'x' }));
      const id = await acceptUncertain(store, 'A1', ada);
      await store.resolve({ id }, { outcome: 'booked', customerId: '1001' }, anna);
      await store.replay({ id: first }, { force: false });
      await planAll(store, () => [queued(update('1001'))]);
      expect(await store.newerDelivered(await claimOne(store, noon))).toHaveLength(1);
    });

    it('skips the further events of the booking', async () => {
      const { store } = await opened();
      const id = await acceptUncertain(store);
      const other = await acceptFollower(store);
      await store.resolve({ id }, { outcome: 'booked' }, anna);
      expect(await store.event(other)).toMatchObject({
        status: 'skipped',
        reason: `this booking is completed already, by event ${id}`,
        diagnostics: [{ code: 'delivery/already-booked' }],
      });
    });
  });

  describe('resolve: it was not booked', () => {
    it('sends the call again, with its age counted from now', async () => {
      const { store, bench } = await opened();
      const id = await acceptUncertain(store);
      bench.clock.advance(30 * day);
      const now = bench.clock.now();
      await store.resolve({ id }, { outcome: 'not-booked' }, anna);
      expect(await store.expire(now)).toBe(0);
      const claim = await claimOne(store, now);
      expect([claim.attempt, claim.tries, claim.heldMs]).toEqual([2, 0, 30 * day]);
      expect(await store.begin(claim, now)).toEqual({ kind: 'go', earlierUnclear: true });
      await store.settle(claim, delivered(claim.call), attempt());
      expect(await statusOf(store, id)).toBe('delivered');
    });

    it('remembers the lost response, whichever event books it again', async () => {
      const { store, bench } = await opened();
      const id = await acceptUncertain(store);
      await store.resolve({ id }, { outcome: 'not-booked' }, anna);
      for (const progress of [retryAt(noon), ended('failed')]) {
        const claim = await claimOne(store, noon);
        expect(await store.begin(claim, noon)).toMatchObject({ kind: 'go', earlierUnclear: true });
        await store.settle(claim, progress, attempt());
      }
      await bench.reopen();
      await acceptPlanned(bench.store, queued(booking('A1')));
      expect(await bench.store.begin(await claimOne(bench.store, noon), noon)).toEqual({
        kind: 'go',
        earlierUnclear: true,
      });
    });

    it('sends the call in the lane of the person, who may have become known meanwhile', async () => {
      const { store } = await opened();
      const id = await acceptUncertain(store, 'A1', ada);
      await store.putLink(ada, 'salon', '1001');
      await acceptPlanned(store, queued(update('1001')));
      await store.resolve({ id }, { outcome: 'not-booked' }, anna);
      const first = await claimDue(store, noon);
      expect(first.map(claim => claim.eventId)).toEqual([id]);
    });

    it('is uncertain again if it is interrupted again, and skips the other events once it is booked', async () => {
      const { bench } = await opened();
      const id = await acceptUncertain(bench.store);
      const other = await acceptFollower(bench.store);
      await bench.store.resolve({ id }, { outcome: 'not-booked' }, anna);
      expect(await statusOf(bench.store, other)).toBe('uncertain');
      await bench.store.begin(await claimOne(bench.store, noon), noon);
      await bench.reopen();
      expect(await statusOf(bench.store, id)).toBe('uncertain');
      await bench.store.resolve({ id }, { outcome: 'not-booked' }, anna);
      await deliverAll(bench.store, noon);
      expect([await statusOf(bench.store, id), await statusOf(bench.store, other)]).toEqual([
        'delivered',
        'skipped',
      ]);
    });

    it('is refused while the booking is in flight', async () => {
      const { store } = await opened();
      const id = await acceptUncertain(store);
      const other = await acceptFollower(store);
      await store.resolve({ id }, { outcome: 'not-booked' }, anna);
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      expect(await store.resolve({ id }, { outcome: 'not-booked' }, anna)).toEqual({ kind: 'not-uncertain' });
      expect(await store.resolve({ id: other }, { outcome: 'not-booked' }, anna)).toEqual({
        kind: 'under-way',
      });
      expect(await claimDue(store, noon + hour)).toEqual([]);
    });
  });

  describe('resolve: giving up', () => {
    it('discards the call and keeps the place, so that no other event books it unnoticed', async () => {
      const { store } = await opened();
      const id = await acceptUncertain(store);
      await store.resolve({ id }, { outcome: 'give-up' }, anna);
      expect(await statusOf(store, id)).toBe('discarded');
      const other = await acceptFollower(store);
      expect(await store.resolve({ id: other }, { outcome: 'not-booked' }, anna)).toEqual({
        kind: 'resolved',
      });
      expect(await store.begin(await claimOne(store, noon), noon)).toMatchObject({ kind: 'go' });
    });
  });

  describe('resolve', () => {
    it('is possible only for the event that the booking was sent for', async () => {
      const { store } = await opened();
      const id = await acceptUncertain(store);
      const other = await acceptFollower(store);
      for (const outcome of ['booked', 'not-booked'] as const) {
        expect(await store.resolve({ id: other }, { outcome }, anna)).toEqual({
          kind: 'elsewhere',
          eventId: id,
        });
      }
      expect(await statusOf(store, other)).toBe('uncertain');
      await store.resolve({ id: other }, { outcome: 'give-up' }, anna);
      expect([await statusOf(store, id), await statusOf(store, other)]).toEqual(['uncertain', 'discarded']);
    });

    it('accepts no other customer number than that of the link, and uses that one', async () => {
      const { store } = await opened();
      const link = { people: 'crm', id: 'c-1' };
      const id = await acceptPlanned(store, queued(booking('A1'), { link }));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, ended('uncertain'), attempt());
      await store.putLink(link, 'salon', '7');
      const other = { outcome: 'booked', customerId: '8' } as const;
      expect(await store.resolve({ id }, other, anna)).toEqual({ kind: 'other-link', customerId: '7' });
      expect(await store.resolve({ id }, { outcome: 'booked' }, anna)).toEqual({ kind: 'resolved' });
      expect(await store.findLink(link, 'salon')).toBe('7');
      expect((await store.event(id))?.calls).toMatchObject([{ status: 'delivered', customerId: '7' }]);
    });

    it('asks for the call if several are uncertain', async () => {
      const { store } = await opened();
      const id = await acceptPlanned(
        store,
        queued(booking('A1'), { mapping: 'a' }),
        queued(update('7'), { mapping: 'b' }),
        queued(booking('A2'), { mapping: 'c' }),
      );
      for (const claim of await claimDue(store, noon)) {
        await store.begin(claim, noon);
        await store.settle(
          claim,
          claim.mapping === 'b' ? delivered(claim.call) : ended('uncertain'),
          attempt(),
        );
      }
      const which = {
        kind: 'which',
        calls: [
          { call: 0, mapping: 'a', destination: 'salon' },
          { call: 2, mapping: 'c', destination: 'salon' },
        ],
      };
      expect(await store.resolve({ id }, { outcome: 'booked' }, anna)).toEqual(which);
      expect(await store.resolve({ id, call: 1 }, { outcome: 'booked' }, anna)).toEqual(which);
      expect(await store.resolve({ id, call: 2 }, { outcome: 'booked' }, anna)).toEqual({ kind: 'resolved' });
      expect((await store.event(id))?.calls.map(call => call.status)).toEqual([
        'uncertain',
        'delivered',
        'delivered',
      ]);
      expect(await store.resolve({ id }, { outcome: 'give-up' }, anna)).toEqual({ kind: 'resolved' });
    });

    it('changes nothing for events that are not uncertain or do not exist', async () => {
      const { store } = await opened();
      const id = await acceptPlanned(store, queued(booking('A1')));
      expect(await store.resolve({ id }, { outcome: 'not-booked' }, anna)).toEqual({ kind: 'not-uncertain' });
      expect(await store.resolve({ id: 'evt_none' }, { outcome: 'booked' }, anna)).toEqual({
        kind: 'no-event',
      });
      expect(await store.audit({ limit: 9 })).toEqual({ entries: [] });
    });
  });
}
