import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aConfig, aSource } from '../a-config.ts';
import { sendRaw } from '../raw-http.ts';
import { type RunningServer, startServer } from '../running-server.ts';

const config = aConfig([aSource('open', { body: 'auto' })]);

function post(headers: string, body = ''): string {
  return `POST /hooks/open HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}`;
}

async function expectAlive(server: RunningServer): Promise<void> {
  expect((await server.post('/hooks/open', '{"still":"here"}')).status).toBe(200);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch('fieldbridge_bytes_in_flight 0');
}

describe('hostile requests', () => {
  const deep = '['.repeat(1024 * 1024 - 1);
  const requests: readonly (readonly [name: string, bytes: string])[] = [
    ['no host', 'POST /hooks/open HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}'],
    ['a content length that is no number', post('content-length: two', '{}')],
    ['a negative content length', post('content-length: -1', '{}')],
    ['a content length beyond every number', post('content-length: 99999999999999999999999', '{}')],
    ['two content lengths', post('content-length: 2\r\ncontent-length: 3', '{}')],
    [
      'a content length and chunks',
      post('content-length: 2\r\ntransfer-encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['a chunk size that is no number', post('transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a chunk size beyond every number', post('transfer-encoding: chunked', 'ffffffffffffffffff\r\n{}')],
    ['chunk extensions', post('transfer-encoding: chunked', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)],
    ['an unknown transfer encoding', post('transfer-encoding: gzip, identity', '{}')],
    ['bare line feeds', 'POST /hooks/open HTTP/1.1\nhost: x\ncontent-length: 2\n\n{}'],
    ['a folded header', post('x-a: 1\r\n 2\r\ncontent-length: 2', '{}')],
    ['a header without a name', post(': x\r\ncontent-length: 2', '{}')],
    ['headers that are too large', post(`x-a: ${'x'.repeat(100_000)}\r\ncontent-length: 2`, '{}')],
    ['thousands of headers', post(`${'a:b\r\n'.repeat(3_000)}content-length: 2`, '{}')],
    ['an unknown expectation', post('expect: miracles\r\ncontent-length: 2', '{}')],
    ['an upgrade', post('connection: upgrade\r\nupgrade: websocket\r\ncontent-length: 2', '{}')],
    ['a tab before the content type', post('content-type:\tapplication/json\t\r\ncontent-length: 2', '{}')],
    ['a content type of nonsense', post('content-type: ;;=,"\r\ncontent-length: 2', '{}')],
    [
      'two content types',
      post('content-type: text/plain\r\ncontent-type: application/json\r\ncontent-length: 2', '{}'),
    ],
    [
      'a multipart body without a boundary',
      post('content-type: multipart/form-data\r\ncontent-length: 2', '{}'),
    ],
    [
      'an unknown charset',
      post('content-type: application/json; charset=klingon\r\ncontent-length: 2', '{}'),
    ],
    ['no body at all', post('content-type: application/json')],
    ['1 MiB of nested lists', post(`content-type: application/json\r\ncontent-length: ${deep.length}`, deep)],
    ['a path of percent signs only', 'POST /hooks/%%%%% HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n'],
    [
      'a query of percent signs only',
      'POST /hooks/open?%%%=%%%&&&=== HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}',
    ],
    [
      'an absolute URL',
      'POST http://evil.example.com/hooks/open HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}',
    ],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'],
  ];

  it.each(requests)('get a response without harm: %s', async (_name, bytes) => {
    const server = await startServer(config);
    const { status, text } = await sendRaw(server.url, [Buffer.from(bytes, 'latin1')], 'end');
    expect([undefined, 200, 400, 401, 404, 405, 408, 413, 415, 417, 431, 503]).toContain(status);
    expect(text).not.toMatch(/\bat .*\.(ts|js):\d+|node_modules/);
    await expectAlive(server);
  });

  it('cannot smuggle a request behind another one', async () => {
    const server = await startServer(config);
    const smuggled = 'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"no"';
    const bytes = post('content-length: 2\r\ntransfer-encoding: chunked', `0\r\n\r\n${smuggled}`);
    expect((await sendRaw(server.url, [bytes])).status).toBe(400);
    expect((await server.store.events({})).events).toEqual([]);
  });

  it('that stop within their body release their memory', async () => {
    const server = await startServer(config);
    const half = post('content-length: 100', 'x'.repeat(50));
    expect((await sendRaw(server.url, [half], 'reset')).status).toBeUndefined();
    await sendRaw(server.url, [half], 'end');
    await sendRaw(server.url, [post('transfer-encoding: chunked', '32\r\nxxx')], 'end');
    await expect
      .poll(async () => (await fetch(`${server.url}/metrics`)).text())
      .toMatch('fieldbridge_webhooks_refused_total{source="open",reason="aborted"} 3');
    await expectAlive(server);
    expect((await server.store.events({})).events).toHaveLength(1);
  });

  it('with prototype keys change no prototype', async () => {
    const server = await startServer(config);
    for (const [body, type] of [
      ['{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', 'application/json'],
      ['__proto__[polluted]=1&constructor[prototype][polluted]=1', 'application/x-www-form-urlencoded'],
    ] as const) {
      await server.post('/hooks/open?__proto__[polluted]=1&constructor=1', body, { 'content-type': type });
    }
    await fetch(`${server.url}/api/events?__proto__=1`);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await expectAlive(server);
  });

  it('with any bytes and any content type never get 500', async () => {
    const server = await startServer(config);
    const type = fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/xml',
        'text/plain',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        '',
      ),
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code)),
        maxLength: 60,
      }),
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.json().map(text => Buffer.from(text)),
      fc
        .string({ unit: 'binary' })
        .map(text => Buffer.from(`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n--x--`)),
      fc.string().map(text => Buffer.from(`<a b="${text}">${text}</a>`)),
    );
    await fc.assert(
      fc.asyncProperty(type, body, async (contentType, bytes) => {
        const head = post(`content-type: ${contentType}\r\ncontent-length: ${bytes.length}`);
        const { status } = await sendRaw(server.url, [head, bytes]);
        expect([200, 400, 413, 415]).toContain(status);
      }),
      { numRuns: 100 },
    );
    await expectAlive(server);
  });
});
