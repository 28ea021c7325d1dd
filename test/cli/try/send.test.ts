import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  folderWith,
  openSandbox,
  plainConfig,
  plainFolder,
} from '../command-line.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Starts the example config, with another port, against a sandbox. */
async function startExample() {
  const sandbox = await openSandbox();
  const example = readFileSync(join(root, 'config.example.yaml'), 'utf8');
  const directory = folderWith({ 'config.yaml': example.replace('port: 8080', 'port: 0') });
  cpSync(join(root, 'mappings'), join(directory, 'mappings'), { recursive: true });
  const env = {
    CALENDAR_URL: sandbox.url,
    SALON_TOKEN: sandbox.tokens.mitte,
    TYPEFORM_SECRET: 'a-secret-of-typeform',
    HUBSPOT_SECRET: 'a-secret-of-hubspot',
    FORM_TOKEN: 'a-token-of-the-form',
    BOOKING_SECRET: 'a-secret-of-the-page',
    ADMIN_TOKEN: 'a-token-of-the-admin',
  };
  const bridge = fieldbridgeUntilStopped(['start'], { directory, env });
  const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
  return { directory, env, url, bridge };
}

/** Sources of every scheme that can be signed, in addition to those of the example. */
const further = `  standard: {preset: standard-webhooks, secret: whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=}
  calendly: {preset: calendly, secret: a-secret-of-calendly}
  tally: {preset: tally, secret: a-secret-of-tally}
  wpforms: {preset: wpforms, secret: a-secret-of-wpforms}
  basic: {verify: {type: basic, username: shop, password: a-password-of-the-shop}}
  query: {verify: {type: query-token, name: token, secret: a-token-in-the-query}}
  hash: {verify: {type: hmac, secret: a-secret-for-sha512, algorithm: sha512, signature: {in: query, name: sig}}}
  digest: {verify: {type: digest, secret: a-secret-to-hash, algorithm: md5, signature: {name: X-Sig}}}
  token: {verify: {type: body-token, path: meta.token, secret: a-token-in-the-body}}
  bearer: {verify: {type: jwt, secret: a-secret-of-the-app, algorithms: [HS384]}}
  ticket: {verify: {type: jwt, in: query, name: jwt, audience: us, secret: a-secret-of-the-app}}
  umlauts: {verify: {type: header-token, name: X-Token, secret: ein-schlüssel-für-8-€}}
  open: {verify: {type: none}}
  rotated: {verify: [{type: header-token, name: X-A, secret: the-first-of-two}, {type: header-token, name: X-B, secret: the-second-of-two}]}
`;

