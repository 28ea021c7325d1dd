import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Erased } from '../../../src/inbox/erasure.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { textsInXml } from '../../../src/receive/bodies/texts-in-xml.ts';
import { receive } from '../../../src/receive/receive.ts';
import { layers, type Posted, places, spellings } from '../../person-writings.ts';
import { aRequest, aSource } from '../../receive/a-source.ts';
import { type NewBench, noon } from './bench.ts';
import { accept, attempt, claimDue, delivered, planAll, queued, text, update, withBody } from './samples.ts';

const anna = { who: 'anna', why: 'asked for by letter' };
const runs = Number(process.env.WRITINGS ?? 12);

/** A person, with each value that the erasures search for. */
const person = {
  mail: 'joerg.mueller@example.org',
  name: 'Jörg Müller',
  phone: '+49 170 1234567',
};
const phones = ['+49 170 1234567', '0170/1234567', '0049 (0)170-12 34 567', '491701234567'];
const other = '{"mail":"joerg.muell@example.org","name":"Jörg Müllner","phone":"+49 170 12345678"}';

/** Posts a webhook as its sender does; returns the id of the stored event or refusal. */
async function post(store: Store, { type, body, headers = [], url }: Posted): Promise<string> {
  const request = aRequest(body, [['content-type', type], ...headers], url === undefined ? {} : { url });
  made += 1;
  const surroundings = { now: noon, newId: () => `evt_w${made}`, publicUrl: undefined };
  const received = await receive(aSource(), request, surroundings);
  if (received.kind === 'answered') throw new Error('it was answered as a handshake');
  if (received.kind === 'refused') return store.refuse(received.refusal);
  const [added] = await store.add(received.request);
  return added?.id ?? '';
}

let made = 0;

/** Posts each spelling in every place and every encoding; returns a description for each id. */
async function postAll(store: Store, spelled: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const posted = new Map<string, string>();
  const inText = Object.entries(layers).map(
    ([name, write]) => [name, (each: string) => utf8Text(write(each))] as const,
  );
  for (const [name, write] of [...Object.entries(places), ...inText]) {
    for (const each of spelled) {
      if (canWrite(name, each)) posted.set(await post(store, write(each)), `${name}: ${each}`);
    }
  }
  return posted;
}

/** Latin-1 cannot write combining accents. */
function canWrite(name: string, spelled: string): boolean {
  return !/Latin-1$|1252$/.test(name) || /^[\0-\xff]*$/.test(spelled) || name === 'UTF-8 read as Latin-1';
}

/** Which of the ids still exist, and which ids the erasure reports as not searchable. */
async function remaining(store: Store, ids: readonly string[], erased: unknown) {
  const { unsearched, complete } = erased as Erased;
  const refusals = new Set((await store.refusals({ limit: 200 })).map(({ id }) => id));
  const events = await Promise.all(ids.map(id => store.event(id)));
  const there = ids.filter((id, at) => events[at] !== undefined || refusals.has(id));
  return { there, named: unsearched?.ids ?? [], complete };
}

