import { describe, expect, it } from 'vitest';
import type { Call, Link } from '../../../src/inbox/call.ts';
import type { Linked } from '../../../src/inbox/claim.ts';
import { linkCursor } from '../../../src/inbox/link-record.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { hour, type NewBench, noon } from './bench.ts';
import {
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
  text,
  update,
} from './samples.ts';

/** Delivers a call under a link, with this customer number. */
async function deliveredFor(
  store: Store,
  call: Call,
  link: Link,
  customerId: string,
  further: Pick<Linked, 'isKnown'> = {},
): Promise<string> {
  const event = await acceptPlanned(store, queued(call, { link }));
  const claim = await claimOne(store, noon);
  await store.begin(claim, noon);
  const linked = { link, customerId, ...further };
  await store.settle(claim, delivered(claim.call, { customerId }, linked), attempt());
  return event;
}

function bookingFor(appointment: string, names: Readonly<Record<string, string>>): Call {
  const details = Object.fromEntries(Object.entries(names).map(([name, value]) => [name, text(value)]));
  return { ...booking(appointment), customer: { details } };
}

/** Links, and lanes that are joined by them. */
export function describeLinks(newBench: NewBench): void {
  describe('links', () => {
    it('are stored by system, id and destination, and the newest number counts', async () => {
      const bench = await newBench();
      await bench.store.putLink(ada, 'salon', '1000');
      await bench.store.putLink(ada, 'salon', '1001');
      await bench.reopen();
      expect(await bench.store.findLink(ada, 'salon')).toBe('1001');
      expect(await bench.store.findLink(ada, 'spa')).toBeUndefined();
      expect(await bench.store.findLink({ ...ada, people: 'website' }, 'salon')).toBeUndefined();
      expect(await bench.store.findLink({ ...ada, id: 'contact-8' }, 'salon')).toBeUndefined();
    });

    it('are added only if no other number is known, which stays', async () => {
      const { store } = await newBench();
      expect(await store.addLink(ada, 'salon', '1000')).toBeUndefined();
      expect(await store.addLink(ada, 'salon', '1000')).toBeUndefined();
      expect(await store.addLink(ada, 'salon', '1001')).toBe('1000');
      expect(await store.findLink(ada, 'salon')).toBe('1000');
      expect(await store.addLink(ada, 'spa', '1001')).toBeUndefined();
    });

    it('are removed by a person, and then have no number', async () => {
      const { store } = await newBench();
      const ben = { who: 'ben', why: 'two people' };
      await store.putLink(ada, 'salon', '1000');
      await store.putLink(ada, 'spa', '7');
      const planned = await acceptPlanned(store, queued(update('1000', 'stays')));
      expect(await store.removeLink(ada, 'salon', ben)).toBe('1000');
      expect(await store.removeLink(ada, 'salon', ben)).toBeUndefined();
      expect(await store.findLink(ada, 'salon')).toBeUndefined();
      expect(await store.findLink(ada, 'spa')).toBe('7');
      expect(await deliverAll(store, noon)).toEqual(['stays']);
      expect((await store.event(planned))?.status).toBe('delivered');
      const { entries } = await store.audit({ limit: 5 });
      expect(entries).toMatchObject([
        { who: 'ben', what: 'remove-link', about: 'a link of crm at salon', why: 'two people' },
      ]);
      expect(await store.addLink(ada, 'salon', '1001')).toBeUndefined();
    });

    it('are listed in pages, all or those of one system', async () => {
      const { store } = await newBench();
      const names = ['a', 'b', 'c'].flatMap(people => ['1', '2'].map(id => ({ people, id })));
      for (const link of names) await store.putLink(link, 'salon', `10${link.id}`);
      await store.putLink({ people: 'a', id: '1' }, 'spa', '7');
      const seen: string[] = [];
      let after: string | undefined;
      for (;;) {
        const page = await store.links({ limit: 2, ...(after !== undefined && { after }) });
        seen.push(...page.map(link => `${link.people}${link.link} ${link.destination} ${link.customerId}`));
        const last = page.at(-1);
        if (!last) break;
        expect(last.updatedAt).toBe(new Date(noon).toISOString());
        after = linkCursor(last);
      }
      expect(seen).toEqual([
        'a1 salon 101',
        'a1 spa 7',
        'a2 salon 102',
        'b1 salon 101',
        'b2 salon 102',
        'c1 salon 101',
        'c2 salon 102',
      ]);
      expect((await store.links({ people: 'b', limit: 9 })).map(link => link.link)).toEqual(['1', '2']);
    });

    it('are what calls wait for; the waiting calls are counted up to a limit', async () => {
      const { store } = await newBench();
      expect(await store.waitingForLinks(9)).toBe(0);
      const waiting = (id: string) =>
        inState({ status: 'waiting', reason: 'not linked' }, { link: { ...ada, id } });
      await acceptPlanned(store, waiting(ada.id));
      await acceptPlanned(store, waiting('contact-8'));
      await acceptPlanned(store, queued(update('1001', '3')));
      await acceptPlanned(store, queued(booking('4'), { link: { ...ada, id: 'contact-9' } }));
      expect([await store.waitingForLinks(9), await store.waitingForLinks(1)]).toEqual([2, 1]);
      await store.putLink(ada, 'salon', '1001');
      await planAll(store, () => [queued(update('1001', 'waited'), { link: ada })]);
      expect(await store.waitingForLinks(9)).toBe(1);
    });

    it('join the lanes of the link and of the number, in the order of acceptance', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('1'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', '2')));
      await acceptPlanned(store, queued(booking('3'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', '4')));
      const apart = await claimDue(store, noon);
      expect(apart.map(claim => contentOf(claim.call))).toEqual(['1', '2']);
      for (const claim of apart) await store.release(claim);
      await store.putLink(ada, 'salon', '1001');
      expect(await deliverAll(store, noon)).toEqual(['1', '2', '3', '4']);
    });

    it('put the calls of a known link into the lane of its number from the start', async () => {
      const { store } = await newBench();
      await store.putLink(ada, 'salon', '1001');
      await acceptPlanned(store, queued(booking('1'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', '2')));
      expect(contentOf((await claimOne(store, noon)).call)).toBe('1');
    });

    it('let no further call of the person begin while calls of both lanes are in flight', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('1'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', '2')));
      await acceptPlanned(store, queued(booking('3'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', '4')));
      const [ofLink, ofNumber] = await claimDue(store, noon);
      if (!ofLink || !ofNumber) throw new Error('two claims were expected');
      await store.putLink(ada, 'salon', '1001');
      expect(await claimDue(store, noon)).toEqual([]);
      await store.settle(ofNumber, delivered(ofNumber.call), attempt());
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await store.nextDueAt('salon')).toBeUndefined();
      await store.settle(ofLink, retryAt(noon + hour), attempt());
      expect(await claimDue(store, noon)).toEqual([]);
      expect(await deliverAll(store, noon + hour)).toEqual(['1', '3', '4']);
    });

    it('let a released claim of a joined lane be claimed again', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('1'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', '2')));
      const [ofLink, ofNumber] = await claimDue(store, noon);
      if (!ofLink || !ofNumber) throw new Error('two claims were expected');
      await store.putLink(ada, 'salon', '1001');
      await store.release(ofLink);
      await store.release(ofNumber);
      expect(await deliverAll(store, noon)).toEqual(['1', '2']);
    });

    it('let older calls of a joined lane see which values newer ones have set', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(booking('older'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', 'newer')));
      const [ofLink, ofNumber] = await claimDue(store, noon);
      if (!ofLink || !ofNumber) throw new Error('two claims were expected');
      await store.release(ofLink);
      await store.settle(ofNumber, delivered(ofNumber.call), attempt());
      await store.putLink(ada, 'salon', '1001');
      const claim = await claimOne(store, noon);
      expect(claim.outOfOrder).toBe(true);
      expect((await store.newerDelivered(claim)).map(contentOf)).toEqual(['newer']);
    });

    it.each([
      ['a booking', queued(booking('older'), { link: ada }), queued(update('1001', 'newer'))],
      ['an update', queued(update('1001', 'older')), queued(booking('newer'), { link: ada })],
    ])('do not let %s begin that was claimed before the lanes were joined', async (_, older, newer) => {
      const { store } = await newBench();
      await acceptPlanned(store, older);
      await acceptPlanned(store, newer);
      const [first, second] = await claimDue(store, noon);
      if (!first || !second) throw new Error('two claims were expected');
      await store.settle(second, delivered(second.call), attempt());
      await store.putLink(ada, 'salon', '1001');
      expect(await store.begin(first, noon)).toEqual({ kind: 'moved' });
      await store.settle(first, retryAt(noon), null);
      const claim = await claimOne(store, noon);
      expect((await store.newerDelivered(claim)).map(contentOf)).toEqual(['newer']);
      expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
    });

    it('move the delivered calls of the link into the lane of the number', async () => {
      const { store } = await newBench();
      await acceptPlanned(store, queued(update('1001', 'older')));
      await acceptPlanned(store, queued(booking('newer'), { link: ada }));
      for (const claim of await claimDue(store, noon)) {
        const older = contentOf(claim.call) === 'older';
        await store.settle(claim, older ? ended('failed') : delivered(claim.call), attempt());
      }
      await store.putLink(ada, 'salon', '1001');
      await store.replay({ status: 'failed' }, { force: false });
      await planAll(store, () => [queued(update('1001', 'older'))]);
      const claim = await claimOne(store, noon);
      expect((await store.newerDelivered(claim)).map(contentOf)).toEqual(['newer']);
    });

    it('are made by a delivered call, in the same transaction', async () => {
      const { store } = await newBench();
      const waits = inState({ status: 'waiting', reason: 'not linked' }, { link: ada, mapping: 'waits' });
      const waiting = await acceptPlanned(store, waits);
      await acceptPlanned(store, queued(booking('A1'), { link: ada }));
      await acceptPlanned(store, queued(booking('A2'), { link: ada }));
      const claim = await claimOne(store, noon);
      const progress = delivered(claim.call, { customerId: '1001' }, { link: ada, customerId: '1001' });
      await store.settle(claim, progress, attempt());
      expect(await store.findLink(ada, 'salon')).toBe('1001');
      expect(await store.plannable(9)).toMatchObject([{ id: waiting, planning: 'again' }]);
      await planAll(store, () => [queued(update('1001', 'waited'), { link: ada, mapping: 'waits' })]);
      expect(await deliverAll(store, noon)).toEqual(['waited', 'A2']);
    });

    it.each([
      ['a CRM', 'contact-7', 'call/link-replaced', '2002'],
      ['a long number', '49151234567', 'call/link-replaced', '2002'],
      ['an e-mail address', 'anna@example.com', 'call/shared-link', undefined],
      ['a phone number', '+49 151 234567', 'call/shared-link', undefined],
      ['a phone number of the country', '0151/234567', 'call/shared-link', undefined],
    ])('by %s move or are shared when a call is delivered for another customer', async (_, id, code, now) => {
      const bench = await newBench();
      const link = { people: 'crm', id };
      await bench.store.putLink(link, 'salon', '1001');
      const event = await deliveredFor(bench.store, update('2002'), link, '2002');
      await bench.reopen();
      const { store } = bench;
      expect(await store.findLink(link, 'salon')).toBe(now);
      expect(await store.event(event)).toMatchObject({ status: 'delivered', diagnostics: [{ code }] });
      expect((await store.events({ code })).events.map(each => each.id)).toEqual([event]);
      const shared = now === undefined ? { customerId: '1001', sharedSince: event } : undefined;
      expect(await store.sharedLink(link, 'salon')).toEqual(shared);
      expect(await store.links({ limit: 9 })).toMatchObject([shared ?? { customerId: '2002' }]);
    });

    it.each([
      ['of the same first name', { firstName: 'Anna' }, { firstName: ' ANNA', name: 'Neu' }, '2002'],
      ['of another first name', { firstName: 'Anna' }, { firstName: 'Mia' }, undefined],
      ['of the same last name alone', { name: 'Berg' }, { name: 'Berg' }, undefined],
      ['without a name', { firstName: 'Anna' }, {}, undefined],
      ['of nobody that is known', {}, { firstName: 'Anna' }, undefined],
    ])('by an e-mail address follow a booking %s', async (_, before, after, number) => {
      const { store } = await newBench();
      const link = { people: 'crm', id: 'anna@example.com' };
      await deliveredFor(store, bookingFor('A1', before), link, '1001');
      expect(await store.findLink(link, 'salon')).toBe('1001');
      await deliveredFor(store, bookingFor('A2', after), link, '2002');
      expect(await store.findLink(link, 'salon')).toBe(number);
    });

    it.each([
      ['Anna@x.de', 'anna@x.de', 'case'],
      ['anna@x.de', 'Anna@X.de', 'case'],
      ['ABC-1', 'abc-1', 'case'],
      ['004711', '4711', 'zeros'],
      ['4711', '004711', 'zeros'],
      ['AB 12', 'AB12', 'blanks'],
    ])('are found for another spelling: %s for %s', async (known, id, differs) => {
      const { store } = await newBench();
      await store.putLink({ people: 'crm', id: known }, 'salon', '1001');
      await store.putLink({ people: 'crm', id: 'other' }, 'salon', '1002');
      const near = { id: known, customerId: '1001', differs };
      expect(await store.nearLink({ people: 'crm', id }, 'salon')).toEqual(near);
      expect(await store.nearLink({ people: 'crm', id: known }, 'salon')).toBeUndefined();
      expect(await store.nearLink({ people: 'forms', id }, 'salon')).toBeUndefined();
      expect(await store.nearLink({ people: 'crm', id }, 'spa')).toBeUndefined();
      await store.putLink({ people: 'crm', id }, 'salon', '1001');
      expect(await store.nearLink({ people: 'crm', id }, 'salon')).toBeUndefined();
    });

    it('by the id of a CRM are shared by bookings of different first names', async () => {
      const { store } = await newBench();
      await deliveredFor(store, bookingFor('A1', { firstName: 'Anna' }), ada, '1001');
      await deliveredFor(store, bookingFor('A2', { firstName: 'Mia' }), ada, '2002');
      expect(await store.findLink(ada, 'salon')).toBeUndefined();
    });

    it('that people share stand for nobody, whatever is delivered, until a person decides', async () => {
      const { store } = await newBench();
      const link = { people: 'crm', id: 'anna@example.com' };
      await store.putLink(link, 'salon', '1001');
      const first = await deliveredFor(store, update('2002'), link, '2002');
      const again = [
        await deliveredFor(store, update('2002'), link, '2002'),
        await deliveredFor(store, update('1001'), link, '1001'),
      ];
      expect(await store.sharedLink(link, 'salon')).toEqual({ customerId: '1001', sharedSince: first });
      for (const id of again) expect((await store.event(id))?.diagnostics).toEqual([]);
      expect(await store.addLink(link, 'salon', '1001')).toBeUndefined();
      expect(await store.findLink(link, 'salon')).toBe('1001');
      expect(await store.sharedLink(link, 'salon')).toBeUndefined();
      await deliveredFor(store, update('2002'), link, '2002');
      await store.putLink(link, 'salon', '2002');
      expect(await store.findLink(link, 'salon')).toBe('2002');
      await deliveredFor(store, update('1001'), link, '1001');
      expect(await store.removeLink(link, 'salon', { who: 'ben' })).toBe('2002');
      expect(await store.sharedLink(link, 'salon')).toBeUndefined();
    });

    it('are not changed by a call that took its number from the link before a correction', async () => {
      const { store } = await newBench();
      await store.putLink(ada, 'salon', '1001');
      const event = await acceptPlanned(store, queued(update('1001'), { link: ada }));
      const claim = await claimOne(store, noon);
      await store.putLink(ada, 'salon', '2002');
      const linked = { link: ada, customerId: '1001', isKnown: true };
      await store.settle(claim, delivered(claim.call, {}, linked), attempt());
      expect(await store.findLink(ada, 'salon')).toBe('2002');
      expect(await store.event(event)).toMatchObject({ diagnostics: [{ code: 'call/outdated-link' }] });
      await store.removeLink(ada, 'salon', { who: 'ben' });
      await deliveredFor(store, update('2002'), ada, '2002', { isKnown: true });
      expect(await store.findLink(ada, 'salon')).toBeUndefined();
    });

    it('that a person corrects plan their queued calls again, and no others', async () => {
      const { store } = await newBench();
      await store.putLink(ada, 'salon', '1001');
      const own = (note: string): Call => ({
        ...update('1001', note),
        id: { ...text('1001'), linked: true },
      });
      const running = await acceptPlanned(store, queued(own('running'), { link: ada }));
      const claim = await claimOne(store, noon);
      const event = await acceptPlanned(store, queued(own('linked'), { link: ada }));
      await acceptPlanned(store, queued(update('1001', 'given'), { link: ada }));
      await acceptPlanned(store, queued(own('of another'), { link: { ...ada, id: 'contact-8' } }));
      await store.putLink(ada, 'salon', '1001');
      expect(await store.plannable(9)).toEqual([]);
      await store.putLink(ada, 'salon', '2002');
      expect(await store.plannable(9)).toMatchObject([{ id: event, planning: 'again' }]);
      expect(await store.event(event)).toMatchObject({ status: 'queued', calls: [{ request: null }] });
      await store.settle(claim, delivered(claim.call), attempt());
      expect(await statusOf(store, running)).toBe('delivered');
      expect(await deliverAll(store, noon)).toEqual(['given', 'of another']);
      const corrected: Call = { ...update('2002', 'corrected'), id: { ...text('2002'), linked: true } };
      await planAll(store, () => [queued(corrected, { link: ada })]);
      expect(await deliverAll(store, noon)).toEqual(['corrected']);
      expect(await store.event(event)).toMatchObject({
        status: 'delivered',
        calls: [{ request: { id: '2002' } }],
      });
    });

    it('are equal by number: leading zeros are no other customer', async () => {
      const { store } = await newBench();
      await store.putLink(ada, 'salon', '1001');
      const event = await deliveredFor(store, update('01001'), ada, '01001');
      expect((await store.event(event))?.diagnostics).toEqual([]);
    });

    it('that two calls of one batch contradict are shared as well', async () => {
      const { store } = await newBench();
      const link = { people: 'crm', id: 'anna@example.com' };
      await acceptPlanned(store, queued(update('1001', '1'), { link }));
      await acceptPlanned(store, queued(update('2002', '2'), { link }));
      const claims = await claimDue(store, noon);
      await Promise.all(
        claims.map(claim => {
          const customerId = contentOf(claim.call) === '1' ? '1001' : '2002';
          return store.settle(claim, delivered(claim.call, {}, { link, customerId }), attempt());
        }),
      );
      expect(await store.findLink(link, 'salon')).toBeUndefined();
      expect((await store.events({ code: 'call/shared-link' })).events).toHaveLength(1);
    });

    it('do not affect calls that wait for another link or at another destination', async () => {
      const { store } = await newBench();
      const wait = (overrides: object) =>
        inState({ status: 'waiting', reason: 'not linked' }, { link: ada, ...overrides });
      await acceptPlanned(store, wait({ link: { ...ada, id: 'contact-8' } }));
      await acceptPlanned(store, wait({ destination: 'spa' }));
      await store.putLink(ada, 'salon', '1001');
      expect(await store.plannable(9)).toEqual([]);
    });
  });
}
