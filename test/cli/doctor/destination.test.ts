import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../../booking/made-certificate.ts';
import { folderWith, openSandbox } from '../command-line.ts';
import { examine, findings, folderOf, secrets, shiftClock } from './scene.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day);
const root = makeCertificate({ name: 'an authority of our own', authority: true });

const answerWell: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('[]');
};

async function listen(server: ReturnType<typeof createServer | typeof createSecureServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function secure(...chain: readonly MadeCertificate[]): Promise<string> {
  const cert = chain.map(each => each.cert).join('');
  const port = await listen(createSecureServer({ cert, key: chain[0]?.key ?? '' }, answerWell));
  return `https://localhost:${port}`;
}

async function plain(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}`;
}

/** Returns the findings of doctor about a destination at this address. */
const of = (url: string, env = {}, destination = '') =>
  findings(folderOf({ url, destination }), { env: { ...secrets, ...env } });

describe('doctor reports about the certificate of a destination', () => {
  it.each([
    ['self-signed', () => [makeCertificate({ name: 'localhost' })], /it is self-signed/],
    [
      'expired',
      () => [makeCertificate({ name: 'localhost', issuer: root, from: at(-9), until: at(-1) })],
      /it has expired, or one above it has, CERT_HAS_EXPIRED; valid until \d{4}-/,
    ],
    [
      'for another name',
      () => [makeCertificate({ name: 'other.example', issuer: root })],
      /it is for another name/,
    ],
    [
      'not valid yet',
      () => [makeCertificate({ name: 'localhost', issuer: root, from: at(1), until: at(9) })],
      /is the clock of this machine right\?/,
    ],
  ])('%s: it is invalid, and no request is sent', async (_, chain, words) => {
    const authorities = join(folderWith({ 'root.pem': root.cert }), 'root.pem');
    const found = await of(await secure(...chain()), { NODE_EXTRA_CA_CERTS: authorities });
    expect(found.status).toBe(1);
    expect(found.troubles()).toEqual(['wrong: certificate']);
    expect(found.one('certificate').says).toMatch(words);
    expect(found.one('connection').status).toBe('well');
    expect(found.one('token').status).toBe('skipped');
  });

  it('that no known authority signed it, and how to trust its authority', async () => {
    const url = await secure(makeCertificate({ name: 'localhost', issuer: root, until: at(90) }));
    const found = await of(url);
    expect(found.one('certificate')).toMatchObject({
      status: 'wrong',
      next: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    const authorities = join(folderWith({ 'root.pem': root.cert }), 'root.pem');
    const trusted = await of(url, { NODE_EXTRA_CA_CERTS: authorities, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(trusted.one('certificate')).toMatchObject({
      status: 'well',
      says: expect.stringMatching(/valid until \d{4}-.* \(TLSv1\.3\)$/),
    });
    expect(trusted.one('authorities').status).toBe('well');
    expect(trusted.troubles()).toEqual(['warning: certificates']);
    // The variable that disables verification has no effect.
    const unverified = await of(url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(unverified.one('certificate').status).toBe('wrong');
  });

  it('that it expires soon: a warning', async () => {
    const authorities = join(folderWith({ 'root.pem': root.cert }), 'root.pem');
    const url = await secure(makeCertificate({ name: 'localhost', issuer: root, until: at(3) }));
    const found = await of(url, { NODE_EXTRA_CA_CERTS: authorities });
    expect([found.status, found.troubles()]).toEqual([0, ['warning: certificate']]);
  });

  it('an address without TLS on another machine: a warning', async () => {
    const url = `http://[::ffff:127.0.0.1]:${new URL(await plain(answerWell)).port}`;
    const found = await of(url, {}, ', allowHttp: true');
    expect(found.one('certificate')).toMatchObject({
      status: 'warning',
      says: 'none, since its address begins with http: the token is sent unencrypted',
    });
  });
});

