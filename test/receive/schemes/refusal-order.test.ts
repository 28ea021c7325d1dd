import { createHmac, hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { CannotSign } from '../../../src/receive/signing/cannot-sign.ts';
import { sign } from '../../../src/receive/signing/sign.ts';
import {
  accept,
  aDigest,
  aJwt,
  anHmac,
  aRequest,
  aSource,
  now,
  publicUrl,
  receiveAt,
  refuse,
  secretText,
  signedRequest,
} from '../a-source.ts';

const seconds = now / 1000;
const json = ['content-type', 'application/json'] as const;
const secret = [new Secret(secretText)];

describe('the reason is that of the first failed check', () => {
  const keys = {
    signed: '{timestamp}.{id}.{header:x-shop}.{body}',
    id: { name: 'x-id' },
    timestamp: {},
  };
  const schemes = {
    hmac: anHmac(keys),
    digest: aDigest({ ...keys, signed: `{secret}${keys.signed}` }),
  };
  const digestOf = (type: keyof typeof schemes) => {
    const content = `${seconds}.7.salon.{"a":1}`;
    return type === 'hmac'
      ? createHmac('sha256', secretText).update(content).digest('hex')
      : hash('sha256', secretText + content);
  };
  const whole = (type: keyof typeof schemes) => ({
    'x-signature': digestOf(type),
    'x-id': '7',
    'x-timestamp': String(seconds),
    'x-shop': 'salon',
  });

  /** Each step corrects the reason of the previous one, from the cheapest check to the most expensive. */
  const steps: readonly (readonly [headers: Readonly<Record<string, string>>, reason: string])[] = [
    [{}, 'the header "x-signature" is missing'],
    [{ 'x-signature': '' }, 'the header "x-signature" is empty'],
    [
      { 'x-signature': 'not hex' },
      'the signature is not written as the source says; are format, key, version, prefix and encoding right?',
    ],
    [{ 'x-signature': 'ab' }, 'the header "x-id" is missing'],
    [{ 'x-id': '8' }, 'the header "x-timestamp" is missing'],
    [{ 'x-timestamp': 'noon' }, 'the timestamp cannot be read; is its unit right?'],
    [{ 'x-timestamp': String(seconds - 600) }, 'the timestamp is 10 minutes old; is a clock wrong?'],
    [{ 'x-timestamp': String(seconds) }, 'the header "x-shop" is missing'],
    [{ 'x-shop': 'salon' }, 'the signature does not match; is the secret right?'],
  ];

  it.each(['hmac', 'digest'] as const)('for %s', async type => {
    const source = aSource({ verify: [schemes[type]] });
    let headers = {};
    for (const [more, reason] of steps) {
      headers = { ...headers, ...more };
      const request = aRequest('{"a":1}', [json, ...Object.entries<string>(headers)]);
      expect((await refuse(source, request)).reason).toBe(reason);
    }
    const right = aRequest('{"a":1}', [json, ...Object.entries(whole(type))]);
    await expect(accept(source, right)).resolves.toBeDefined();
    for (const [name, value] of Object.entries(whole(type))) {
      const doubled = { ...right, headers: [...right.headers, [name, value] as const] };
      expect((await refuse(source, doubled)).reason).toBe(`the header "${name}" is there more than once`);
    }
  });

  it('as a code with its parts', async () => {
    const source = aSource({ verify: [schemes.hmac] });
    let headers = {};
    const whys: unknown[] = [];
    for (const [more] of steps) {
      headers = { ...headers, ...more };
      const request = aRequest('{"a":1}', [json, ...Object.entries<string>(headers)]);
      whys.push((await refuse(source, request)).why);
    }
    const missing = (name: string) => ({ code: 'missing', in: 'header', name });
    expect(whys).toEqual([
      missing('x-signature'),
      missing('x-signature'),
      { code: 'unwritten-signature' },
      missing('x-id'),
      missing('x-timestamp'),
      { code: 'wrong' },
      { code: 'time', skewMs: -600_000 },
      missing('x-shop'),
      { code: 'wrong-signature' },
    ]);
    const other = async (verify: Verify, request = aRequest('{"token":"other"}', [json])) =>
      (await refuse(aSource({ verify: [verify] }), request)).why;
    expect(await other({ type: 'body-token', path: 'token', secret })).toEqual({
      code: 'wrong-token',
      in: 'body',
      name: 'token',
    });
    const open: Verify = { type: 'none' };
    expect(await other(open, aRequest('{"a":', [json]))).toEqual({ code: 'not-json' });
    expect(await other(open, { ...aRequest('{}', [json]), method: 'GET' })).toEqual({ code: 'other-method' });
  });

  it('of a JWT', async () => {
    const source = aSource({ verify: [aJwt({ audience: 'me' })] });
    const token = (header: object, claims: object, key = 'another secret') => {
      const parts = [header, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'));
      return `${parts.join('.')}.${createHmac('sha256', key).update(parts.join('.')).digest('base64url')}`;
    };
    const reasons: readonly (readonly [string | undefined, string])[] = [
      [undefined, 'the header "authorization" is missing'],
      ['', 'the header "authorization" is empty'],
      ['Bearer x', 'the header "authorization" does not hold a JSON Web Token'],
      [token({ alg: 'none' }, {}), 'the token is not signed with HS256, as the source says'],
      [token({ alg: 'HS256' }, {}), 'the token does not say when it ends (exp)'],
      [token({ alg: 'HS256' }, { exp: seconds - 600 }), 'the token ended 10 minutes ago; is a clock wrong?'],
      [
        token({ alg: 'HS256' }, { exp: seconds }),
        'the signature of the token does not match; is the secret right?',
      ],
      [
        token({ alg: 'HS256' }, { exp: seconds }, secretText),
        'the token is not meant for the audience that the source says',
      ],
    ];
    for (const [text, reason] of reasons) {
      const headers = text === undefined ? [json] : [json, ['authorization', text] as const];
      expect((await refuse(source, aRequest('{}', headers))).reason).toBe(reason);
    }
  });

  it('before the body is read, if it contains no proof', async () => {
    const broken = aRequest('{"a":', [json]);
    const schemesOfTheHead: readonly Verify[] = [
      anHmac(),
      aDigest(),
      aJwt(),
      { type: 'basic', username: 'u', password: secret },
      { type: 'header-token', name: 'x-token', prefix: '', secret },
      { type: 'query-token', name: 'token', secret },
    ];
    for (const scheme of schemesOfTheHead) {
      const refusal = await refuse(aSource({ verify: [scheme] }), broken);
      expect(refusal).toMatchObject({ status: 401, reason: expect.stringContaining('is missing') });
    }
    const inBody = aSource({ verify: [{ type: 'body-token', path: 'token', secret }] });
    expect((await refuse(inBody, broken)).reason).toMatch(
      /^the proof stands in the body, and the body is not JSON: .*line 1/,
    );
  });
});

describe('a source without a secret', () => {
  const none: readonly Secret[] = [];
  const schemes: readonly Exclude<Verify, { type: 'none' }>[] = [
    anHmac({ secret: none }),
    aDigest({ secret: none }),
    { type: 'standard-webhooks', secret: none, secretEncoding: 'whsec', headerPrefix: 'webhook-' },
    { type: 'basic', username: 'u', password: none },
    { type: 'header-token', name: 'x-token', prefix: '', secret: none },
    { type: 'query-token', name: 'token', secret: none },
    { type: 'body-token', path: 'token', secret: none },
    aJwt({ secret: none }),
  ];

  it.each(schemes)('refuses all requests with $type, and nothing can be signed for it', async scheme => {
    const source = aSource({ verify: [scheme] });
    const withSecret = { ...scheme, [scheme.type === 'basic' ? 'password' : 'secret']: secret } as Verify;
    const signed = await signedRequest(
      aSource({ verify: [scheme.type === 'standard-webhooks' ? { ...scheme, ...whsec } : withSecret] }),
      aRequest('{"a":1}'),
    );
    for (const request of [aRequest('{"a":1}'), signed]) {
      expect(await refuse(source, request)).toMatchObject({
        status: 401,
        reason: 'the source has no secret yet',
      });
    }
    const surroundings = { now, newId: () => 'msg_1', publicUrl, url: '/hooks/website' };
    await expect(sign(source, Buffer.from('{}'), surroundings)).rejects.toThrow(CannotSign);
  });

  const whsec = { secret: [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')] };
});

describe('a digest', () => {
  it('without the secret is never accepted, since anyone could make it', async () => {
    const source = aSource({ verify: [aDigest({ signed: '{body}' })] });
    const request = aRequest('{"a":1}', [json, ['x-signature', hash('sha256', '{"a":1}')]]);
    expect((await refuse(source, request)).reason).toContain('anyone could make the signature');
  });
});

describe('the clock skew in a refusal', () => {
  const timed = anHmac({ signed: '{timestamp}.{body}', timestamp: {} });
  const skewOf = async (verify: readonly Verify[], at: number) => {
    const signing = aSource({ verify: [timed] });
    const received = await receiveAt(aSource({ verify }), signedRequest(signing, aRequest(), at));
    return received.kind === 'refused' ? received.skewMs : received.kind;
  };

  it("is the sender's time less ours, if the timestamp was refused for it", async () => {
    expect(await skewOf([timed], now - 720_000)).toBe(-720_000);
    expect(await skewOf([timed], now + 301_000)).toBe(301_000);
    expect(await skewOf([timed], now + 300_000)).toBe('accepted');
  });

  it('is that of any of several entries', async () => {
    const token: Verify = { type: 'header-token', name: 'x-token', prefix: '', secret };
    expect(await skewOf([token, timed], now - 720_000)).toBe(-720_000);
    expect(await skewOf([timed, token], now - 720_000)).toBe(-720_000);
    expect(await skewOf([token], now - 720_000)).toBe(undefined);
  });

  it('is omitted if the reason is another one, or a timestamp cannot be read', async () => {
    const other = { ...timed, secret: [new Secret('another secret of the shop')] };
    expect(await skewOf([other], now)).toBe(undefined);
    const inMs = anHmac({ signed: '{timestamp}.{body}', timestamp: { unit: 'iso8601' } });
    expect(await skewOf([inMs], now - 720_000)).toBe(undefined);
    const received = await receiveAt(aSource({ verify: [timed] }), aRequest());
    expect(received).not.toHaveProperty('skewMs');
  });
});

describe('another proof in the request', () => {
  it('is ignored: each scheme reads only its own', async () => {
    const strong = anHmac({ signature: { name: 'x-signature-256' } });
    const weak = anHmac({ algorithm: 'sha1', signature: { name: 'x-signature' } });
    const old = aDigest({ signature: { name: 'x-old-signature' } });
    const source = aSource({ verify: [strong] });
    const there = [', and "x-signature" is there', ', and "x-old-signature" is there', ''];
    for (const [index, other] of [weak, old, aJwt()].entries()) {
      const request = await signedRequest(aSource({ verify: [other] }), aRequest());
      expect((await refuse(source, request)).reason).toBe(
        `the header "x-signature-256" is missing${there[index]}`,
      );
      const wrong = { ...request, headers: [...request.headers, ['x-signature-256', 'ab'] as const] };
      expect((await refuse(source, wrong)).reason).toContain('does not match');
    }
  });
});
