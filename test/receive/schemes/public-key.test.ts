import { createHash, generateKeyPairSync, type KeyObject, sign as signWith } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { CannotSign } from '../../../src/receive/signing/cannot-sign.ts';
import { sign } from '../../../src/receive/signing/sign.ts';
import { accept, anHmac, aRequest, aSource, now, publicUrl, receiveAt, refuse } from '../a-source.ts';

type PublicKey = Extract<Verify, { type: 'public-key' }>;
type Algorithm = PublicKey['algorithm'];

const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'rsa-sha256': generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;
const others = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'rsa-sha256': generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;
const algorithms = Object.keys(pairs) as Algorithm[];

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const seconds = now / 1000;
const body = '{"event":"lead","name":"Bérg"}';

/** A signature made by node:crypto, independent of our code. */
function signature(algorithm: Algorithm, content: string | Buffer, key?: KeyObject, raw = false): Buffer {
  const digest = algorithm === 'ed25519' ? null : 'sha256';
  const privateKey = key ?? pairs[algorithm].privateKey;
  const options = raw ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const } : privateKey;
  return signWith(digest, Buffer.from(content), options);
}

function aPublicKey(
  algorithm: Algorithm,
  differences: Omit<NonNullable<Parameters<typeof anHmac>[0]>, 'type' | 'algorithm'> & {
    key?: string[];
  } = {},
): PublicKey {
  const { key = [pem(pairs[algorithm].publicKey)], ...rest } = differences;
  const {
    secret: _,
    secretEncoding: __,
    ...parts
  } = anHmac({ signed: '{timestamp}{body}', timestamp: {}, ...rest });
  return { ...parts, type: 'public-key', algorithm, key: key.map(each => new Secret(each)) };
}

const json = ['content-type', 'application/json'] as const;
const request = (headers: readonly (readonly [string, string])[], text: string | Buffer = body) =>
  aRequest(text, [json, ...headers]);
const signed = (text: string, at: number | string = seconds) =>
  request([
    ['x-timestamp', String(at)],
    ['x-signature', text],
  ]);
const content = `${seconds}${body}`;

