import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import { makeCertificate } from '../../booking/made-certificate.ts';
import { anHmac } from '../../receive/a-source.ts';
import { aConfig, adminToken, aSource } from '../a-config.ts';
import { startServer } from '../running-server.ts';
import { reverseProxy, send } from './reverse-proxy.ts';

/** A trusted proxy, an untrusted one, a sender and a stranger: all are addresses of this machine. */
const proxyAddress = '127.0.0.3';
const otherProxy = '127.0.0.4';
const sender = '127.0.0.2';
const forged = '203.0.113.7';
const trustProxy = [proxyAddress];

const token = 'a-token-of-the-crm-long-enough';
const guarded = aSource('crm', {
  verify: [{ type: 'header-token', name: 'x-token', prefix: '', secret: [new Secret(token)] }],
});
const signsUrl = (secret: string) =>
  aSource('signer', {
    verify: [anHmac({ signed: '{url}{path}{body}', secret: [new Secret(secret)] })],
  });

function memoryLog() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'debug', base: null },
    { write: (text: string) => lines.push(JSON.parse(text)) },
  );
  return { logger, lines };
}

async function addressesOf(server: Awaited<ReturnType<typeof startServer>>): Promise<unknown[]> {
  const { body } = await server.api('GET', '/refusals');
  return body.refusals.map(each => (each as unknown as { address: unknown }).address);
}

describe('the address of a caller', () => {
  it('is what a trusted proxy says, in the refusals, the log and the audit log, whatever the sender claims', async () => {
    const { logger, lines } = memoryLog();
    const server = await startServer(aConfig([guarded], { trustProxy }), { logger });
    const proxy = await reverseProxy(server.url, { from: proxyAddress });
    const invented = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
    expect((await send(`${proxy}/hooks/crm`, { from: sender, headers: invented, body: '{}' })).status).toBe(
      401,
    );
    expect(await addressesOf(server)).toEqual([sender]);
    expect(lines.find(each => each.msg === 'webhook refused')).toMatchObject({ address: sender });
    expect(lines.find(each => each.msg === 'webhook')).toMatchObject({ address: sender });

    const authorization = `Bearer ${adminToken}`;
    await send(`${proxy}/api/destinations/salon/pause`, {
      from: sender,
      headers: { ...invented, authorization },
    });
    const { audit: entries } = JSON.parse(
      (await send(`${proxy}/api/audit`, { method: 'GET', headers: { authorization } })).body,
    );
    expect(entries).toEqual([expect.objectContaining({ what: 'pause', address: sender })]);

    await send(`${proxy}/api/events`, {
      method: 'GET',
      from: sender,
      headers: { authorization: 'Bearer wrong' },
    });
    await send(`${proxy}/api/events`, { method: 'GET', from: sender });
    expect(lines.find(each => each.msg === 'admin token refused')).toMatchObject({ address: sender });
    expect(lines.find(each => each.msg === 'request without admin token refused')).toMatchObject({
      address: sender,
    });
    expect(JSON.stringify(lines)).not.toContain(forged);
  });

  it('is that of the connection if no proxy is trusted, or another one', async () => {
    for (const trusted of [[], [otherProxy]]) {
      const server = await startServer(aConfig([guarded], { trustProxy: trusted }));
      const proxy = await reverseProxy(server.url, { from: proxyAddress });
      await send(`${proxy}/hooks/crm`, { from: sender, body: '{}' });
      await send(`${server.url}/hooks/crm`, {
        from: sender,
        headers: { 'x-forwarded-for': forged },
        body: '{}',
      });
      expect(await addressesOf(server)).toEqual([sender, proxyAddress]);
    }
  });

  it('is found behind two trusted proxies, and not behind an untrusted one', async () => {
    const server = await startServer(aConfig([guarded], { trustProxy: ['127.0.0.3', '127.0.0.4/31'] }));
    const inner = await reverseProxy(server.url, { from: proxyAddress });
    const outer = await reverseProxy(inner, { from: otherProxy });
    const stranger = await reverseProxy(inner, { from: '127.0.0.8' });
    await send(`${outer}/hooks/crm`, { from: sender, headers: { 'x-forwarded-for': forged }, body: '{}' });
    await send(`${stranger}/hooks/crm`, { from: sender, body: '{}' });
    expect(await addressesOf(server)).toEqual(['127.0.0.8', sender]);
  });

  it.each([
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:DB8::7]:4711', '2001:db8::7'],
    [`${forged}:4711`, forged],
    [`unknown, ${forged}`, forged],
    [`${forged}, unknown`, proxyAddress],
    ['', proxyAddress],
    [', ,', proxyAddress],
    ['<script>', proxyAddress],
  ])('in X-Forwarded-For: %s is %s', async (text, address) => {
    const server = await startServer(aConfig([guarded], { trustProxy }));
    const headers = () => ({ 'x-forwarded-for': text });
    const proxy = await reverseProxy(server.url, { from: proxyAddress, headers });
    await send(`${proxy}/hooks/crm`, { body: '{}' });
    expect(await addressesOf(server)).toEqual([address]);
  });

  it('separates wrong tokens, so that guesses through the proxy slow down nobody else', async () => {
    const { logger, lines } = memoryLog();
    const server = await startServer(aConfig([], { trustProxy }), { logger });
    const proxy = await reverseProxy(server.url, { from: proxyAddress });
    const guess = { method: 'GET', headers: { authorization: 'Bearer a-guess' } };
    for (const from of [sender, sender, '127.0.0.7']) await send(`${proxy}/api/events`, { ...guess, from });
    expect(lines.filter(each => each.msg === 'admin token refused').map(each => each.address)).toEqual([
      sender,
      '127.0.0.7',
    ]);
  });
});

