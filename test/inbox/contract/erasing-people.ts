import { describe, expect, it } from 'vitest';
import type { Link } from '../../../src/inbox/call.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { type NewBench, noon } from './bench.ts';
import {
  accept,
  attempt,
  booking,
  claimDue,
  delivered,
  inState,
  item,
  mappingHold,
  planAll,
  queued,
  refusal,
  update,
  withBody,
} from './samples.ts';

const anna = { who: 'anna', why: 'her letter' };
const mail = 'ada@example.com';
const family: Link = { people: 'crm', id: 'family@example.com' };

/** Delivers an event about a customer; the API's response contains the earlier value `before`. */
async function deliver(
  store: Store,
  number: string,
  body: string,
  link?: Link,
  before = 'x',
): Promise<string> {
  const id = await accept(store, withBody(body));
  await planAll(store, () => [queued(update(number), link ? { link } : {})]);
  const claim = (await claimDue(store, noon)).find(each => each.eventId === id);
  if (!claim) throw new Error('nothing is due');
  await store.begin(claim, noon);
  const linked = link && { link, customerId: number };
  const response = { ...attempt(), body: JSON.stringify({ originalValue: before }) };
  await store.settle(claim, delivered(claim.call, { customerId: number }, linked), response);
  return id;
}

const isThere = async (store: Store, ids: readonly string[]) =>
  Promise.all(ids.map(async id => (await store.event(id)) !== undefined));

