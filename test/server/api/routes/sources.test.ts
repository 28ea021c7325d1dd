import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../src/config/secret.ts';
import type { Verify } from '../../../../src/config/sources/verify.ts';
import { aConfig, aSource } from '../../a-config.ts';
import { type RunningServer, startServer } from '../../running-server.ts';

const at = Date.UTC(2026, 10, 20, 10, 4, 30);
const token = 'a-token-of-the-shop';
const queryToken: Verify = { type: 'query-token', name: 'key', secret: [new Secret(token)] };
const crm = aSource('crm', { path: '/in/crm', verify: [queryToken] });
const awaiting = aSource('notion', {
  preset: 'notion',
  verify: [{ type: 'header-token', name: 'x-token', prefix: '', secret: [] }],
  handshakes: ['notion'],
});

async function sourcesOf(server: RunningServer): Promise<readonly Record<string, unknown>[]> {
  const { status, body } = await server.api('GET', '/sources');
  expect(status).toBe(200);
  return (body as unknown as { sources: Record<string, unknown>[] }).sources;
}

describe('sources in the admin API', () => {
  it('are listed with their URL, without a secret', async () => {
    const config = aConfig([crm, awaiting], { publicUrl: 'https://hooks.example.com/bridge' });
    const server = await startServer(config);
    expect(await sourcesOf(server)).toEqual([
      {
        name: 'crm',
        people: 'crm',
        preset: null,
        path: '/in/crm',
        url: 'https://hooks.example.com/bridge/in/crm',
        lastAcceptedAt: null,
        notPosted: null,
        streak: null,
      },
      {
        name: 'notion',
        people: 'notion',
        preset: 'notion',
        path: '/hooks/notion',
        url: 'https://hooks.example.com/bridge/hooks/notion',
        lastAcceptedAt: null,
        notPosted: null,
        streak: null,
      },
    ]);
    expect(JSON.stringify(await sourcesOf(server))).not.toMatch(token);
    const local = await startServer(aConfig([crm]));
    expect(await sourcesOf(local)).toMatchObject([{ url: null }]);
  });

  it('show when a webhook was last stored, and the refusals since', async () => {
    let now = at;
    const server = await startServer(aConfig([crm]), { clock: { now: () => now } });
    expect((await server.post(`/in/crm?key=${token}`, '{}')).status).toBe(200);
    now += 60_000;
    for (let time = 0; time < 3; time++) await server.post('/in/crm', '{}');
    expect(await sourcesOf(server)).toMatchObject([
      {
        lastAcceptedAt: '2026-11-20T10:04:30.000Z',
        streak: { count: 3, since: '2026-11-20T10:05:30.000Z', reason: expect.stringMatching('"key"') },
      },
    ]);
  });

  it("name the handshake that answers a sender's check of the URL", async () => {
    const server = await startServer(aConfig([crm]), { clock: { now: () => at } });
    expect((await fetch(`${server.url}/in/crm?challenge=abc`)).status).toBe(405);
    const handshake = 'handshake: {challenge: {in: query, name: challenge}}';
    expect(await sourcesOf(server)).toMatchObject([
      { notPosted: { method: 'GET', at: '2026-11-20T10:04:30.000Z', handshake } },
    ]);
    await fetch(`${server.url}/in/crm`, { headers: { accept: 'text/html' } });
    const [{ notPosted } = {}] = await sourcesOf(server);
    expect(notPosted).toEqual({ method: 'GET', at: '2026-11-20T10:04:30.000Z' });
  });

  it('request a user and a password, and do not count the first attempt without them', async () => {
    const basic = { type: 'basic', username: 'sns', password: [new Secret('a-password')] } as const;
    const both = [basic, ...crm.verify];
    const server = await startServer(
      aConfig([aSource('sns', { verify: [basic] }), aSource('two', { verify: both }), crm]),
    );
    const asks = async (path: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: '{}', headers });
      return [answer.status, answer.headers.get('www-authenticate')];
    };
    const asked = [401, 'Basic realm="fieldbridge"'];
    expect(await asks('/hooks/sns')).toEqual(asked);
    expect(await asks('/hooks/two')).toEqual(asked);
    expect(await asks('/in/crm')).toEqual([401, null]);
    const streaks = async () =>
      (await sourcesOf(server)).map(({ streak }) => (streak as { count: number } | null)?.count ?? 0);
    expect(await streaks()).toEqual([1, 0, 1]);
    expect(await asks('/hooks/sns', 'Basic eDp5')).toEqual(asked);
    expect(await streaks()).toEqual([1, 1, 1]);
    await asks('/hooks/sns');
    expect(await asks('/hooks/sns', `Basic ${btoa('sns:a-password')}`)).toEqual([200, null]);
    expect(await streaks()).toEqual([1, 0, 1]);
  });

  it('are hidden without the token', async () => {
    const server = await startServer(aConfig([crm]));
    expect((await fetch(`${server.url}/api/sources`)).status).toBe(401);
    const off = await startServer(aConfig([crm], { admin: undefined }));
    expect((await fetch(`${off.url}/api/sources`)).status).toBe(404);
  });
});