describe('the URL that a sender signs', () => {
  const secret = 'a secret of the signer, long enough';
  const body = '{"a":1}';
  const signature = (url: string, path: string) =>
    createHmac('sha256', secret)
      .update(url + path + body)
      .digest('hex');
  const tls = makeCertificate({ name: 'hooks.example.com' });

  async function post(base: string, path: string, signed: string, headers = {}) {
    const wish = { headers: { 'x-signature': signed, ...headers }, body };
    const isTls = base.startsWith('https:');
    return (
      await send(base + path, isTls ? { ...wish, ca: tls.cert, servername: 'hooks.example.com' } : wish)
    ).status;
  }

  it('is built from the headers of a trusted proxy, without publicUrl', async () => {
    const server = await startServer(aConfig([signsUrl(secret)], { trustProxy }));
    const proxy = await reverseProxy(server.url, { from: proxyAddress, tls });
    const good = signature('https://hooks.example.com/hooks/signer?a=1', '/hooks/signer');
    const host = { host: 'hooks.example.com' };
    expect(await post(proxy, '/hooks/signer?a=1', good, host)).toBe(200);
    expect(await post(proxy, '/hooks/signer?a=2', good, host)).toBe(401);
    expect(await post(proxy, '/hooks/signer?a=1', good, { host: 'other.example.com' })).toBe(401);
    const said = { ...host, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'hooks.example.com' };
    expect(await post(server.url, '/hooks/signer?a=1', good, said)).toBe(401);
  });

  it('is publicUrl if that is set, whatever a proxy says', async () => {
    const server = await startServer(
      aConfig([signsUrl(secret)], { trustProxy, publicUrl: 'https://hooks.example.com' }),
    );
    const proxy = await reverseProxy(server.url, { from: proxyAddress });
    const good = signature('https://hooks.example.com/hooks/signer', '/hooks/signer');
    const others = { host: 'evil.example.com' };
    expect(await post(proxy, '/hooks/signer', good, others)).toBe(200);
    expect(await post(server.url, '/hooks/signer', good)).toBe(200);
  });

  it('has the prefix once, whether the proxy keeps it in the path or removes it', async () => {
    const config = aConfig([signsUrl(secret)], {
      basePath: '/bridge',
      publicUrl: 'https://hooks.example.com/bridge',
    });
    const server = await startServer(config);
    const url = 'https://hooks.example.com/bridge/hooks/signer';
    expect(await post(server.url, '/bridge/hooks/signer', signature(url, '/bridge/hooks/signer'))).toBe(200);
    expect(await post(server.url, '/hooks/signer', signature(url, '/hooks/signer'))).toBe(200);
    expect(
      await post(server.url, '/hooks/signer', signature(url.replace('/bridge', ''), '/hooks/signer')),
    ).toBe(401);
  });
});