describe.each(algorithms)('a signature of %s', algorithm => {
  const { publicKey } = pairs[algorithm];
  const source = aSource({ verify: [aPublicKey(algorithm)] });
  const hex = signature(algorithm, content).toString('hex');
  const reasonOf = async (each: ReturnType<typeof request>, of = source) => (await refuse(of, each)).reason;

  it('is accepted as node:crypto makes it, and not stored', async () => {
    const { headers } = await accept(source, signed(hex));
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-timestamp': String(seconds) });
    await expect(accept(source, signed(hex.toUpperCase()))).resolves.toBeDefined();
  });

  it.each([
    ['PEM', pem(publicKey)],
    ['PEM in one line', pem(publicKey).replaceAll('\n', ' ')],
    ['PEM with \\n of a variable', pem(publicKey).replaceAll('\n', '\\n')],
    ['PEM with ends of lines of Windows', pem(publicKey).replaceAll('\n', '\r\n')],
    ['PEM with something before and behind it', `the key:\n${pem(publicKey)}\nas of 2026\n`],
    ['base64', der(publicKey).toString('base64')],
    ['base64 without its padding', der(publicKey).toString('base64').replace(/=+$/, '')],
    ['base64url', der(publicKey).toString('base64url')],
    ['base64 in lines', der(publicKey).toString('base64').replace(/.{20}/g, '$&\n')],
  ])('is checked with a key in %s', async (_, key) => {
    const of = aSource({ verify: [aPublicKey(algorithm, { key: [key] })] });
    await expect(accept(of, signed(hex))).resolves.toBeDefined();
    await refuse(of, signed(signature(algorithm, content, others[algorithm].privateKey).toString('hex')));
  });

  it.each(['hex', 'base64', 'base64url'] as const)('is read in %s, in one spelling', async encoding => {
    const of = aSource({ verify: [aPublicKey(algorithm, { signature: { encoding, prefix: 'v1=' } })] });
    const text = signature(algorithm, content).toString(encoding);
    await expect(accept(of, signed(`v1=${text}`))).resolves.toBeDefined();
    await expect(accept(of, signed(`v1=${text.replace(/=+$/, '')}`))).resolves.toBeDefined();
    for (const odd of [
      text,
      `v1= ${text}`,
      `v1=${text} `,
      `v1=${text}0`,
      `v1=${text.slice(0, -3)}`,
      'v1=',
      'v1=%%',
    ]) {
      await refuse(of, signed(odd));
    }
  });

  it('is refused for another body, time, key or algorithm', async () => {
    const wrong = 'the signature does not match; is the public key right?';
    for (const changed of [`${body} `, body.slice(0, -1), body.replace('lead', 'Lead'), '']) {
      expect(await reasonOf({ ...signed(hex), body: Buffer.from(changed) })).toBe(wrong);
    }
    expect(await reasonOf(signed(hex, seconds - 1))).toBe(wrong);
    const foreign = signature(algorithm, content, others[algorithm].privateKey).toString('hex');
    expect(await reasonOf(signed(foreign))).toBe(wrong);
    for (const each of algorithms.filter(one => one !== algorithm)) {
      expect(await reasonOf(signed(signature(each, content).toString('hex')))).toBe(wrong);
    }
    const digest = createHash('sha256').update(content).digest('hex');
    expect(await reasonOf(signed(digest))).toBe(wrong);
  });

  it('is refused if it or its time is missing, empty, repeated, unreadable or stale', async () => {
    const [time, mac] = [
      ['x-timestamp', String(seconds)],
      ['x-signature', hex],
    ] as const;
    expect(await reasonOf(request([time]))).toBe('the header "x-signature" is missing');
    expect(await reasonOf(request([time, ['x-signature', '']]))).toBe('the header "x-signature" is empty');
    expect(await reasonOf(request([time, mac, mac]))).toBe(
      'the header "x-signature" is there more than once',
    );
    expect(await reasonOf(request([mac]))).toBe('the header "x-timestamp" is missing');
    expect(await reasonOf(request([time, time, mac]))).toBe(
      'the header "x-timestamp" is there more than once',
    );
    expect(await reasonOf(signed(hex, 'noon'))).toBe('the timestamp cannot be read; is its unit right?');
    for (const [at, words] of [
      [seconds - 301, 'old'],
      [seconds + 301, 'ahead'],
    ] as const) {
      const late = signature(algorithm, `${at}${body}`).toString('hex');
      expect(await reasonOf(signed(late, at))).toContain(words);
    }
    const edge = signature(algorithm, `${seconds - 300}${body}`).toString('hex');
    await expect(accept(source, signed(edge, seconds - 300))).resolves.toBeDefined();
  });

  it('may match any of several keys, but none that cannot be read', async () => {
    const keys = [pem(others[algorithm].publicKey), 'no key', pem(publicKey)];
    await expect(
      accept(aSource({ verify: [aPublicKey(algorithm, { key: keys })] }), signed(hex)),
    ).resolves.toBeDefined();
    const none = aSource({ verify: [aPublicKey(algorithm, { key: ['no key', ''] })] });
    expect(await reasonOf(signed(hex), none)).toBe('the public key of the source cannot be read');
  });

  it('is verified with the key that its file contains now', async () => {
    let text = pem(others[algorithm].publicKey);
    const verify = { ...aPublicKey(algorithm), key: [new Secret(() => text)] };
    const of = aSource({ verify: [verify] });
    await refuse(of, signed(hex));
    text = pem(publicKey);
    await expect(accept(of, signed(hex))).resolves.toBeDefined();
  });

  it('cannot be made here, with a reason', async () => {
    const surroundings = { now, newId: () => 'msg_1', publicUrl, url: '/hooks/website' };
    await expect(sign(source, Buffer.from(body), surroundings)).rejects.toThrow(CannotSign);
    await expect(sign(source, Buffer.from(body), surroundings)).rejects.toThrow('private key');
  });
});

