import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, createClient } from '../../src/booking/http/client.ts';
import type { WireRequest } from '../../src/booking/http/reply.ts';
import { readText } from '../../src/cli/workspace.ts';
import { Secret } from '../../src/config/secret.ts';
import { openSecretFile, withSecretFiles } from '../../src/config/secrets/secret-schema.ts';
import { makeCertificate } from './made-certificate.ts';
import { certificate } from './raw-server.ts';

const authority = makeCertificate({ name: 'the company', authority: true });
const shown = makeCertificate({ name: 'localhost', issuer: authority });
const token = 'a-token-that-no-proxy-may-see';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function listen(server: Server, sockets = new Set<Socket>()): Promise<number> {
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a calendar with TLS, whose authority no client knows by default. */
async function serve(answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}') {
  const requests: string[] = [];
  const server = createTlsServer({ cert: shown.cert, key: shown.key }, socket => {
    socket.on('error', () => undefined);
    socket.on('data', chunk => {
      requests.push(String(chunk));
      if (answer === '') socket.destroy();
      else socket.write(answer);
    });
  });
  return { port: await listen(server), requests };
}

type Refuse = (head: string, socket: Socket) => boolean;

/** Starts a proxy that tunnels, unless `refuse` has handled the request. */
async function proxy(refuse: Refuse = () => false, tls = false) {
  const heads: string[] = [];
  const bytes: Buffer[] = [];
  const accept = (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', chunk => {
      heads.push(String(chunk));
      if (refuse(String(chunk), socket)) return;
      const [, host = '', port] = /^CONNECT ([^:]+):(\d+) HTTP\/1\.1\r\n/.exec(String(chunk)) ?? [];
      const onward = connectTcp(Number(port), host.replace('localhost', '127.0.0.1'), () => {
        socket.write('HTTP/1.1 200 Connection established\r\nvia: a proxy\r\n\r\n');
        socket.on('data', more => bytes.push(more));
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      socket.on('close', () => onward.destroy());
    });
  };
  const server = tls ? createTlsServer({ cert: shown.cert, key: shown.key }, accept) : createServer(accept);
  return { port: await listen(server), heads, seen: () => Buffer.concat(bytes).toString('latin1') };
}

function clientOf(port: number, way: { proxy?: string; ca?: Secret | undefined }, scheme = 'https'): Client {
  const client = createClient({
    baseUrl: `${scheme}://localhost:${port}`,
    token: new Secret(token),
    timeoutMs: 8_000,
    connections: 1,
    ...(way.proxy !== undefined && { proxy: new Secret(way.proxy) }),
    ca: 'ca' in way ? way.ca : new Secret(authority.cert),
  });
  open.push(client);
  return client;
}

const update: WireRequest = {
  method: 'POST',
  path: '/office/api/updateCustomer?id=1001',
  contentType: 'application/json',
  body: '{"note":"Window seat"}',
  token: 'query',
  freshConnection: false,
};
const booking: WireRequest = { ...update, path: '/office/api/persistCustomerData', freshConnection: true };