describe('send', () => {
  it.each([
    ['website', 'intake.json', /^200 \{"id":"evt_\w+","status":"queued"\}\n$/],
    ['crm', 'crm-webhook.json', /^200 \{"ids":\["evt_\w+","evt_\w+","evt_\w+"\],"status":"queued"\}\n$/],
    ['contact-form', 'contact-form.txt', /^200 \{"id":"evt_\w+","status":"queued"\}\n$/],
    ['booking-form', 'booking.json', /^200 \{"id":"evt_\w+","status":"queued"\}\n$/],
  ])('posts to %s of the example config like its sender', async (source, sample, answer) => {
    const { directory, env, url } = await startExample();
    const argv = ['send', source, `mappings/samples/${sample}`, '--url', url];
    expect(await fieldbridge(argv, { directory, env })).toEqual({
      status: 0,
      out: expect.stringMatching(answer),
      err: '',
    });
    const forged = {
      ...env,
      TYPEFORM_SECRET: 'x',
      HUBSPOT_SECRET: 'x',
      FORM_TOKEN: 'x',
      BOOKING_SECRET: 'x',
    };
    expect(await fieldbridge(argv, { directory, env: forged })).toEqual({
      status: 1,
      out: '401 {"error":"this webhook could not be verified"}\n',
      err: '',
    });
  });

  it.each([
    'standard',
    'calendly',
    'tally',
    'wpforms',
    'basic',
    'query',
    'hash',
    'digest',
    'token',
    'bearer',
    'ticket',
    'umlauts',
    'open',
    'rotated',
  ])('signs for the source %s so that the webhook is verified', async source => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, further) });
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const sent = await fieldbridge(['send', source, '-', '--url', url], { directory, input: '{"a": 1}' });
    expect(sent).toEqual({ status: 0, out: expect.stringMatching(/^200 \{"id":"evt_/), err: '' });
  });

  it.each([
    ['standard', () => ['webhook-id:msg_1']],
    ['standard', () => [`Webhook-Timestamp:${Math.floor(Date.now() / 1000) - 60}`, 'webhook-id: msg_2']],
    ['svix', () => ['svix-id:msg_1', `svix-timestamp:${Math.floor(Date.now() / 1000)}`]],
    ['klaviyo', () => [`Klaviyo-Timestamp:${new Date().toUTCString()}`]],
    ['stamped', () => [`X-Time:${Date.now()}`, 'X-Id:7']],
  ])('adds %s only once if it is given by hand', async (source, given) => {
    const sandbox = await openSandbox();
    const more = `${further}  svix: {verify: {type: standard-webhooks, headerPrefix: svix-, secret: whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=}}
  klaviyo: {preset: klaviyo, secret: a-secret-of-klaviyo}
  stamped: {verify: {type: hmac, secret: a-secret-with-time, signed: "{id}.{timestamp}.{body}", signature: {name: X-Sig}, id: {name: X-Id}, timestamp: {name: X-Time, unit: ms}}}
`;
    const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, more) });
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const argv = ['send', source, '-', '--url', url, ...given().flatMap(each => ['--header', each])];
    const sent = await fieldbridge(argv, { directory, input: '{"data": [{"a": 1}]}' });
    expect(sent).toEqual({ status: 0, out: expect.stringMatching(/^200 \{"ids?":/), err: '' });
  });

  it('sends a proof that is given by hand unchanged, so that a wrong one can be tried', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, further) });
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    for (const [source, header] of [
      ['standard', 'webhook-signature:v1,bm90IG91cnM='],
      ['umlauts', 'x-token:wrong'],
      ['basic', 'authorization:Basic eDp5'],
    ] as const) {
      const argv = ['send', source, '-', '--url', url, '--header', header];
      const sent = await fieldbridge(argv, { directory, input: '{}' });
      expect(sent).toMatchObject({ status: 1, out: expect.stringMatching(/^401 /) });
    }
  });

  it('is recognised as a duplicate the second time', async () => {
    const { directory, env, url } = await startExample();
    const argv = ['send', 'website', 'mappings/samples/intake.json', '--url', url];
    const first = await fieldbridge(argv, { directory, env });
    const second = await fieldbridge(argv, { directory, env });
    expect(second.status).toBe(0);
    expect(second.out).toBe(first.out.replace('queued', 'duplicate'));
  });

  it('uses another content type on request, and ends with status 1 if that is refused', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox);
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    const [, url = ''] = await bridge.printed(/"url":"([^"]+)"/);
    const argv = ['send', 'form', '-', '--url', url, '--content-type', 'image/png', '--json'];
    const ran = await fieldbridge(argv, { directory, input: '{"customer": 1001}' });
    expect(ran.status).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ status: 415, body: expect.stringContaining('content type') });
  });

  it('uses the address of the bridge in the config, and ends with status 3 if nothing responds', async () => {
    const sandbox = await openSandbox();
    const config = plainConfig(sandbox).replace('{port: 0}', '{host: 0.0.0.0, port: 9}');
    const directory = plainFolder(sandbox, { 'config.yaml': config });
    expect(await fieldbridge(['send', 'form', '-'], { directory, input: '{}' })).toEqual({
      status: 3,
      out: '',
      err: 'fieldbridge send: no bridge answers at http://127.0.0.1:9 (ECONNREFUSED); start it, or add --url\n',
    });
  });

  it('ends with status 2 for an unknown source or a missing file', async () => {
    const directory = plainFolder(await openSandbox());
    const source = await fieldbridge(['send', 'from', '-'], { directory });
    expect(source.status).toBe(2);
    expect(source.err).toContain('there is no source "from"; did you mean "form"?');
    const file = await fieldbridge(['send', 'form', 'no.json'], { directory });
    expect(file.status).toBe(2);
    expect(file.err).toContain('no.json cannot be read (ENOENT)');
  });

  it('ends with status 3 if the signature of the sender cannot be imitated', async () => {
    const sandbox = await openSandbox();
    const source =
      '  inside: {verify: {type: hmac, secret: a-secret-of-the-body, signature: {in: body, name: sig}}}\n';
    const directory = plainFolder(sandbox, { 'config.yaml': plainConfig(sandbox, source) });
    const ran = await fieldbridge(['send', 'inside', '-'], { directory, input: '{}' });
    expect(ran.status).toBe(3);
    expect(ran.err).toBe(
      'fieldbridge send: It cannot be signed: the signature stands in the body that it covers.\n',
    );
  });
});
