import { describe, expect, it } from 'vitest';
import { type NewBench, noon, second } from './bench.ts';
import {
  acceptPlanned,
  attempt,
  booking,
  claimDue,
  claimOne,
  delivered,
  ended,
  planAll,
  queued,
  retryAt,
  statusOf,
} from './samples.ts';

/** A booking is completed at most once for each destination, appointment and participant. */
export function describeBookings(newBench: NewBench): void {
  describe('bookings', () => {
    it('lets a booking begin once, and shows its completion to a later event', async () => {
      const bench = await newBench();
      const first = await acceptPlanned(bench.store, queued(booking('A1', 'P1')));
      const claim = await claimOne(bench.store, noon);
      expect(await bench.store.begin(claim, noon)).toEqual({ kind: 'go' });
      const completion = { result: 'OK', action: 'requireTAN', customerId: '1001' };
      await bench.store.settle(claim, delivered(claim.call, completion), attempt());
      await bench.reopen();
      await acceptPlanned(bench.store, queued(booking('A1', 'P1')));
      expect(await bench.store.begin(await claimOne(bench.store, noon), noon)).toEqual({
        kind: 'completed',
        eventId: first,
        completion,
      });
    });

    it('distinguishes appointments, participants and destinations', async () => {
      const { store } = await newBench();
      await acceptPlanned(
        store,
        queued(booking('A1', 'P2'), { mapping: 'a' }),
        queued(booking('A1', 'P1'), { mapping: 'b' }),
        queued(booking('A2', 'P1'), { mapping: 'c' }),
        queued(booking('A1', 'P1'), { mapping: 'd', destination: 'spa' }),
      );
      const claims: Awaited<ReturnType<typeof claimDue>>[number][] = [];
      for (let round = 0; round < 2; round += 1) {
        for (const claim of [
          ...(await claimDue(store, noon)),
          ...(await store.claim({ destination: 'spa', now: noon, limit: 9 })),
        ]) {
          expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
          await store.settle(claim, delivered(claim.call), attempt());
          claims.push(claim);
        }
      }
      expect(claims).toHaveLength(4);
    });

    it('is busy while the same booking is in flight for another event', async () => {
      const { store } = await newBench();
      const same = (customer: string) => ({
        ...booking('A1'),
        customer: { number: { text: customer, origin: 'data' } as const },
      });
      await acceptPlanned(store, queued(same('1001')));
      await acceptPlanned(store, queued(same('1002')));
      const [one, two] = await claimDue(store, noon);
      if (!one || !two) throw new Error('two claims were expected');
      const begun = await Promise.all([store.begin(one, noon), store.begin(two, noon)]);
      expect(begun).toEqual([{ kind: 'go' }, { kind: 'busy' }]);
      await store.settle(one, retryAt(noon), attempt());
      expect(await store.begin(two, noon)).toEqual({ kind: 'go' });
    });

    it.each([
      ['queued', retryAt(noon)],
      ['failed', ended('failed')],
      ['held', ended('held')],
      ['skipped', ended('skipped')],
    ] as const)('frees the place of a booking that was certainly not made (%s)', async (_, progress) => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, progress, attempt());
      if (progress.status !== 'queued') await acceptPlanned(store, queued(booking('A1')));
      expect(await store.begin(await claimOne(store, noon), noon)).toEqual({ kind: 'go' });
    });

    it('keeps the place of an uncertain booking, whichever event books it again', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, ended('uncertain'), attempt());
      await acceptPlanned(store, queued(booking('A1')));
      const second_ = await claimOne(store, noon);
      expect(await store.begin(second_, noon)).toEqual({ kind: 'uncertain', eventId: id });
      await store.settle(second_, ended('uncertain'), null);
      for (const force of [false, true]) {
        await store.replay({ id }, { force });
        await planAll(store, () => [queued(booking('A1'))]);
        expect(await statusOf(store, id)).toBe('uncertain');
        expect(await claimDue(store, noon)).toEqual([]);
      }
    });

    it('keeps the place of an uncertain booking that a person discarded', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.settle(claim, ended('uncertain'), attempt());
      await store.discard(id);
      expect(await statusOf(store, id)).toBe('discarded');
      await store.replay({ id }, { force: true });
      await planAll(store, () => [queued(booking('A1'))]);
      expect(await store.begin(await claimOne(store, noon), noon)).toEqual({
        kind: 'uncertain',
        eventId: id,
      });
    });

    it('makes a booking uncertain if the process ended while it was in flight', async () => {
      const bench = await newBench();
      const id = await acceptPlanned(bench.store, queued(booking('A1')));
      await acceptPlanned(bench.store, queued(booking('A2')));
      const [sent, waiting] = await claimDue(bench.store, noon);
      if (!sent || !waiting) throw new Error('two claims were expected');
      await bench.store.begin(sent, noon + second);
      await bench.reopen();
      expect(await bench.store.event(id)).toMatchObject({
        status: 'uncertain',
        reason: 'The bridge was interrupted while sending',
        diagnostics: [{ code: 'delivery/outcome-unknown' }],
        calls: [{ status: 'uncertain', attempts: [{ at: new Date(noon + second).toISOString() }] }],
      });
      expect((await claimOne(bench.store, noon)).callId).toBe(waiting.callId);
      await bench.reopen();
      expect((await bench.store.event(id))?.calls[0]?.attempts).toHaveLength(1);
    });

    it('does not begin a call whose claim is no longer current', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.release(claim);
      expect(await store.begin(claim, noon)).toEqual({ kind: 'busy' });
    });

    it('is uncertain if its claim was released after it began, without a result', async () => {
      const { store } = await newBench();
      const id = await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      await store.begin(claim, noon);
      await store.release(claim);
      const again = await claimOne(store, noon);
      expect(await store.begin(again, noon)).toEqual({ kind: 'uncertain', eventId: id });
      await store.settle(again, ended('uncertain'), null);
      await acceptPlanned(store, queued(booking('A1')));
      expect(await store.begin(await claimOne(store, noon), noon)).toEqual({
        kind: 'uncertain',
        eventId: id,
      });
    });

    it('lets the same claim begin again, as after a lost response of the store', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('A1')));
      const claim = await claimOne(store, noon);
      expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
      expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
    });
  });
}