describe('through a proxy', () => {
  it.each([
    ['an update', update],
    ['a booking', booking],
  ])('%s reaches a calendar behind TLS, and the proxy sees nothing of it', async (_what, request) => {
    const calendar = await serve();
    const between = await proxy();
    const client = clientOf(calendar.port, { proxy: `http://bridge:pass%20word@127.0.0.1:${between.port}` });
    expect(await client.send(request)).toMatchObject({ kind: 'answered', status: 200 });
    expect(calendar.requests.join('')).toContain('Window seat');
    const credentials = Buffer.from('bridge:pass word').toString('base64');
    expect(between.heads).toEqual([
      expect.stringContaining(`CONNECT localhost:${calendar.port} HTTP/1.1\r\n`),
    ]);
    expect(between.heads[0]).toContain(`proxy-authorization: Basic ${credentials}`);
    expect(calendar.requests.join('')).not.toContain('proxy-authorization');
    expect(between.seen()).not.toBe('');
    for (const secret of [token, 'Window seat', 'office']) {
      expect(between.heads.join('') + between.seen()).not.toContain(secret);
    }
  });

  it('requests reuse a tunnel one after another', async () => {
    const calendar = await serve();
    const between = await proxy();
    const client = clientOf(calendar.port, { proxy: `http://127.0.0.1:${between.port}` });
    for (const _ of [1, 2, 3]) expect(await client.send(update)).toMatchObject({ kind: 'answered' });
    expect(between.heads.length).toBe(1);
    expect(calendar.requests.length).toBe(3);
  });

  it('with its own TLS, the certificate of the proxy is verified too', async () => {
    const calendar = await serve();
    const between = await proxy(undefined, true);
    const good = clientOf(calendar.port, { proxy: `https://localhost:${between.port}` });
    expect(await good.send(update)).toMatchObject({ kind: 'answered' });
    const strict = clientOf(calendar.port, { proxy: `https://localhost:${between.port}`, ca: undefined });
    expect(await strict.send(update)).toEqual({
      kind: 'not-sent',
      why: 'certificate',
      detail: expect.stringMatching(`UNABLE_TO_VERIFY.*, at the proxy localhost:${between.port}$`),
      code: expect.stringContaining('UNABLE_TO_VERIFY'),
      proxy: `localhost:${between.port}`,
    });
    expect(between.heads.length).toBe(1);
  });

  it.each<[string, (socket: Socket) => void, string, string]>([
    [
      '403',
      socket => socket.end('HTTP/1.1 403 No\r\ncontent-length: 4\r\n\r\nno!!'),
      'unreachable',
      '403 (it forbids this destination) to CONNECT',
    ],
    [
      '407',
      socket => socket.end('HTTP/1.1 407 Who\r\nproxy-authenticate: Basic\r\n\r\n'),
      'unreachable',
      '407 (it wants a user and a password) to CONNECT',
    ],
    ['502', socket => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'), 'unreachable', '502 to CONNECT'],
    [
      'a redirect',
      socket => socket.end('HTTP/1.1 302 Found\r\nlocation: https://elsewhere\r\n\r\n'),
      'unreachable',
      '302 to CONNECT',
    ],
    ['something that is no HTTP', socket => socket.end('SSH-2.0-OpenSSH_9\r\n'), 'unreachable', 'no HTTP'],
    ['nothing, and hangs up', socket => socket.destroy(), 'reset', 'ECONNRESET'],
  ])(
    'that responds with %s, nothing is sent, and a booking counts as not sent',
    async (_what, refuse, why, detail) => {
      const calendar = await serve();
      const between = await proxy((_head, socket) => {
        refuse(socket);
        return true;
      });
      const client = clientOf(calendar.port, { proxy: `http://me:secret-word@127.0.0.1:${between.port}` });
      for (const request of [booking, update]) {
        const reply = await client.send(request);
        expect(reply).toEqual({
          kind: 'not-sent',
          why,
          detail: `${detail}, at the proxy 127.0.0.1:${between.port}`,
          code: detail,
          proxy: `127.0.0.1:${between.port}`,
        });
      }
      expect(calendar.requests).toEqual([]);
      expect(between.heads.join('')).not.toContain(token);
    },
  );

  it('requests are authorised with any password, for any address', async () => {
    const between = await proxy((_head, socket) => {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return true;
    });
    const client = createClient({
      baseUrl: 'https://[2001:db8::7]',
      token: new Secret(token),
      timeoutMs: 8_000,
      connections: 1,
      proxy: new Secret(`http://me:100%@127.0.0.1:${between.port}`),
    });
    open.push(client);
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'unreachable' });
    expect(between.heads).toEqual([expect.stringContaining('CONNECT [2001:db8::7]:443 HTTP/1.1\r\n')]);
    expect(between.heads[0]).toContain(Buffer.from('me:100%').toString('base64'));
  });

  it('that is not running, nothing is sent', async () => {
    const client = clientOf(9, { proxy: 'http://127.0.0.1:1' });
    expect(await client.send(booking)).toEqual({
      kind: 'not-sent',
      why: 'unreachable',
      detail: 'ECONNREFUSED, at the proxy 127.0.0.1:1',
      code: 'ECONNREFUSED',
      proxy: '127.0.0.1:1',
    });
    const nameless = clientOf(9, { proxy: 'http://no-such-proxy.invalid:3128' });
    expect(await nameless.send(booking)).toMatchObject({
      kind: 'not-sent',
      why: 'unreachable',
      detail: expect.stringContaining('at the proxy no-such-proxy.invalid:3128'),
    });
  });

  it('that never responds, nothing is sent at the deadline', async () => {
    const between = await proxy(() => true);
    const client = createClient({
      baseUrl: 'https://localhost:9',
      token: new Secret(token),
      timeoutMs: 300,
      connections: 1,
      proxy: new Secret(`http://127.0.0.1:${between.port}`),
    });
    open.push(client);
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'connect-timeout' });
  });

  it('the certificate of the calendar is still verified', async () => {
    const calendar = await serve();
    const between = await proxy();
    const client = clientOf(calendar.port, { proxy: `http://127.0.0.1:${between.port}`, ca: undefined });
    expect(await client.send(booking)).toMatchObject({
      kind: 'not-sent',
      why: 'certificate',
      detail: expect.not.stringContaining('proxy'),
    });
    expect(calendar.requests).toEqual([]);
  });

  it('a request may have been sent if its response is lost', async () => {
    const calendar = await serve('');
    const between = await proxy();
    const client = clientOf(calendar.port, { proxy: `http://127.0.0.1:${between.port}` });
    expect(await client.send(booking)).toEqual({ kind: 'no-answer', why: 'closed' });
  });

  it('a calendar without TLS is reached by a tunnel too', async () => {
    const requests: string[] = [];
    const port = await listen(
      createServer(socket =>
        socket.on('data', chunk => {
          requests.push(String(chunk));
          socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
        }),
      ),
    );
    const between = await proxy();
    const client = clientOf(port, { proxy: `http://127.0.0.1:${between.port}`, ca: undefined }, 'http');
    expect(await client.send(booking)).toMatchObject({ kind: 'answered', status: 200 });
    expect(requests.length).toBe(1);
  });
});