describe('doctor reports why a destination does not respond', () => {
  it('a name that does not resolve', async () => {
    const found = await of('https://calendar.invalid');
    expect(found.status).toBe(1);
    expect(found.one('name')).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(/^the name of the destination cannot be resolved \(calendar\.invalid: E/),
      next: expect.stringContaining('baseUrl'),
    });
    expect(found.one('connection').status).toBe('skipped');
  });

  it('a port that is closed', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise(done => server.close(done));
    const found = await of(`http://127.0.0.1:${port}`);
    expect(found.one('connection')).toMatchObject({
      status: 'wrong',
      says: 'the destination cannot be reached (ECONNREFUSED)',
    });
  });

  it('a firewall that drops packets: some ten seconds at most for all checks', async () => {
    const silent = createTcpServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const answersNot = (silent.address() as AddressInfo).port;
    const takesNothing = await fullPort();
    const folder = folderOf({
      url: `http://127.0.0.1:${takesNothing}`,
      server: `, publicUrl: "http://127.0.0.1:${answersNot}"`,
    });
    const more = `  other: {baseUrl: "http://127.0.0.1:${answersNot}", token: "a-token-of-the-other-one"}\n`;
    const file = join(folder, 'config.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('sources:', `${more}sources:`));
    const found = await findings(folder, { env: secrets });
    expect(found.tookMs).toBeLessThan(60_000);
    expect(found.status).toBe(1);
    const [salon, other] = found.all('connection');
    expect(salon).toMatchObject({
      status: 'wrong',
      says: expect.stringContaining('connecting to the destination took too long'),
    });
    expect(other).toMatchObject({ status: 'well' });
    expect(found.one('answer')).toMatchObject({
      group: 'destination other',
      status: 'wrong',
      says: expect.stringMatching(/^sent, but no response came in time \(.* s; a bridge waits longer\)$/),
    });
    expect(found.one('publicUrl')).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('no response in time'),
    });
    expect(found.one('integrity')).toBeDefined();
  });

  it('a name server that does not respond: it does not wait for it', async () => {
    const folder = folderOf({ url: 'https://calendar.example' }, { 'resolv.conf': 'nameserver 127.0.0.1\n' });
    const silent = `require("dgram").createSocket("udp4").bind(53, "127.0.0.1")`;
    const line =
      `ip link set lo up && mount --bind ${folder}/resolv.conf /etc/resolv.conf && ` +
      `{ ${process.execPath} -e '${silent}' & trap "kill $!" EXIT; sleep 0.5; "$@"; }`;
    const found = await findings(folder, {
      env: secrets,
      through: ['unshare', '-rnm', 'sh', '-c', line, 'sh'],
    });
    expect(found.one('name')).toMatchObject({
      status: 'wrong',
      says: expect.stringContaining('no answer in 2.5 s'),
    });
    expect(found.tookMs).toBeLessThan(60_000);
  });
});

describe('doctor reports about the response of a destination', () => {
  it('a token that is refused, with HTTP 200', async () => {
    const sandbox = await openSandbox();
    const found = await of(sandbox.url);
    expect(found.status).toBe(1);
    expect(found.troubles()).toEqual(['wrong: token']);
    expect(found.one('token')).toMatchObject({
      says: 'the token is refused: it is missing, wrong or expired',
      next: 'set a new one in destinations.salon.token of the config; a secret file is read again automatically, otherwise restart the bridge',
    });
    expect(found.report.summary).toMatch(/^1 wrong, .*\. Begin with destination salon: token\.$/);
  });

  it.each([
    [
      'a page',
      200,
      '<html><title>Welcome to our shop</title>',
      /a page or a text came instead of a response of the API \("Welcome to our shop"\)/,
    ],
    ['an error', 500, 'broken', /HTTP 500/],
    ['nothing at this path', 404, '{}', /HTTP 404/],
  ])('%s', async (_, status, body, words) => {
    const found = await of(
      await plain((_request, response) => {
        response.statusCode = status;
        response.end(body);
      }),
    );
    expect(found.one('answer')).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(words),
      next: expect.any(String),
    });
    expect(found.one('token').status).toBe('skipped');
    expect(found.one('clock').status).toBe('well');
  });

  it('that the clock of this machine is wrong', async () => {
    const clock = join(folderWith({ clock: '3600000' }), 'clock');
    const env = { CLOCK_FILE: clock, NODE_OPTIONS: `--import ${shiftClock}` };
    const found = await of(await plain(answerWell), env);
    expect(found.one('clock')).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(/^the clock of this machine is (60|59) minutes ahead of that of salon$/),
      next: expect.stringContaining('time server'),
    });
  });

  it('that it is slow', async () => {
    const found = await of(
      await plain((request, response) => void setTimeout(() => answerWell(request, response), 400)),
      {},
      ', limits: {timeout: 600ms}',
    );
    expect(found.one('latency')).toMatchObject({
      status: 'warning',
      says: expect.stringMatching(/^it responded in \d+ ms, of 0\.6 s/),
    });
  });

  it.each([
    ['de', 'well', /^de: it names every field like the account's default language$/],
    ['en', 'well', /^en: it names \d+ fields differently from the account's default language$/],
    ['dee', 'warning', /^"dee" is not a language$/],
  ])('the effect of the locale %s', async (locale, status, words) => {
    const sandbox = await openSandbox();
    const found = await of(sandbox.url, { SALON_TOKEN: sandbox.tokens.mitte }, `, locale: ${locale}`);
    expect(found.one('locale')).toMatchObject({ status, says: expect.stringMatching(words) });
  });
});

