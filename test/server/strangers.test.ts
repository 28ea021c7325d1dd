import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { anExpression, anHmac } from '../receive/a-source.ts';
import { aConfig, adminToken, aSource } from './a-config.ts';
import { sendRaw } from './raw-http.ts';
import { startServer } from './running-server.ts';

const hidden = aSource('canary-crm', {
  path: '/hooks/x',
  verify: [anHmac({ signed: '{timestamp}.{body}', timestamp: { name: 'x-time' } })],
  eventId: [anExpression('id')],
  handshakes: ['challenge', 'meta', 'notion'],
  respond: 'outcome',
});

/** Texts that no stranger needs to know: names in the config, paths, the state of this machine. */
const secrets = /canary|salon|mapping|\.yaml|\/etc\/|\/tmp\/|sqlite|clock|node|fastify|admin\.token/i;

async function serverForStrangers() {
  const config = aConfig([hidden], {
    bodyLimit: 100,
    admin: { token: new Secret(adminToken), listen: { host: '127.0.0.1', port: 0 } },
  });
  const skewed = { ms: -3_600_000, words: 'the clock of canary is an hour behind' };
  return startServer(config, {}, { clockSkew: () => skewed as never });
}

describe('the port for webhooks', () => {
  it('shows strangers no name, no path and no state, whatever they request', async () => {
    const { url } = await serverForStrangers();
    const stale = { 'x-signature': 'ab', 'x-time': String(Math.floor(Date.now() / 1000) - 3_600) };
    const signed = (headers: Record<string, string>, body = '{}') => ({ method: 'POST', headers, body });
    const requests: [string, RequestInit?][] = [
      ['/'],
      ['/hooks'],
      ['/hooks/none', { method: 'POST', body: '{}' }],
      ['/hooks/x'],
      ['/hooks/x', { method: 'OPTIONS' }],
      ['/hooks/x', { method: 'DELETE' }],
      ['/hooks/x', signed({})],
      ['/hooks/x', signed(stale)],
      ['/hooks/x', signed({ ...stale, 'x-time': 'soon' })],
      ['/hooks/x', signed({ 'content-encoding': 'gzip' })],
      ['/hooks/x', signed({}, 'x'.repeat(101))],
      ['/hooks/x', signed({}, '{"verification_token":"guess"}')],
      ['/hooks/x?hub.mode=subscribe&hub.verify_token=guess&hub.challenge=1'],
      ['/api'],
      ['/api/events', { headers: { authorization: `Bearer ${adminToken}` } }],
      ['/api/events', { headers: { authorization: 'Bearer guess' } }],
      ['/readyz'],
      ['/metrics'],
      ['/console'],
      ['/%zz'],
      [`/${'a'.repeat(500)}`],
      ['/healthz'],
    ];
    for (const [path, init] of requests) {
      const reply = await fetch(url + path, init);
      const said = JSON.stringify([[...reply.headers], await reply.text()]);
      expect({ path, told: secrets.exec(said)?.[0] }).toEqual({ path, told: undefined });
      expect({ path, status: reply.status }).not.toEqual({ path, status: 500 });
    }
    for (const raw of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: a\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
    ])
      expect(JSON.stringify(await sendRaw(url, [raw]))).not.toMatch(secrets);
  });

  it('returns 503 without the reason if a webhook is refused only because the clock here is wrong', async () => {
    const { url } = await serverForStrangers();
    const reply = await fetch(`${url}/hooks/x`, {
      method: 'POST',
      headers: { 'x-signature': 'ab', 'x-time': String(Math.floor(Date.now() / 1000) - 3_600) },
      body: '{}',
    });
    expect([reply.status, await reply.json()]).toEqual([
      503,
      { error: 'webhooks cannot be verified right now', hint: 'Please send it again.' },
    ]);
  });
});