describe('a verification token from a sender', () => {
  const sendToken = (server: RunningServer, token: string) =>
    server.post('/hooks/notion', JSON.stringify({ verification_token: token }));

  it('is shown here and nowhere else', async () => {
    const written: string[] = [];
    const logger = pino({ level: 'trace' }, { write: line => void written.push(line) });
    const server = await startServer(aConfig([awaiting]), { logger });
    for (let time = 0; time < 2; time++) {
      const response = await sendToken(server, 'secret_tMrlL1qK5v');
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
    expect(await sourcesOf(server)).toMatchObject([{ verificationToken: 'secret_tMrlL1qK5v' }]);
    for (const path of ['/readyz', '/metrics', '/api/sources']) {
      expect(await (await fetch(server.url + path)).text()).not.toMatch('tMrlL1');
    }
    for (const path of ['/events', '/refusals', '/mappings']) {
      expect(JSON.stringify(await server.api('GET', path))).not.toMatch('tMrlL1');
    }
    expect(written.join('')).not.toMatch('tMrlL1');
    const lines = written.filter(line => line.includes('verification token'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch('GET /api/sources');
  });

  it('is not silently replaced by another one', async () => {
    let now = at;
    const server = await startServer(aConfig([awaiting]), { clock: { now: () => now } });
    await sendToken(server, 'secret_first');
    now += 1000;
    await sendToken(server, 'secret_second');
    const [source] = await sourcesOf(server);
    expect(source).not.toHaveProperty('verificationToken');
    expect(source).toMatchObject({
      verificationTokens: [
        { token: 'secret_second', toldAt: '2026-11-20T10:04:31.000Z' },
        { token: 'secret_first', toldAt: '2026-11-20T10:04:30.000Z' },
      ],
      hint: expect.any(String),
    });
  });

  it('is not displaced by many others', async () => {
    const server = await startServer(aConfig([awaiting]));
    await sendToken(server, 'secret_first');
    for (let number = 0; number < 50; number++) await sendToken(server, `forged_${number}`);
    const [source] = await sourcesOf(server);
    const four = Array.from({ length: 4 }, () => ({ token: expect.stringMatching('forged') }));
    expect(source).toMatchObject({ verificationTokens: [...four, { token: 'secret_first' }] });
  });

  it('is refused if the source has a secret, which stays unchanged', async () => {
    const verify: Verify[] = [
      { type: 'header-token', name: 'x-token', prefix: '', secret: [new Secret(token)] },
    ];
    const server = await startServer(aConfig([aSource('notion', { verify, handshakes: ['notion'] })]));
    expect((await sendToken(server, 'secret_forged')).status).toBe(401);
    expect((await sendToken(server, token)).status).toBe(200);
    const [source] = await sourcesOf(server);
    expect(source).not.toHaveProperty('verificationToken');
    expect(JSON.stringify(await server.store.refusals({ limit: 10 }))).not.toMatch('forged');
  });
});
