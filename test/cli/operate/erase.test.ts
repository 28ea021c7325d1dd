import { describe, expect, it } from 'vitest';
import { accept, encoder, planAll, queued, update } from '../../inbox/contract/samples.ts';
import { aConfig, adminToken, aSource } from '../../server/a-config.ts';
import { startServer } from '../../server/running-server.ts';
import { fieldbridge, folderWith } from '../command-line.ts';

const config = `
store: sqlite:bridge.db
destinations: {salon: {baseUrl: http://127.0.0.1:1, token: some-token}}
sources: {open: {verify: {type: none}}}
admin: {token: ${adminToken}}
`;

describe('fieldbridge erase', () => {
  it('finds a text that is part of values, and erases it on request', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    const directory = folderWith({ 'config.yaml': config });
    await server.post('/hooks/open', '{"first":"Ada","last":"Lovelace"}');
    await server.post('/hooks/open', '{"first":"Ada","last":"Yonath"}');
    await server.post('/hooks/open', '{"name":"Grace Hopper"}');
    const erase = (text: string, ...args: string[]) =>
      fieldbridge(['erase', '--text', text, ...args, '--url', server.url], { directory });
    const { out: apart } = await erase('Ada Lovelace', '--preview');
    expect(apart).toContain('would erase: 0 events');
    expect(apart).toContain('No value holds the whole text, but each of its words is in 1 event, 0 links');
    expect(apart).toMatch(/then erase them with --apart:\n {2}fieldbridge events list --q Ada/);
    expect((await erase('Grace Hopper', '--preview')).out).toMatch(
      /^would erase: 1 event,(?![\s\S]*No value holds)/,
    );
    for (const text of ['nobody@example.com', 'Grace Yonath'])
      expect((await erase(text, '--preview')).out).not.toContain('No value holds');
    const asked = await erase('Ada Lovelace', '--reason', 'a letter');
    expect(asked).toMatchObject({ status: 1, out: expect.stringContaining('erased: 0 events') });
    const erased = await erase('Ada Lovelace', '--apart', '--reason', 'a letter');
    expect(erased).toMatchObject({ status: 0, out: expect.stringContaining('erased: 1 event') });
    const { out } = await fieldbridge(['events', 'list', '--json', '--url', server.url], { directory });
    expect(JSON.parse(out)).toMatchObject({ events: [{}, {}] });
  });

  it('makes the bridge erase a person, and reports the numbers', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    const directory = folderWith({ 'config.yaml': config });
    for (const body of [
      '{"mail":"ada@example.com"}',
      '{"mail":"ADA@EXAMPLE.COM"}',
      '{"mail":"bob@example.com"}',
    ]) {
      await server.post('/hooks/open', body);
    }
    const erase = (...args: string[]) =>
      fieldbridge(['erase', ...args, '--reason', 'a letter', '--url', server.url], { directory });
    expect(await erase('--text', 'ada@example.com')).toEqual({
      status: 0,
      out: 'erased: 2 events, 0 links, 0 refusals\n',
      err: '',
    });
    expect((await server.store.events({})).events).toHaveLength(1);
    expect(JSON.parse((await erase('--customer', '1001', '--json', '--who', 'anna')).out)).toEqual({
      events: 0,
      links: 0,
      refusals: 0,
      underWay: 0,
      mentioned: 0,
      complete: true,
    });
    expect(await server.api('GET', '/audit')).toMatchObject({
      body: {
        audit: [
          { who: 'anna', what: 'erase', about: 'by a customer number' },
          { who: 'operator', what: 'erase', why: 'a letter' },
        ],
      },
    });
    expect(await erase('--customer', 'Ada')).toMatchObject({
      status: 2,
      err: expect.stringMatching('must be a customer number'),
    });
  });

  it('lists events that it could not search, and erases one by its id', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    const directory = folderWith({ 'config.yaml': config });
    const headers = { 'content-type': 'text/xml' };
    await server.post('/hooks/open', '<a>ada<b/>@example.com</a>', headers);
    await server.post('/hooks/open', '<a>ada<b/>@example.com', headers);
    const [refused] = await server.store.refusals({ limit: 1 });
    const erase = (...args: string[]) =>
      fieldbridge(['erase', ...args, '--reason', 'a letter', '--url', server.url], { directory });
    const left =
      'left: 1 refusal that could not be searched (broken XML, an unknown charset, a compressed file): ' +
      `${refused?.id}. Look at each, and erase it with --event or --refusal\n`;
    expect(await erase('--text', 'ada@example.com', '--preview')).toMatchObject({
      status: 0,
      out: `would erase: 1 event, 0 links, 0 refusals\n${left}`,
    });
    expect(await erase('--text', 'ada@example.com')).toMatchObject({
      status: 1,
      out: `erased: 1 event, 0 links, 0 refusals\n${left}`,
    });
    expect(await erase('--refusal', refused?.id ?? '')).toMatchObject({
      status: 0,
      out: 'erased: 0 events, 0 links, 1 refusal\n',
    });
    expect(await erase('--text', 'ada@example.com')).toMatchObject({ status: 0 });
  });

  it('reports further data of the same person, and erases them on request', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    const directory = folderWith({ 'config.yaml': config });
    const { store } = server;
    for (const [customer, body] of [
      ['1001', '{"mail":"ada@example.com"}'],
      ['1001', '{"phone":"0151 1"}'],
      ['1002', '{"mail":"bob@example.com"}'],
      ['1003', '{"mail":"bob@example.com"}'],
    ] as const) {
      await accept(store, { body: encoder.encode(body) });
      await planAll(store, () => [queued(update(customer))]);
    }
    await store.putLink({ people: 'crm', id: '7' }, 'salon', '1001');
    const erase = (...args: string[]) => fieldbridge(['erase', ...args, '--url', server.url], { directory });
    const reason = ['--reason', 'a letter'];
    const left =
      'left: 1 event, 1 link, 0 refusals of the same person, customer 1001 at salon: --person erases them too\n';
    expect(await erase('--text', 'ada@example.com', '--preview')).toEqual({
      status: 0,
      out: `would erase: 1 event, 0 links, 0 refusals\nof: customer 1001 at salon\n${left}`,
      err: '',
    });
    expect(await erase('--text', 'ada@example.com', '--person', '--preview')).toMatchObject({
      out: 'would erase: 2 events, 1 link, 0 refusals\nof: customer 1001 at salon\n',
    });
    expect((await store.events({})).events).toHaveLength(4);
    expect(await erase('--text', 'ada@example.com', ...reason)).toMatchObject({
      status: 1,
      out: `erased: 1 event, 0 links, 0 refusals\n${left}`,
    });
    expect(await erase('--customer', '1001', '--person', ...reason)).toMatchObject({
      status: 0,
      out: 'erased: 1 event, 1 link, 0 refusals\n',
    });
    expect(await erase('--text', 'bob@example.com', '--preview')).toMatchObject({
      out: expect.stringMatching('several people'),
    });
    expect(await erase('--text', 'bob@example.com', ...reason)).toMatchObject({
      status: 1,
      err: expect.stringMatching('customer 1002 at salon; customer 1003 at salon'),
    });
    const one = await erase('--text', 'bob@example.com', '--customer', '1003', ...reason);
    expect(one).toMatchObject({ status: 0, out: 'erased: 1 event, 0 links, 0 refusals\n' });
    expect((await store.events({})).events).toHaveLength(1);
    expect(await erase('--text', 'bob@example.com', '--everyone', '--person', ...reason)).toMatchObject({
      status: 0,
    });
    expect((await store.events({})).events).toEqual([]);
  });

  it('suggests the command that finds mentions of the person', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    const directory = folderWith({ 'config.yaml': config });
    const { store } = server;
    await accept(store, { body: encoder.encode('{"mail":"ada@example.com"}') });
    await planAll(store, () => [queued(update('1001'))]);
    await store.putLink({ people: 'crm', id: 'contact-77' }, 'salon', '1001');
    await accept(store, { body: encoder.encode('{"contact":"contact-77"}') });
    await planAll(store, () => []);
    const target = ['--text', 'ada@example.com', '--person', '--reason', 'a letter'];
    const erased = await fieldbridge(['erase', ...target, '--url', server.url], { directory });
    expect(erased).toMatchObject({
      status: 1,
      out: expect.stringContaining(`look with \`fieldbridge events list --q TEXT --url ${server.url}\`,`),
    });
  });

  it.each([
    [['--reason', 'x'], /say one of --customer/],
    [['--event', 'a', '--link', 'b', '--reason', 'x'], /say one of --customer/],
    [['--event', 'a'], /--reason is missing/],
    [['--text', ' d1 ', '--reason', 'x'], /--text takes at least 3 characters, such as an e-mail/],
  ])('is refused with %j', async (args, words) => {
    const ran = await fieldbridge(['erase', ...args], { directory: folderWith({ 'config.yaml': config }) });
    expect([ran.status, ran.err]).toEqual([2, expect.stringMatching(words)]);
  });

  it('asks over the API which person is meant, and runs one request at a time', async () => {
    const server = await startServer(aConfig([aSource('open')]));
    for (const people of ['crm', 'shop']) await server.store.putLink({ people, id: '7' }, 'salon', '1001');
    const reason = 'a letter';
    expect(await server.api('POST', '/erase', { link: '7', reason })).toEqual({
      status: 409,
      body: { error: 'that is more than one person', hint: 'Say which "people" is meant: crm, shop.' },
    });
    expect(await server.api('POST', '/erase', { link: '7', people: 'shop', reason })).toMatchObject({
      status: 200,
      body: { links: 2 },
    });
    for (const request of [{ reason }, { q: 'abc', event: 'x', reason }, { q: 'ab', reason }, { q: 'abc' }]) {
      expect((await server.api('POST', '/erase', request)).status).toBe(400);
    }
  });
});
