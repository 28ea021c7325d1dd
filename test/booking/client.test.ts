import { once } from 'node:events';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from '../../src/booking/http/client.ts';
import type { Reply, WireRequest } from '../../src/booking/http/reply.ts';
import { Secret } from '../../src/config/secret.ts';
import { answering, answeringInPieces, certificate, type RawServer, rawServer } from './raw-server.ts';

const token = 'tok/en+with 16 & more=characters';
const booking: WireRequest = {
  method: 'POST',
  path: '/office/api/persistCustomerData',
  contentType: 'application/x-www-form-urlencoded',
  body: 'appointmentId=a1',
  token: 'form',
  freshConnection: true,
};
const update: WireRequest = {
  method: 'POST',
  path: '/office/api/updateCustomer?id=1001',
  contentType: 'application/json',
  body: '{"note":"n"}',
  token: 'query',
  freshConnection: false,
};
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

const open: (RawServer | Client)[] = [];
const defaultCertificates = getCACertificates('default');

afterEach(async () => {
  setDefaultCACertificates(defaultCertificates);
  for (const each of open.splice(0).reverse()) await each.close();
});

async function serve(...behaviour: Parameters<typeof rawServer>): Promise<RawServer> {
  const server = await rawServer(...behaviour);
  open.push(server);
  return server;
}

function clientFor(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl,
    token: new Secret(token),
    timeoutMs: 10_000,
    connections: 2,
    ...options,
  });
  open.push(client);
  return client;
}

async function sendTo(
  behave: Parameters<typeof rawServer>[0],
  request: WireRequest,
  options: Partial<ClientOptions> = {},
) {
  const server = await serve(behave);
  return clientFor(`http://127.0.0.1:${server.port}`, options).send(request);
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

describe('a request', () => {
  it('has the token of an update in its query, encoded, and accepts no compression', async () => {
    const server = await serve(answering(ok));
    await clientFor(`http://127.0.0.1:${server.port}/below/`).send(update);
    const [request] = server.received();
    expect(request).toContain(
      'POST /below/office/api/updateCustomer?id=1001&token=tok%2Fen%2Bwith+16+%26+more%3Dcharacters HTTP/1.1\r\n',
    );
    expect(request).toContain('accept-encoding: identity\r\n');
    expect(request).toContain('content-type: application/json\r\n');
    expect(request?.endsWith('\r\n\r\n{"note":"n"}')).toBe(true);
  });

  it('has the token of a booking in its form and never in its URL', async () => {
    const server = await serve(answering(ok));
    await clientFor(`http://127.0.0.1:${server.port}`).send(booking);
    const [request] = server.received();
    expect(request).toMatch(/^POST \/office\/api\/persistCustomerData HTTP\/1\.1\r\n/);
    const body = new URLSearchParams(request?.slice(request.indexOf('\r\n\r\n') + 4));
    expect([...body]).toEqual([
      ['token', token],
      ['appointmentId', 'a1'],
    ]);
  });

  it('uses the current token', async () => {
    let current = 'first';
    const server = await serve(answering(ok));
    const client = clientFor(`http://127.0.0.1:${server.port}`, { token: new Secret(() => current) });
    await client.send(update);
    current = 'second';
    await client.send(update);
    expect(server.received().join('')).toMatch(/token=first .*token=second /s);
  });

  it('is not sent if the token cannot be read', async () => {
    const server = await serve(answering(ok));
    const client = clientFor(`http://127.0.0.1:${server.port}`, {
      token: new Secret(() => {
        throw new Error('no such file');
      }),
    });
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'unreachable' });
    expect(server.connections()).toBe(0);
  });

  it('shares its connection if it is an update; each booking has its own, which is closed afterwards', async () => {
    const server = await serve(answering(ok));
    const client = clientFor(`http://127.0.0.1:${server.port}`, { connections: 1 });
    await client.send(update);
    await client.send(update);
    expect(server.connections()).toBe(1);
    await client.send(booking);
    await client.send(booking);
    expect(server.connections()).toBe(3);
    expect(server.received()[1]).toContain('connection: close\r\n');
  });
});