describe('a signature of ecdsa-p256', () => {
  it('is read in DER and as two plain numbers', async () => {
    const source = aSource({ verify: [aPublicKey('ecdsa-p256', { signature: { encoding: 'base64' } })] });
    for (const raw of [false, true]) {
      const text = signature('ecdsa-p256', content, undefined, raw).toString('base64');
      await expect(accept(source, signed(text))).resolves.toBeDefined();
      await refuse(source, { ...signed(text), body: Buffer.from('{}') });
    }
  });
});

describe('senders that sign with a private key', () => {
  it('as Discord: a bare key in hex, the time and the body', async () => {
    const { x = '' } = pairs.ed25519.publicKey.export({ format: 'jwk' });
    const key = Buffer.from(x, 'base64url').toString('hex');
    const names = {
      signature: { name: 'x-signature-ed25519' },
      timestamp: { name: 'x-signature-timestamp' },
    };
    const source = aSource({ verify: [aPublicKey('ed25519', { key: [key], ...names })] });
    const headers = [
      ['x-signature-timestamp', String(seconds)],
      ['x-signature-ed25519', signature('ed25519', content).toString('hex')],
    ] as const;
    await expect(accept(source, request(headers))).resolves.toBeDefined();
    await refuse(source, request(headers, `${body}\r\n`));
  });

  it('as SendGrid: base64 of DER, over bytes that end in a line break', async () => {
    const key = der(pairs['ecdsa-p256'].publicKey).toString('base64');
    const source = aSource({
      verify: [aPublicKey('ecdsa-p256', { key: [key], signature: { encoding: 'base64' } })],
    });
    const bytes = Buffer.from('[{"email":"a@example.com","event":"open"}]\r\n');
    const text = signature('ecdsa-p256', Buffer.concat([Buffer.from(String(seconds)), bytes]));
    const sent = request(
      [
        ['x-timestamp', String(seconds)],
        ['x-signature', text.toString('base64')],
      ],
      bytes,
    );
    await expect(accept(source, sent)).resolves.toBeDefined();
    await refuse(source, { ...sent, body: bytes.subarray(0, -2) });
  });

  it('as public keys of Standard Webhooks: a list with v1a, and whpk_ before the key', async () => {
    const { x = '' } = pairs.ed25519.publicKey.export({ format: 'jwk' });
    const key = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
    const place = { name: 'webhook-signature', format: 'list', version: 'v1a', encoding: 'base64' } as const;
    const source = aSource({
      verify: [
        aPublicKey('ed25519', {
          key: [key],
          signed: '{id}.{timestamp}.{body}',
          signature: place,
          id: { name: 'webhook-id' },
          timestamp: { name: 'webhook-timestamp' },
        }),
      ],
    });
    const text = signature('ed25519', `msg_1.${seconds}.${body}`).toString('base64');
    const headers = [
      ['webhook-id', 'msg_1'],
      ['webhook-timestamp', String(seconds)],
    ] as const;
    const sent = (value: string) => request([...headers, ['webhook-signature', value]]);
    await expect(accept(source, sent(`v1,${'A'.repeat(43)}= v1a,${text}`))).resolves.toBeDefined();
    await refuse(source, sent(`v1,${text}`));
    await refuse(source, sent(text));
  });

  it('with the whole URL, as its sender sees it', async () => {
    const source = aSource({ verify: [aPublicKey('rsa-sha256', { signed: '{method}{url}{body}' })] });
    const text = signature('rsa-sha256', `POST${publicUrl}/hooks/website?a=1${body}`).toString('hex');
    const sent = { ...signed(text), url: '/hooks/website?a=1' };
    await expect(accept(source, sent)).resolves.toBeDefined();
    await refuse(source, { ...sent, url: '/hooks/website?a=2' });
  });

  it('beside a secret: each is valid alone, and neither replaces the other', async () => {
    const source = aSource({ verify: [aPublicKey('ed25519'), anHmac({ signature: { name: 'x-mac' } })] });
    const right = signature('ed25519', content).toString('hex');
    await expect(accept(source, signed(right))).resolves.toBeDefined();
    const received = await receiveAt(source, signed('ab'));
    expect(received).toMatchObject({
      refusal: {
        reason: 'the signature does not match; is the public key right?; or the header "x-mac" is missing',
      },
    });
  });
});