describe('a prefix that a proxy keeps in the path', () => {
  it('is removed everywhere, and may be missing', async () => {
    const server = await startServer(
      aConfig([aSource('crm', { handshakes: ['get'] })], { basePath: '/in.house/bridge' }),
    );
    const proxy = await reverseProxy(server.url, { from: proxyAddress, prefix: '/in.house/bridge' });
    const at = `${proxy}/in.house/bridge`;
    expect((await send(`${at}/hooks/crm`, { body: '{"a":1}' })).status).toBe(200);
    expect((await send(`${at}//hooks/crm/?a=1`, { body: '{"a":2}' })).status).toBe(200);
    expect((await send(`${at}/hooks/crm`, { method: 'GET' })).status).toBe(200);
    expect((await send(`${at}/hooks/crm`, { method: 'PUT' })).status).toBe(405);
    expect((await send(`${server.url}/hooks/crm`, { body: '{"a":3}' })).status).toBe(200);
    expect((await send(`${server.url}//in.house/bridge/hooks/crm`, { body: '{"a":4}' })).status).toBe(200);
    for (const path of ['/healthz', '/readyz', '/metrics', '/readyz?full']) {
      expect((await send(at + path, { method: 'GET' })).status).toBe(200);
    }
    const headers = { authorization: `Bearer ${adminToken}` };
    const { status, body } = await send(`${at}/api/events?limit=10`, { method: 'GET', headers });
    expect(status).toBe(200);
    expect(JSON.parse(body).events).toHaveLength(4);
    for (const path of [
      '/in.house/bridgehooks/crm',
      '/in-house/bridge/hooks/crm',
      '/in.house/hooks/crm',
      '/in.house/bridge',
    ]) {
      expect((await send(server.url + path, { body: '{}' })).status).toBe(404);
    }
  });

  it('is removed at the address of the admin too', async () => {
    const admin = { token: new Secret(adminToken), listen: { host: '127.0.0.1', port: 0 } };
    const server = await startServer(aConfig([], { basePath: '/bridge', admin }));
    for (const path of ['/bridge/readyz', '/readyz']) {
      expect((await send(server.adminUrl + path, { method: 'GET' })).status).toBe(200);
    }
  });
});

describe('the limits of a source', () => {
  it('accept only listed addresses, as a trusted proxy reports them, and record the others', async () => {
    const { logger, lines } = memoryLog();
    const source = aSource('crm', {
      limits: { perSecond: undefined, from: ['127.0.0.2/32', '203.0.113.0/24'] },
    });
    const server = await startServer(aConfig([source, aSource('open')], { trustProxy }), { logger });
    const proxy = await reverseProxy(server.url, { from: proxyAddress });
    const post = (url: string, from: string, headers = {}) =>
      send(`${url}/hooks/crm`, { from, headers, body: `{"at":${Math.random()}}` });
    expect((await post(proxy, sender)).status).toBe(200);
    expect((await post(server.url, sender)).status).toBe(200);
    const refused = await post(proxy, '127.0.0.5');
    expect(refused.status).toBe(403);
    expect(refused.body).not.toContain('127.0.0.');
    expect((await post(server.url, '127.0.0.5', { 'x-forwarded-for': sender })).status).toBe(403);
    expect((await post(proxy, '127.0.0.5', { 'x-forwarded-for': forged })).status).toBe(403);
    expect((await send(`${server.url}/hooks/open`, { from: '127.0.0.5', body: '{}' })).status).toBe(200);
    const { body } = await server.api('GET', '/refusals');
    expect(body.refusals).toEqual([
      expect.objectContaining({
        status: 403,
        address: '127.0.0.5',
        reason: 'its address is not among limits.from of the source',
        verified: false,
      }),
      expect.objectContaining({
        status: 403,
        address: '127.0.0.5',
        reason: expect.stringContaining('a proxy that is not among server.trustProxy'),
      }),
      expect.objectContaining({ status: 403, address: '127.0.0.5', acceptable: false }),
    ]);
    expect(lines.filter(each => each.msg === 'webhook refused')).toHaveLength(3);
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    expect(figures).toContain('fieldbridge_webhooks_refused_total{source="crm",reason="foreign"} 3');
  });

  it('accept a number of verified webhooks per second', async () => {
    let now = 1_800_000_000_000;
    const clock = { now: () => now };
    const limits = { perSecond: 2, from: undefined };
    const server = await startServer(aConfig([{ ...guarded, limits }, aSource('open')]), { clock });
    let number = 0;
    const post = (given = token) => {
      number += 1;
      return send(`${server.url}/hooks/crm`, { headers: { 'x-token': given }, body: `{"number":${number}}` });
    };
    for (let times = 0; times < 5; times += 1) expect((await post('a wrong one')).status).toBe(401);
    const unfinished = Array.from({ length: 5 }, () => {
      const slow = request(`${server.url}/hooks/crm`, { method: 'POST', headers: { 'content-length': 100 } });
      slow.on('error', () => undefined).write('{');
      onTestFinished(() => void slow.destroy());
      return once(slow, 'socket');
    });
    await Promise.all(unfinished);
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(200);
    const refused = await post();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await send(`${server.url}/hooks/open`, { body: '{}' })).status).toBe(200);
    now += 500;
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(429);
    const { body } = await server.api('GET', '/events');
    expect(body.events).toHaveLength(4);
  });
});