describe('a response', () => {
  it('has its status, its body and the relevant headers', async () => {
    const reply = await sendTo(
      answering(
        'HTTP/1.1 503 Off\r\nretry-after: 7\r\nlocation: http://x/\r\ndate: Mon, 02 Mar 2026 10:00:00 GMT\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nbusy',
      ),
      update,
    );
    expect(reply).toMatchObject({
      kind: 'answered',
      status: 503,
      headers: {
        retryAfter: '7',
        location: 'http://x/',
        date: 'Mon, 02 Mar 2026 10:00:00 GMT',
        contentType: 'text/plain',
      },
    });
    expect(reply.kind === 'answered' && Buffer.from(reply.body).toString()).toBe('busy');
  });

  it('is returned, not followed, if it redirects', async () => {
    const other = await serve(answering(ok));
    const redirect = `HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:${other.port}/\r\ncontent-length: 0\r\n\r\n`;
    expect(await sendTo(answering(redirect), booking)).toMatchObject({ kind: 'answered', status: 307 });
    expect(other.connections()).toBe(0);
  });

  it('is the final one, not an early hint', async () => {
    const reply = await sendTo(answering(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${ok}`), update);
    expect(reply).toMatchObject({ kind: 'answered', status: 200 });
  });

  it.each([
    ['in one piece', 1024],
    ['byte by byte', 1],
  ])('after an unrequested 100 Continue is the final one, %s', async (_how, bytes) => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Go on\r\nx: y\r\n\r\n';
    const server = await serve(answeringInPieces(interim + ok, bytes));
    const client = clientFor(`http://127.0.0.1:${server.port}`, { connections: 1 });
    for (const request of [update, update, booking]) {
      const reply = await client.send(request);
      expect(reply).toMatchObject({ kind: 'answered', status: 200 });
      expect(reply.kind === 'answered' && Buffer.from(reply.body).toString()).toBe('{}');
    }
    expect(server.connections()).toBe(2);
  });

  it('is missing if only a 100 Continue arrives', async () => {
    const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
    expect(await sendTo(answering(interim, 'end'), booking)).toEqual({ kind: 'no-answer', why: 'closed' });
    expect(await sendTo(answering(interim.slice(0, 7), 'end'), booking)).toEqual({
      kind: 'no-answer',
      why: 'closed',
    });
    expect(await sendTo(answering(interim), booking, { timeoutMs: 1_500 })).toEqual({
      kind: 'no-answer',
      why: 'timeout',
    });
  });

  it('has no token if it repeats the URL of the request', async () => {
    const page = `oops at /office/api/updateCustomer?id=1&token=${encodeURIComponent(token)} and ${token}!`;
    const reply = await sendTo(
      answering(`HTTP/1.1 400 Bad\r\ncontent-length: ${page.length}\r\n\r\n${page}`),
      update,
    );
    expect(reply.kind === 'answered' && Buffer.from(reply.body).toString()).toBe(
      'oops at /office/api/updateCustomer?id=1&token=[secret] and [secret]!',
    );
  });

  it('counts as complete if it has no length and its connection ends; its reader must notice a cut', async () => {
    const reply = await sendTo(answering('HTTP/1.1 200 OK\r\n\r\n{"result":"O', 'end'), booking);
    expect(reply).toMatchObject({ kind: 'answered', status: 200 });
  });
});

describe('a response that is compressed although the request did not accept it', () => {
  const json = JSON.stringify({ id: 1001, changes: [{ name: 'note', originalValue: '', newValue: 'Zoë' }] });
  const whole = (coding: string, body: Uint8Array) =>
    Buffer.concat([
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`),
      body,
    ]);

  it.each([
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['identity', Buffer.from(json)],
    ['gzip', Buffer.from(json)],
  ])('by %s is unpacked', async (coding, body) => {
    for (const request of [booking, update]) {
      const reply = await sendTo(answering(whole(coding, body)), request);
      expect(reply).toMatchObject({ kind: 'answered', status: 200 });
      expect('body' in reply && Buffer.from(reply.body ?? '').toString()).toBe(json);
    }
  });

  it('names the coding if it is not supported', async () => {
    const reply = await sendTo(answering(whole('compress', Buffer.from(json))), update);
    expect(reply).toMatchObject({ kind: 'answered', headers: { coding: 'compress' } });
  });

  it('is broken if it is damaged, cut off or too large', async () => {
    const packed = gzipSync(json);
    const cut = whole('gzip', packed.subarray(0, packed.length - 9));
    expect(await sendTo(answering(cut), update)).toMatchObject({
      kind: 'broken',
      status: 200,
      why: 'not-unpacked',
      headers: { coding: 'gzip' },
    });
    const bomb = whole('gzip', gzipSync(Buffer.alloc(8 * 1024 * 1024, 0x20)));
    expect(await sendTo(answering(bomb), update)).toMatchObject({ kind: 'broken', why: 'too-large' });
    const late = whole('gzip', packed).subarray(0, -9);
    expect(await sendTo(answering(late), update, { timeoutMs: 1_500 })).toMatchObject({
      kind: 'broken',
      why: 'stalled',
    });
  });
});

describe('a response that breaks off', () => {
  it.each<[string, string, 'end' | 'reset']>([
    ['by a close inside the length', 'HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"result":', 'end'],
    ['by a close inside a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{"res', 'end'],
    ['by nonsense between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"res', 'end'],
  ])('%s is broken', async (_how, bytes, end) => {
    expect(await sendTo(answering(bytes, end), booking)).toMatchObject({
      kind: 'broken',
      status: 200,
      why: 'cut',
    });
    expect(await sendTo(answering(bytes, end), update)).toMatchObject({
      kind: 'broken',
      status: 200,
      why: 'cut',
    });
  });

  it('is broken at the deadline if it stalls', async () => {
    const bytes = 'HTTP/1.1 400 Bad\r\ncontent-length: 90\r\n\r\n{"error":';
    for (const request of [booking, update]) {
      expect(await sendTo(answering(bytes), request, { timeoutMs: 1_500 })).toMatchObject({
        kind: 'broken',
        status: 400,
        why: 'stalled',
      });
    }
  });

  it('is broken if it is too large', async () => {
    const short: WireRequest = { ...update, body: '{}' };
    const repeated = 18 * 2;
    const bytes = `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(3000 + repeated)}`;
    expect(await sendTo(answering(bytes), short, { maxAnswerBytes: 2999 })).toMatchObject({
      kind: 'broken',
      status: 200,
      why: 'too-large',
    });
    const whole = `HTTP/1.1 200 OK\r\ncontent-length: ${3000 + repeated}\r\n\r\n${'x'.repeat(3000 + repeated)}`;
    expect(await sendTo(answering(whole), short, { maxAnswerBytes: 3000 })).toMatchObject({
      kind: 'answered',
    });
  });

  it('is complete if it repeats a long note as sent, before and after, in the longest notation', async () => {
    const note = '<'.repeat(300_000);
    const written = `"${'\\u003c'.repeat(note.length)}"`;
    const json = `{"id":1001,"note":${written},"changes":[{"name":"note","originalValue":${written},"newValue":${written}}]}`;
    const bytes = `HTTP/1.1 200 OK\r\ncontent-length: ${json.length}\r\n\r\n${json}`;
    const reply = await sendTo(answering(bytes), { ...update, body: JSON.stringify({ note }) });
    expect(reply).toMatchObject({ kind: 'answered', status: 200 });
  });
});

describe('no response on an established connection', () => {
  it.each<[string, Parameters<typeof rawServer>[0]]>([
    ['closed as soon as it was accepted', socket => socket.end()],
    ['closed after the request', answering('', 'end')],
    ['reset after the request', answering('', 'reset')],
    ['closed inside the status line', answering('HTTP/1.', 'end')],
  ])('%s is never taken as not sent', async (_how, behave) => {
    expect(await sendTo(behave, booking)).toEqual({ kind: 'no-answer', why: 'closed' });
    expect(await sendTo(behave, update)).toEqual({ kind: 'no-answer', why: 'closed' });
  });

  it('is a timeout after the deadline', async () => {
    for (const request of [booking, update]) {
      expect(await sendTo(() => undefined, request, { timeoutMs: 1_500 })).toEqual({
        kind: 'no-answer',
        why: 'timeout',
      });
    }
  });

  it('is reported as not HTTP', async () => {
    const nonsense = await sendTo(
      answering(`SSH-2.0-nonsense token=${token} ${'x'.repeat(300)}\r\n`),
      booking,
    );
    const { body, ...kind } = nonsense as Extract<Reply, { kind: 'not-http' }>;
    expect(kind).toEqual({ kind: 'not-http' });
    expect(String(Buffer.from(body ?? []))).toMatch(/SH-2\.0-nonsense token=\[secret\] x+$/);
    expect(body?.length).toBeLessThanOrEqual(200);
    const huge = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(80_000)}\r\n\r\n`;
    expect(await sendTo(answering(huge), booking)).toEqual({ kind: 'not-http' });
    for (const head of ['HTTP/1.1 099 X\r\nx: y', 'HTTP/1.1 200 OK\r\ncontent-length: 2']) {
      const bytes = `${head}\r\ncontent-length: 3\r\n\r\n{}`;
      expect(await sendTo(answering(bytes), booking)).toEqual({ kind: 'not-http' });
    }
  });

  it('never counts as not sent on a reused connection that the server closed when the request arrived', async () => {
    const server = await serve(socket => {
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write(ok);
        else socket.resetAndDestroy();
      });
    });
    const client = clientFor(`http://127.0.0.1:${server.port}`, { connections: 1 });
    expect(await client.send(update)).toMatchObject({ kind: 'answered' });
    expect(await client.send(update)).toEqual({ kind: 'no-answer', why: 'closed' });
    expect(server.connections()).toBe(1);
  });
});