/** Erasure by a text: whom the found events belong to, and the other data of these people. */
export function describeErasingPeople(newBench: NewBench): void {
  describe('erase a person', () => {
    it('reports the other data of the person that does not contain the text, and erases it on request', async () => {
      const { store } = await newBench();
      const crm = { people: 'crm', id: 'contact-7' };
      const first = await deliver(store, '1001', `{"mail":"${mail}"}`, crm);
      const second = await deliver(store, '01001', '{"phone":"0151 1"}', undefined, 'an older phone');
      const third = await deliver(store, '1001', '{"phone":"0151 2"}', undefined, 'another phone');
      const other = await deliver(store, '1002', '{"phone":"0151 2"}');
      const refused = await store.refuse(refusal({ verified: true, ...withBody('{"id":"contact-7"}') }));
      const request = { by: 'q', q: mail } as const;
      const found = { events: 1, links: 0, refusals: 0 };
      const further = {
        customers: [{ destination: 'salon', customerId: '1001' }],
        linked: [{ people: 'crm', link: 'contact-7' }],
        events: 2,
        links: 1,
        refusals: 0,
      };
      const preview = { kind: 'preview', ...found, further, mentioned: 0 };
      expect(await store.previewErasure(request)).toMatchObject(preview);
      const whole = { events: 3, links: 1, refusals: 1, mentioned: 0 };
      expect(await store.previewErasure(request, { person: true })).toMatchObject(whole);
      expect(await isThere(store, [first, second, third, other])).toEqual([true, true, true, true]);
      expect((await store.audit({ limit: 9 })).entries).toEqual([]);
      const erased = await store.erase(request, anna, { person: true });
      expect(erased).toMatchObject({ kind: 'erased', ...whole, complete: true });
      expect(erased).not.toHaveProperty('further');
      expect(await isThere(store, [first, second, third, other])).toEqual([false, false, false, true]);
      expect([await store.findLink(crm, 'salon'), await store.refusal(refused)]).toEqual([
        undefined,
        undefined,
      ]);
    });

    it('reports after an erasure by text which data of the person remains', async () => {
      const { store } = await newBench();
      await deliver(store, '1001', `{"mail":"${mail}"}`);
      const later = await deliver(store, '1001', '{"phone":"0151 1"}');
      expect(await store.erase({ by: 'q', q: mail }, anna)).toMatchObject({
        events: 1,
        further: {
          events: 1,
          links: 0,
          refusals: 0,
          customers: [{ destination: 'salon', customerId: '1001' }],
        },
      });
      expect(await isThere(store, [later])).toEqual([true]);
    });

    it('finds the words of a text in several values, on request', async () => {
      const { store } = await newBench();
      const both = await deliver(store, '1001', '{"first":"Ada","last":"L\\u00f6velace"}');
      const other = await deliver(store, '1002', '{"first":"Adam","last":"L\u00f6velace"}');
      const refused = await store.refuse(
        refusal({ verified: true, ...withBody('{"last":"l\u00f6velace","first":"ada",}') }),
      );
      const request = { by: 'q', q: 'Ada L\u00f6velace' } as const;
      const none = { events: 0, links: 0, refusals: 0 };
      expect(await store.erase(request, anna)).toMatchObject(none);
      const found = { events: 1, links: 0, refusals: 1 };
      const apart = { ...request, apart: true } as const;
      expect(await store.previewErasure(apart)).toMatchObject({
        ...found,
        people: [{ customers: [{ destination: 'salon', customerId: '1001' }] }],
      });
      expect(await isThere(store, [both, other])).toEqual([true, true]);
      expect(await store.erase(apart, anna)).toMatchObject({ ...found, complete: true });
      expect(await isThere(store, [both, other])).toEqual([false, true]);
      expect(await store.refusal(refused)).toBe(undefined);
    });

    it('erases all data of the person that an event is about', async () => {
      const { store } = await newBench();
      const ids = [await deliver(store, '1001', '{"a":1}'), await deliver(store, '1001', '{"a":2}')];
      const request = { by: 'event', id: ids[0] ?? '' } as const;
      expect(await store.erase(request, anna, { person: true })).toMatchObject({ events: 2 });
      expect(await isThere(store, ids)).toEqual([false, false]);
    });

    it('asks for the customer number if several customers have the text, and erases nothing before', async () => {
      const { store } = await newBench();
      const ada = await deliver(store, '1001', `{"mail":"${mail}"}`);
      const bob = await deliver(store, '1002', `{"mail":"${mail}"}`);
      // The address was once that of a third customer, which shows only in a response of the API.
      const carl = await deliver(store, '1003', '{"a":1}', undefined, mail);
      const nobody = await accept(store, withBody(`{"mail":"${mail}"}`));
      await planAll(store, () => [inState({ status: 'failed', reason: 'no number' })]);
      const request = { by: 'q', q: mail } as const;
      const people = ['1001', '1002', '1003'].map(customerId => ({
        customers: [{ destination: 'salon', customerId }],
      }));
      for (const person of [false, true]) {
        expect(await store.erase(request, anna, { person })).toMatchObject({ kind: 'several', people });
      }
      expect(await store.previewErasure(request)).toMatchObject({ events: 4, people });
      expect(await isThere(store, [ada, bob, carl, nobody])).toEqual([true, true, true, true]);
      expect(await store.erase({ ...request, customerId: '1001' }, anna)).toMatchObject({ events: 2 });
      expect(await isThere(store, [ada, bob, carl, nobody])).toEqual([false, true, true, false]);
      expect(await store.erase(request, anna, { everyone: true })).toMatchObject({ events: 2 });
    });

    it('asks for the person if a link stood for several, and erases no event of the others', async () => {
      const { store } = await newBench();
      const unclear = await accept(store, withBody('{"a":3}'));
      await planAll(store, () => [inState({ status: 'failed', reason: 'no note' }, { link: family })]);
      const ada = await deliver(store, '1001', '{"a":1}', family);
      const bob = await deliver(store, '1002', '{"a":2}', family);
      const link = { by: 'link', link: family.id } as const;
      expect(await store.erase(link, anna)).toMatchObject({
        kind: 'several',
        people: [
          { customers: [{ destination: 'salon', customerId: '1001' }] },
          { customers: [{ destination: 'salon', customerId: '1002' }] },
        ],
      });
      const customer = { by: 'customerId', customerId: '1001' } as const;
      expect(await store.erase(customer, anna)).toMatchObject({ events: 1, links: 1, mentioned: 1 });
      expect(await isThere(store, [ada, bob, unclear])).toEqual([false, true, true]);
    });

    it('finds the text in every encoding of a sender', async () => {
      const { store } = await newBench();
      const text = 'Ada+müller@example.com';
      const bodies = [
        '{"m":"ada\\u002bM\\u00fcller\\u0040example.com"}',
        `m=${encodeURIComponent(text).toLowerCase()}`,
        `<m>ada&#43;m&#xfc;ller@example.com</m>`,
        `{"m":"${text.normalize('NFD')}"}`,
        `{"data":"${Buffer.from(`to: ${text};`).toString('base64')}"}`,
        `{"hex":"${Buffer.from(text).toString('hex')}"}`,
        JSON.stringify({ raw: JSON.stringify({ m: text }).replace('ü', '\\u00fc') }),
      ];
      const ids = await Promise.all(bodies.map(body => accept(store, withBody(body))));
      const other = await accept(store, withBody('{"m":"ada@example.com"}'));
      expect(await store.erase({ by: 'q', q: text }, anna)).toMatchObject({ events: bodies.length });
      expect(await isThere(store, [...ids, other])).toEqual([...ids.map(() => false), true]);
    });

    it('erases the text from reasons of actions and of holds', async () => {
      const { store } = await newBench();
      const id = await accept(store, withBody(`{"mail":"${mail}"}`));
      await store.discard(id, { who: 'ben', why: `${mail} called` });
      await store.record({
        who: 'ben',
        what: 'pause',
        about: 'salon',
        detail: mail,
        why: `because of ${mail}`,
      });
      await store.record({ who: 'ben', what: 'pause', about: 'salon', why: 'a flood' });
      await store.holdMapping(mappingHold({ reason: `the value ${mail} is no choice` }));
      await store.erase({ by: 'q', q: mail }, anna);
      const trail = (await store.audit({ limit: 9 })).entries;
      expect(JSON.stringify([trail, await store.mappingHolds()])).not.toContain(mail);
      expect(trail).toMatchObject([
        { what: 'erase', why: 'her letter' },
        { why: 'a flood' },
        { about: 'salon', detail: '[erased]', why: '[erased]' },
        { why: '[erased]' },
      ]);
    });

    it('asks again if no customer with that number has the text', async () => {
      const { store } = await newBench();
      const id = await deliver(store, '1001', `{"mail":"${mail}"}`);
      const request = { by: 'q', q: mail, customerId: '1009' } as const;
      expect(await store.erase(request, anna)).toMatchObject({ kind: 'several' });
      expect(await isThere(store, [id])).toEqual([true]);
      expect(await store.erase({ ...request, customerId: '01001' }, anna)).toMatchObject({ events: 1 });
    });

    it('keeps unrelated data: a booking of the same day, another customer, another link', async () => {
      const { store } = await newBench();
      await deliver(store, '1001', `{"mail":"${mail}"}`, { people: 'crm', id: 'contact-7' });
      await store.putLink({ people: 'crm', id: 'contact-77' }, 'salon', '10011');
      const other = await accept(store, { items: [item({ senderEventId: '["contact-7"]' })] });
      await planAll(store, () => [queued(booking('A9'))]);
      expect(await store.erase({ by: 'q', q: mail }, anna, { person: true })).toMatchObject({
        events: 1,
        links: 1,
        mentioned: 1,
      });
      expect(await isThere(store, [other])).toEqual([true]);
      expect(await store.findLink({ people: 'crm', id: 'contact-77' }, 'salon')).toBe('10011');
    });
  });
}
