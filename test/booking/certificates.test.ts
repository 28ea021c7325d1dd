import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/booking/http/client.ts';
import type { WireRequest } from '../../src/booking/http/reply.ts';
import { Secret } from '../../src/config/secret.ts';
import { extension, type MadeCertificate, makeCertificate, sequence, tagged } from './made-certificate.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day);
const name = 'localhost';
const usualAuthorities = getCACertificates('default');
const root = makeCertificate({ name: 'trusted root', authority: true });
const good = makeCertificate({ name, issuer: root });

const servers: Server[] = [];
let requests = 0;

beforeAll(() => setDefaultCACertificates([root.cert]));
afterAll(() => setDefaultCACertificates(usualAuthorities));
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('tlsClientError', () => undefined);
  server.on('connection', socket => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a server with these certificates. It responds to every client that accepts them. */
async function serve(chain: readonly MadeCertificate[], options: TlsOptions = {}): Promise<number> {
  const [leaf] = chain;
  const cert = chain.map(each => each.cert).join('');
  const ciphers = 'DEFAULT@SECLEVEL=0';
  requests = 0;
  const server = createServer({ cert, key: leaf?.key ?? '', ciphers, ...options }, socket => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requests += 1;
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  return listen(server);
}

/** Sends a booking, which uses its own connection, and an update; returns both replies. */
async function sendBoth(port: number) {
  const client = createClient({
    baseUrl: `https://${name}:${port}`,
    token: new Secret('token'),
    timeoutMs: 10_000,
    connections: 1,
  });
  const request: Omit<WireRequest, 'freshConnection'> = {
    method: 'POST',
    path: '/office/api/updateCustomer',
    contentType: 'application/json',
    body: '{}',
    token: 'query',
  };
  try {
    return [
      await client.send({ ...request, freshConnection: true }),
      await client.send({ ...request, freshConnection: false }),
    ];
  } finally {
    await client.close();
  }
}

async function expectRefused(port: number, detail: RegExp): Promise<void> {
  for (const reply of await sendBoth(port)) {
    // Node has a code for most of these faults.
    const code = reply.kind === 'not-sent' ? reply.code : undefined;
    expect(code ?? 'NONE').toMatch(/^[A-Z][A-Z0-9_/]+$/);
    expect(reply).toEqual({
      kind: 'not-sent',
      why: 'certificate',
      detail: expect.stringMatching(detail),
      ...(code !== undefined && { code }),
    });
  }
  expect(requests).toBe(0);
}

const stranger = makeCertificate({ name: 'stranger', authority: true });
const between = makeCertificate({ name: 'between', authority: true, issuer: root });
const strange = makeCertificate({ name: 'strange', authority: true, issuer: stranger });
const outdated = makeCertificate({
  name: 'outdated',
  authority: true,
  issuer: root,
  from: at(-2),
  until: at(-1),
});
const noAuthority = makeCertificate({ name: 'no authority', issuer: root });
const last = makeCertificate({ name: 'last', authority: true, pathLength: 0, issuer: root });
const belowLast = makeCertificate({ name: 'below the last', authority: true, issuer: last });
const narrow = makeCertificate({
  name: 'narrow',
  authority: true,
  issuer: root,
  extensions: [
    extension(
      '2.5.29.30',
      sequence(tagged(0xa0, sequence(tagged(0x82, Buffer.from('example.com'))))),
      'critical',
    ),
  ],
});
const shortKey = generateKeyPairSync('rsa', { modulusLength: 1024 });

describe('a certificate is refused before anything is sent', () => {
  it.each<[string, readonly MadeCertificate[], RegExp]>([
    ['that vouches for itself', [makeCertificate({ name })], /^it is self-signed, DEPTH_ZERO/],
    [
      'of an unknown authority',
      [makeCertificate({ name, issuer: stranger })],
      /^nobody .* not sent, UNABLE_TO_VERIFY_LEAF_SIGNATURE; valid until 20/,
    ],
    [
      'without the one between it and the root',
      [makeCertificate({ name, issuer: between })],
      /UNABLE_TO_VERIFY_LEAF_SIGNATURE/,
    ],
    [
      'with an unknown root in its chain',
      [makeCertificate({ name, issuer: stranger }), stranger],
      /SELF_SIGNED_CERT_IN_CHAIN/,
    ],
    [
      'whose chain ends nowhere',
      [makeCertificate({ name, issuer: strange }), strange],
      /UNABLE_TO_GET_ISSUER_CERT/,
    ],
    [
      'that has expired',
      [makeCertificate({ name, issuer: root, from: at(-2), until: at(-1) })],
      /CERT_HAS_EXPIRED/,
    ],
    [
      'below one that has expired',
      [makeCertificate({ name, issuer: outdated }), outdated],
      /CERT_HAS_EXPIRED/,
    ],
    [
      'that is not valid yet',
      [makeCertificate({ name, issuer: root, from: at(1), until: at(2) })],
      /is the clock of this machine right\?, CERT_NOT_YET_VALID/,
    ],
    [
      'for another name',
      [makeCertificate({ name: 'example.com', issuer: root })],
      /ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
    [
      'that is meant for clients',
      [makeCertificate({ name, issuer: root, purposes: ['1.3.6.1.5.5.7.3.2'] })],
      /^it is not meant for a server, INVALID_PURPOSE/,
    ],
    [
      'below one that is no authority',
      [makeCertificate({ name, issuer: noAuthority }), noAuthority],
      /INVALID_/,
    ],
    [
      'too far below an authority',
      [makeCertificate({ name, issuer: belowLast }), belowLast, last],
      /PATH_LENGTH_EXCEEDED/,
    ],
    [
      'with a forged signature',
      [makeCertificate({ name, issuer: root, forged: true })],
      /CERT_SIGNATURE_FAILURE/,
    ],
    [
      'with a short key',
      [makeCertificate({ name, issuer: root, key: shortKey })],
      /^EE certificate key too weak/,
    ],
    [
      'signed by SHA-1',
      [makeCertificate({ name, issuer: root, digest: 'sha1' })],
      /digest algorithm too weak/,
    ],
    ['signed by MD5', [makeCertificate({ name, issuer: root, digest: 'md5' })], /digest algorithm too weak/],
    [
      'with an unknown critical extension',
      [makeCertificate({ name, issuer: root, extensions: [extension('1.2.3.4', sequence(), 'critical')] })],
      /^unhandled critical extension/,
    ],
    [
      'of an authority for other names',
      [makeCertificate({ name, issuer: narrow }), narrow],
      /^permitted subtree violation/,
    ],
  ])('%s', async (_which, chain, detail) => {
    await expectRefused(await serve(chain), detail);
  });

  it('but a valid one is accepted, with the intermediate one', async () => {
    const port = await serve([makeCertificate({ name, issuer: between }), between]);
    for (const reply of await sendBoth(port)) expect(reply).toMatchObject({ kind: 'answered', status: 200 });
    expect(requests).toBe(2);
  });
});

describe('a failed TLS negotiation is reported as a fault of certificates or TLS', () => {
  it.each<[string, TlsOptions, RegExp]>([
    [
      'because it requires a certificate in TLS 1.3, which is reported after the request',
      { requestCert: true, rejectUnauthorized: true },
      /certificate required, alert 116; it asks for a certificate of this program/,
    ],
    [
      'because it requires a certificate in TLS 1.2',
      { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' },
      /handshake failure, alert 40$/,
    ],
    [
      'because it supports only old versions',
      { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' },
      /protocol version, alert 70/,
    ],
    [
      'because no cipher is shared',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' },
      /handshake failure, alert 40/,
    ],
    ['because it supports only HTTP/2', { ALPNProtocols: ['h2'] }, /no application protocol, alert 120/],
  ])('%s', async (_why, options, detail) => {
    await expectRefused(await serve([good], options), detail);
  });

  it.each([10, 40, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 70, 71, 86, 109, 110, 112, 116, 120])(
    'after alert %i in the handshake',
    async alert => {
      await expectRefused(
        await alerting(alert),
        new RegExp(`refuses the TLS of this program: .*, alert ${alert}\\b`),
      );
    },
  );

  it.each([
    [20, 'bad_record_mac'],
    [80, 'internal_error'],
    [90, 'user_canceled'],
  ])('but not by alert %i (%s), which may pass', async alert => {
    for (const reply of await sendBoth(await alerting(alert))) {
      expect(reply).toMatchObject({ kind: 'not-sent', why: 'unreachable' });
    }
  });

  it('but not if the server hangs up after the request, which it may have read', async () => {
    const port = await serve([good], { maxVersion: 'TLSv1.2' });
    const server = servers.at(-1);
    server?.removeAllListeners('secureConnection');
    server?.on('secureConnection', socket => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.destroy());
    });
    for (const reply of await sendBoth(port)) expect(reply).toEqual({ kind: 'no-answer', why: 'closed' });
  });
});

/** Starts a server that responds to the first bytes of a client with a fatal alert. */
function alerting(alert: number): Promise<number> {
  requests = 0;
  const fatal = 2;
  const record = Buffer.of(0x15, 3, 3, 0, 2, fatal, alert);
  return listen(createTcpServer(socket => socket.once('data', () => socket.end(record))));
}