describe('no connection', () => {
  it('to a closed port means not sent', async () => {
    const client = clientFor(`http://127.0.0.1:${await closedPort()}`);
    for (const request of [booking, update]) {
      expect(await client.send(request)).toEqual({
        kind: 'not-sent',
        why: 'unreachable',
        detail: 'ECONNREFUSED',
        code: 'ECONNREFUSED',
      });
    }
  });

  it('to an unknown name means not sent', async () => {
    const reply = await clientFor('http://no-such-name.invalid').send(booking);
    expect(reply).toMatchObject({ kind: 'not-sent', why: 'dns' });
  });

  it('within the deadline means not sent, if the peer never completes TLS', async () => {
    const server = await serve(() => undefined);
    const client = clientFor(`https://localhost:${server.port}`, { timeoutMs: 300 });
    for (const request of [booking, update]) {
      expect(await client.send(request)).toMatchObject({ kind: 'not-sent', why: 'connect-timeout' });
    }
  });

  it('within five seconds means not sent, although the deadline is later', async () => {
    const server = await serve(() => undefined);
    const client = clientFor(`https://localhost:${server.port}`, { timeoutMs: 60_000 });
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'connect-timeout' });
  });

  it('means not sent, if the peer resets it during TLS', async () => {
    const server = await serve(socket => {
      socket.once('data', () => socket.resetAndDestroy());
    });
    const client = clientFor(`https://localhost:${server.port}`);
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'reset' });
  });

  it('means not sent, if the peer does not use TLS', async () => {
    const server = await serve(socket => socket.write(ok));
    const client = clientFor(`https://localhost:${server.port}`);
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'unreachable' });
  });

  it('means not sent, if all connections are in use until the deadline', async () => {
    const answer = answering(ok);
    let answers = false;
    const server = await serve(socket => {
      if (answers) answer(socket);
    });
    const client = clientFor(`http://127.0.0.1:${server.port}`, { connections: 1, timeoutMs: 2_000 });
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => client.send(update)));
    expect(first).toEqual({ kind: 'no-answer', why: 'timeout' });
    const waited = others.filter(each => each.kind === 'not-sent');
    expect(new Set(waited.map(each => each.why))).toEqual(new Set(['connect-timeout']));
    // All deadlines end together. When the first request returns its connection, another one may still get it.
    expect(waited.length).toBeGreaterThan(6);
    // A refused request is not sent later either, when a connection is available again.
    answers = true;
    expect(await client.send(update)).toMatchObject({ kind: 'answered' });
    const sent = server.received().join('').match(/POST/g) ?? [];
    expect(sent.length).toBeLessThanOrEqual(10 - waited.length + 1);
  });
});