describe('the environment of a destination', () => {
  it('names a proxy, which is shown without its password', async () => {
    const proxy = 'http://me:a-pass-word@127.0.0.1:9';
    const found = await of(await plain(answerWell), { HTTPS_PROXY: proxy, http_proxy: proxy });
    // The proxy is used for https: only.
    expect(found.one('token').status).toBe('well');
    expect(found.one('proxy')).toMatchObject({
      status: 'well',
      says: expect.stringMatching(/^HTTPS_PROXY names 127\.0\.0\.1:9: it is used for https: destinations/),
    });
    expect(found.out).not.toContain('a-pass-word');
  });

  it('names a proxy that does not respond: nothing is sent directly, unless NO_PROXY allows it', async () => {
    const authorities = join(folderWith({ 'root.pem': root.cert }), 'root.pem');
    const url = await secure(makeCertificate({ name: 'localhost', issuer: root, until: at(90) }));
    const env = { HTTPS_PROXY: 'http://me:a-pass-word@127.0.0.1:9', NODE_EXTRA_CA_CERTS: authorities };
    const found = await of(url, env);
    expect(found.one('name')).toMatchObject({
      status: 'skipped',
      says: 'the proxy 127.0.0.1:9 looks localhost up',
    });
    expect(found.one('connection')).toMatchObject({
      status: 'wrong',
      says: expect.stringContaining('at the proxy 127.0.0.1:9'),
      next: expect.stringContaining('check HTTPS_PROXY, or `proxy` of the destination'),
    });
    expect(found.out).not.toContain('a-pass-word');
    expect((await of(url, { ...env, NO_PROXY: 'localhost' })).one('token').status).toBe('well');
  });

  it('names a proxy in an unused variable', async () => {
    const url = await plain(answerWell);
    const others = await of(url, { ALL_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' });
    expect(others.one('proxy')).toMatchObject({
      status: 'warning',
      says: 'http_proxy, ALL_PROXY are ignored: only HTTPS_PROXY counts, and `proxy` of a destination',
    });
    const unusable = await of(url, { https_proxy: 'socks5://127.0.0.1:9' });
    expect(unusable.one('proxy')).toMatchObject({
      status: 'warning',
      says: 'https_proxy is ignored: it is not the URL of a proxy',
    });
  });

  it('does not log requests', async () => {
    const { one, status } = await of(await plain(answerWell), { NODE_DEBUG: 'undici' });
    expect([one('NODE_DEBUG').status, status]).toEqual(['wrong', 1]);
  });

  it('names readable authorities', async () => {
    const { one } = await of(await plain(answerWell), { NODE_EXTRA_CA_CERTS: '/nowhere/root.pem' });
    expect(one('authorities')).toMatchObject({ status: 'wrong', says: expect.stringContaining('(ENOENT)') });
  });

  it('allows enough open files', async () => {
    const folder = folderOf({ url: await plain(answerWell) });
    const found = await examine(folder, {
      env: secrets,
      through: ['sh', '-c', 'ulimit -n 512 && exec "$@"', 'sh'],
    });
    expect(found.out).toMatch(/warning +open files +512 at most, and many senders at once need 1,536/);
  });
});

/** Returns a port at which every connection hangs, as behind a firewall that drops packets. */
async function fullPort(): Promise<number> {
  const server = `require('net').createServer().listen({port: 0, host: '127.0.0.1', backlog: 1}, function () {
    console.log(this.address().port);
  })`;
  const child = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const sockets = Array.from({ length: 8 }, () =>
    connect(Number(printed), '127.0.0.1').on('error', () => {}),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  });
  await new Promise(done => setTimeout(done, 300));
  return Number(printed);
}
