import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import type { EventFilter } from '../../../src/inbox/event-filter.ts';
import { minute, type NewBench, noon } from './bench.ts';
import {
  accept,
  acceptPlanned,
  ada,
  allPages,
  attempt,
  claimOne,
  delivered,
  ended,
  inState,
  item,
  mappingHold,
  planAll,
  queued,
  update,
  webhook,
} from './samples.ts';

const refused = diagnostic('delivery/refused', 'the API says no');
const noMapping = diagnostic('mapping/nothing-to-send', 'no mapping applied');

export function describeNarrowing(newBench: NewBench): void {
  describe('a list of events', () => {
    it('is filtered by mapping and by destination; if both are given, by one call with both', async () => {
      const { store } = await newBench();
      const call = (mapping: string, destination: string) =>
        queued(update(mapping + destination), { mapping, destination });
      const one = await acceptPlanned(store, call('intake', 'salon'), call('letter', 'spa'));
      const other = await acceptPlanned(store, call('letter', 'salon'));
      const faulty = await acceptPlanned(
        store,
        inState({ status: 'failed', reason: 'no such place' }, { mapping: 'place', destination: '' }),
      );
      await accept(store);
      expect(await allPages(store, { mapping: 'intake' })).toEqual([one]);
      expect(await allPages(store, { mapping: 'letter' })).toEqual([other, one]);
      expect(await allPages(store, { mapping: 'place' })).toEqual([faulty]);
      expect(await allPages(store, { destination: 'salon' })).toEqual([other, one]);
      expect(await allPages(store, { destination: 'spa' })).toEqual([one]);
      expect(await allPages(store, { mapping: 'intake', destination: 'spa' })).toEqual([]);
      expect(await allPages(store, { mapping: 'letter', destination: 'spa' })).toEqual([one]);
      expect(await allPages(store, { mapping: 'none' })).toEqual([]);
    });

    it('is filtered by the time of acceptance, also if the clock was moved', async () => {
      const { store } = await newBench();
      const at = (minutes: number) => accept(store, { receivedAt: noon + minutes * minute });
      const first = await at(0);
      const ahead = await at(60);
      const second = await at(1);
      const third = await at(2);
      const between = (from?: number, to?: number) =>
        allPages(store, {
          limit: 1,
          ...(from !== undefined && { since: noon + from * minute }),
          ...(to !== undefined && { until: noon + to * minute }),
        });
      expect(await between(1)).toEqual([third, second, ahead]);
      expect(await between(1, 2)).toEqual([second]);
      expect(await between(0, 1)).toEqual([first]);
      expect(await between(undefined, 3)).toEqual([third, second, first]);
      expect(await between(59, 61)).toEqual([ahead]);
      expect(await between(61)).toEqual([]);
      expect(await between(undefined, 0)).toEqual([]);
    });

    it('is filtered by the code of a diagnostic of the event, its plan or its calls', async () => {
      const { store, clock } = await newBench();
      const [atTheDoor = ''] = (
        await store.add(
          webhook({
            items: [item({ diagnostics: [diagnostic('intake/split-failed', 'it cannot be split')] })],
          }),
        )
      ).map(({ id }) => id);
      const unwanted = await accept(store);
      await planAll(store, () => ({
        calls: [],
        outcome: { status: 'skipped', reason: 'no mapping applied', diagnostics: [noMapping] },
      }));
      const planned = await acceptPlanned(store, queued(update('1'), { diagnostics: [noMapping, refused] }));
      const sent = await acceptPlanned(store, queued(update('2')));
      for (let count = 0; count < 2; count += 1) {
        const [claim] = await store.claim({ destination: 'salon', now: clock.now(), limit: 1 });
        if (!claim) throw new Error('nothing is due');
        const progress = claim.eventId === sent ? ended('failed', [refused]) : delivered(claim.call);
        await store.settle(claim, progress, attempt(clock.now()));
      }
      expect(await allPages(store, { code: 'intake/split-failed' })).toEqual([atTheDoor]);
      const repeated = () => accept(store, { items: [item({ senderEventId: 'order-7' })] });
      const first = await repeated();
      expect(await repeated()).toBe(first);
      expect(await allPages(store, { code: 'intake/changed-duplicate' })).toEqual([first]);
      expect(await allPages(store, { code: 'mapping/nothing-to-send' })).toEqual([planned, unwanted]);
      expect(await allPages(store, { code: 'delivery/refused' })).toEqual([sent, planned]);
      expect(await allPages(store, { code: 'delivery/refused', status: 'failed' })).toEqual([sent]);
      expect(await allPages(store, { code: 'mapping/nothing-to-send', limit: 1 })).toEqual([
        planned,
        unwanted,
      ]);
      expect(await allPages(store, { code: 'no-mapping' })).toEqual([]);
    });

    it('is filtered by a person: a whole customer number or link', async () => {
      const { store, clock } = await newBench();
      const linked = await acceptPlanned(store, queued(update('1001'), { link: ada }));
      const claim = await claimOne(store, clock.now());
      const link = { link: ada, customerId: '1001' };
      await store.settle(claim, delivered(claim.call, { customerId: '1001' }, link), attempt());
      const numbered = await acceptPlanned(store, queued(update('1001')));
      await acceptPlanned(store, queued(update('10010')));
      expect(await allPages(store, { person: '1001' })).toEqual([numbered, linked]);
      expect(await allPages(store, { person: '001001' })).toEqual([numbered, linked]);
      expect(await allPages(store, { person: ada.id })).toEqual([linked]);
      expect(await allPages(store, { person: '100' })).toEqual([]);
      expect(await allPages(store, { person: 'contact' })).toEqual([]);
    });

    it('is filtered by whether only a person can bring an event on', async () => {
      const { store } = await newBench();
      const refusedOne = await acceptPlanned(store, inState({ status: 'failed', reason: 'a test' }));
      await acceptPlanned(store, queued(update('1')));
      await acceptPlanned(store, inState({ status: 'skipped', reason: 'a test' }));
      const lost = await acceptPlanned(
        store,
        queued(update('2')),
        inState({ status: 'failed', reason: 'a test' }),
      );
      await accept(store);
      const needs = 'person';
      expect(await allPages(store, { needs, limit: 1 })).toEqual([lost, refusedOne]);
      expect(await allPages(store, { needs, status: 'failed' })).toEqual([lost, refusedOne]);
      expect(await allPages(store, { needs, status: 'queued' })).toEqual([]);
      expect(await allPages(store, { needs, mapping: 'intake', source: 'crm' })).toEqual([lost, refusedOne]);
      expect(await allPages(store, { needs, q: lost })).toEqual([lost]);
      expect(await store.previewDiscard({ needs }, 1)).toMatchObject({ events: 1, more: true });
    });

    it('is filtered by the action that the customer must still take', async () => {
      const { store, clock } = await newBench();
      const ids: string[] = [];
      for (const action of ['requirePayment', 'requireTAN', undefined, 'requirePayment']) {
        ids.push(await acceptPlanned(store, queued(update(`10${ids.length}`))));
        const claim = await claimOne(store, clock.now());
        const changes = [{ name: '"action":"no"', originalValue: null, newValue: '"action":"no"' }];
        await store.settle(claim, delivered(claim.call, { ...(action && { action }), changes }), attempt());
      }
      const [paid, tan, , second] = ids;
      expect(await allPages(store, { action: 'requirePayment', limit: 1 })).toEqual([second, paid]);
      expect(await allPages(store, { action: 'requireTAN' })).toEqual([tan]);
      expect(await allPages(store, { action: 'any' })).toEqual([second, tan, paid]);
      expect(await allPages(store, { action: 'any', status: 'delivered', source: 'crm' })).toEqual([
        second,
        tan,
        paid,
      ]);
      expect(await allPages(store, { action: 'no' })).toEqual([]);
      expect(await allPages(store, { action: 'require' })).toEqual([]);
    });

    it('is filtered by everything at once, page by page', async () => {
      const { store } = await newBench();
      for (const mapping of ['intake', 'letter']) await store.holdMapping(mappingHold({ mapping }));
      const ids: string[] = [];
      for (let count = 0; count < 30; count += 1) {
        const id = await accept(store, {
          source: count % 2 === 0 ? 'crm' : 'website',
          receivedAt: noon + count * minute,
        });
        ids.push(id);
        await planAll(store, () => [
          inState(
            { status: count % 3 === 0 ? 'failed' : 'held', reason: 'a test' },
            { mapping: count % 5 === 0 ? 'letter' : 'intake', diagnostics: count % 7 === 0 ? [refused] : [] },
          ),
        ]);
      }
      const picked = (selected: (count: number) => boolean) =>
        ids.filter((_, count) => selected(count)).reverse();
      const pages = (filter: EventFilter) => allPages(store, { ...filter, limit: 2 });
      expect(await pages({ status: 'failed', mapping: 'intake' })).toEqual(
        picked(count => count % 3 === 0 && count % 5 !== 0),
      );
      expect(await pages({ source: 'website', mapping: 'letter' })).toEqual(
        picked(count => count % 2 === 1 && count % 5 === 0),
      );
      expect(
        await pages({
          status: 'held',
          source: 'crm',
          mapping: 'intake',
          destination: 'salon',
          code: 'delivery/refused',
          since: noon + 10 * minute,
          until: noon + 29 * minute,
        }),
      ).toEqual(
        picked(
          count =>
            count % 3 !== 0 &&
            count % 2 === 0 &&
            count % 5 !== 0 &&
            count % 7 === 0 &&
            count >= 10 &&
            count < 29,
        ),
      );
    });
  });
}
