import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { receive } from '../../../src/receive/receive.ts';
import { anExpression, aRequest, aSource } from '../../receive/a-source.ts';
import { type Bench, day, minute, type NewBench, noon, second } from './bench.ts';
import {
  accept,
  acceptPlanned,
  allPages,
  deliverAll,
  encoder,
  planAll,
  queued,
  text,
  update,
} from './samples.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const name = 'Jörg Straßer';
const escapes = (given: string) =>
  Array.from(given, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** The same person in the encodings of several senders. */
const written: readonly (readonly [string, string, string | Uint8Array])[] = [
  ['a form', form, 'nr=1001&name=J%C3%B6rg+Stra%C3%9Fer&bemerkung='],
  ['a form with %20', form, 'nr=1001&name=J%C3%B6rg%20Stra%C3%9Fer'],
  ['a form in Latin-1', `${form}; charset=iso-8859-1`, 'name=J%F6rg+Stra%DFer'],
  ['a form with accents apart', form, `name=${encodeURIComponent(name.normalize('NFD'))}`],
  ['a form with JSON in a field', form, new URLSearchParams({ p: JSON.stringify({ name }) }).toString()],
  ['JSON', json, JSON.stringify({ name })],
  ['JSON with accents apart', json, JSON.stringify({ name: name.normalize('NFD') })],
  ['JSON with escapes', json, '{"name":"J\\u00f6rg Stra\\u00DFer"}'],
  ['JSON of nothing but escapes', json, `{"name":"${escapes(name)}"}`],
  ['JSON in capitals', json, JSON.stringify({ name: 'JÖRG STRASSER' })],
  ['JSON in small letters', json, JSON.stringify({ name: name.toLowerCase() })],
  ['JSON in Latin-1', `${json}; charset=latin1`, Buffer.from(JSON.stringify({ name }), 'latin1')],
  ['JSON with two blanks', json, '{"name":"Jörg  Straßer"}'],
  ['JSON with a blank that does not break', json, '{"name":"Jörg\\u00a0Straßer"}'],
  ['JSON with a soft hyphen', json, '{"name":"Jörg Stra\\u00adßer"}'],
  ['JSON in JSON', json, JSON.stringify({ data: JSON.stringify({ name }) })],
  ['JSON with escapes in JSON', json, JSON.stringify({ data: '{"name":"J\\u00f6rg Stra\\u00dfer"}' })],
  ['JSON with a URL', json, JSON.stringify({ url: `https://crm.example/?q=${encodeURIComponent(name)}` })],
  ['JSON with HTML', json, '{"name":"J&ouml;rg Stra&szlig;er"}'],
  ['a key of JSON', json, JSON.stringify({ [name]: 1 })],
  ['a text', 'text/plain', `Guten Tag, ${name} hat gebucht`],
  ['a text in windows-1252', 'text/plain; charset=windows-1252', Buffer.from(name, 'latin1')],
  ['XML', 'text/xml', `<a><name>${name}</name></a>`],
  ['XML with numbers for letters', 'text/xml', '<a><name>J&#246;rg Stra&#xDF;er</name></a>'],
  [
    'multipart',
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--b--\r\n`,
  ],
];

const phones = ['+49 170 1234567', '0170/1234567', '0049 (0)170-12 34 567', '0170 1234567', '+491701234567'];

/** Posts a webhook as its sender does; returns the ids of its events. */
async function post(store: Store, type: string, body: string | Uint8Array, split?: string) {
  const source = aSource({ split: split === undefined ? undefined : anExpression(split) });
  const newId = () => {
    made += 1;
    return `evt_s${made}`;
  };
  const surroundings = { now: noon, newId, publicUrl: undefined };
  const received = await receive(source, aRequest(body, [['content-type', type]]), surroundings);
  if (received.kind !== 'accepted') throw new Error(received.kind);
  return (await store.add(received.request)).map(({ id }) => id);
}

let made = 0;

/** Indexes all events; returns how many. */
async function indexAll({ store, clock }: Bench): Promise<number> {
  clock.advance(2 * minute);
  let count = 0;
  for (let more = 1; more > 0; count += more) more = await store.indexWords(7);
  return count;
}

/** A search finds events by their decoded values. */
export function describeSearching(newBench: NewBench): void {
  describe('the search for a text', () => {
    it('finds a name in every encoding of the sender, and in every spelling of the query', async () => {
      const bench = await newBench();
      const { store } = bench;
      const ids = new Map<string, string>();
      for (const [what, type, body] of written)
        for (const id of await post(store, type, body)) ids.set(id, what);
      for (const body of ['{"name":"Joerg Strasser"}', '{"last":"Straßer","first":"Jörg"}'])
        for (const id of await post(store, json, body)) ids.set(id, body);
      const others = ['{"name":"Jörn Straßer"}', '{"name":"Jörg Strasse"}', '{"name":"Jorg Strasser"}'];
      for (const body of others) await post(store, json, body);
      const queries = [
        name,
        ' jörg straßer ',
        'JÖRG STRASSER',
        'Jörg STRAẞER',
        name.normalize('NFD'),
        'jörg  strasser',
        'örg strasser',
      ];
      for (const [at, q] of [...queries, ...queries].entries()) {
        if (at === queries.length) expect(await indexAll(bench)).toBe(ids.size + others.length);
        const found = await allPages(store, { q, limit: 200 });
        expect(
          [...ids].filter(([id]) => !found.includes(id)).map(([, what]) => what),
          q,
        ).toEqual([]);
        expect(
          found.filter(id => !ids.has(id)),
          q,
        ).toEqual([]);
      }
      expect(await allPages(store, { q: 'Jörg', limit: 200 })).toHaveLength(ids.size + 1);
      expect(await allPages(store, { q: 'ö', limit: 200 })).toHaveLength(ids.size + 2);
    });

    it('finds a phone number in any spelling', async () => {
      const bench = await newBench();
      const { store } = bench;
      const ids: string[] = [];
      for (const phone of phones) {
        ids.push(...(await post(store, json, JSON.stringify({ phone }))));
        ids.push(...(await post(store, form, new URLSearchParams({ phone }).toString())));
      }
      await post(store, json, '{"phone":"0171 1234567"}');
      for (const isIndexed of [false, true]) {
        if (isIndexed) expect(await indexAll(bench)).toBe(ids.length + 1);
        for (const q of [...phones, '170 1234567', '01 70 12 34 56 7'])
          expect([q, (await allPages(store, { q, limit: 200 })).toSorted()]).toEqual([q, ids.toSorted()]);
      }
    });

    it('finds the values of a request, but not the field names of its stored row', async () => {
      const { store } = await newBench();
      const sent = await accept(store);
      const other = await accept(store);
      await planAll(store, ({ id }) => [
        queued({ ...update('1001'), note: { set: text(id === sent ? 'Größe: M, Website' : 'nichts') } }),
      ]);
      expect(await allPages(store, { q: 'grosse' })).toEqual([]);
      expect(await allPages(store, { q: 'größe: m' })).toEqual([sent]);
      expect(await allPages(store, { q: '1001' })).toEqual([other, sent]);
      for (const q of ['updateCustomer', 'origin']) expect(await allPages(store, { q })).toEqual([]);
    });

    it('finds each item of a split webhook, also by the data shared by the items', async () => {
      const { store } = await newBench();
      const body = JSON.stringify({
        shared: `${'x'.repeat(2_000)} J\u00f6rg`,
        items: [{ n: 'Größe M' }, { n: 'Gr\u00f6\u00dfe L' }],
      });
      const ids = await post(store, json, body, 'items.{"n": n, "all": $$.shared}');
      expect(ids).toHaveLength(2);
      expect(await allPages(store, { q: 'GRÖSSE L' })).toEqual([ids[1]]);
      expect(await allPages(store, { q: 'jörg' })).toEqual(ids.toReversed());
    });

    it('finds indexed events and events not indexed yet', async () => {
      const bench = await newBench();
      const { store, clock } = bench;
      const withName = (text: string) => encoder.encode(JSON.stringify({ name: text }));
      const first = await accept(store, { body: withName('Anna Beispiel') });
      const large = await accept(store, { body: withName(`Anna ${'x'.repeat(70_000)}`) });
      expect(await store.indexWords(10)).toBe(0);
      clock.advance(10 * second);
      await planAll(store, ({ id }) => (id === first ? [queued(update('1001', 'Zettel'))] : []));
      // Queued events are indexed after a minute.
      expect(await store.indexWords(10)).toBe(0);
      await deliverAll(store, clock.now());
      expect(await indexAll(bench)).toBe(2);
      const fresh = await accept(store, { body: withName('Joanna'), receivedAt: clock.now() });
      expect(await allPages(store, { q: 'ANNA', limit: 1 })).toEqual([fresh, large, first]);
      expect(await allPages(store, { q: 'zettel' })).toEqual([first]);
      expect(await allPages(store, { q: 'anna', status: 'delivered' })).toEqual([first]);
      expect(await allPages(store, { q: 'anna', mapping: 'intake' })).toEqual([first]);
      expect(await allPages(store, { q: 'anna beispiel otto' })).toEqual([]);
      // One word is in the received body, the other in the request.
      expect(await allPages(store, { q: 'zettel anna' })).toEqual([first]);
      await store.replay({ id: first }, { force: true, again: true });
      await planAll(store, ({ id }) => (id === first ? [queued(update('1001', 'Quittung'))] : []));
      expect(await allPages(store, { q: 'quittung' })).toEqual([first]);
      expect(await indexAll(bench)).toBe(2);
      expect(await allPages(store, { q: 'quittung' })).toEqual([first]);
      expect(await store.indexWords(10)).toBe(0);
      await store.amend(first, { name: 'Korrektur' }, { who: 'anna' });
      expect(await allPages(store, { q: 'korrektur' })).toEqual([first]);
    });

    it('removes deleted events from the index', async () => {
      const bench = await newBench();
      const { store, clock } = bench;
      const old = await acceptPlanned(store, queued(update('1001', 'Zettel')));
      await deliverAll(store, clock.now());
      await indexAll(bench);
      expect(await allPages(store, { q: 'zettel' })).toEqual([old]);
      clock.advance(100 * day);
      await store.prune({ deliveredMs: day, failedMs: day }, await store.deletionTime(clock.now()));
      for (let days = 0; days < 100 && (await store.event(old)); days += 1) {
        clock.advance(day);
        await store.prune({ deliveredMs: day, failedMs: day }, await store.deletionTime(clock.now()));
      }
      expect(await allPages(store, { q: 'zettel' })).toEqual([]);
    });

    it('ends a page after a limited amount of work, and returns how far it searched', async () => {
      const { store } = await newBench();
      const wanted = await accept(store, { body: encoder.encode('{"name":"J\\u00f6rg"}') });
      const large = encoder.encode(`{"a":"${'rg \\u00fc%C3%BC'.repeat(30_000)}"}`);
      for (let count = 0; count < 12; count += 1) await accept(store, { body: large });
      const first = await store.events({ q: 'jörg', limit: 10 });
      expect(first).toEqual({
        events: [],
        next: expect.any(String),
        searchedTo: new Date(noon).toISOString(),
      });
      expect(await allPages(store, { q: 'jörg', limit: 10 })).toEqual([wanted]);
      expect(await store.events({ q: 'jörg', limit: 10, cursor: '2' })).not.toHaveProperty('searchedTo');
    });

    it('selects the events of a replay by text', async () => {
      const { store } = await newBench();
      const [id = ''] = await post(store, form, 'name=J%C3%B6rg+Stra%C3%9Fer');
      await accept(store);
      expect(await store.previewReplay({ q: name }, () => false)).toMatchObject({ events: 1 });
      expect(await store.replay({ q: name }, { force: false })).toBe(1);
      expect(id).not.toBe('');
    });
  });
}