describe("a calendar with a certificate of a company's own authority", () => {
  it('is trusted only with the authority in the config', async () => {
    const calendar = await serve();
    expect(await clientOf(calendar.port, {}).send(booking)).toMatchObject({ kind: 'answered' });
    expect(await clientOf(calendar.port, { ca: undefined }).send(booking)).toMatchObject({
      kind: 'not-sent',
      why: 'certificate',
    });
    const other = new Secret(certificate.cert.toString());
    expect(await clientOf(calendar.port, { ca: other }).send(booking)).toMatchObject({
      kind: 'not-sent',
      why: 'certificate',
    });
  });

  it('is trusted as usual, although the config names another authority', async () => {
    const usual = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(usual));
    setDefaultCACertificates([authority.cert]);
    const other = new Secret(certificate.cert.toString());
    const calendar = await serve();
    expect(await clientOf(calendar.port, { ca: other }).send(booking)).toMatchObject({ kind: 'answered' });
  });

  it('is trusted as soon as the file contains its authority, and as long as that was the last valid one', async () => {
    const file = join(tmpdir(), `fieldbridge-ca-${process.pid}.pem`);
    onTestFinished(() => rmSync(file));
    writeFileSync(file, certificate.cert);
    const opened = withSecretFiles({ folder: '/', readFile: readText }, () => openSecretFile(file));
    if (!('secret' in opened)) throw new Error(opened.reason);
    const calendar = await serve();
    const client = clientOf(calendar.port, { ca: opened.secret });
    expect(await client.send(booking)).toMatchObject({ kind: 'not-sent', why: 'certificate' });
    writeFileSync(file, `# ours\n${certificate.cert}\n${authority.cert}`);
    expect(await client.send(booking)).toMatchObject({ kind: 'answered' });
    writeFileSync(file, 'half of a fi');
    expect(await client.send(booking)).toMatchObject({ kind: 'answered' });
  });
});
