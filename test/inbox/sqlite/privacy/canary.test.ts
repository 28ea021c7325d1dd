import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { allStatuses, type EventView } from '../../../../src/inbox/event.ts';
import { backUp } from '../../../../src/inbox/sqlite/file/back-up.ts';
import type { Store } from '../../../../src/inbox/store.ts';
import { textsInXml } from '../../../../src/receive/bodies/texts-in-xml.ts';
import { receive } from '../../../../src/receive/receive.ts';
import { layers, type Posted, places, spellings } from '../../../person-writings.ts';
import { aRequest, aSource } from '../../../receive/a-source.ts';
import { createTestClock, noon } from '../../contract/bench.ts';
import { attempt, claimDue, delivered, ended, planAll, queued, text } from '../../contract/samples.ts';
import { fastFolder } from '../../fast-folder.ts';
import { filesWith } from '../../files-with.ts';
import { openPrepared } from '../../open-prepared.ts';

/** Long enough that none of its encodings occurs in random bytes by chance. */
const tail = 'q905z-w27hk-t86vm';
const mail = `canary-${tail}@example.com`;
const number = '77000000905';
const parts = [tail, ...tail.split('-')];
const link = { people: 'crm', id: `contact-${tail}` };

const written = [
  ...Object.values(spellings).map(spell => spell(mail)),
  ...Object.values(layers).map(write => write(mail)),
];

/** Outbox messages that contain each event with all its values. */
const everything = {
  of: () => ({ receiver: 'alerts', on: allStatuses }),
  body: (event: EventView) => JSON.stringify(event),
  written: () => {},
  dropped: () => {},
};

async function openStore() {
  const folder = await mkdtemp(join(fastFolder(), 'fieldbridge-canary-'));
  const clock = createTestClock();
  const store = await openPrepared(join(folder, 'store.db'), {
    clock,
    outcomes: everything,
  });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return { store, folder, clock };
}

/** Posts the address in every place, spelling and encoding. Readable webhooks become events, the others refusals. */
async function postAll(store: Store): Promise<void> {
  const inBase64 = JSON.stringify({ data: Buffer.from(JSON.stringify({ email: mail })).toString('base64') });
  const all: readonly Posted[] = [
    ...Object.values(places).map(write => write(mail)),
    ...written.map(each => ({ type: 'text/plain', body: Buffer.from(each) })),
    { type: 'application/json', body: Buffer.from(inBase64) },
    {
      type: 'application/json',
      body: Buffer.from('{}'),
      headers: [['x-name', Buffer.from(`J\xf6rg <${mail}>`, 'latin1').toString('latin1')]],
    },
  ];
  for (const [at, { type, body, headers = [], url }] of all.entries()) {
    const request = aRequest(body, [['content-type', type], ...headers], url === undefined ? {} : { url });
    const surroundings = { now: noon, newId: () => `evt_canary${at}`, publicUrl: undefined };
    const received = await receive(aSource(), request, surroundings);
    if (received.kind === 'refused') await store.refuse(received.refusal);
    if (received.kind === 'accepted') await store.add(received.request);
  }
}

/** Delivers most events and fails some, with the address in calls, responses, reasons, links and the audit log. */
async function workOn(store: Store): Promise<void> {
  let at = 0;
  await planAll(store, () => {
    at += 1;
    const note = { set: text(written[at % written.length] ?? mail) };
    return [queued({ operation: 'updateCustomer', id: text(number), note, additionalFields: [] }, { link })];
  });
  for (let claims = await claimDue(store, noon); claims.length > 0; claims = await claimDue(store, noon)) {
    for (const claim of claims) {
      at += 1;
      const response = { ...attempt(), body: JSON.stringify({ was: written[at % written.length] }) };
      await store.begin(claim, noon);
      if (at % 5 === 0) await store.settle(claim, { ...ended('failed'), reason: mail } as never, response);
      else
        await store.settle(
          claim,
          delivered(claim.call, { customerId: number }, { link, customerId: number }),
          response,
        );
    }
  }
  const [event] = (await store.events({ limit: 1 })).events;
  for (const each of written)
    await store.replay({ id: event?.id ?? '' }, { force: false }, { who: 'ben', why: `${each} called` });
}

/** The tables of a store with a row that contains the canary as text or as bytes. */
function tablesWith(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => {
      const rows = database.prepare(`SELECT * FROM "${name}"`).all();
      const texts = rows.flatMap(row =>
        Object.values(row).map(value =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
        ),
      );
      // The index of words contains parts of the canary.
      return texts.some(each => parts.some(part => each.toLowerCase().includes(part))) ? [String(name)] : [];
    });
  } finally {
    database.close();
  }
}

/** The parts of the canary that the index of words still has. Also runs the integrity check of the index. */
function piecesInIndex(file: string): readonly string[] {
  const database = new DatabaseSync(file);
  try {
    database.exec("INSERT INTO word_index (word_index, rank) VALUES ('integrity-check', 1)");
    const find = database.prepare('SELECT count(*) AS events FROM word_index WHERE word_index MATCH ?');
    return parts.map(part => part.slice(0, 3)).filter(piece => find.get(`"${piece}"`)?.events !== 0);
  } finally {
    database.close();
  }
}

it.each(['the text', 'the text, with all of the person'])(
  'a canary that is erased by %s is in no table and no file',
  {
    timeout: 120_000,
  },
  async by => {
    const { store, folder, clock } = await openStore();
    const file = join(folder, 'store.db');
    await postAll(store);
    await workOn(store);
    for (clock.advance(120_000); (await store.indexWords(100)) > 0; );
    expect(tablesWith(file)).toEqual(
      expect.arrayContaining([
        'attempt',
        'event_words',
        'audit',
        'call',
        'link',
        'outbox',
        'refusal',
        'request',
      ]),
    );
    const action = { who: 'anna', why: `${mail} asked for it` };
    const options = by === 'the text' ? {} : { person: true };
    const erased = await store.erase({ by: 'q', q: mail }, action, options, textsInXml);
    if (erased.kind !== 'erased') throw new Error(erased.kind);
    // The data that cannot be searched is listed, and a person erases it by its id.
    for (const id of erased.unsearched?.ids ?? []) {
      await store.erase({ by: 'event', id }, { who: 'anna' });
      await store.erase({ by: 'refusal', id }, { who: 'anna' });
    }
    if (by === 'the text')
      await store.erase({ by: 'customerId', customerId: number }, { who: 'anna' }, { person: true });
    expect(tablesWith(file)).toEqual([]);
    expect(await filesWith(folder, [tail, ...written])).toEqual([]);
    backUp(file, join(folder, 'after.db'), noon);
    await store.close();
    expect(piecesInIndex(file)).toEqual([]);
    expect(await filesWith(folder, [tail, ...written])).toEqual([]);
  },
);
