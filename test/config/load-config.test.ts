import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { codesOf, type Files, load } from './reading.ts';

function config(text: string, env: Record<string, string> = {}, files: Files = {}): Config {
  const loaded = load(text, env, files);
  expect(loaded.diagnostics).toEqual([]);
  if (loaded.config === undefined) throw new Error('not loaded');
  return loaded.config;
}

const secret = 'a-long-enough-secret';
const salon = 'baseUrl: https://calendar.example.com, token: a-long-enough-secret';
const verify = 'verify: {type: header-token, name: X-Token, secret: a-long-enough-secret}';

describe('a config', () => {
  it('has every default', () => {
    expect(config(`destinations: {salon: {${salon}}}\nsources: {website: {${verify}}}\n`)).toEqual({
      file: '/etc/bridge/config.yaml',
      server: {
        host: '127.0.0.1',
        port: 8080,
        publicUrl: undefined,
        bodyLimit: 1_048_576,
        trustProxy: [],
        basePath: '',
        tls: undefined,
      },
      store: { kind: 'sqlite', path: '/etc/bridge/data/fieldbridge.db' },
      mappings: '/etc/bridge/mappings',
      destinations: new Map([
        [
          'salon',
          {
            name: 'salon',
            baseUrl: 'https://calendar.example.com',
            token: expect.anything(),
            locale: undefined,
            statuses: [],
            catalog: { refreshMs: 300_000 },
            limits: { concurrency: 4, perSecond: 10, timeoutMs: 30_000 },
            retry: { firstMs: 2000, maxMs: 21_600_000, giveUpAfterMs: 604_800_000 },
            validators: 'fail',
            retryNotFound: false,
            assumeNotApplied: [],
            proxy: undefined,
            ca: undefined,
          },
        ],
      ]),
      sources: new Map([
        [
          'website',
          {
            name: 'website',
            preset: undefined,
            path: '/hooks/website',
            verify: [{ type: 'header-token', name: 'x-token', prefix: '', secret: [expect.anything()] }],
            body: 'auto',
            split: undefined,
            eventId: undefined,
            eventType: undefined,
            occurredAt: undefined,
            answers: undefined,
            jsonField: undefined,
            envelope: undefined,
            handshakes: [],
            verifyToken: [],
            acknowledgement: 'json',
            people: 'website',
            respond: 'accepted',
            respondWithinMs: 10_000,
            limits: { perSecond: undefined, from: undefined },
          },
        ],
      ]),
      admin: undefined,
      retention: { deliveredMs: 2_592_000_000, failedMs: 15_552_000_000 },
      log: { level: 'info', format: 'auto' },
      secretFiles: [],
    });
  });

  it('accepts every key', () => {
    const read = config(`
server: {host: 0.0.0.0, port: 0, publicUrl: "https://hooks.example.com/bridge/", bodyLimit: 64KiB}
store: sqlite:/var/lib/bridge.db
mappings: ../mappings
destinations:
  salon_1:
    baseUrl: https://calendar.example.com/api/
    token: a-long-enough-secret
    allowHttp: false
    locale: de
    statuses: [Neukunde, 1, Neukunde]
    catalog: {refresh: 1h}
    limits: {concurrency: 1, perSecond: 0.5, timeout: 5s}
    retry: {first: 250ms, max: 1m, giveUpAfter: 1d}
    validators: warn
    retryNotFound: true
    assumeNotApplied: [503, 502, 503]
sources:
  crm:
    path: /in/crm
    ${verify}
    body: form
    split: events
    eventId: [id, $headers."x-id"]
    eventType: type
    people: contacts
    respond: outcome
    respondWithin: 3s
admin: {token: another-long-secret}
retention: {delivered: 1d, failed: 2d}
log: {level: debug, format: text}
`);
    expect(read.server).toEqual({
      host: '0.0.0.0',
      port: 0,
      publicUrl: 'https://hooks.example.com/bridge',
      bodyLimit: 65_536,
      trustProxy: [],
      basePath: '',
      tls: undefined,
    });
    expect(read.store).toEqual({ kind: 'sqlite', path: '/var/lib/bridge.db' });
    expect(read.mappings).toBe('/etc/mappings');
    expect(read.destinations.get('salon_1')).toMatchObject({
      baseUrl: 'https://calendar.example.com/api',
      locale: 'de',
      statuses: ['Neukunde', '1'],
      catalog: { refreshMs: 3_600_000 },
      limits: { concurrency: 1, perSecond: 0.5, timeoutMs: 5000 },
      retry: { firstMs: 250, maxMs: 60_000, giveUpAfterMs: 86_400_000 },
      validators: 'warn',
      retryNotFound: true,
      assumeNotApplied: [503, 502],
    });
    const crm = read.sources.get('crm');
    expect(crm).toMatchObject({
      path: '/in/crm',
      body: 'form',
      people: 'contacts',
      respond: 'outcome',
      respondWithinMs: 3000,
    });
    expect(crm?.split?.source).toBe('events');
    expect(crm?.eventId?.map(each => each.source)).toEqual(['id', '$headers."x-id"']);
    expect(crm?.eventType?.source).toBe('type');
    expect(read.admin?.token.reveal()).toBe('another-long-secret');
    expect(read.retention).toEqual({ deliveredMs: 86_400_000, failedMs: 172_800_000 });
    expect(read.log).toEqual({ level: 'debug', format: 'text' });
  });

  it('may have no destination and no source yet', () => {
    expect(config('destinations:\nsources:\n').sources.size).toBe(0);
    expect(config('log: {}\n').destinations.size).toBe(0);
  });

  it('that cannot be read causes one diagnostic', () => {
    const { config: none, diagnostics } = load('', {}, {});
    expect(none).toBeUndefined();
    expect(diagnostics.map(each => each.code)).toEqual(['yaml/wrong-type']);
  });

  it('is undefined if there is an error', () => {
    expect(load('log: {level: loud}\n').config).toBeUndefined();
    expect(load(`sources: {a: {${verify}, preset: no-such}}\n`).config).toBeUndefined();
  });

  it('is returned if there are only warnings', () => {
    const loaded = load('sources: {a: {verify: {type: none}}}\n');
    expect(codesOf(loaded)).toEqual(['1:23 config/unverified-source']);
    expect(loaded.config?.sources.get('a')?.verify).toEqual([{ type: 'none' }]);
  });
});

