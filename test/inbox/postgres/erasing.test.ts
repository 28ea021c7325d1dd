import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { allStatuses, type EventView } from '../../../src/inbox/event.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { day, noon } from '../contract/bench.ts';
import {
  accept,
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
} from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();
let store: Store;

beforeEach(async () => {
  store = await scene.open({ outcomes: everything });
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

/** The values that must be in no row after the erasure. */
function erasedValues(person: number): readonly string[] {
  const { mail, name, link, number, note } = valuesOf(person);
  return [mail, name, link, number, note.slice(0, 12)];
}

/**
 * Stores updates and bookings that are delivered, failed, uncertain or queued, refusals, and parts of split webhooks.
 */
async function fill(people: number, refusals: 'some' | 'none'): Promise<void> {
  for (let person = 0; person < people; person += 1) {
    const { mail, name, link, number, note } = valuesOf(person);
    const body = encoder.encode(JSON.stringify({ mail, name, link, number, note }));
    for (let each = 0; each < 3; each += 1) {
      const items = [item({ senderEventId: `${mail} ${each}`, type: 'contact' })];
      await accept(store, { body, query: { mail }, items });
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
          { mapping: 'book', link: { people: 'crm', id: link } },
        ),
      ]);
    }
    if (refusals === 'some') {
      await store.refuse(refusal({ status: 400, verified: true, query: { mail }, body }));
    }
    const items = [
      item({ payload: JSON.stringify({ name }) }),
      item({ payload: '{"name":"somebody else"}' }),
    ];
    await store.add(webhook({ body, items }));
    await planAll(store, () => []);
  }
  for (let round = 0; round < 12; round += 1) await sendAll(people);
}

async function sendAll(people: number): Promise<void> {
  const persons = Array.from({ length: people }, (_, person) => valuesOf(person));
  for (const [index, claim] of (await claimDue(store, noon)).entries()) {
    const { mail, number } =
      persons.find(({ link }) => link === claim.link?.id) ??
      persons.find(({ mail }) => JSON.stringify(claim.call).includes(mail)) ??
      valuesOf(0);
    const response = { ...attempt(), body: JSON.stringify(claim.call) };
    await store.begin(claim, noon);
    if (index % 5 === 4) await store.settle(claim, { ...ended('failed'), reason: mail } as never, response);
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

/** The tables with a row that contains any of these values as text or as bytes. */
async function tablesWith(values: readonly string[]): Promise<readonly string[]> {
  const tables = await rowsOf<{ name: string }>(
    scene.url,
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
    [scene.schema],
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(
      scene.url,
      `SELECT t::text AS row FROM ${scene.schema}.${name} AS t`,
    );
    const forms = values.flatMap(each => [each, Buffer.from(each).toString('hex')]);
    if (rows.some(({ row }) => forms.some(form => row.includes(form)))) found.push(name);
  }
  return found;
}

describe('erased data', () => {
  it('is in no row any more, and the data of other people still is', async () => {
    const people = 10;
    await fill(people, 'some');
    expect(await tablesWith(erasedValues(1))).toEqual([
      'attempt',
      'call',
      'dedupe',
      'event',
      'lane',
      'ledger',
      'link',
      'outbox',
      'payload',
      'refusal',
      'request',
    ]);
    for (let person = 1; person < people; person += 2) {
      const { mail, name, link, number } = valuesOf(person);
      for (const query of [
        { by: 'customerId', customerId: number } as const,
        { by: 'link', link } as const,
        { by: 'q', q: name } as const,
        { by: 'q', q: mail } as const,
      ]) {
        const erased = await store.erase(query, { who: 'anna', why: `${mail} asked for it` });
        expect(erased).toMatchObject({ kind: 'erased', complete: true });
      }
      expect(await tablesWith(erasedValues(person))).toEqual([]);
    }
    expect(await tablesWith(erasedValues(2))).toContain('request');
  });

  it('is reported as incomplete if another transaction can still see it', async () => {
    const [first, second] = [await accept(store), await accept(store)];
    const reader = new pg.Client({ connectionString: scene.url });
    await reader.connect();
    await reader.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM ${scene.schema}.event`);
    expect(await store.erase({ by: 'event', id: first }, { who: 'anna' })).toMatchObject({
      events: 1,
      complete: false,
    });
    await reader.end();
    expect(await store.erase({ by: 'event', id: second }, { who: 'anna' })).toMatchObject({
      events: 1,
      complete: true,
    });
  });

  it('is reported as incomplete but deleted if another connection locks a table', async () => {
    const id = await accept(store);
    const holder = new pg.Client({ connectionString: scene.url });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${scene.schema}.refusal IN SHARE UPDATE EXCLUSIVE MODE`);
    expect(await store.erase({ by: 'event', id }, { who: 'anna' })).toMatchObject({
      events: 1,
      complete: false,
    });
    await holder.end();
    expect(await store.event(id)).toBeUndefined();
  });
});

describe('data deleted by retention', () => {
  it('is in no row any more', async () => {
    await fill(6, 'none');
    const { events } = await store.events({ limit: 500 });
    for (const { id } of events) await store.discard(id);
    await store.prune({ deliveredMs: day, failedMs: day }, noon + 50 * day);
    for (const person of [0, 3, 5]) {
      const { note, name, mail } = valuesOf(person);
      expect(await tablesWith([note.slice(0, 12), JSON.stringify({ name }), `https://x/${mail}`])).toEqual(
        [],
      );
    }
  });
});
