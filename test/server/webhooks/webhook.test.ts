import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { anExpression, anHmac, secretText } from '../../receive/a-source.ts';
import { aConfig, aSource } from '../a-config.ts';
import { sendRaw } from '../raw-http.ts';
import { jsonOf, startServer } from '../running-server.ts';

const hmac = anHmac();

const open = aSource('open');
const crm = aSource('crm', { path: '/in/crm', verify: [hmac], eventId: [anExpression('id')] });
const batch = aSource('batch', { split: anExpression('events'), eventId: [anExpression('id')] });

function signed(body: string): Record<string, string> {
  return { 'x-signature': createHmac('sha256', secretText).update(body).digest('hex') };
}

describe('a webhook on the path of a source', () => {
  it('gets 200 with its id, and is then stored', async () => {
    const server = await startServer(aConfig([open]));
    const response = await server.post('/hooks/open', '{"a":1}');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch('application/json');
    const answer = await jsonOf(response);
    expect(answer).toEqual({ id: expect.stringMatching(/^evt_/), status: 'queued' });
    expect(await server.store.event(answer.id)).toMatchObject({ source: 'open', status: 'queued' });
  });

  it('gets no response before it is stored', async () => {
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const server = await startServer(
      aConfig([open]),
      {},
      {
        async accept(request) {
          await held.promise;
          order.push('stored');
          return request.items.map(({ id }) => ({ id, status: 'queued' as const }));
        },
      },
    );
    const answered = server.post('/hooks/open', '{}').then(() => order.push('answered'));
    held.resolve();
    await answered;
    expect(order).toEqual(['stored', 'answered']);
  });

  it.each(['1.0', '1.1'])(
    'gets a response although its sender closed its side of an HTTP/%s connection',
    async version => {
      const server = await startServer(
        aConfig([open]),
        {},
        {
          async accept(request) {
            await new Promise(done => setTimeout(done, 50));
            return request.items.map(({ id }) => ({ id, status: 'queued' as const }));
          },
        },
      );
      const bytes = `POST /hooks/open HTTP/${version}\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}`;
      expect((await sendRaw(server.url, [bytes], 'end')).status).toBe(200);
      await expect
        .poll(() => new Promise(done => server.app.server.getConnections((_error, count) => done(count))))
        .toBe(0);
    },
  );

  it('gets the id of the first one if it is a duplicate', async () => {
    const server = await startServer(aConfig([crm]));
    const body = '{"id":"d-1"}';
    const first = await jsonOf(await server.post('/in/crm', body, signed(body)));
    const second = await server.post('/in/crm', body, signed(body));
    expect(second.status).toBe(200);
    expect(await jsonOf(second)).toEqual({ id: first.id, status: 'duplicate' });
  });

  it('gets a list of ids if the source splits it, even for one event or none', async () => {
    const server = await startServer(aConfig([batch]));
    const post = async (events: unknown) =>
      jsonOf(await server.post('/hooks/batch', JSON.stringify({ events })));
    const two = await post([{ id: 1 }, { id: 2 }]);
    expect(two).toEqual({ ids: [expect.any(String), expect.any(String)], status: 'queued' });
    expect(await post([{ id: 3 }])).toEqual({ ids: [expect.any(String)], status: 'queued' });
    expect(await post([])).toEqual({ ids: [], status: 'queued' });
    expect(await post([{ id: 1 }, { id: 4 }])).toEqual({
      ids: [two.ids[0], expect.any(String)],
      status: 'queued',
    });
    expect(await post([{ id: 1 }, { id: 2 }])).toEqual({ ids: two.ids, status: 'duplicate' });
  });

  it('gets 401 without a reason if it cannot be verified, and the reason is stored', async () => {
    const server = await startServer(aConfig([crm]));
    const response = await server.post('/in/crm', '{"id":"x"}', { 'x-signature': 'wrong' });
    expect(response.status).toBe(401);
    expect(await jsonOf(response)).toEqual({ error: 'this webhook could not be verified' });
    expect(await server.store.refusals({ limit: 10 })).toMatchObject([
      { source: 'crm', status: 401, verified: false, acceptable: false },
    ]);
  });

  it('gets 400 if it cannot be read, and its body is stored', async () => {
    const server = await startServer(aConfig([open]));
    const response = await server.post('/hooks/open', '{"a":');
    expect(response.status).toBe(400);
    expect(await jsonOf(response)).toEqual({ error: expect.any(String), hint: expect.any(String) });
    expect(await server.store.refusals({ limit: 10 })).toMatchObject([
      { source: 'open', status: 400, verified: true, acceptable: true },
    ]);
  });

  it('gets 405 with Allow for every other method, never 404', async () => {
    const server = await startServer(aConfig([open]));
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'PURGE', 'QUERY']) {
      const response = await fetch(`${server.url}/hooks/open`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
      await response.arrayBuffer();
    }
    for (const path of [
      '/hooks/open/',
      '/hooks/open?a=/b',
      '/hooks/%6fpen/?',
      '/hooks/open;a',
      '/hooks//open//',
    ]) {
      const response = await fetch(server.url + path, { method: 'PUT' });
      expect([path, response.status]).toEqual([path, 405]);
    }
    for (const path of ['/hooks/other', '/hooks/%', '/hooks']) {
      const response = await fetch(server.url + path, { method: 'PUT' });
      expect([path, response.status]).toEqual([path, 404]);
    }
    expect(await server.store.refusals({ limit: 10 })).toEqual([]);
  });

  it('gets 413 if it is too large, declared or not, which is recorded', async () => {
    const server = await startServer(aConfig([open], { bodyLimit: 1000 }));
    const announced = await server.post('/hooks/open', 'x'.repeat(1001), { 'user-agent': 'a-sender' });
    expect(announced.status).toBe(413);
    expect((await jsonOf(announced)).error).toMatch('1000');
    const streamed = await fetch(`${server.url}/hooks/open`, {
      method: 'POST',
      body: new Blob(['y'.repeat(600), 'y'.repeat(600)]).stream(),
      duplex: 'half',
      headers: { authorization: 'Bearer never-kept' },
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect(await server.store.refusals({ limit: 10 })).toMatchObject([
      { status: 413, verified: false },
      { status: 413, verified: false, bytes: 1001 },
    ]);
    expect((await server.post('/hooks/open', `"${'x'.repeat(998)}"`)).status).toBe(200);
  });

  it('gets 415 for an unsupported compression', async () => {
    const server = await startServer(aConfig([open]));
    const response = await server.post('/hooks/open', '{}', { 'content-encoding': 'zstd' });
    expect(response.status).toBe(415);
  });

  it('is accepted with any content type for its body, or none', async () => {
    const server = await startServer(aConfig([aSource('open', { body: 'json' })]));
    const types = [
      '',
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'nonsense',
      'a/b; ;;',
      '\tapplication/json',
    ];
    for (const type of types) {
      const response = await server.post('/hooks/open', '{"a":1}', { 'content-type': type });
      expect([type, response.status]).toEqual([type, 200]);
    }
  });

  it('gets 503 with Retry-After below a minute if it cannot be stored', async () => {
    const server = await startServer(
      aConfig([open]),
      {},
      {
        accept: () => Promise.reject(new StoreUnavailable('the disk is full')),
      },
    );
    const response = await server.post('/hooks/open', '{}');
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThan(60);
    expect(JSON.stringify(await response.json())).not.toMatch('disk');
  });

  it('gets 503 if something unexpected fails, without details', async () => {
    const server = await startServer(
      aConfig([open]),
      {},
      {
        accept: () => Promise.reject(new TypeError('secret detail')),
      },
    );
    const response = await server.post('/hooks/open', '{}');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toMatch('secret detail');
  });

  it('gets 503 if storing takes too long', async () => {
    const held = Promise.withResolvers<never>();
    const server = await startServer(
      aConfig([open]),
      { handlerTimeoutMs: 20 },
      { accept: () => held.promise },
    );
    expect((await server.post('/hooks/open', '{}')).status).toBe(503);
    held.reject(new StoreUnavailable('late'));
  });

  it('gets 503 if a verified but unreadable body cannot be kept', async () => {
    const server = await startServer(aConfig([open]));
    server.store.refuse = () => Promise.reject(new StoreUnavailable('the disk is full'));
    expect((await server.post('/hooks/open', '{"a":')).status).toBe(503);
  });

  it('gets 503 while the process is far behind its work', async () => {
    let delay = 501;
    const server = await startServer(aConfig([open]), { loopDelayMs: () => delay });
    expect((await server.post('/hooks/open', '{}')).status).toBe(503);
    delay = 10;
    expect((await server.post('/hooks/open', '{}')).status).toBe(200);
  });

  it('gets 503 if all sources have too much in progress, and 429 if its own source has', async () => {
    const held = Promise.withResolvers<void>();
    const loadLimits = { maxBytes: 330, maxSourceBytes: 200 };
    const started = Promise.withResolvers<void>();
    const server = await startServer(
      aConfig([open, aSource('other')]),
      { loadLimits },
      {
        async accept(request) {
          started.resolve();
          await held.promise;
          return request.items.map(({ id }) => ({ id, status: 'queued' as const }));
        },
      },
    );
    const body = JSON.stringify('x'.repeat(150));
    const first = server.post('/hooks/open', body);
    await started.promise;
    const busy = await server.post('/hooks/open', body);
    expect([busy.status, Number(busy.headers.get('retry-after')) < 60]).toEqual([429, true]);
    expect((await server.post('/hooks/other', JSON.stringify('x'.repeat(190)))).status).toBe(503);
    held.resolve();
    expect((await first).status).toBe(200);
    expect((await server.post('/hooks/open', body)).status).toBe(200);
  });

  it('is accepted with a slash at the end, two slashes, a query, and a version header', async () => {
    const server = await startServer(aConfig([crm]));
    for (const path of ['/in/crm/', '//in//crm', '/in/crm//', '/in/crm?a=1&a=2', '/in/crm?%zz=%']) {
      expect([
        path,
        (await server.post(path, '{}', { ...signed('{}'), 'accept-version': '9' })).status,
      ]).toEqual([path, 200]);
    }
    const looked = await fetch(`${server.url}//in//crm`);
    expect([looked.status, looked.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is stored at a limited rate if it is forged, but always refused', async () => {
    const server = await startServer(aConfig([crm]), { clock: { now: () => 1_700_000_000_000 } });
    for (let count = 0; count < 120; count++) expect((await server.post('/in/crm', '{}')).status).toBe(401);
    expect(await server.store.refusals({ limit: 200 })).toHaveLength(100);
  });
});

describe('a path without a source', () => {
  it('gets 404 with a hint', async () => {
    const server = await startServer(aConfig([open]));
    for (const path of ['/hooks/unknown', '/', '/hooks/%zz', `/hooks/${'x'.repeat(500)}`]) {
      const response = await server.post(path, '{}');
      expect([path, response.status]).toEqual([path, 404]);
      expect(await jsonOf(response)).toEqual({ error: 'no source has this path', hint: expect.any(String) });
    }
  });
});
