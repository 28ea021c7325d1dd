import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { aDigest, anHmac, aRequest, aSource, now, publicUrl, refuse, secretText } from '../a-source.ts';

const body = '{"number":"1001"}';
const stamp = String(now / 1000);
const hmac = (key: string | Buffer, ...parts: readonly string[]) => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest('hex');
};

async function reasonOf(signature: string, keys: Parameters<typeof anHmac>[0] = {}, sent = body) {
  const source = aSource({ verify: [anHmac(keys)] });
  const headers: [string, string][] = [
    ['x-signature', signature],
    ['x-timestamp', stamp],
  ];
  return (await refuse(source, aRequest(sent, headers))).reason;
}

const withSecret = (text: string) => ({ secret: [new Secret(text)] });
const whsec = `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`;
const hex = Buffer.from('0123456789abcdef').toString('hex');
const right = 'the signature does not match; is the secret right?';
const meant = (...lines: readonly string[]) =>
  `the signature does not match as the source says, and would with ${lines.map(line => (line.includes('secret,') || line.startsWith('the ') ? line : `\`${line}\``)).join(' and ')}`;

const posted = `${publicUrl}/hooks/website`;

describe('the reason of a refused signature', () => {
  it.each<[string, string, Parameters<typeof anHmac>[0], readonly string[]]>([
    ['body alone', hmac(secretText, body), { signed: 'v0:{body}' }, ['signed: "{body}"']],
    ['timestamp and body', hmac(secretText, stamp, '.', body), {}, ['signed: "{timestamp}.{body}"']],
    ['both without a dot', hmac(secretText, stamp, body), {}, ['signed: "{timestamp}{body}"']],
    ['hex', hmac(Buffer.from(hex, 'hex'), body), withSecret(hex), ['secretEncoding: hex']],
    ['whsec', hmac(Buffer.from('0123456789abcdef'), body), withSecret(whsec), ['secretEncoding: whsec']],
    ['utf8', hmac(hex, body), { ...withSecret(hex), secretEncoding: 'hex' }, ['secretEncoding: utf8']],
    [
      'a line end',
      hmac(secretText, body),
      withSecret(`${secretText}\n`),
      ['the secret without the spaces or the line end around it'],
    ],
    [
      'a line end at the sender',
      hmac(`${secretText}\n`, body),
      {},
      ['a line end behind the secret, as the sender has it'],
    ],
    ['Slack', hmac(secretText, 'v0:', stamp, ':', body), {}, ['signed: "v0:{timestamp}:{body}"']],
    ['the timestamp behind', hmac(secretText, body, stamp), {}, ['signed: "{body}{timestamp}"']],
    ['the URL before', hmac(secretText, posted, body), {}, ['signed: "{url}{body}"']],
    ['the URL behind', hmac(secretText, body, posted), { signed: '{url}{body}' }, ['signed: "{body}{url}"']],
    ['the path before', hmac(secretText, '/hooks/website', body), {}, ['signed: "{path}{body}"']],
    [
      'two lines',
      hmac(Buffer.from(hex, 'hex'), stamp, '.', body),
      withSecret(hex),
      ['signed: "{timestamp}.{body}"', 'secretEncoding: hex'],
    ],
    [
      'a plain hash',
      createHash('sha256').update(secretText).update(body).digest('hex'),
      {},
      ['type: digest', 'signed: "{secret}{body}"'],
    ],
    [
      'timestamp and body with the second secret',
      hmac(hex, stamp, '.', body),
      { secret: [new Secret(secretText), new Secret(hex)] },
      ['signed: "{timestamp}.{body}"'],
    ],
    [
      'hex of the second secret',
      hmac(Buffer.from(hex, 'hex'), body),
      { secret: [new Secret(secretText), new Secret(hex)] },
      ['secretEncoding: hex'],
    ],
    [
      'a plain hash with the second secret',
      createHash('sha256').update(body).update(hex).digest('hex'),
      { secret: [new Secret(secretText), new Secret(hex)] },
      ['type: digest', 'signed: "{body}{secret}"'],
    ],
  ])('names the settings that would match: %s', async (_, signature, keys, lines) => {
    expect(await reasonOf(signature, keys)).toBe(meant(...lines));
  });

  it('names none if the secret is another one', async () => {
    expect(await reasonOf(hmac('another secret', body))).toBe(right);
    expect(await reasonOf(hmac(`${secretText}x`, stamp, '.', body))).toBe(right);
  });

  it.each([
    [`${secretText}`, body, '{body}{secret}', ['signed: "{secret}{body}"']],
    [body, `${secretText}`, '{secret}{body}', ['signed: "{body}{secret}"']],
  ])('names the other order of a plain hash: %s', async (first, second, signed, lines) => {
    const source = aSource({ verify: [aDigest({ signed, algorithm: 'sha256' })] });
    const signature = createHash('sha256').update(first).update(second).digest('hex');
    const sent = aRequest(body, [['x-signature', signature]]);
    expect((await refuse(source, sent)).reason).toBe(meant(...lines));
  });

  it.each([
    [secretText, 'type: header-token, name: x-signature'],
    [`Bearer ${secretText}`, 'type: header-token, name: x-signature, prefix: "Bearer "'],
  ])('names the secret itself in place of a signature: %s', async (signature, lines) => {
    const reason = await reasonOf(signature);
    expect(reason).toContain(`The request has the secret in another place: write \`verify: {${lines}}\``);
    expect(reason).not.toContain(secretText);
  });

  it('is not searched for in a long body', async () => {
    const long = JSON.stringify('x'.repeat(70_000));
    expect(await reasonOf(hmac(secretText, stamp, '.', long), {}, long)).toBe(right);
  });
});

describe('the reason of a refused signature of Standard Webhooks', () => {
  const scheme: Verify = {
    type: 'standard-webhooks',
    secret: [new Secret(hex)],
    secretEncoding: 'whsec',
    headerPrefix: 'webhook-',
  };
  const content = `msg_1.${stamp}.${body}`;
  const base64 = (key: string | Buffer) => Buffer.from(hmac(key, content), 'hex').toString('base64');
  const send = async (signature: string, prefix = 'webhook-', timestamp = stamp) =>
    (
      await refuse(
        aSource({ verify: [scheme] }),
        aRequest(body, [
          [`${prefix}id`, 'msg_1'],
          [`${prefix}timestamp`, timestamp],
          [`${prefix}signature`, signature],
        ]),
      )
    ).reason;

  it('names only the keys of that type', async () => {
    expect(await send(`v1,${base64(hex)}`)).toBe(meant('secretEncoding: utf8'));
    expect(await send(`v1,${base64('other')}`)).toBe(right);
    expect(await send(`v1,${base64(hex)}`, 'svix-')).toBe(
      'the header "webhook-signature" is missing, and "svix-signature" is there; write `headerPrefix: svix-`',
    );
    const byHmac = 'a sender that signs in another way needs `type: hmac`';
    expect(await send(hmac(hex, body))).toBe(
      `the header "webhook-signature" is no list of signatures written as v1,BASE64; ${byHmac}`,
    );
    expect(await send(`v1,${base64(hex)}`, 'webhook-', `${stamp}000`)).toBe(
      `the header "webhook-timestamp" is not in whole seconds, as Standard Webhooks says; ${byHmac}`,
    );
    expect(await send(`v1,${hmac(hex, content)}`)).toBe(
      `no signature in the header "webhook-signature" is one of SHA-256 in base64; ${byHmac}`,
    );
  });
});
