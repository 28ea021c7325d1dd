import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writingsOf } from '../writings-of.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainFolder,
  plainMapping,
  writeFiles,
} from './command-line.ts';

/** Secrets that must never be shown, with characters that each encoding writes differently. */
const secrets = {
  token: 'canary-token+/=&1',
  hmac: 'canary-hmac+/=&2',
  header: 'canary-header+/=&3',
  query: 'canary-query+/=&4',
  password: 'canary-password+/=&5',
  admin: 'canary-admin+/=&6',
  file: 'canary-file+/=&7',
  literal: 'canary-literal-8',
};

const env = {
  SALON_TOKEN: secrets.token,
  HMAC_SECRET: secrets.hmac,
  HEADER_SECRET: secrets.header,
  QUERY_SECRET: secrets.query,
  PASSWORD: secrets.password,
  ADMIN_TOKEN: secrets.admin,
};

const variable = (name: keyof typeof env) => `"$${`{${name}}`}"`;

const configFor = (url: string) => `server: {port: 0}
store: sqlite:data/bridge.db
destinations:
  salon: {baseUrl: "${url}", token: ${variable('SALON_TOKEN')}, statuses: [Stammkunde]}
sources:
  form: {verify: {type: hmac, secret: ${variable('HMAC_SECRET')}, signature: {name: X-Sig}}, respond: outcome}
  header: {verify: {type: header-token, name: X-Token, secret: ${variable('HEADER_SECRET')}}}
  query: {verify: {type: query-token, name: token, secret: ${variable('QUERY_SECRET')}}}
  basic: {verify: {type: basic, username: shop, password: ${variable('PASSWORD')}}}
  file: {verify: {type: header-token, name: X-Token, secret: {file: secret.txt}}}
  literal: {verify: {type: header-token, name: X-Token, secret: ${secrets.literal}}}
admin: {token: ${variable('ADMIN_TOKEN')}}
log: {level: trace}
`;

const sources = ['form', 'header', 'query', 'basic', 'file', 'literal'];

const allWritings = Object.values(secrets).flatMap(secret =>
  writingsOf(secret).map(writing => ({ secret, writing })),
);

function leaksIn(text: string): string[] {
  const lower = text.toLowerCase();
  return allWritings
    .filter(({ writing }) => lower.includes(writing.toLowerCase()))
    .map(({ secret, writing }) => `${secret} as ${writing}`);
}

async function openSecretive() {
  const sandbox = await openSandbox();
  sandbox.control('tokens', { action: 'renew', name: 'mitte', value: secrets.token });
  const directory = plainFolder(sandbox, {
    'config.yaml': configFor(sandbox.url),
    'secret.txt': `${secrets.file}\n`,
    'payload.json': '{"customer": 1001, "note": "Window seat"}',
    ...Object.fromEntries(
      sources.map(source => [
        `mappings/${source}.yaml`,
        plainMapping.replace('source: form', `source: ${source}`),
      ]),
    ),
  });
  return { sandbox, directory };
}

