import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { load } from '../reading.ts';

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const x25519 = generateKeyPairSync('x25519');

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const base64 = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');
const privatePem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));

/** Returns the diagnostics of a source with this `verify`, each with its place. */
function diagnosticsOf(
  verify: string,
  more: { env?: Record<string, string>; files?: Record<string, string> } = {},
) {
  const text = `sources:\n  a:\n    verify: ${verify}\n`;
  const { diagnostics } = load(text, more.env, more.files);
  return diagnostics.map(({ code, message, place }) => ({
    code,
    message,
    at: text
      .split('\n')
      [(place?.line ?? 0) - 1]?.slice((place?.column ?? 0) - 1)
      .slice(0, 12),
  }));
}

const messagesOf = (verify: string, more?: Parameters<typeof diagnosticsOf>[1]) =>
  diagnosticsOf(verify, more).map(({ code, message }) => `${code}: ${message}`);

const publicKey = (algorithm: string, more = 'signature: {name: X-Sig}') =>
  `{type: public-key, algorithm: ${algorithm}, key: "\${KEY}", ${more}}`;

describe('the key of a `public-key` entry', () => {
  it.each([
    ['ed25519', pem(ed25519.publicKey)],
    ['ed25519', base64(ed25519.publicKey)],
    ['ecdsa-p256', pem(p256.publicKey)],
    ['ecdsa-p256', base64(p256.publicKey)],
    ['rsa-sha256', pem(rsa.publicKey)],
    ['rsa-sha256', base64(rsa.publicKey)],
    ['rsa-sha256', String(rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }))],
    ['rsa-sha256', rsa.publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')],
  ])('fits %s: %.40s', (algorithm, key) => {
    expect(messagesOf(publicKey(algorithm), { env: { KEY: key } })).toEqual([]);
    const inFile = `{type: public-key, algorithm: ${algorithm}, key: {file: key.pem}, signature: {name: X-Sig}}`;
    expect(messagesOf(inFile, { files: { '/etc/bridge/key.pem': key } })).toEqual([]);
  });

  const unreadable = 'config/bad-public-key: this is not a public key in PEM or base64';
  const isPrivate = 'config/bad-public-key: this is a private key, which only the sender may have';
  it.each([
    ['ed25519', 'a text that is no key', unreadable],
    ['ed25519', 'abcd', unreadable],
    ['ed25519', '00'.repeat(31), unreadable],
    ['ecdsa-p256', '11'.repeat(32), unreadable],
    ['rsa-sha256', Buffer.alloc(300).toString('base64'), unreadable],
    ['rsa-sha256', pem(rsa.publicKey).slice(0, -30), unreadable],
    ['rsa-sha256', pem(rsa.publicKey).replace('PUBLIC', 'PUBLlC'), unreadable],
    ['rsa-sha256', '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----', unreadable],
    ['ed25519', privatePem(ed25519.privateKey), isPrivate],
    ['ecdsa-p256', String(p256.privateKey.export({ type: 'sec1', format: 'pem' })), isPrivate],
    ['rsa-sha256', privatePem(rsa.privateKey), isPrivate],
    ['rsa-sha256', rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'), isPrivate],
    ['rsa-sha256', rsa.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'), isPrivate],
    ['ed25519', ed25519.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'), isPrivate],
    ['ecdsa-p256', p256.privateKey.export({ type: 'sec1', format: 'der' }).toString('base64'), isPrivate],
    [
      'ecdsa-p256',
      pem(p384.publicKey),
      'config/bad-public-key: this is a key of the curve secp384r1, and ecdsa-p256 needs a key of the curve P-256',
    ],
    [
      'ed25519',
      pem(x25519.publicKey),
      'config/bad-public-key: this is a key of the kind x25519, and ed25519 needs an Ed25519 key',
    ],
    [
      'ed25519',
      pem(rsa.publicKey),
      'config/bad-public-key: this is an RSA key, and ed25519 needs an Ed25519 key',
    ],
    [
      'rsa-sha256',
      base64(p256.publicKey),
      'config/bad-public-key: this is a key of the curve P-256, and rsa-sha256 needs an RSA key',
    ],
    [
      'rsa-sha256',
      pem(shortRsa.publicKey),
      'config/weak-signature: this RSA key has only 1024 bits, so that others may find the private key',
    ],
  ])('for %s is checked: %.40s', (algorithm, key, expected) => {
    expect(messagesOf(publicKey(algorithm), { env: { KEY: key } })).toEqual([expected]);
  });

  it('is reported at its place in a list, without its text', () => {
    const [first] = diagnosticsOf(
      `{type: public-key, algorithm: ed25519, key: [${base64(ed25519.publicKey)}, "no key!"], signature: {name: X}}`,
    );
    expect(first).toMatchObject({ code: 'config/bad-public-key', at: '"no key!"], ' });
    const read = load(`sources:\n  a:\n    verify: ${publicKey('ed25519')}\n`, {
      KEY: privatePem(ed25519.privateKey),
    });
    expect(JSON.stringify(read.diagnostics)).not.toContain(privatePem(ed25519.privateKey).slice(30, 60));
  });

  it('is not needed if nothing is verified', () => {
    const text = `sources:\n  a:\n    verify: ${publicKey('ed25519')}\n`;
    for (const verify of [
      text,
      text.replace(`"\${KEY}"`, '{file: gone.pem}'),
      text.replace(`"\${KEY}"`, `["\${KEY}"]`),
    ]) {
      expect(load(verify, {}, {}, () => false).diagnostics).toEqual([]);
    }
    expect(load(text).diagnostics.map(({ code }) => code)).toContain('config/unset-variable');
  });

  it('is required, with its algorithm', () => {
    expect(diagnosticsOf('{type: public-key, algorithm: ed25519, signature: {name: X}}')).toMatchObject([
      { code: 'yaml/missing-key' },
    ]);
    expect(diagnosticsOf('{type: public-key, key: abc, signature: {name: X}}')).toMatchObject([
      { code: 'yaml/missing-key' },
    ]);
    expect(messagesOf('{type: public-key, algorithm: ed448, key: abc, signature: {name: X}}')[0]).toMatch(
      /ed25519.*ecdsa-p256.*rsa-sha256/,
    );
    expect(
      messagesOf('{type: public-key, algorithm: ed25519, key: abc, secret: abc, signature: {name: X}}')[0],
    ).toContain('secret');
  });
});

const template = (keys: string, more = '') =>
  `{type: hmac, secret: a-long-enough-secret, signature: {name: X-Sig, ${keys}}${more}}`;

describe('a signature by a template', () => {
  it.each([
    ['format: template, template: "{timestamp}.{signature}"', ', signed: "{timestamp}.{body}"'],
    [
      'format: template, template: "{timestamp}.{signature}"',
      ', signed: "{timestamp}.{body}", timestamp: {in: signature}',
    ],
    [
      'format: template, template: "{timestamp}.{signature}", decode: base64',
      ', signed: "{timestamp}.{body}", timestamp: {in: signature, unit: ms}',
    ],
    ['format: template, template: "Signature {signature}"', ''],
    ['format: template, template: "{signature}:{timestamp}"', ', signed: "{timestamp}{body}"'],
    ['decode: base64', ''],
    ['format: kv, key: v1, decode: base64', ''],
  ])('may be {%s}%s', (keys, more) => {
    expect(messagesOf(template(keys, more))).toEqual([]);
  });

  it('has its timestamp in seconds, at most five minutes from now, by default', () => {
    const { config } = load(
      `sources:\n  a:\n    verify: ${template('format: template, template: "{timestamp}.{signature}"', ', signed: "{timestamp}.{body}"')}\n`,
    );
    expect(config?.sources.get('a')?.verify).toMatchObject([
      { timestamp: { in: 'signature', unit: 's', toleranceMs: 300_000 } },
    ]);
  });

  it.each([
    ['format: template', '', /the format template needs "template"/, 'signature: {'],
    [
      'template: "{signature}"',
      '',
      /"template" is only for a signature of the format template/,
      '"{signature}',
    ],
    [
      'format: kv, key: v1, template: "{signature}"',
      '',
      /only for a signature of the format template/,
      '"{signature}',
    ],
    ['format: template, template: "{timestamp}"', '', /"template" needs \{signature\}/, '"{timestamp}'],
    ['format: template, template: "v1"', '', /"template" needs \{signature\}/, '"v1"}}'],
    ['format: template, template: ""', '', /a text with \{signature\} in it/, '""}}'],
    ['format: template, template: "{signature}{timestamp}"', '', /a character between/, '{signature}{'],
    ['format: template, template: "{signature}.{signature}"', '', /\{signature\} only once/, '{signature}"'],
    [
      'format: template, template: "{time}.{signature}"',
      '',
      /cannot have \{time\}; allowed: \{timestamp\} \{signature\}/,
      '{time}.{sign',
    ],
    ['format: template, template: "{body}.{signature}"', '', /cannot have \{body\}/, '{body}.{sign'],
    [
      'format: template, template: "{signature}", key: v1',
      '',
      /"key" is only for a signature of the format kv/,
      'v1}}',
    ],
    ['format: template, template: "{signature}", decode: hex', '', /base64/, 'hex}}'],
    [
      'format: template, template: "{signature}"',
      ', timestamp: {in: signature}, signed: "{timestamp}{body}"',
      /needs \{timestamp\} in the template/,
      'signature}, ',
    ],
    [
      'format: template, template: "{timestamp}.{signature}"',
      ', timestamp: {in: signature, key: t}, signed: "{timestamp}{body}"',
      /"key" is not needed/,
      't}, signed: ',
    ],
    [
      'format: template, template: "{timestamp}.{signature}"',
      ', timestamp: {name: X-Time}, signed: "{timestamp}{body}"',
      /is to stand in the header/,
      undefined,
    ],
    [
      'format: list, version: v1',
      ', timestamp: {in: signature, key: t}, signed: "{timestamp}{body}"',
      /the format kv, as in t=1,v1=a, or a template/,
      'signature, k',
    ],
    ['format: template, template: "{timestamp}.{signature}"', '', /does not cover the timestamp/, undefined],
  ])('is reported with the fault in {%s}%s', (keys, more, expected, at) => {
    const found = diagnosticsOf(template(keys, more));
    expect(found.map(({ message }) => message).join('\n')).toMatch(expected);
    if (at !== undefined) expect(found.map(each => each.at)).toContain(at.slice(0, 12));
  });
});

describe('a token', () => {
  const jwt = (keys: string) => `{type: jwt, secret: a-long-enough-secret${keys}}`;

  it('gets a warning if it does not cover the body, but not if it does', () => {
    expect(diagnosticsOf(jwt(''))).toEqual([
      {
        code: 'config/weak-signature',
        message:
          'the token does not cover the body: anyone who has seen a webhook can send another body with its token',
        at: 'jwt, secret:',
      },
    ]);
    for (const body of [
      '{claim: sha256}',
      '{claim: payload_hash, encoding: base64url}',
      '{claim: sha256, encoding: hex}',
    ]) {
      expect(diagnosticsOf(jwt(`, body: ${body}`))).toEqual([]);
    }
  });

  it('of a known sender gets no warning, because it cannot be changed here', () => {
    expect(load('sources:\n  a: {preset: token, secret: a-long-enough-secret}\n').diagnostics).toEqual([]);
  });

  it.each([
    ['{}', 'yaml/missing-key'],
    ['{encoding: hex}', 'yaml/missing-key'],
    ['{claim: "", encoding: hex}', 'yaml/wrong-type'],
    ['{claim: sha256, encoding: base32}', 'yaml/wrong-type'],
    ['{claim: sha256, algorithm: sha1}', 'yaml/unknown-key'],
    ['sha256', 'yaml/wrong-type'],
  ])('with the body %s is refused (%s)', (body, code) => {
    expect(diagnosticsOf(jwt(`, body: ${body}`)).map(each => each.code)).toContain(code);
  });
});
