import { describe, expect, it } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import { Secret } from '../../../src/config/secret.ts';
import { noteUnknownPaths } from '../../../src/server/webhooks/unknown-paths.ts';
import { aConfig, aSource } from '../a-config.ts';
import { startServer } from '../running-server.ts';

const token = 'a-token-of-the-crm-in-its-path';
const crm = aSource('crm', {
  verify: [{ type: 'header-token', name: 'x-token', prefix: '', secret: [new Secret(token)] }],
});
const shop = aSource('shop', { path: '/in/shop-orders' });
const root = aSource('root', { path: '/anmeldung' });

function watch(sources: readonly SourceConfig[] = [crm, shop, root]) {
  const time = { now: Date.UTC(2026, 0, 1) };
  const logged: object[] = [];
  const paths = noteUnknownPaths({
    sources: new Map(sources.map(each => [each.name, each])),
    clock: { now: () => time.now },
    log: { warn: about => void logged.push(about) },
  });
  const post = (url: string, method = 'POST') => paths.note({ method, url }, '203.0.113.7');
  return { time, logged, post, list: () => paths.list(), shown: () => paths.list().map(each => each.path) };
}

describe('a path without a source', () => {
  it.each<[string, string, string | undefined]>([
    ['/hooks/crmm', '/hooks/crmm', '/hooks/crm'],
    ['/hooks/CRM', '/hooks/CRM', '/hooks/crm'],
    ['/hook/crm', '/hook/crm', '/hooks/crm'],
    ['/webhooks/crm', '/webhooks/crm', '/hooks/crm'],
    ['/hooks/crm/events', '/hooks/crm/events', '/hooks/crm'],
    ['/v1/hooks/crm', '/v1/hooks/crm', '/hooks/crm'],
    ['/crm', '/crm', '/hooks/crm'],
    ['/hooks/crm.', '/hooks/crm.', '/hooks/crm'],
    ['/hooks/crm%20', '/hooks/crm ', '/hooks/crm'],
    ['/in/shop_orders', '/in/shop_orders', '/in/shop-orders'],
    ['/in/shop-order', '/in/shop-order', '/in/shop-orders'],
    ['/in/shop', '/in/shop', '/in/shop-orders'],
    ['/anmeldungen', '/anmeldungen', '/anmeldung'],
    ['/hooks/newsletter', '/hooks/newsletter', undefined],
    ['/hooks/', '/hooks/', '/hooks/crm'],
    ['/in/other-thing', '/in/other-thing', undefined],
    ['/', '/', undefined],
    ['/?token=secret', '/', undefined],
    ['/webhook', '/webhook', undefined],
    ['/api/webhooks/form?token=secret', '/api/webhooks/form', undefined],
    ['/hooks/crmm?token=a-secret-token&x=1', '/hooks/crmm', '/hooks/crm'],
    ['/hooks/crmm#token', '/hooks/crmm', '/hooks/crm'],
    [`/hooks/crmm/${token}`, '/hooks/crmm/[secret]', '/hooks/crm'],
    ['/hooks/crmm/sk_live_abcdefgh12345678', '/hooks/crmm/[secret]', '/hooks/crm'],
    [`/hooks/${'x'.repeat(60)}`, `/hooks/${'x'.repeat(40)}…`, undefined],
    [`/hooks/${'ab/'.repeat(900)}`, `/hooks/${'ab/'.repeat(900)}`.slice(0, 120).concat('…'), undefined],
    ['/hooks/%1b%5b2J', '/hooks/\\u{1b}[2J', undefined],
    ['/hooks/%ZZ', '/hooks/%ZZ', undefined],
  ])('%s is listed as %s', (url, path, near) => {
    const { post, list } = watch();
    post(url);
    expect(list()).toMatchObject([{ method: 'POST', path, count: 1, address: '203.0.113.7' }]);
    expect(list()[0]?.near).toBe(near);
  });

  it.each(['/wp-login.php', '/xmlrpc.php', '/.env', '/api', '/favicon.ico', '/robots.txt', '/health'])(
    '%s does not belong to a source',
    url => {
      const { post, list } = watch();
      post(url);
      post('/', 'GET');
      post('/webhook', 'GET');
      expect(list()).toEqual([]);
    },
  );

  it('is counted, with its first and last time, and logged once without the path', () => {
    const { time, post, list, logged } = watch();
    for (let times = 0; times < 3; times += 1) {
      post(`/hooks/crmm?attempt=${times}`);
      time.now += 60_000;
    }
    expect(list()).toEqual([
      {
        method: 'POST',
        path: '/hooks/crmm',
        near: '/hooks/crm',
        count: 3,
        firstAt: '2026-01-01T00:00:00.000Z',
        lastAt: '2026-01-01T00:02:00.000Z',
        address: '203.0.113.7',
      },
    ]);
    expect(logged).toEqual([{ source: 'crm', address: '203.0.113.7' }]);
  });

  it('stays listed if it is repeated, whatever strangers send', () => {
    const { time, post, shown } = watch();
    post('/hooks/crmm');
    post('/hooks/crmm');
    for (let index = 0; index < 1_000; index += 1) {
      time.now += 10_000;
      post(`/hooks/x${index}-something-else`);
      post(`/hooks/crm/${index}`);
    }
    expect(shown()).toContain('/hooks/crmm');
    expect(shown()).toHaveLength(100);
  });

  it('is compared with the sources at a limited rate', () => {
    const { post, shown } = watch();
    for (let index = 0; index < 10_000; index += 1) post(`/hooks/x${index}`);
    expect(shown().length).toBeLessThanOrEqual(50);
  });
});

it('is listed beside the refusals, and takes none of their places', async () => {
  const server = await startServer(aConfig([crm]));
  expect((await server.post('/hooks/crmm?token=abc', '{}')).status).toBe(404);
  expect((await server.post('/hooks/crm', '{}')).status).toBe(401);
  const { body } = await server.api('GET', '/refusals');
  expect(body).toMatchObject({
    refusals: [{ source: 'crm', status: 401 }],
    unknownPaths: [{ method: 'POST', path: '/hooks/crmm', near: '/hooks/crm', count: 1 }],
  });
  expect(JSON.stringify(body)).not.toContain('abc');
  expect((await server.api('GET', '/refusals?source=crm')).body).toHaveProperty('unknownPaths');
  expect((await server.api('GET', '/refusals?source=other')).body).not.toHaveProperty('unknownPaths');
});