describe('no secret', () => {
  it('can escape the search of these tests in any encoding', () => {
    for (const secret of Object.values(secrets)) {
      expect(leaksIn(`x ${Buffer.from(`shop:${secret}`).toString('base64')} x`)).not.toEqual([]);
      expect(leaksIn(`x ${Buffer.from(`me:${secret}`).toString('base64url')} x`)).not.toEqual([]);
      expect(leaksIn(Buffer.from(secret).toString('hex').toUpperCase())).not.toEqual([]);
      expect(leaksIn(`?token=${encodeURIComponent(secret)}&`)).not.toEqual([]);
    }
  });

  it('is in the output of a command', async () => {
    const { directory } = await openSecretive();
    let printed = '';
    for (const argv of [
      ['check'],
      ['check', '--json'],
      ['check', '--offline'],
      ['test'],
      ['test', '--json'],
      ['preview', 'form', 'payload.json'],
      ['preview', 'form', 'payload.json', '--json'],
      ['fields'],
      ['fields', '--json'],
      ['statuses'],
      ['statuses', '--json'],
      ['send', 'basic', 'payload.json', '--url', 'http://127.0.0.1:9'],
      ['send', 'query', 'payload.json', '--url', 'http://127.0.0.1:9'],
    ]) {
      const ran = await fieldbridge(argv, { directory, env });
      expect(ran.out + ran.err).not.toBe('');
      printed += ran.out + ran.err;
    }
    expect(leaksIn(printed)).toEqual([]);
  });

  it('is in the messages about a faulty config, although they show the faulty lines', async () => {
    const { sandbox, directory } = await openSecretive();
    const config = configFor(sandbox.url)
      .replace(`literal: {verify: {type: header-token,`, 'literal: {verify: {tpye: header-token,')
      .replace('{file: secret.txt}', '{file: secret.txt, flie: 1}')
      .replace(/token: "\$\{SALON_TOKEN\}"/, `token: "${secrets.token}", tokne: "${secrets.token}"`)
      .replace('port: 0', `port: "${'$'}{ADMIN_TOKEN}"`);
    writeFiles(directory, { 'config.yaml': config });
    let printed = '';
    for (const argv of [['check'], ['check', '--json'], ['start'], ['test']]) {
      const ran = await fieldbridge(argv, { directory, env });
      expect(ran.status).not.toBe(0);
      printed += ran.out + ran.err;
    }
    expect(printed).toContain('there is no key "tokne"');
    expect(printed).toContain('the key "type" is missing in sources.literal.verify');
    expect(leaksIn(printed)).toEqual([]);
  });

  it.each([
    ['a quote that is never closed', (token: string) => `"${token}`],
    ['a colon and more', token => `${token}: it`],
    ['a colon before it', token => `it is: ${token}`],
    ['an alias', token => `*${token}`],
    ['a tag', token => `!${token} x`],
    ['a sign that YAML keeps', token => `@${token}`],
    ['a text behind a text', token => `"the" ${token}`],
    ['a tab and more', token => `\n\t- ${token}`],
    ['a bracket that is never closed', token => `[${token}`],
    ['an anchor', token => `&${token}`],
    ['an anchor and a text', token => `&${token} !x y`],
    ['a tag alone', token => `!${token}`],
    ['an invalid escape', token => `"\\q${token}"`],
  ] as [string, (token: string) => string][])(
    'is in the message about a config that cannot be read: %s',
    async (_what, line) => {
      const { sandbox, directory } = await openSecretive();
      const config = configFor(sandbox.url)
        .replace(
          / {2}salon: .*/,
          `  salon:\n    baseUrl: "${sandbox.url}"\n    token: ${line(secrets.token)}`,
        )
        .replace('secret: canary', `secret: ${line('canary')}`);
      writeFiles(directory, { 'config.yaml': config });
      for (const argv of [['check'], ['check', '--json'], ['start'], ['test'], ['events']]) {
        const ran = await fieldbridge(argv, { directory, env });
        expect(ran.status).not.toBe(0);
        expect(leaksIn(ran.out + ran.err)).toEqual([]);
        if (argv[0] === 'start') expect(ran.out).toContain('"msg":"diagnostic"');
      }
    },
  );

  it('is in the log at trace level, in a response, in the metrics or in the store', async () => {
    const { sandbox, directory } = await openSecretive();
    const bridge = fieldbridgeUntilStopped(['start'], { directory, env });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    let answers = '';
    const take = async (path: string, init: RequestInit = {}) => {
      const authorization = `Bearer ${secrets.admin}`;
      const reply = await fetch(url + path, { headers: { authorization }, ...init });
      const text = await reply.text();
      answers += `${[...reply.headers].join('\n')}\n${text}\n`;
      return text;
    };
    for (const source of sources) {
      const ran = await fieldbridge(['send', source, 'payload.json', '--url', url], { directory, env });
      expect(ran).toMatchObject({ status: 0, err: '' });
      answers += ran.out;
    }
    const query = `?token=${encodeURIComponent(secrets.query)}`;
    const proxied = {
      'x-original-uri': `/hooks/query${query}`,
      cookie: secrets.admin,
      authorization: secrets.admin,
    };
    await take(`/hooks/query${query}`, { method: 'POST', body: '{}', headers: proxied });
    await take(`/hooks/query${query}x`, { method: 'POST', body: '{}', headers: proxied });
    await take('/hooks/header', { method: 'POST', body: '{}', headers: { 'x-token': `${secrets.header}x` } });
    await take('/api/events', { headers: { authorization: `Bearer ${secrets.admin}x` } });

    sandbox.addFaults(
      {
        operation: 'updateCustomer',
        status: 400,
        times: 1,
        body: `?token=${encodeURIComponent(secrets.token)}`,
      },
      {
        operation: 'updateCustomer',
        status: 404,
        times: 1,
        body: `{"error": "no customer for ${secrets.token}"}`,
      },
    );
    for (let sent = 0; sent < 2; sent += 1) {
      await fieldbridge(['send', 'form', 'payload.json', '--url', url], { directory, env });
    }
    sandbox.control('tokens', { action: 'expire', name: 'mitte' });
    await fieldbridge(['send', 'form', 'payload.json', '--url', url], { directory, env });

    const { events } = JSON.parse(await take('/api/events'));
    expect(events.length).toBe(sources.length + 4);
    for (const { id } of events) await take(`/api/events/${id}`);
    expect(answers).toContain('no customer for [secret]');
    for (const path of [
      'destinations',
      'destinations/salon/fields',
      'mappings',
      'refusals',
      'links',
      'nothing',
    ])
      await take(`/api/${path}`);
    for (const path of ['/healthz', '/readyz', '/metrics']) await take(path);
    await bridge.stop();

    const data = join(directory, 'data');
    const stored = readdirSync(data).map(name => readFileSync(join(data, name), 'latin1'));
    expect(bridge.out().split('\n').length).toBeGreaterThan(3);
    expect(leaksIn(bridge.out() + bridge.err())).toEqual([]);
    expect(leaksIn(answers)).toEqual([]);
    expect(leaksIn(stored.join('\n'))).toEqual([]);
    expect(stored.join('\n')).toContain('Window seat');
  });

  it('remains anywhere after a run with every kind of bad response of the API', async () => {
    const { sandbox, directory } = await openSecretive();
    const config = configFor(sandbox.url).replace(
      'statuses: [Stammkunde]',
      'limits: {timeout: 500ms, perSecond: 1000}, retry: {first: 10ms, max: 20ms}',
    );
    writeFiles(directory, { 'config.yaml': config });
    const bridge = fieldbridgeUntilStopped(['start'], { directory, env });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const authorization = `Bearer ${secrets.admin}`;
    const api = async (path: string) =>
      (await fetch(`${url}/api/${path}`, { headers: { authorization } })).text();
    const echoes = writingsOf(secrets.token).join(' | ');
    const bad = [
      ...[200, 400, 404, 408, 413, 418, 500, 502, 504, 429].map(status => ({
        status,
        body: `it was ${echoes}`,
        headers: {
          'retry-after': '1',
          location: `https://elsewhere.example/?token=${encodeURIComponent(secrets.token)}`,
        },
      })),
      { status: 200, body: JSON.stringify({ id: 1001, changes: [], token: secrets.token }) },
      { html: true as const },
      { empty: true as const },
      { cut: 10 },
      { reset: true as const },
      { garbage: `HTTP/1.1 ${secrets.token}\r\n\r\n` },
      { delayMs: 900 },
      { status: 401, body: `it was ${echoes}` },
    ];
    let answers = '';
    for (const [index, fault] of bad.entries()) {
      sandbox.clearFaults();
      sandbox.addFaults({ operation: 'updateCustomer', times: 1, ...fault } as Parameters<
        typeof sandbox.addFaults
      >[0]);
      writeFiles(directory, {
        'one.json': JSON.stringify({ customer: 1001, note: 'Window seat' }),
      });
      answers += (await fieldbridge(['send', 'header', 'one.json', '--url', url], { directory, env })).out;
      await expect
        .poll(() => sandbox.calls().filter(call => call.operation === 'updateCustomer').length, {
          interval: 5,
        })
        .toBeGreaterThan(index);
    }
    const { events } = JSON.parse(await api('events?limit=100'));
    for (const { id } of events) answers += await api(`events/${id}`);
    for (const path of ['destinations', 'mappings', 'refusals', 'audit']) answers += await api(path);
    for (const path of ['/readyz', '/metrics']) answers += await (await fetch(url + path)).text();
    const backup = await fieldbridge(['backup', 'copy.db'], { directory, env });
    expect(backup).toMatchObject({ status: 0, err: '' });
    // Read while the program runs, so the log of the store is included.
    const files = [...readdirSync(join(directory, 'data')).map(name => join('data', name)), 'copy.db'];
    const stored = files.map(name => readFileSync(join(directory, name), 'latin1')).join('\n');
    expect(files.join()).toContain('bridge.db-wal');
    await bridge.stop();
    expect(answers).toContain('it was [secret]');
    expect(stored).toContain('it was [secret]');
    const left = bridge.out() + bridge.err() + answers + backup.out + stored;
    expect(leaksIn(left)).toEqual([]);
    expect(partsOf(secrets).filter(part => left.includes(part))).toEqual([]);
  });
});

/** Returns each sequence of eight characters in a secret. */
function partsOf(all: Readonly<Record<string, string>>): string[] {
  return Object.values(all).flatMap(secret =>
    Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8)),
  );
}
