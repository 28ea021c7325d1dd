import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { networksOf, plainAddress } from '../../src/config/networks.ts';
import { proxyOf } from '../../src/config/proxy.ts';
import { makeCertificate } from '../booking/made-certificate.ts';
import { codesOf, type Files, load } from './reading.ts';

const pair = makeCertificate({ name: 'hooks.example.com' });
const other = makeCertificate({ name: 'hooks.example.com' });
const files = {
  '/etc/bridge/tls.crt': pair.cert,
  '/etc/bridge/tls.key': pair.key,
  '/etc/bridge/other.key': other.key,
  '/etc/bridge/text': 'x',
};

describe('networks', () => {
  const some = networksOf(['10.0.0.0/8', '203.0.113.7', '2001:db8::/32']);
  it.each(['10.1.2.3', '203.0.113.7', '2001:db8::7', '2001:DB8:0::1'])('contain %s', address => {
    expect(some.has(address)).toBe(true);
  });
  it.each(['11.0.0.1', '203.0.113.8', '2001:db9::1', '', 'localhost', '10.1'])(
    'do not contain %s',
    address => {
      expect(some.has(address)).toBe(false);
    },
  );

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['2001:DB8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['203.0.113.7, 10.0.0.1', undefined],
    ['', undefined],
  ])('an address written as %s is %s', (written, plain) => expect(plainAddress(written)).toBe(plain));
});

describe('the proxy of the environment', () => {
  const url = 'https://calendar.example.com';
  const found = (env: Record<string, string>, base = url) => proxyOf(base, env)?.reveal();

  it('is HTTPS_PROXY, in upper or lower case, with or without a scheme', () => {
    expect(found({ HTTPS_PROXY: 'http://proxy:3128' })).toBe('http://proxy:3128');
    expect(found({ https_proxy: 'http://one:1', HTTPS_PROXY: 'http://two:2' })).toBe('http://one:1');
    expect(found({ HTTPS_PROXY: 'proxy:3128' })).toBe('http://proxy:3128');
    expect(found({ HTTPS_PROXY: 'http://me:word@proxy:3128/' })).toBe('http://me:word@proxy:3128/');
    expect(found({ HTTPS_PROXY: '' })).toBeUndefined();
    expect(found({ HTTP_PROXY: 'http://proxy:3128' })).toBeUndefined();
    expect(found({ HTTPS_PROXY: 'http://proxy:3128' }, 'http://127.0.0.1:8090')).toBeUndefined();
  });

  it.each([
    '*',
    'calendar.example.com',
    'example.com',
    '.example.com',
    '*.example.com',
    'EXAMPLE.com:443',
    'localhost, example.com',
    'localhost example.com',
  ])('is not used if NO_PROXY is %s', no => {
    expect(found({ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: no })).toBeUndefined();
  });

  it.each(['', 'ample.com', 'calendar.example.com:8443', 'localhost', 'calendar', ',', '.'])(
    'is used if NO_PROXY is %s',
    no => expect(found({ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: no })).toBe('http://proxy:3128'),
  );

  it('is not used for an address or a network that NO_PROXY names', () => {
    const env = (no: string) => ({ HTTPS_PROXY: 'http://proxy:3128', no_proxy: no });
    expect(found(env('10.0.0.0/8'), 'https://10.1.2.3:8443')).toBeUndefined();
    expect(found(env('10.1.2.3'), 'https://10.1.2.3')).toBeUndefined();
    expect(found(env('[2001:db8::7]:443'), 'https://[2001:db8::7]')).toBeUndefined();
    expect(found(env('10.0.0.0/8'), 'https://11.1.2.3')).toBeDefined();
    expect(found(env('1.2.3'), 'https://9.1.2.3')).toBeDefined();
  });
});

function config(text: string, env: Record<string, string>, files: Files): Config {
  const { config: read, diagnostics } = load(text, env, files);
  expect(diagnostics).toEqual([expect.objectContaining({ code: 'config/unverified-source' })]);
  if (!read) throw new Error('not read');
  return read;
}

const edge = `
server:
  publicUrl: https://hooks.example.com
  trustProxy: [10.0.0.0/8, "::1"]
  basePath: /bridge
  tls: {cert: {file: tls.crt}, key: {file: tls.key}}
destinations:
  salon:
    baseUrl: https://calendar.example.com
    token: a-token-that-is-long
    proxy: http://me:word@proxy.example.com:3128
    ca: {file: tls.crt}
sources:
  crm:
    verify: {type: none}
    limits: {perSecond: 50, from: [203.0.113.0/24]}
`;

