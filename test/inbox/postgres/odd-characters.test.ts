import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/inbox/postgres/store.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { createTestClock, noon } from '../contract/bench.ts';
import {
  accept,
  acceptPlanned,
  attempt,
  claimOne,
  destination,
  encoder,
  inState,
  item,
  mappingHold,
  planAll,
  queued,
  refusal,
  text,
  update,
  webhook,
} from '../contract/samples.ts';
import { type PostgresServer, startPostgres } from './server.ts';

const clock = createTestClock();
let server: PostgresServer;
let store: Store;

beforeAll(async () => {
  server = await startPostgres();
  store = await openPostgresStore({ url: await server.newDatabase(), schema: 'odd "schema"' }, { clock });
});

afterAll(async () => {
  await store.close();
  await server.stop();
});

const odd = [
  'a\0b',
  '\0',
  'a\uE000b',
  '\uE0000\uE0001\0\uE000',
  `'"\\$1;--`,
  '{"a",b,NULL}',
  'NULL',
  'ä e\u0301 \u{1F9D6}\u200D\u2640\uFE0F',
  '\u0001\t\r\n\u2028\uFEFF\uFFFF',
  '\u202Eright to left',
  ' ',
];

describe.each(odd.map(each => [JSON.stringify(each), each]))('the text %s', (_, odd) => {
  it('is kept unchanged as the id and the type of a sender', async () => {
    const webhookOf = () =>
      webhook({ source: odd, items: [item({ senderEventId: odd, type: odd, contents: odd })] });
    const [first] = await store.add(webhookOf());
    expect(first?.status).toBe('queued');
    expect(await store.add(webhookOf())).toEqual([{ id: first?.id, status: 'duplicate' }]);
    expect(await store.event(first?.id ?? '')).toMatchObject({ source: odd, type: odd });
    expect((await store.events({ source: odd })).events.map(({ id }) => id)).toEqual([first?.id]);
    await planAll(store, () => []);
  });

  it('is kept unchanged in headers, query, body and a part of a webhook', async () => {
    const headers = { 'x-odd': odd };
    const items = [item({ payload: JSON.stringify(odd) }), item({ payload: odd })];
    await store.add(webhook({ headers, query: { [odd]: [odd] }, body: encoder.encode(odd), items }));
    const found = await Promise.all(items.map(({ id }) => store.contents(id)));
    expect(found.map(each => each?.payload)).toEqual([JSON.stringify(odd), odd]);
    expect(found[0]).toMatchObject({ headers, query: { [odd]: [odd] } });
    expect(Buffer.from(found[0]?.body ?? [])).toEqual(Buffer.from(odd));
    await planAll(store, () => []);
  });

  it('is kept unchanged as a mapping, a number, a value, a link and a reason', async () => {
    const link = { people: odd, id: odd };
    const failed = await acceptPlanned(store, inState({ status: 'failed', reason: odd }, { mapping: odd }));
    expect((await store.event(failed))?.calls).toMatchObject([{ mapping: odd, reason: odd }]);
    const id = await acceptPlanned(store, queued({ ...update(odd), note: { set: text(odd) } }, { link }));
    const claim = await claimOne(store, noon);
    expect(claim.call).toMatchObject({ id: { text: odd }, note: { set: { text: odd } } });
    await store.begin(claim, noon);
    await store.settle(
      claim,
      { status: 'skipped', reason: odd, diagnostics: [] },
      { ...attempt(), body: odd },
    );
    expect((await store.event(id))?.calls).toMatchObject([{ status: 'skipped', reason: odd }]);
    await store.putLink(link, odd, odd);
    expect(await store.findLink(link, odd)).toBe(odd);
  });

  it('is kept unchanged in texts of people and in reasons of holds', async () => {
    await store.record({ who: odd, what: 'pause', about: odd, why: odd });
    expect((await store.audit({ limit: 1 })).entries).toMatchObject([{ who: odd, about: odd, why: odd }]);
    const refused = await store.refuse(refusal({ reason: odd, source: odd }));
    expect(await store.refusal(refused)).toMatchObject({ reason: odd, source: odd });
    await store.holdMapping(mappingHold({ mapping: odd, reason: odd }));
    expect((await store.mappingHolds()).filter(({ mapping }) => mapping === odd)).toMatchObject([
      { reason: odd },
    ]);
    await store.saveDestination(destination({ name: odd, heldSince: noon, reason: odd }));
    expect((await store.destinations()).filter(({ name }) => name === odd)).toMatchObject([{ reason: odd }]);
  });

  it('is found and erased', async () => {
    // Zero characters make no difference to a search, so each text gets unique letters.
    const own = [...odd].map(each => each.codePointAt(0)).join('-');
    const name = `${odd}${odd}find${own}me`;
    const id = await accept(store, { items: [item({ senderEventId: name })] });
    const preview = await store.previewErasure({ by: 'q', q: name });
    expect(preview).toMatchObject({ events: 1 });
    expect(await store.erase({ by: 'q', q: name }, { who: 'anna', why: name })).toMatchObject({ events: 1 });
    expect(await store.event(id)).toBeUndefined();
    expect(await store.add(webhook({ items: [item({ senderEventId: name })] }))).toMatchObject([
      { status: 'queued' },
    ]);
    await planAll(store, () => []);
  });
});

it('replaces half of a surrogate pair by the replacement character', async () => {
  const send = (senderEventId: string) =>
    store.add(webhook({ items: [item({ senderEventId, type: senderEventId, contents: 'x' })] }));
  const [first] = await send('a\uD83E b');
  expect(await store.event(first?.id ?? '')).toMatchObject({ type: 'a\uFFFD b' });
  expect(await send('a\uD83E b')).toEqual([{ id: first?.id, status: 'duplicate' }]);
  expect(await store.erase({ by: 'event', id: first?.id ?? '' }, { who: 'anna' })).toMatchObject({
    events: 1,
  });
  expect(await send('a\uD83E b')).toMatchObject([{ status: 'queued' }]);
});
