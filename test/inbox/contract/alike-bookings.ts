import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PersistCustomerData } from '../../../src/inbox/call.ts';
import type { Beginning, Claim } from '../../../src/inbox/claim.ts';
import { settleUnbegun } from '../../../src/inbox/decide/settle.ts';
import type { Completion } from '../../../src/inbox/outcome.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { type Bench, day, type NewBench, noon } from './bench.ts';
import {
  acceptPlanned,
  attempt,
  booking,
  claimDue,
  claimOne,
  delivered,
  ended,
  queued,
  retryAt,
  statusOf,
} from './samples.ts';

const anna = { who: 'anna', why: 'I looked it up in the calendar' };

/** The API's response to a booking (API document 2.1). */
function answer(appointment: string, participant?: string): Completion {
  const page = `https://salon.example/booking/${encodeURIComponent(appointment)}/${encodeURIComponent(participant ?? '')}`;
  return { result: 'OK', ...(participant !== undefined && { url: page, customerId: '1001' }) };
}

/** Accepts an event with a booking, claims the call and begins it. */
async function beginBooking(store: Store, call: PersistCustomerData) {
  const id = await acceptPlanned(store, queued(call));
  const claim = await claimOne(store, noon);
  return { id, claim, beginning: await store.begin(claim, noon) };
}

/** Completes a booking; returns the id of its event. */
async function completeBooking(
  store: Store,
  call: PersistCustomerData,
  completion: Completion,
): Promise<string> {
  const { id, claim, beginning } = await beginBooking(store, call);
  expect(beginning).toEqual({ kind: 'go' });
  await store.settle(claim, delivered(claim.call, completion), attempt());
  return id;
}

/** Settles a call that may not begin, as the bridge does. */
async function settleUnsent(store: Store, claim: Claim, beginning: Beginning): Promise<void> {
  if (beginning.kind === 'go') throw new Error('it may go');
  await store.settle(claim, settleUnbegun(beginning, noon), null);
}

function of(customer: string, call: PersistCustomerData): PersistCustomerData {
  return { ...call, customer: { number: { text: customer, origin: 'data' } } };
}

