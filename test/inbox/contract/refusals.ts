import { describe, expect, it } from 'vitest';
import { type NewBench, noon } from './bench.ts';
import { encoder, item, refusal, webhook } from './samples.ts';

/** Refused webhooks are kept, so that people can see them. */
export function describeRefusals(newBench: NewBench): void {
  describe('refusals', () => {
    it('are listed newest first, by source', async () => {
      const { store } = await newBench();
      const first = await store.refuse(refusal());
      const why = { code: 'time', skewMs: -600_000 } as const;
      const second = await store.refuse(refusal({ source: 'website', status: 413, why, bytes: 9_000_000 }));
      expect(await store.refusals({ limit: 10 })).toEqual([
        {
          id: second,
          at: new Date(noon).toISOString(),
          source: 'website',
          status: 413,
          reason: 'the signature does not fit',
          why,
          verified: false,
          bytes: 9_000_000,
          acceptable: false,
        },
        expect.objectContaining({ id: first, source: 'crm' }),
      ]);
      expect(await store.refusals({ source: 'crm', limit: 10 })).toMatchObject([{ id: first }]);
      expect(await store.refusals({ limit: 1 })).toMatchObject([{ id: second }]);
      expect(await store.refusals({ limit: 10, before: second })).toMatchObject([{ id: first }]);
      expect(await store.refusals({ limit: 10, before: first })).toEqual([]);
      expect(await store.refusals({ limit: 10, before: 'ref_none' })).toEqual([]);
    });

    it('keep the body if they are verified, and the ids of the events they were accepted as', async () => {
      const bench = await newBench();
      const body = encoder.encode('{"a":');
      const given = refusal({
        status: 400,
        verified: true,
        body,
        reading: { kind: 'json', charset: 'utf-8' },
        bytes: 5,
      });
      const id = await bench.store.refuse(given);
      await bench.reopen();
      expect(await bench.store.refusal(id)).toEqual({ ...given, id, acceptedAs: null });
      expect(await bench.store.refusals({ limit: 1 })).toMatchObject([
        { id, acceptable: true, body: '{"a":' },
      ]);
      const items = [item({ id: 'evt_a' }), item({ id: 'evt_b' })];
      expect(await bench.store.acceptRefusal(id, webhook({ items }))).toEqual([
        { id: 'evt_a', status: 'queued' },
        { id: 'evt_b', status: 'queued' },
      ]);
      expect(await bench.store.refusal(id)).toMatchObject({ acceptedAs: ['evt_a', 'evt_b'] });
      expect(await bench.store.refusals({ limit: 1 })).toMatchObject([{ acceptedAs: ['evt_a', 'evt_b'] }]);
    });

    it('are stored as an event once, however often a person accepts them, and only if they exist', async () => {
      const { store } = await newBench();
      const id = await store.refuse(refusal({ verified: true, body: encoder.encode('{"a":1}') }));
      const added = await Promise.all(
        ['evt_a', 'evt_b', 'evt_c'].map(each =>
          store.acceptRefusal(id, webhook({ items: [item({ id: each })] })),
        ),
      );
      // Any one of them may be the first.
      const answers = added.flatMap(added => added ?? []);
      const taken = answers.find(({ status }) => status === 'queued')?.id ?? '';
      expect(answers.toSorted((one, other) => other.status.localeCompare(one.status))).toEqual([
        { id: taken, status: 'queued' },
        { id: taken, status: 'duplicate' },
        { id: taken, status: 'duplicate' },
      ]);
      expect((await store.plannable(9)).map(each => each.id)).toEqual([taken]);
      expect(await store.acceptRefusal('ref_none', webhook())).toBe(undefined);
      expect(await store.plannable(9)).toHaveLength(1);
    });

    it('are corrected as they are stored; the received body is kept', async () => {
      const { store } = await newBench();
      const id = await store.refuse(refusal({ verified: true, body: encoder.encode('{"phone":"1"}') }));
      const anna = { who: 'anna', why: 'misread' };
      const given = webhook({ items: [item({ id: 'evt_a' })], body: encoder.encode('{"phone":"1"}') });
      await store.acceptRefusal(id, given, anna, { phone: '2' });
      // A second request finds the refusal accepted, and does not correct it again.
      await store.acceptRefusal(id, given, anna, { phone: '3' });
      const [planned] = await store.plannable(9);
      expect(planned).toMatchObject({ id: 'evt_a', corrections: [{ phone: '2' }] });
      expect(new TextDecoder().decode(planned?.body)).toBe('{"phone":"1"}');
      expect(await store.amendments('evt_a')).toMatchObject([{ who: 'anna', patch: { phone: '2' } }]);
      expect((await store.audit({ limit: 9 })).entries).toMatchObject([
        { what: 'amend', event: 'evt_a', why: 'misread' },
        { what: 'accept-refusal', about: id },
      ]);
    });

    it('never keep the body if they are not verified', async () => {
      const { store } = await newBench();
      const id = await store.refuse(refusal({ body: encoder.encode('x') }));
      expect(await store.refusal(id)).not.toHaveProperty('body');
    });

    it('are not found by an unknown id', async () => {
      const { store } = await newBench();
      expect(await store.refusal('ref_none')).toBeUndefined();
    });

    it('are limited to the last 1,000; a flood of unverified ones displaces no verified one', async () => {
      const { store } = await newBench();
      const precious = await store.refuse(refusal({ verified: true, body: encoder.encode('x') }));
      const [oldest] = await Promise.all(Array.from({ length: 1_003 }, () => store.refuse(refusal())));
      expect(await store.refusals({ limit: 5_000 })).toHaveLength(1_001);
      expect(await store.refusal(oldest ?? '')).toBeUndefined();
      expect(await store.refusal(precious)).toBeDefined();
    });

    it.each([false, true])(
      'of a source are kept through a flood on another source, verified: %s',
      async verified => {
        const { store } = await newBench();
        const of = (source: string) =>
          store.refuse(refusal({ source, verified, ...(verified && { body: encoder.encode('x') }) }));
        const quiet = await Promise.all(Array.from({ length: 20 }, () => of('website')));
        const flood = await Promise.all(Array.from({ length: 1_100 }, () => of('crm')));
        const kept = await store.refusals({ limit: 5_000 });
        expect(kept).toHaveLength(1_000);
        expect(kept.filter(({ source }) => source === 'website').map(({ id }) => id)).toEqual(
          quiet.toReversed(),
        );
        // The newest of the flood are kept.
        expect(kept.filter(({ source }) => source === 'crm').map(({ id }) => id)).toEqual(
          flood.slice(-980).toReversed(),
        );
        const others = await Promise.all(Array.from({ length: 600 }, () => of('website')));
        const shared = await store.refusals({ limit: 5_000 });
        expect(shared.filter(({ source }) => source === 'crm')).toHaveLength(500);
        expect(await store.refusals({ source: 'website', limit: 1 })).toMatchObject([{ id: others.at(-1) }]);
      },
    );
  });
}
