import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../booking/made-certificate.ts';
import { reverseProxy, send } from '../server/edge/reverse-proxy.ts';
import { startDestination } from './destination.ts';
import { freePort, mappingsOf, startProgram } from './program.ts';

const authority = makeCertificate({ name: 'the company', authority: true });
const calendar = makeCertificate({ name: 'localhost', issuer: authority });
const door = makeCertificate({ name: 'hooks.example.com' });

async function listen(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections?.();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a destination with TLS, whose certificate is from a company's own authority. */
async function startCalendar() {
  const truth = await startDestination({ delayMs: () => 0 });
  onTestFinished(() => truth.close());
  const front = createTlsServer({ cert: calendar.cert, key: calendar.key }, (incoming, answer) => {
    const { method, headers, url = '' } = incoming;
    const onward = request(new URL(url, truth.url), { method, headers }, reply => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    incoming.pipe(onward);
  });
  return { truth, port: await listen(front) };
}

/** Starts a company's proxy, which tunnels for clients with the password. */
async function startTunnelProxy(password: string) {
  const requests: string[] = [];
  const server = createServer((_request, answer) => answer.writeHead(405).end());
  server.on('connect', (incoming, socket) => {
    requests.push(incoming.url ?? '');
    socket.on('error', () => undefined);
    const given = incoming.headers['proxy-authorization'] ?? '';
    if (given !== `Basic ${Buffer.from(`bridge:${password}`).toString('base64')}`) {
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
    }
    const onward = connect(Number(incoming.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    return undefined;
  });
  return { requests, port: await listen(server) };
}

async function startBridge(calendarPort: number, env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-edge-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port, adminPort] = [await freePort(), await freePort()];
  writeFileSync(
    join(folder, 'config.yaml'),
    `server:
  port: ${port}
  trustProxy: [127.0.0.3]
  basePath: /bridge
  tls: {cert: {file: tls.crt}, key: {file: tls.key}}
store: sqlite:bridge.db
destinations:
  salon:
    baseUrl: https://localhost:${calendarPort}
    token: a-token-of-the-salon
    ca: {file: corporate-ca.pem}
    catalog: {refresh: 200ms}
sources:
  form:
    verify: {type: none}
    limits: {from: [127.0.0.2]}
    respond: outcome
admin: {token: an-admin-token-of-some-length, listen: "127.0.0.1:${adminPort}"}
`,
  );
  writeFileSync(join(folder, 'tls.crt'), door.cert);
  writeFileSync(join(folder, 'tls.key'), door.key);
  writeFileSync(join(folder, 'corporate-ca.pem'), authority.cert);
  mkdirSync(mappingsOf(folder));
  writeFileSync(
    join(mappingsOf(folder), 'notes.yaml'),
    'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: customer, note: note}\n',
  );
  const running = await startProgram({ config: join(folder, 'config.yaml'), port: adminPort, env });
  onTestFinished(async () => void (await running.end('SIGKILL')));
  return { running, url: `https://127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${adminPort}` };
}

const note = gzipSync('{"customer":1001,"note":"Window seat"}');
const wish = {
  headers: { 'content-encoding': 'gzip', host: 'hooks.example.com' },
  body: note,
  ca: door.cert,
  servername: 'hooks.example.com',
};

it('runs between two proxies: TLS, a prefix, addresses and gzip in front, a tunnel to the calendar', async () => {
  const { truth, port } = await startCalendar();
  const password = 'pass-word-of-the-proxy';
  const tunnel = await startTunnelProxy(password);
  const { running, url, adminUrl } = await startBridge(port, {
    HTTPS_PROXY: `http://bridge:${password}@127.0.0.1:${tunnel.port}`,
    NO_PROXY: '',
  });
  const proxy = await reverseProxy(url, { from: '127.0.0.3', prefix: '/bridge', tls: door });
  const taken = await send(`${proxy}/bridge/hooks/form`, { ...wish, from: '127.0.0.2' });
  expect([taken.status, taken.body]).toEqual([200, expect.stringContaining('"delivered"')]);
  expect(truth.notes.get('1001')).toEqual(['Window seat']);
  expect(new Set(tunnel.requests)).toEqual(new Set([`localhost:${port}`]));

  const forged = { ...wish, headers: { ...wish.headers, 'x-forwarded-for': '127.0.0.2' } };
  expect((await send(`${proxy}/bridge/hooks/form`, { ...forged, from: '127.0.0.9' })).status).toBe(403);
  expect((await send(`${url}/hooks/form`, { ...forged, from: '127.0.0.9' })).status).toBe(403);
  const authorization = 'Bearer an-admin-token-of-some-length';
  const { refusals } = JSON.parse(
    (await send(`${adminUrl}/api/refusals`, { method: 'GET', headers: { authorization } })).body,
  );
  expect(refusals.map((each: { address: string }) => each.address)).toEqual(['127.0.0.9', '127.0.0.9']);
  expect(running.output()).toContain('"address":"127.0.0.9"');
  expect(running.output()).not.toContain(password);
});

it('reports at once that the proxy refuses the password, sends nothing, and continues without it with NO_PROXY', async () => {
  const { truth, port } = await startCalendar();
  const tunnel = await startTunnelProxy('another one');
  const HTTPS_PROXY = `http://bridge:wrong@127.0.0.1:${tunnel.port}`;
  const { running, adminUrl } = await startBridge(port, { HTTPS_PROXY, NO_PROXY: '' });
  const headers = { authorization: 'Bearer an-admin-token-of-some-length' };
  await expect
    .poll(async () => (await send(`${adminUrl}/api/destinations`, { method: 'GET', headers })).body)
    .toContain(`407 (it wants a user and a password) to CONNECT, at the proxy 127.0.0.1:${tunnel.port}`);
  await running.end('SIGKILL');
  expect(truth.notes.size).toBe(0);
  const before = tunnel.requests.length;
  const direct = await startBridge(port, { HTTPS_PROXY, NO_PROXY: 'localhost' });
  expect((await send(`${direct.url}/hooks/form`, { ...wish, from: '127.0.0.2' })).body).toContain(
    '"delivered"',
  );
  expect(truth.notes.get('1001')).toEqual(['Window seat']);
  expect(tunnel.requests.length).toBe(before);
});
