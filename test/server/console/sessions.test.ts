import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { aConfig, adminToken, aSource } from '../a-config.ts';
import { type RunningServer, startServer } from '../running-server.ts';

const minute = 60_000;
const readToken = 'a-read-token-of-the-tests';

/** Returns a clock that the tests set. */
function aClock() {
  let now = Date.UTC(2026, 10, 26, 12);
  return {
    now: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
}

function configOf(server: Parameters<typeof aConfig>[1] = {}) {
  const admin = { token: new Secret(adminToken), readToken: new Secret(readToken), listen: undefined };
  return aConfig([aSource('open')], { admin, ...server });
}

/** Signs in like a page of the server; returns the header that sets the cookie. */
async function signIn(
  { adminUrl }: Pick<RunningServer, 'adminUrl'>,
  headers: Record<string, string> = {},
  token = adminToken,
): Promise<string> {
  const reply = await fetch(`${adminUrl}/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({ token }),
  });
  expect(reply.status).toBe(200);
  return reply.headers.getSetCookie().join();
}

const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

async function statusOf(
  { adminUrl }: Pick<RunningServer, 'adminUrl'>,
  cookie: string,
  path = '/api/destinations',
): Promise<number> {
  return (await fetch(adminUrl + path, { headers: { cookie } })).status;
}

describe('a session of the console', () => {
  it('ends after half an hour without use, and after twelve hours in any case', async () => {
    const clock = aClock();
    const server = await startServer(configOf(), { clock });
    const cookie = pairOf(await signIn(server));
    for (let hour = 0; hour < 12; hour += 0.4) {
      expect([hour, await statusOf(server, cookie)]).toEqual([hour, 200]);
      clock.advance(24 * minute);
    }
    expect(await statusOf(server, cookie)).toBe(401);
    const idle = pairOf(await signIn(server));
    clock.advance(29 * minute);
    expect(await statusOf(server, idle)).toBe(200);
    clock.advance(31 * minute);
    expect(await statusOf(server, idle)).toBe(401);
  });

  it('ends with the tokens of the config, and after a sign-out', async () => {
    const before = await startServer(configOf());
    const cookie = pairOf(await signIn(before));
    expect(await statusOf(before, cookie)).toBe(200);
    const after = await startServer(
      aConfig([], { admin: { token: new Secret('another-token-of-the-tests'), listen: undefined } }),
      { store: before.store },
    );
    expect(await statusOf(after, cookie)).toBe(401);
    await fetch(`${before.url}/console/session`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(await statusOf(before, cookie)).toBe(401);
  });

  it('works at each of two bridges on one host, whose cookies a browser sends to both', async () => {
    const one = await startServer(configOf());
    const token = new Secret('the-token-of-another-bridge');
    const other = await startServer(aConfig([], { admin: { token, listen: undefined } }));
    const here = pairOf(await signIn(one));
    const there = pairOf(await signIn(other, {}, token.reveal()));
    const names = [here, there].map(pair => pair.split('=')[0]);
    expect(new Set(names).size).toBe(2);
    const both = `${here}; ${there}`;
    expect([await statusOf(one, both), await statusOf(other, both)]).toEqual([200, 200]);
    // Another process of the same bridge.
    const second = await startServer(configOf(), { store: one.store });
    expect(await statusOf(second, both)).toBe(200);
  });

  it('of a reader can only read', async () => {
    const server = await startServer(configOf());
    const cookie = pairOf(await signIn(server, {}, readToken));
    expect(await statusOf(server, cookie)).toBe(200);
    const paused = await fetch(`${server.url}/api/destinations/salon/pause`, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(paused.status).toBe(403);
  });

  it('has a cookie that only this host can set on an encrypted connection', async () => {
    const trustProxy = ['127.0.0.1'];
    const atRoot = await startServer(configOf({ trustProxy, publicUrl: 'https://hooks.example.com' }));
    const behind = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'hooks.example.com' };
    expect(await signIn(atRoot, behind)).toMatch(
      /^__Host-fieldbridge-[\w-]{8}=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const inside = await startServer(
      configOf({ trustProxy, publicUrl: 'https://hooks.example.com/bridge', basePath: '/bridge' }),
    );
    expect(await signIn(inside, behind)).toMatch(
      /^__Secure-fieldbridge-[\w-]{8}=[\w-]+; Path=\/bridge; HttpOnly; Secure; SameSite=Strict$/,
    );
    // A session of an encrypted connection is not valid over plain HTTP.
    const cookie = pairOf(await signIn(atRoot, behind));
    expect(await statusOf(atRoot, cookie)).toBe(401);
  });

  it('does not use the store if its key is forged', async () => {
    const server = await startServer(configOf());
    const [name, key = ''] = pairOf(await signIn(server)).split('=');
    let reads = 0;
    const count = () => {
      reads += 1;
      return Promise.resolve(undefined);
    };
    server.store.session = count;
    server.store.endSession = count;
    for (const forged of ['x', key.slice(1), `${key}x`, `A${key.slice(1)}B`, 'A'.repeat(key.length)]) {
      expect(await statusOf(server, `${name}=${forged}`)).toBe(401);
      const used = await fetch(`${server.url}/console/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ code: forged }),
      });
      expect(used.status).toBe(401);
    }
    expect(reads).toBe(0);
    await statusOf(server, `${name}=${key}`);
    expect(reads).toBe(1);
  });

  it('gets 503 while the store is unavailable, and does not end', async () => {
    const server = await startServer(configOf());
    const cookie = pairOf(await signIn(server));
    const { session } = server.store;
    server.store.session = () => Promise.reject(new StoreUnavailable('/data is full'));
    for (const path of ['/api/destinations', '/console/session'])
      expect([path, await statusOf(server, cookie, path)]).toEqual([path, 503]);
    server.store.session = session;
    expect(await statusOf(server, cookie)).toBe(200);
  });

  it('can be started by a link only once', async () => {
    const server = await startServer(configOf());
    const asPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const [, key = ''] = pairOf(await signIn(server)).split('=');
    const used = await fetch(`${server.url}/console/session`, {
      method: 'POST',
      headers: asPage,
      body: JSON.stringify({ code: key }),
    });
    expect(used.status).toBe(401);
  });
});

describe('the files of the console', () => {
  const built = {
    entry: { script: 'console-A.js', style: 'console-B.css' },
    files: new Map([['console-A.js', { type: 'text/javascript', plain: Buffer.from('"x"') }]]),
  };

  it('are searched for until they were built, and have a policy', async () => {
    let isBuilt = false;
    const consoleFiles = async () => (isBuilt ? built : undefined);
    const server = await startServer(configOf(), { consoleFiles });
    expect((await fetch(`${server.url}/console`)).status).toBe(404);
    isBuilt = true;
    const page = await fetch(`${server.url}/console/events/evt_1`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<base href="/console/">');
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'"])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect((await fetch(`${server.url}/console/console-A.js`)).headers.get('cache-control')).toContain(
      'immutable',
    );
    expect((await fetch(`${server.url}/console/console-C.js`)).status).toBe(404);
  });
});
