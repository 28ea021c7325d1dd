import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import { Secret } from '../../../src/config/secret.ts';
import type { PreviewRequest } from '../../../src/deliver/bridge.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { deliverAll, planAll, queued, update } from '../../inbox/contract/samples.ts';
import { anExpression } from '../../receive/a-source.ts';
import { aConfig, adminToken, aSource } from '../a-config.ts';
import { jsonOf, type RunningServer, startServer } from '../running-server.ts';

const open = aSource('open', { people: 'crm', eventId: [anExpression('id')] });
const config = aConfig([open], { publicUrl: 'https://hooks.example.com' });

async function stored(server: RunningServer, body = '{"a":"x"}'): Promise<string> {
  return (await jsonOf(await server.post('/hooks/open', body))).id;
}

describe('the admin API', () => {
  it('responds only to requests with the token', async () => {
    const server = await startServer(config);
    const status = async (authorization?: string): Promise<number> => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      return (await fetch(`${server.url}/api/events`, { headers })).status;
    };
    expect(await status(`Bearer ${adminToken}`)).toBe(200);
    expect(await status(`bearer ${adminToken}`)).toBe(200);
    for (const wrong of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${adminToken}x`,
      `Basic ${adminToken}`,
      adminToken,
    ]) {
      expect([wrong, await status(wrong)]).toEqual([wrong, 401]);
    }
    const refused = await fetch(`${server.url}/api/no-such-path`);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="fieldbridge"',
    ]);
  });

  it('is off without a token in the config, and explains how to enable it', async () => {
    const server = await startServer(aConfig([open], { admin: undefined }));
    for (const path of ['/api/events', '/api', '/api/anything']) {
      const response = await fetch(server.url + path, { headers: { authorization: 'Bearer undefined' } });
      expect([path, response.status]).toEqual([path, 404]);
      expect((await jsonOf(response)).hint).toMatch('admin.token');
    }
  });

  it('is never cached or content-sniffed, and lists its paths', async () => {
    const server = await startServer(config);
    const response = await fetch(`${server.url}/api/events`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(await server.api('GET', '/nothing')).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect((await server.api('POST', '/events')).status).toBe(404);
  });

  it('accepts only JSON, within the limits of a webhook', async () => {
    const server = await startServer(config);
    const post = async (body: string | Buffer<ArrayBuffer>, type: string): Promise<number> =>
      (
        await fetch(`${server.url}/api/events/replay`, {
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${adminToken}`, 'content-type': type },
        })
      ).status;
    expect(await post('{"q":"x"}', 'text/plain')).toBe(415);
    expect(await post('{"q":"x"}', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await post('{"q":', 'application/json')).toBe(400);
    expect(await post(Buffer.from('{"q":"Größe"}', 'latin1'), 'application/json')).toBe(400);
    expect(await post('['.repeat(100_000), 'application/json')).toBe(400);
    expect(await post(JSON.stringify('x'.repeat(2 * 1024 * 1024)), 'application/json')).toBe(413);
    expect(await post('{"q":"x"}', 'application/json; charset=utf-8')).toBe(200);
  });

  it('is closed to pages of other sites, and to names that lead to this machine', async () => {
    const server = await startServer(config);
    const everywhere = await startServer(aConfig([open], { host: '0.0.0.0' }));
    const { host } = new URL(server.url);
    const status = (headers: Record<string, string>, { url } = server): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const all = { authorization: `Bearer ${adminToken}`, ...headers };
        request(`${url}/api/events`, { headers: all }, response => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end();
      });
    expect(await status({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.com' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-origin', host: 'evil.example.com:8080' })).toBe(403);
    expect(await status({ origin: 'http://evil.example.com', host: 'evil.example.com' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-origin', origin: `http://${host}` })).toBe(200);
    expect(await status({ origin: 'https://hooks.example.com', host: 'hooks.example.com' })).toBe(200);
    expect(await status({ host: 'any-proxy.internal' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'same-origin', host: 'bridge.internal' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-origin', host: 'bridge.internal' }, everywhere)).toBe(200);
  });

  it('returns 503 while the store is unavailable', async () => {
    const server = await startServer(config);
    server.store.events = () => Promise.reject(new StoreUnavailable('/data is full'));
    const { status, body } = await server.api('GET', '/events');
    expect(status).toBe(503);
    expect(JSON.stringify(body)).not.toMatch('/data');
  });

  it('returns no details of its own faults', async () => {
    const server = await startServer(config);
    server.store.events = () => Promise.reject(new TypeError('a detail'));
    const { status, body } = await server.api('GET', '/events');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch('a detail');
  });
});

describe('events in the admin API', () => {
  it('are listed by status, source and text, page by page', async () => {
    const server = await startServer(config);
    const id = await stored(server);
    const filters: unknown[] = [];
    const events = server.store.events.bind(server.store);
    server.store.events = filter => {
      filters.push(filter);
      return events(filter);
    };
    const { status, body } = await server.api('GET', '/events?status=queued&source=open&q=&limit=10');
    expect([status, body.events.map((each: { id: string }) => each.id)]).toEqual([200, [id]]);
    expect((await server.api('GET', '/events?status=failed')).body.events).toEqual([]);
    expect(filters).toEqual([
      { status: 'queued', source: 'open', limit: 10 },
      { status: 'failed', limit: 50 },
    ]);
  });

  it.each([
    ['status=done', /uncertain.*skipped/],
    ['limit=0', /limit/],
    ['limit=201', /200/],
    ['limit=many', /limit/],
    ['state=failed', /state/],
    ['q=a&q=b', /q/],
  ])('are not listed by %s, and the response lists the allowed values', async (query, words) => {
    const server = await startServer(config);
    const { status, body } = await server.api('GET', `/events?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(words);
    expect(body.hint).toMatch(
      'status, needs, source, q, since, until, mapping, destination, code, action, person, limit, cursor',
    );
  });

  it('are shown with their payload', async () => {
    const server = await startServer(config);
    const id = await stored(server, '{"a":[1,"x"]}');
    expect(await server.api('GET', `/events/${id}`)).toMatchObject({
      status: 200,
      body: { id, source: 'open', payload: { a: [1, 'x'] }, diagnostics: [], calls: [] },
    });
    expect((await server.api('GET', '/events/evt_unknown')).status).toBe(404);
  });

  it('are shown without the secret of their source, which some senders write into the body', async () => {
    const verify = {
      type: 'query-token',
      name: 'token',
      secret: [new Secret('a token/of the form')],
    } as const;
    const server = await startServer(aConfig([aSource('form', { verify: [verify] })]));
    const url = '/hooks/form?token=a%20token%2Fof%20the%20form';
    const posted = JSON.stringify({ posted: [`https://h.example.com${url}`], name: 'Ada' });
    const { id } = await jsonOf(await server.post(url, posted));
    const { body } = await server.api('GET', `/events/${id}`);
    expect(body).toMatchObject({
      payload: { posted: ['https://h.example.com/hooks/form?token=[secret]'], name: 'Ada' },
    });
  });

  it('are replayed and discarded, and the worker is notified', async () => {
    const server = await startServer(config);
    const id = await stored(server);
    const replays: unknown[] = [];
    server.store.replay = async (what, options) => replays.push([what, options]);
    expect(await server.api('POST', `/events/${id}/replay`, { force: true })).toEqual({
      status: 200,
      body: { replayed: 1 },
    });
    expect((await server.api('POST', `/events/${id}/replay`)).status).toBe(200);
    expect(await server.api('POST', '/events/replay', { status: 'failed', source: 'open' })).toEqual({
      status: 200,
      body: { replayed: 3 },
    });
    expect((await server.api('POST', `/events/${id}/replay`, { again: true })).status).toBe(200);
    expect(replays).toEqual([
      [{ id }, { force: true }],
      [{ id }, { force: false }],
      [{ status: 'failed', source: 'open' }, { force: false }],
      [{ id }, { force: false, again: true }],
    ]);
    expect(await server.api('POST', `/events/${id}/discard`)).toEqual({
      status: 200,
      body: { discarded: true },
    });
    expect(server.called).toEqual(['wake', 'wake', 'wake', 'wake', 'wake']);
    expect((await server.api('POST', '/events/evt_unknown/replay')).status).toBe(404);
    expect((await server.api('POST', '/events/evt_unknown/discard')).status).toBe(404);
    expect((await server.api('POST', `/events/${id}/replay`, { force: 'yes' })).status).toBe(400);
  });

  it('have nothing left to send if they are delivered, which the response to a replay says', async () => {
    const server = await startServer(config);
    const id = await stored(server);
    await planAll(server.store, () => [queued(update('1001'))]);
    await deliverAll(server.store, Date.now());
    const replay = async (path: string, body: object) => (await server.api('POST', path, body)).body;
    const hint = expect.stringContaining('With `again`');
    for (const [path, filter] of [
      [`/events/${id}/replay`, {}],
      ['/events/replay', { source: 'open' }],
    ] as const) {
      expect(await replay(path, { ...filter, preview: true })).toEqual({
        preview: { events: 1, newer: 0, nothingLeft: 1 },
      });
      expect(await replay(path, filter)).toEqual({ replayed: 1, nothingLeft: 1, hint });
      expect(await replay(path, { ...filter, again: true })).toMatchObject({ replayed: 1 });
    }
  });

  it('are never all replayed because the filter is missing', async () => {
    const server = await startServer(config);
    for (const filter of [undefined, {}, { force: true }, { q: '' }]) {
      expect((await server.api('POST', '/events/replay', filter)).status).toBe(400);
    }
    expect((await server.api('POST', '/events/replay', { sorce: 'open' })).body.error).toMatch('sorce');
  });
});

describe('the contents of an event', () => {
  it('are everything that the expressions of a mapping can read, without credentials', async () => {
    const server = await startServer(config);
    const id = await stored(server, '{"a":{"b":1}}');
    const answer = await server.api('GET', `/events/${id}/contents`);
    expect(answer).toEqual({
      status: 200,
      body: {
        payload: { a: { b: 1 } },
        body: { a: { b: 1 } },
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        query: {},
        event: { id, source: 'open', receivedAt: expect.stringMatching(/^\d{4}-/) },
      },
    });
    expect((await server.api('GET', '/events/evt_unknown/contents')).status).toBe(404);
  });
});

describe('a preview', () => {
  it('is created from a payload or a stored event', async () => {
    const wishes: PreviewRequest[] = [];
    const server = await startServer(
      config,
      {},
      {
        async preview(wish) {
          wishes.push(wish);
          return { calls: [], diagnostics: [] };
        },
      },
    );
    const id = await stored(server, '{"big":9007199254740993}');
    expect(
      await server.api('POST', '/preview', {
        source: 'open',
        payload: null,
        mapping: 'intake',
        linked: 1001,
        headers: { 'X-Tag': 'a' },
      }),
    ).toEqual({ status: 200, body: { calls: [], diagnostics: [] } });
    expect((await server.api('POST', '/preview', { eventId: id, why: true })).status).toBe(200);
    expect(wishes[0]).not.toHaveProperty('why');
    expect(wishes).toMatchObject([
      { source: 'open', payload: null, mapping: 'intake', linked: '1001', headers: { 'x-tag': 'a' } },
      {
        source: 'open',
        payload: { big: expect.anything() },
        headers: { 'content-type': 'application/json' },
        stored: { id },
        why: true,
      },
    ]);
  });

  it.each([
    [{}, 400, /source/],
    [{ source: 'oppen', payload: {} }, 400, /oppen/],
    [{ source: 'open' }, 400, /payload/],
    [{ eventId: 'evt_unknown' }, 404, /evt_unknown/],
    [{ source: 'open', payload: {}, mappping: 'x' }, 400, /mappping/],
    [{ source: 'open', payload: {}, why: 'yes' }, 400, /why/],
  ])('for %j returns the fault', async (wish, status, words) => {
    const server = await startServer(config);
    const answer = await server.api('POST', '/preview', wish);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(words)]);
  });
});

describe('destinations and mappings in the admin API', () => {
  it('are listed, paused and resumed', async () => {
    const server = await startServer(config);
    expect((await server.api('GET', '/destinations')).body.destinations).toMatchObject([
      { name: 'salon', state: 'open' },
    ]);
    expect((await server.api('POST', '/destinations/salon/pause')).body).toMatchObject({
      name: 'salon',
      state: 'paused',
    });
    expect((await server.api('POST', '/destinations/salon/resume')).body).toMatchObject({ state: 'open' });
    expect(await server.api('POST', '/destinations/saloon/pause')).toMatchObject({
      status: 404,
      body: { hint: 'The destinations are: salon.' },
    });
    expect(await server.api('GET', '/mappings')).toEqual({ status: 200, body: { mappings: [] } });
  });

  it('show their catalog once it is known', async () => {
    let known = false;
    const server = await startServer(
      config,
      {},
      {
        catalog: () =>
          known
            ? {
                version: 'v1',
                fields: [],
                fetchedAt: 0,
                statuses: [{ name: 'Neukunde', origin: 'declared', at: 0 }],
                statusesListedAt: null,
              }
            : null,
      },
    );
    expect((await server.api('GET', '/destinations/salon/fields')).status).toBe(503);
    known = true;
    expect((await server.api('GET', '/destinations/salon/fields')).body).toEqual({
      fields: [],
      fetchedAt: '1970-01-01T00:00:00.000Z',
      usedBy: [],
    });
    expect((await server.api('GET', '/destinations/salon/statuses')).body).toEqual({
      statuses: [{ name: 'Neukunde', origin: 'declared', at: '1970-01-01T00:00:00.000Z' }],
      statusesListedAt: null,
    });
    expect((await server.api('GET', '/destinations/x/fields')).status).toBe(404);
  });
});

describe('refusals in the admin API', () => {
  it('are listed, and one with a stored body is accepted once', async () => {
    const xml = aSource('open', { body: 'json' });
    const server = await startServer(aConfig([xml]));
    await server.post('/hooks/open', '<a>1</a>');
    const [refusal] = (await server.api('GET', '/refusals')).body.refusals;
    const again = { refusedAgain: expect.stringContaining('the body is not JSON') };
    expect(refusal).toMatchObject({ source: 'open', status: 400, acceptable: true, ...again });
    expect(await server.api('POST', `/refusals/${refusal?.id}/accept`)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching('still refused') },
    });

    const mended = await startServer(aConfig([aSource('open', { body: 'text' })]), { store: server.store });
    expect((await mended.api('GET', '/refusals')).body.refusals[0]).not.toHaveProperty('refusedAgain');
    const accepted = await mended.api('POST', `/refusals/${refusal?.id}/accept`);
    expect(accepted).toEqual({ status: 200, body: { ids: [expect.any(String)], status: 'queued' } });
    expect((await mended.api('GET', `/events/${accepted.body.ids[0]}`)).status).toBe(200);
    expect(await mended.api('POST', `/refusals/${refusal?.id}/accept`)).toEqual({
      status: 200,
      body: { ...accepted.body, status: 'duplicate' },
    });
  });

  it('show the beginning of a stored body, without a secret in it', async () => {
    const secret = new Secret('the-token-of-this-source');
    const verify = [{ type: 'header-token', name: 'x-token', prefix: '', secret: [secret] }] as const;
    const server = await startServer(aConfig([aSource('open', { verify, body: 'json' })]));
    const post = (body: string, token: string) => server.post('/hooks/open', body, { 'x-token': token });
    await post('{"name": "Ren\u00e9", "token": "the-token-of-this-source",', 'the-token-of-this-source');
    await post(`[${'x'.repeat(70_000)}`, 'the-token-of-this-source');
    await post('{"forged":', 'another');
    const { refusals } = (await server.api('GET', '/refusals')).body;
    expect(refusals).toMatchObject([
      { status: 401, acceptable: false },
      { bytes: 70_001, body: `[${'x'.repeat(65_535)}` },
      { status: 400, body: '{"name": "Ren\u00e9", "token": "[secret]",' },
    ]);
    expect(refusals[0]).not.toHaveProperty('body');
  });

  it('are accepted in whatever format their body turns out to have', async () => {
    const multipart = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
    const kinds: readonly (readonly [Partial<SourceConfig>, string, string])[] = [
      [{ body: 'json' }, 'application/json', '{"a":1}'],
      [{ body: 'form' }, 'application/x-www-form-urlencoded', 'a=1'],
      [{ body: 'multipart' }, 'multipart/form-data; boundary=b', multipart],
      [{ body: 'xml' }, 'application/xml', '<a>1</a>'],
      [{ body: 'text' }, 'text/plain; charset=iso-8859-1', 'gr\u00fcn'],
      [{ jsonField: { name: 'a', whole: true } }, 'application/x-www-form-urlencoded', 'a=%7B%22b%22:1%7D'],
      [
        { envelope: 'cloudevents' },
        'application/cloudevents-batch+json',
        '[{"specversion":"1.0","id":"1","source":"/s","type":"t"}]',
      ],
    ];
    for (const [differences, type, body] of kinds) {
      const headers = { 'content-type': type };
      const wrongKind = /^[{[]/.test(body) ? 'xml' : 'json';
      const server = await startServer(aConfig([aSource('open', { body: wrongKind })]));
      expect((await server.post('/hooks/open', body, headers)).status).toBe(400);
      const [refusal] = (await server.api('GET', '/refusals')).body.refusals;
      const mended = await startServer(aConfig([aSource('open', differences)]), { store: server.store });
      const accepted = await mended.api('POST', `/refusals/${refusal?.id}/accept`);
      expect([type, accepted.status, accepted.body.status]).toEqual([type, 200, 'queued']);
      const contents = await server.store.contents(accepted.body.ids[0] ?? '');
      expect(Buffer.from(contents?.body ?? '').toString()).toBe(body);
    }
  });

  it('are not accepted if their body was not stored', async () => {
    const server = await startServer(aConfig([open], { bodyLimit: 10 }));
    await server.post('/hooks/open', '{"a":"too long"}');
    const [refusal] = (await server.api('GET', '/refusals?source=open')).body.refusals;
    expect((await server.api('POST', `/refusals/${refusal?.id}/accept`)).status).toBe(409);
    expect((await server.api('POST', '/refusals/none/accept')).status).toBe(404);
    expect((await server.api('GET', '/refusals?limit=x')).status).toBe(400);
  });
});

describe('links in the admin API', () => {
  const link = { people: 'crm', link: 'c-1', destination: 'salon', customerId: '1001' };

  it('are imported and listed', async () => {
    const server = await startServer(config);
    expect(await server.api('POST', '/links', [link, { ...link, link: 'c-2', customerId: 1002 }])).toEqual({
      status: 200,
      body: { imported: 2, new: 2, equal: 0, replaced: [], nearly: [] },
    });
    expect(server.called).toEqual(['wake']);
    expect((await server.api('GET', '/links?people=crm')).body.links).toMatchObject([
      link,
      { customerId: '1002' },
    ]);
  });

  it('are replaced only on request, and a dry run changes nothing', async () => {
    const server = await startServer(config);
    await server.api('POST', '/links', [link]);
    const list = [
      { ...link, customerId: '1019' },
      { ...link, link: 'c-2' },
    ];
    const { customerId: _, ...which } = link;
    const found = {
      imported: 2,
      new: 1,
      equal: 0,
      replaced: [{ ...which, was: '1001', is: '1019' }],
      nearly: [],
    };
    expect(await server.api('POST', '/links?dryRun=true', list)).toEqual({ status: 200, body: found });
    const refused = await server.api('POST', '/links', list);
    expect(refused).toMatchObject({ status: 409, body: { hint: expect.stringContaining('replace=true') } });
    expect(refused.body.error).toBe('"c-1" of crm stands for customer 1001 at salon already, not for 1019');
    expect((await server.api('GET', '/links')).body.links).toMatchObject([link]);
    expect(await server.api('POST', '/links?replace=true', list)).toEqual({ status: 200, body: found });
    expect((await server.api('GET', '/links')).body.links).toMatchObject(list);
    expect((await server.api('POST', '/links?replace=yes', list)).status).toBe(400);
  });

  it('are exported page by page', async () => {
    const server = await startServer(config);
    const links = ['c-1', 'c-2', 'c-3'].map(id => ({ ...link, link: id }));
    await server.api('POST', '/links', links);
    const first = (await server.api('GET', '/links?limit=2')).body;
    const second = (await server.api('GET', `/links?limit=2&after=${encodeURIComponent(first.next)}`)).body;
    expect([...first.links, ...second.links]).toMatchObject(links);
    expect(second).not.toHaveProperty('next');
  });

  it.each([
    [[{ ...link, customerId: 'C-1' }], /0\.customerId.*digits/],
    [[link, { ...link, customerId: 1.5 }], /1\.customerId/],
    [[{ ...link, people: 'cmr' }], /0\.people.*"cmr".*crm/],
    [[{ ...link, destination: 'spa' }], /0\.destination.*"spa".*salon/],
    [[{ ...link, extra: 1 }], /extra/],
    [[link, { ...link, customerId: 1002 }], /1\.customerId.*same link.*0\.customerId/],
    [link, /a list/],
    [Array.from({ length: 1001 }, () => link), /1,000/],
  ])('are imported completely or not at all: %#', async (links, words) => {
    const server = await startServer(config);
    const { status, body } = await server.api('POST', '/links', links);
    expect([status, body.error]).toEqual([400, expect.stringMatching(words)]);
    expect((await server.api('GET', '/links')).body.links).toEqual([]);
  });
});