describe('an address of a destination', () => {
  const load1 = (baseUrl: string, more = '') =>
    load(`destinations: {a: {baseUrl: "${baseUrl}", token: ${secret}${more}}}\n`);

  it.each([
    'http://127.0.0.1:3000',
    'http://localhost',
    'http://[::1]:80/x',
    'http://127.9.9.9',
    'https://a.example.com',
  ])('may be %s', baseUrl => {
    expect(codesOf(load1(baseUrl))).toEqual([]);
  });

  it.each([
    'http://a.example.com',
    'HTTP://10.0.0.1',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('needs allowHttp for %s', baseUrl => {
    expect(codesOf(load1(baseUrl))).toEqual(['1:29 config/insecure-url']);
    expect(codesOf(load1(baseUrl, ', allowHttp: true'))).toEqual([]);
  });

  it.each([
    'ftp://a.example.com',
    'a.example.com',
    'https://u:p@a.example.com',
    'https://a.example.com/?x=1',
    'https://a.example.com/#x',
    'https:a',
  ])('cannot be %s', baseUrl => {
    expect(codesOf(load1(baseUrl))).toEqual(['1:29 yaml/wrong-type']);
  });

  it('never shows its password', () => {
    const { diagnostics, texts } = load1('https://me:not-to-be-shown@a.example.com');
    expect(inspect([diagnostics, texts])).not.toContain('not-to-be-shown');
  });
});

describe('names and paths', () => {
  it.each(['Crm', '-crm', 'c rm', 'a/b', '..', 'x'.repeat(64)])('%s cannot be the name of a source', name => {
    expect(codesOf(load(`sources:\n  "${name}": {${verify}}\n`))).toContain('2:3 yaml/wrong-type');
  });

  it.each(['c', '2nd-form', 'a_b', 'x'.repeat(63)])('%s can be the name of a source', name => {
    expect(codesOf(load(`sources:\n  "${name}": {${verify}}\n`))).toEqual([]);
  });

  it.each(['in/crm', '/', '/in/', '/a//b', '/a/../b', '/a?b', '/a b', '/:id', '/*'])(
    'cannot give a source the path %s',
    path => {
      expect(codesOf(load(`sources: {a: {${verify}, path: "${path}"}}\n`))).toEqual(['1:96 yaml/wrong-type']);
    },
  );

  it.each(['/api', '/api/in', '/healthz', '/readyz', '/metrics', '/console/x'])(
    'keep %s for the server',
    path => {
      expect(codesOf(load(`sources: {a: {${verify}, path: ${path}}}\n`))).toEqual(['1:96 config/conflict']);
    },
  );

  it('allow a path that only begins like one of the server', () => {
    expect(codesOf(load(`sources: {a: {${verify}, path: /apis}}\n`))).toEqual([]);
  });

  it('refuse a path of two sources', () => {
    expect(codesOf(load(`sources:\n  a: {${verify}, path: /x}\n  b: {${verify}, path: /x}\n`))).toEqual([
      '3:88 config/conflict',
    ]);
    expect(codesOf(load(`sources:\n  a: {${verify}, path: /hooks/b}\n  b: {${verify}}\n`))).toEqual([
      '3:3 config/conflict',
    ]);
  });

  it('are relative to the file', () => {
    expect(config('store: sqlite:x.db\nmappings: m\n')).toMatchObject({
      store: { path: '/etc/bridge/x.db' },
      mappings: '/etc/bridge/m',
    });
  });

  it.each(['sqlite:', 'sqlite::memory:', 'sqlite://x.db', 'data.db', 'mysql://x'])(
    'cannot store in %s',
    store => {
      expect(codesOf(load(`store: "${store}"\n`))).toEqual(['1:8 yaml/wrong-type']);
    },
  );
});