/** Two bookings of one appointment may be the same if only one of them names its participant. */
export function describeAlikeBookings(newBench: NewBench): void {
  describe('bookings with and without a participant', () => {
    it('remembers the participant named in a response, after a restart and after retention too', async () => {
      const bench = await newBench();
      const first = await completeBooking(bench.store, booking('A1'), answer('A1', 'P 1'));
      const expected = { kind: 'completed', eventId: first };
      await bench.reopen();
      const second = await beginBooking(bench.store, booking('A1', 'P 1'));
      expect(second.beginning).toMatchObject(expected);
      await settleUnsent(bench.store, second.claim, second.beginning);
      expect(await statusOf(bench.store, second.id)).toBe('skipped');
      bench.clock.set(noon + 31 * day);
      expect(await bench.store.prune({ deliveredMs: 30 * day, failedMs: 180 * day }, noon + 31 * day)).toBe(
        2,
      );
      await bench.reopen();
      const later = await acceptPlanned(bench.store, queued(booking('A1', 'P 1')));
      const claim = await claimOne(bench.store, noon + 31 * day);
      expect(await bench.store.begin(claim, noon + 31 * day)).toMatchObject(expected);
      expect(later).not.toBe(first);
    });

    it('remembers the participant named in a response after the person was erased', async () => {
      const { store } = await newBench();
      const first = await completeBooking(store, booking('A1'), answer('A1', 'P1'));
      expect(await store.erase({ by: 'event', id: first }, anna)).toMatchObject({ events: 1 });
      const { beginning } = await beginBooking(store, booking('A1', 'P1'));
      expect(beginning).toEqual({ kind: 'completed', eventId: first, completion: { result: 'OK' } });
    });

    it('sends a booking for another participant than the response named', async () => {
      const { store } = await newBench();
      await completeBooking(store, booking('A1'), answer('A1', 'P1'));
      await completeBooking(store, booking('A1', 'P2'), answer('A1', 'P2'));
    });

    it('asks a person to decide if the earlier response named no participant', async () => {
      const { store } = await newBench();
      const first = await completeBooking(store, booking('A1'), answer('A1'));
      const { id, claim, beginning } = await beginBooking(store, booking('A1', 'P1'));
      expect(beginning).toMatchObject({ kind: 'perhaps', eventId: first });
      await settleUnsent(store, claim, beginning);
      expect(await store.event(id)).toMatchObject({
        status: 'uncertain',
        reason: expect.stringContaining(first),
        diagnostics: [{ code: 'delivery/outcome-unknown' }],
      });
    });

    it('asks a person to decide about a booking without a participant if another one of the appointment is completed', async () => {
      const { store } = await newBench();
      const first = await completeBooking(store, booking('A1', 'P1'), answer('A1', 'P1'));
      await completeBooking(store, booking('A1', 'P2'), answer('A1', 'P2'));
      const { beginning } = await beginBooking(store, booking('A1'));
      expect(beginning).toMatchObject({ kind: 'perhaps', eventId: first });
    });

    it('sends it if a person found that it was not booked, unless another one was sent since', async () => {
      const { store } = await newBench();
      await completeBooking(store, booking('A1', 'P1'), answer('A1', 'P1'));
      const { id, claim, beginning } = await beginBooking(store, booking('A1'));
      await settleUnsent(store, claim, beginning);
      expect(await store.resolve({ id }, { outcome: 'not-booked' }, anna)).toEqual({ kind: 'resolved' });
      const again = await claimOne(store, noon);
      expect(await store.begin(again, noon)).toEqual({ kind: 'go', earlierUnclear: true });
      await store.settle(again, retryAt(noon), attempt());
      const last = await claimOne(store, noon);
      const other = await acceptPlanned(store, queued(of('1002', booking('A1', 'P2'))));
      const between = await claimOne(store, noon);
      expect(await store.begin(between, noon)).toMatchObject({ kind: 'go' });
      expect(await store.begin(last, noon)).toEqual({ kind: 'busy' });
      await store.settle(between, delivered(between.call, answer('A1', 'P2')), attempt());
      expect(await store.begin(last, noon)).toMatchObject({ kind: 'perhaps' });
      expect(await statusOf(store, other)).toBe('delivered');
    });

    it.each([
      ['without one first', booking('A1'), booking('A1', 'P1'), 'completed'],
      ['with one first', booking('A1', 'P1'), booking('A1'), 'perhaps'],
    ])('lets only one of two simultaneous ones begin: %s', async (_, first, second, then) => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(of('1001', first)));
      await acceptPlanned(store, queued(of('1002', second)));
      const [one, two] = await claimDue(store, noon);
      if (!one || !two) throw new Error('two claims were expected');
      const beginnings = await Promise.all([store.begin(one, noon), store.begin(two, noon)]);
      expect(beginnings).toEqual([{ kind: 'go' }, { kind: 'busy' }]);
      await store.settle(one, delivered(one.call, answer('A1', 'P1')), attempt());
      expect(await store.begin(two, noon)).toMatchObject({ kind: then });
    });

    it.each([
      ['without a participant', booking('A1'), booking('A1', 'P1')],
      ['with one', booking('A1', 'P1'), booking('A1')],
    ])(
      'is uncertain if the process ended while the other one was in flight: %s',
      async (_, first, second) => {
        const bench = await newBench();
        const { id } = await beginBooking(bench.store, first);
        await bench.reopen();
        const { id: follower, claim, beginning } = await beginBooking(bench.store, second);
        expect(beginning).toEqual({ kind: 'uncertain', eventId: id });
        await settleUnsent(bench.store, claim, beginning);
        const resolve = (event: string) =>
          bench.store.resolve({ id: event }, { outcome: 'not-booked' }, anna);
        expect(await resolve(follower)).toEqual({ kind: 'elsewhere', eventId: id });
        expect(await resolve(id)).toEqual({ kind: 'resolved' });
        expect(await resolve(follower)).toEqual({ kind: 'resolved' });
      },
    );

    it('skips a waiting booking if a later response names the same participant', async () => {
      const { store } = await newBench();
      const first = await beginBooking(store, booking('A1'));
      await store.settle(first.claim, ended('uncertain'), attempt());
      const one = await beginBooking(store, booking('A1', 'P1'));
      await settleUnsent(store, one.claim, one.beginning);
      const other = await beginBooking(store, booking('A1', 'P2'));
      await settleUnsent(store, other.claim, other.beginning);
      await store.resolve({ id: first.id }, { outcome: 'not-booked' }, anna);
      const again = await claimOne(store, noon);
      await store.begin(again, noon);
      await store.settle(again, delivered(again.call, answer('A1', 'P1')), attempt());
      expect(await statusOf(store, one.id)).toBe('skipped');
      expect(await statusOf(store, other.id)).toBe('uncertain');
    });

    it('never completes two bookings that may be the same, in any spelling and any order', {
      timeout: 120_000,
    }, async () => {
      const bench = await newBench();
      let appointments = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(requests, { minLength: 2, maxLength: 8 }), async all => {
          appointments += 1;
          await assertOnce(bench, `A${appointments}`, all);
        }),
        { numRuns: 20 },
      );
    });
  });
}

const around = fc.constantFrom('', ' ', '\n', '\t', '\u200b', '\ufeff', '\u00a0', '\u2060 ');
const requests = fc.record({
  participant: fc.constantFrom(undefined, '', ' \u200b', 'P\u00e9', 'P2'),
  form: fc.constantFrom('NFC', 'NFD'),
  before: around,
  after: around,
  outcome: fc.constantFrom('named', 'unnamed', 'lost', 'refused', 'crashed'),
  /** The participant that the API books if the request names nobody. */
  meant: fc.constantFrom('P\u00e9', 'P2'),
} as const);
type Request = typeof requests extends fc.Arbitrary<infer Each> ? Each : never;

/** Sends requests for one appointment one after another, and counts the possible bookings of each participant. */
async function assertOnce(bench: Bench, appointment: string, all: readonly Request[]): Promise<void> {
  const booked = new Map<string, number>();
  for (const { participant, form, before, after, outcome, meant } of all) {
    const spelled = (text: string) => before + text.normalize(form) + after;
    const call = booking(spelled(appointment), participant && spelled(participant));
    const { claim, beginning } = await beginBooking(bench.store, call);
    if (beginning.kind !== 'go') {
      expect(beginning.kind).not.toBe('busy');
      await settleUnsent(bench.store, claim, beginning);
      continue;
    }
    const whose = participant?.startsWith('P') ? participant : meant;
    if (outcome === 'refused') {
      await bench.store.settle(claim, ended('failed'), attempt());
      continue;
    }
    booked.set(whose, (booked.get(whose) ?? 0) + 1);
    expect(Object.fromEntries(booked)).toEqual(Object.fromEntries([...booked].map(([name]) => [name, 1])));
    if (outcome === 'crashed') await bench.reopen();
    else if (outcome === 'lost') await bench.store.settle(claim, ended('uncertain'), attempt());
    else {
      const completion = answer(appointment, outcome === 'named' ? whose : undefined);
      await bench.store.settle(claim, delivered(claim.call, completion), attempt());
    }
  }
}