describe('a process that is suspended while it connects', () => {
  it.each([
    ['a booking', booking],
    ['an update', update],
  ])('does not send %s when that may not be on its way any more', async (_what, request) => {
    const server = await serve(answering(ok));
    const client = clientFor(`http://127.0.0.1:${server.port}`, { timeoutMs: 1_500 });
    const reply = client.send(request);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_800);
    expect(await reply).toMatchObject({ kind: 'not-sent', why: 'connect-timeout' });
    expect(await client.send(request)).toMatchObject({ kind: 'answered' });
    expect(server.received().join('').match(/POST/g)).toHaveLength(1);
  });
});

describe('a certificate', () => {
  it('is refused before anything is sent if no known authority signed it', async () => {
    const server = await serve(answering(ok), { tls: true });
    const client = clientFor(`https://localhost:${server.port}`);
    for (const request of [booking, update]) {
      expect(await client.send(request)).toEqual({
        kind: 'not-sent',
        why: 'certificate',
        detail: 'it is self-signed, DEPTH_ZERO_SELF_SIGNED_CERT; valid until 2126-10-28T09:28:21.000Z',
        code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
    }
    expect(server.received().join('')).toBe('');
  });

  it('is refused before anything is sent if it is for another name', async () => {
    setDefaultCACertificates([certificate.cert.toString()]);
    const server = await serve(answering(ok), { tls: true });
    const client = clientFor(`https://127.0.0.1:${server.port}`);
    for (const request of [booking, update]) {
      expect(await client.send(request)).toEqual({
        kind: 'not-sent',
        why: 'certificate',
        detail: 'it is for another name, ERR_TLS_CERT_ALTNAME_INVALID; valid until 2126-10-28T09:28:21.000Z',
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      });
    }
  });

  it('lets the request pass if it is valid', async () => {
    setDefaultCACertificates([certificate.cert.toString()]);
    const server = await serve(answering(ok), { tls: true });
    const client = clientFor(`https://localhost:${server.port}`);
    for (const request of [booking, update]) {
      expect(await client.send(request)).toMatchObject({ kind: 'answered', status: 200 });
    }
  });

  it('is verified although the environment disables that', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const server = await serve(answering(ok), { tls: true });
      const client = clientFor(`https://localhost:${server.port}`);
      expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'certificate' });
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });
});

describe('disconnecting', () => {
  it('completes requests in flight, and uses a new connection for later ones', async () => {
    const server = await serve(answering(ok));
    const client = clientFor(`http://127.0.0.1:${server.port}`, { connections: 1 });
    const before = client.send(update);
    await client.disconnect();
    expect(await before).toMatchObject({ kind: 'answered' });
    expect(await client.send(update)).toMatchObject({ kind: 'answered' });
    expect(server.connections()).toBe(2);
  });
});

describe('closing', () => {
  it('waits for requests in flight, and sends nothing afterwards', async () => {
    const server = await serve(answering(ok));
    const client = clientFor(`http://127.0.0.1:${server.port}`);
    const underWay = [client.send(booking), client.send(update)];
    await client.close();
    expect((await Promise.all(underWay)).map(reply => reply.kind)).toEqual(['answered', 'answered']);
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'shutdown' });
    expect(server.connections()).toBe(2);
  });
});