describe('the keys about proxies', () => {
  it('are read', () => {
    const { server, destinations, sources } = config(edge, {}, files);
    expect(server).toMatchObject({
      publicUrl: 'https://hooks.example.com/bridge',
      trustProxy: ['10.0.0.0/8', '::1'],
      basePath: '/bridge',
    });
    expect(server.tls?.cert.reveal()).toBe(pair.cert.trim());
    expect(destinations.get('salon')?.proxy?.reveal()).toBe('http://me:word@proxy.example.com:3128');
    expect(JSON.stringify([...destinations])).not.toContain('word');
    expect(destinations.get('salon')?.ca?.reveal()).toBe(pair.cert.trim());
    expect(sources.get('crm')?.limits).toEqual({ perSecond: 50, from: ['203.0.113.0/24'] });
  });

  it('use the proxy of the environment if there is none in the config', () => {
    const text = edge.replace(/ {4}proxy.*\n/, '');
    const env = { HTTPS_PROXY: 'http://proxy:3128' };
    expect(config(text, env, files).destinations.get('salon')?.proxy?.reveal()).toBe('http://proxy:3128');
    expect(config(edge, env, files).destinations.get('salon')?.proxy?.reveal()).toContain(
      'proxy.example.com',
    );
    expect(config(text, {}, files).destinations.get('salon')?.proxy).toBeUndefined();
  });

  it('keep a prefix that is part of the public URL', () => {
    const text = edge.replace(
      'publicUrl: https://hooks.example.com',
      'publicUrl: https://example.com/in/bridge/',
    );
    expect(config(text, {}, files).server.publicUrl).toBe('https://example.com/in/bridge');
  });

  it.each([
    ['trustProxy: [10.0.0.0/8, "::1"]', 'trustProxy: [10.0.0.0/33]', 'yaml/wrong-type'],
    ['trustProxy: [10.0.0.0/8, "::1"]', 'trustProxy: [proxy.example.com]', 'yaml/wrong-type'],
    ['basePath: /bridge', 'basePath: bridge', 'yaml/wrong-type'],
    ['basePath: /bridge', 'basePath: /bridge/', 'yaml/wrong-type'],
    ['key: {file: tls.key}', 'key: {file: other.key}', 'config/bad-certificate'],
    ['key: {file: tls.key}', 'key: {file: gone.key}', 'config/bad-certificate'],
    ['cert: {file: tls.crt}', 'cert: {file: text}', 'config/bad-certificate'],
    ['cert: {file: tls.crt}', 'cert: tls.crt', 'yaml/wrong-type'],
    ['ca: {file: tls.crt}', 'ca: {file: tls.key}', 'config/bad-certificate'],
    ['proxy: http://me:word@proxy.example.com:3128', 'proxy: socks5://proxy.example.com', 'yaml/wrong-type'],
    ['proxy: http://me:word@proxy.example.com:3128', 'proxy: proxy.example.com:3128', 'yaml/wrong-type'],
    ['from: [203.0.113.0/24]', 'from: []', 'yaml/wrong-type'],
    ['from: [203.0.113.0/24]', 'from: [all]', 'yaml/wrong-type'],
    ['perSecond: 50', 'perSecond: 0', 'yaml/wrong-type'],
  ])('are refused if %s is %s', (good, bad, code) => {
    const loaded = load(
      edge
        .replace(good, bad)
        .replace('type: none', 'type: header-token, name: X-T, secret: a-long-secret-of-it'),
      {},
      files,
    );
    expect(codesOf(loaded)).toEqual([expect.stringMatching(new RegExp(`^\\d+:\\d+ ${code}$`))]);
    expect(JSON.stringify(loaded.diagnostics)).not.toContain('me:word');
  });
});

describe('the page about the edge', () => {
  it('shows a valid config', () => {
    const page = readFileSync(new URL('../../docs/edge.md', import.meta.url), 'utf8');
    const [, text = ''] = /```yaml\n([\s\S]+?)```/.exec(page) ?? [];
    const secret = 'a-secret-that-is-long-enough';
    const { config: read, diagnostics } = load(text, { SALON_TOKEN: secret, CRM_TOKEN: secret });
    expect(diagnostics).toEqual([]);
    expect(read?.server.publicUrl).toBe('https://hooks.example.com/bridge');
  });
});
