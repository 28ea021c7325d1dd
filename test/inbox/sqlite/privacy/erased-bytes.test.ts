import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allStatuses, type EventView } from '../../../../src/inbox/event.ts';
import { backUp } from '../../../../src/inbox/sqlite/file/back-up.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { textsInXml } from '../../../../src/receive/bodies/texts-in-xml.ts';
import { receive } from '../../../../src/receive/receive.ts';
import { layers, type Posted, places } from '../../../person-writings.ts';
import { aRequest, aSource } from '../../../receive/a-source.ts';
import { createTestClock, day, noon } from '../../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  attempt,
  booking,
  claimDue,
  delivered,
  encoder,
  ended,
  item,
  planAll,
  queued,
  refusal,
  text,
  webhook,
} from '../../contract/samples.ts';
import { fastFolder } from '../../fast-folder.ts';
import { filesWith } from '../../files-with.ts';
import { openPrepared } from '../../open-prepared.ts';

const people = 2 * Math.ceil(Number(process.env.ERASURES ?? 100) / 5);
const clock = createTestClock();
let folder: string;
let store: Store;
let firstEvents: string[] = [];

beforeEach(async () => {
  firstEvents = [];
  folder = await mkdtemp(join(fastFolder(), 'fieldbridge-erased-'));
  store = await openPrepared(join(folder, 'store.db'), { clock, outcomes: everything });
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** Writes every event with all its values to the outbox, for a receiver that never fetches it. */
const everything = {
  of: () => ({ receiver: 'alerts', on: allStatuses }),
  body: (event: EventView) => JSON.stringify(event),
  written: () => {},
  dropped: () => {},
};

/** The values of a person, each of them unique. */
function valuesOf(person: number) {
  const tail = `${person}q${(person * 7919) % 9973}z`;
  return {
    mail: `mail-${tail}@example.com`,
    name: `Müller-${tail}`,
    link: `contact-${tail}`,
    number: String(77_000_000_000 + person),
    note: `note-${tail}-`.repeat(1 + ((person * 37) % 300)),
  };
}

/** Stores webhooks of many sizes: updates that are delivered, failed or queued, uncertain bookings, and refusals. */
async function fill(refusals: 'some' | 'none'): Promise<void> {
  for (let person = 0; person < people; person += 1) {
    const { mail, name, link, number, note } = valuesOf(person);
    const body = encoder.encode(JSON.stringify({ mail, name, link, number, note }));
    const query = { mail };
    const link_ = { people: 'crm', id: link };
    for (let each = 0; each < 4; each += 1) {
      const items = [item({ senderEventId: `${mail} ${each}`, type: 'contact' })];
      firstEvents[person] ??= await accept(store, { body, query, items });
      if (each > 0) await accept(store, { body, query, items });
      await planAll(store, () => [
        queued({
          operation: 'updateCustomer',
          id: text(number),
          note: { set: text(note) },
          additionalFields: [{ key: 'mail', change: { set: text(mail) } }],
        }),
        queued(
          {
            ...booking(`apt-${person}-${each}`),
            customer: { details: { email: text(mail), name: text(name) } },
          },
          {
            mapping: 'book',
            link: link_,
          },
        ),
      ]);
    }
    if (refusals === 'some') {
      await store.refuse(
        refusal({ status: 400, verified: true, query, body, reading: { kind: 'json', charset: 'utf-8' } }),
      );
    }
    await store.add(
      webhook({
        body,
        items: [item({ payload: JSON.stringify({ name }) }), item({ payload: '{"name":"somebody else"}' })],
      }),
    );
    await planAll(store, () => []);
  }
  for (let round = 0; round < 12; round += 1) {
    for (const [index, claim] of (await claimDue(store, noon)).entries()) {
      const { mail, number } = valuesOf(0);
      const response = { ...attempt(), body: JSON.stringify(claim.call) };
      await store.begin(claim, noon);
      if (index % 5 === 4)
        await store.settle(
          claim,
          { ...ended('failed'), reason: JSON.stringify(claim.call) } as never,
          response,
        );
      else if (index % 7 === 6) await store.settle(claim, ended('uncertain'), response);
      else {
        const linked = claim.link && { link: claim.link, customerId: number };
        await store.settle(
          claim,
          delivered(claim.call, { customerId: number, url: `https://x/${mail}` }, linked),
          response,
        );
      }
    }
  }
}

const short = (person: number) => {
  const { mail, name, link, number, note } = valuesOf(person);
  return [mail, name, link, number, note.slice(0, 12)];
};

describe('erased data', () => {
  it('is in no file of the store any more, and the data of other people still is', async () => {
    await fill('some');
    const gone = Array.from({ length: people }, (_, person) => person).filter(each => each % 2 === 1);
    expect((await filesWith(folder, short(1))).length).toBeGreaterThan(3);
    for (const person of gone) {
      const { mail, name, link, number } = valuesOf(person);
      const why = `${mail} asked for it`;
      for (const query of [
        { by: 'event', id: firstEvents[person] ?? '' } as const,
        { by: 'customerId', customerId: number } as const,
        { by: 'link', link } as const,
        { by: 'q', q: name } as const,
        { by: 'q', q: mail } as const,
      ]) {
        expect(await store.erase(query, { who: 'anna', why })).toMatchObject({
          kind: 'erased',
          complete: true,
        });
      }
    }
    expect(await filesWith(folder, gone.flatMap(short))).toEqual([]);
    expect((await filesWith(folder, [valuesOf(2).mail])).length).toBeGreaterThan(0);
    const trail = (await store.audit({ limit: 500 })).entries.filter(each => each.what === 'erase');
    expect(trail.length).toBe(Math.min(500, gone.length * 5));
    const again = await acceptPlanned(store, queued(booking('apt-1-1')));
    const claim = (await claimDue(store, noon)).find(each => each.eventId === again);
    expect(claim && (await store.begin(claim, noon)).kind).toMatch(/completed|uncertain/);
    backUp(join(folder, 'store.db'), join(folder, 'after.db'), noon);
    await store.close();
    expect(await filesWith(folder, gone.flatMap(short))).toEqual([]);
  });
});

it('an erasure deletes the data shared by items of a webhook, unless another item has it', async () => {
  const { mail, note } = valuesOf(1);
  const of = (value: string) => [{ at: 0, json: JSON.stringify({ value }) }];
  const items = [
    item({ id: 'evt_1', payload: '', shared: of(mail) }),
    item({ id: 'evt_2', payload: '', shared: of(note) }),
  ];
  await store.add(webhook({ body: encoder.encode('{}'), items }));
  await store.erase({ by: 'event', id: 'evt_1' }, { who: 'anna', why: 'wish' });
  expect((await store.contents('evt_2'))?.payload).toBe(JSON.stringify({ value: note }));
  expect(await filesWith(folder, [mail])).toEqual([]);
  expect(await filesWith(folder, [note])).not.toEqual([]);
});

/**
 * Events of one customer. Only the first one has the address; the others have earlier values from responses of the API.
 */
async function fillPerson(person: number): Promise<void> {
  const { mail, name, link, number, note } = valuesOf(person);
  const crm = { people: 'crm', id: link };
  const bodies = [JSON.stringify({ mail }), `phone=${note.slice(0, 12)}`, JSON.stringify({ changed: name })];
  for (const [at, body] of bodies.entries()) {
    await accept(store, {
      body: encoder.encode(body),
      ...(at > 0 && { query: { link } }),
      items: [item({ senderEventId: JSON.stringify([at === 0 ? mail : link, String(at)]) })],
    });
    await planAll(store, () => [
      queued({ operation: 'updateCustomer', id: text(number), additionalFields: [] }, { link: crm }),
    ]);
    for (const claim of await claimDue(store, noon)) {
      await store.begin(claim, noon);
      const response = {
        ...attempt(),
        body: JSON.stringify(at === 0 ? { mail } : { name, originalValue: note }),
      };
      const of = claim.call.operation === 'updateCustomer' ? claim.call.id.text : number;
      const linked = { link: crm, customerId: of };
      await store.settle(claim, delivered(claim.call, { customerId: of }, linked), response);
    }
  }
  const refused = { status: 400, verified: true, body: encoder.encode(JSON.stringify({ id: link })) };
  await store.refuse(refusal({ ...refused, reading: { kind: 'json', charset: 'utf-8' } }));
  const [event] = (await store.events({ limit: 1 })).events;
  await store.replay(
    { id: event?.id ?? '' },
    { force: false },
    { who: 'ben', why: `${mail} and ${link} called` },
  );
}

describe('a person who was erased by a text', () => {
  it('is in no file any more, in every encoding of a sender', async () => {
    // Long enough that none of its encodings occurs in random bytes by chance.
    const tail = 'q905z-w27hk-t86vm';
    const mail = `mail-${tail}@example.com`;
    const name = `Müller-${tail}`;
    let made = 0;
    const keep = async ({ type, body, headers = [], url }: Posted) => {
      made += 1;
      const request = aRequest(body, [['content-type', type], ...headers], url === undefined ? {} : { url });
      const surroundings = { now: noon, newId: () => `evt_k${made}`, publicUrl: undefined };
      const received = await receive(aSource(), request, surroundings);
      if (received.kind === 'refused') await store.refuse(received.refusal);
      if (received.kind === 'accepted') await store.add(received.request);
    };
    const plain = places['a text'] ?? expect.fail('there is no such place');
    for (const value of [mail, name]) {
      for (const write of Object.values(places)) await keep(write(value));
      for (const write of Object.values(layers)) await keep(plain(write(value)));
    }
    expect(await filesWith(folder, [tail])).not.toEqual([]);
    for (const q of [mail, name]) {
      const erased = await store.erase({ by: 'q', q }, { who: 'anna' }, {}, textsInXml);
      if (erased.kind !== 'erased') throw new Error(erased.kind);
      expect(erased.complete).toBe(erased.unsearched === undefined);
      for (const id of erased.unsearched?.ids ?? []) {
        await store.erase({ by: 'event', id }, { who: 'anna' });
        await store.erase({ by: 'refusal', id }, { who: 'anna' });
      }
    }
    const written = Object.values(layers).flatMap(write => [write(mail), write(name)]);
    expect(await filesWith(folder, [tail, ...written])).toEqual([]);
  });

  it('is in no file any more, including the data without the text, and other people still are', async () => {
    for (const person of [901, 902, 903]) await fillPerson(person);
    for (const person of [901, 903]) {
      const { mail, number } = valuesOf(person);
      const query = { by: 'q', q: mail } as const;
      const of = { customers: [{ destination: 'salon', customerId: number }] };
      expect(await store.previewErasure(query)).toMatchObject({
        events: 1,
        people: [of],
        further: { ...of, events: 2, links: 1 },
      });
      expect((await filesWith(folder, short(person))).length).toBeGreaterThan(4);
      // An erasure by text keeps the person's other events, and the response reports them.
      if (person === 903) {
        expect(await store.erase(query, { who: 'anna' })).toMatchObject({ further: { ...of, events: 2 } });
        expect(await filesWith(folder, short(person))).not.toEqual([]);
        const byNumber = { by: 'customerId', customerId: number } as const;
        expect(await store.erase(byNumber, { who: 'anna' }, { person: true })).toMatchObject({
          complete: true,
        });
      } else {
        const action = { who: 'anna', why: `${mail} and ${number} asked` };
        expect(await store.erase(query, action, { person: true })).toMatchObject({
          events: 3,
          links: 1,
          refusals: 1,
          complete: true,
        });
      }
      expect(await filesWith(folder, short(person))).toEqual([]);
    }
    expect((await filesWith(folder, short(902))).length).toBeGreaterThan(4);
  });

  it('is not kept in an id that is stored longer than its event', async () => {
    await fillPerson(904);
    await store.prune({ deliveredMs: day, failedMs: day }, noon + 5 * day);
    const { mail } = valuesOf(904);
    expect(await filesWith(folder, [mail])).not.toEqual([]);
    await store.erase({ by: 'q', q: mail }, { who: 'anna' }, { person: true });
    expect(await filesWith(folder, [mail])).toEqual([]);
  });
});

describe('data deleted by retention', () => {
  it('is in no file of the store any more', async () => {
    await fill('none');
    for (const { id } of (await store.events({ limit: 500 })).events) await store.discard(id);
    await store.prune({ deliveredMs: day, failedMs: day }, noon + 50 * day);
    for (const person of [0, 3, 20]) {
      const { mail, name, number, note } = valuesOf(person);
      const found = await filesWith(folder, [
        note.slice(0, 12),
        JSON.stringify({ name }),
        `https://x/${mail}`,
        `"${number}"`,
      ]);
      expect(found).toEqual([]);
    }
  });
});