/** An erasure by text finds the text in every encoding, or its response names the data that it could not search. */
export function describeErasingWritings(newBench: NewBench): void {
  describe('erase, by a text', () => {
    it('finds it in every place, spelling and encoding, or names what it could not search', {
      timeout: 60_000,
    }, async () => {
      const { store } = await newBench();
      const bystander = await accept(store, withBody(other));
      for (const [what, value] of Object.entries(person)) {
        const spelled = what === 'phone' ? phones : Object.values(spellings).map(spell => spell(value));
        const posted = await postAll(store, spelled);
        const erased = await store.erase({ by: 'q', q: value }, anna, {}, textsInXml);
        const { there, named, complete } = await remaining(store, [...posted.keys()], erased);
        expect(there.filter(id => !named.includes(id)).map(id => posted.get(id))).toEqual([]);
        const unsearchable = [
          'a charset that nobody reads',
          'a file that is compressed',
          'XML that is broken',
        ];
        const kinds = there.map(id => posted.get(id)?.split(':')[0] ?? '');
        expect(kinds.filter(kind => !unsearchable.includes(kind))).toEqual([]);
        expect(complete).toBe(false);
        for (const id of there) {
          await store.erase({ by: 'event', id }, anna);
          await store.erase({ by: 'refusal', id }, anna);
        }
        const again = await store.erase({ by: 'q', q: value }, anna, {}, textsInXml);
        expect(again).toMatchObject({ events: 0, refusals: 0, complete: true });
      }
      expect(await store.event(bystander)).toBeDefined();
    });

    it('finds it in two layers of encodings, in any place', { timeout: 60_000 }, async () => {
      const { store } = await newBench();
      const layer = fc.constantFrom(...Object.keys(layers));
      const writing = fc.record({
        what: fc.constantFrom(...(Object.keys(person) as (keyof typeof person)[])),
        spelling: fc.constantFrom(...Object.keys(spellings)),
        inner: layer,
        outer: layer,
        place: fc.constantFrom(...Object.keys(places)),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(writing, { minLength: 8, maxLength: 8 }), async writings => {
          const ids: string[] = [];
          for (const { what, spelling, inner, outer, place } of writings) {
            const spelled = spellings[spelling]?.(person[what]) ?? '';
            const isLatin = canWrite(inner, spelled) && canWrite(outer, spelled) && canWrite(place, spelled);
            const chosen = isLatin ? spelled : spelled.normalize('NFC');
            const written = layers[outer]?.(layers[inner]?.(chosen) ?? '') ?? '';
            ids.push(await post(store, places[place]?.(written) ?? utf8Text(written)));
          }
          for (const q of Object.values(person)) {
            const erased = await store.erase({ by: 'q', q }, anna, {}, textsInXml);
            const of = ids.filter((_, at) => person[writings[at]?.what ?? 'mail'] === q);
            const { there, named } = await remaining(store, of, erased);
            const missed = there.filter(id => !named.includes(id));
            expect(missed.map(id => writings[ids.indexOf(id)])).toEqual([]);
          }
        }),
        { numRuns: Math.ceil(runs / 8), seed: Number(process.env.SEED ?? 1), endOnFailure: true },
      );
    });

    it('finds it in requests and in responses of the API', async () => {
      const { store } = await newBench();
      const ids: string[] = [];
      for (const write of Object.values(layers)) {
        const written = write(person.name);
        ids.push(await accept(store));
        await planAll(store, () => [queued({ ...update('1001'), note: { set: text(written) } })]);
        ids.push(await accept(store));
        await planAll(store, () => [queued(update(`2${ids.length}`))]);
        for (const claim of await claimDue(store, noon)) {
          await store.begin(claim, noon);
          const isAnswer = claim.eventId === ids.at(-1);
          await store.settle(claim, delivered(claim.call), {
            ...attempt(),
            ...(isAnswer && { body: JSON.stringify({ was: written }) }),
          });
        }
      }
      const query = { by: 'q', q: person.name } as const;
      const found = await store.previewErasure(query, { everyone: true }, textsInXml);
      expect(found).toMatchObject({ events: ids.length });
      await store.erase(query, anna, { everyone: true }, textsInXml);
      expect((await Promise.all(ids.map(id => store.event(id)))).filter(each => each)).toEqual([]);
    });

    it('reports that XML was not searched if there is no XML reader', async () => {
      const { store } = await newBench();
      const id = await post(store, places['XML with an element inside']?.(person.name) ?? utf8Text(''));
      const query = { by: 'q', q: person.name } as const;
      const unsearched = { events: 1, refusals: 0, ids: [id] };
      expect(await store.previewErasure(query)).toMatchObject({ events: 0, unsearched });
      expect(await store.erase(query, anna)).toMatchObject({ events: 0, unsearched, complete: false });
      expect(await store.previewErasure(query, {}, textsInXml)).toMatchObject({ events: 1 });
    });
  });
}

const utf8Text = (content: string): Posted => ({ type: 'text/plain', body: Buffer.from(content) });
