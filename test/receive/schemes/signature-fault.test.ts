import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SignaturePlace } from '../../../src/config/sources/verify.ts';
import { aJwt, anHmac, aRequest, aSource, now, refuse, secretText } from '../a-source.ts';

const body = '{"number":"1001","name":"Ada"}';
type Hash = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512';
const sign = (algorithm: Hash, encoding: 'hex' | 'base64' | 'base64url') =>
  createHmac(algorithm, secretText).update(body).digest(encoding);

/** The reason why a request with only this signature is refused. */
async function reasonOf(signature: string, keys: Parameters<typeof anHmac>[0] = {}): Promise<string> {
  const source = aSource({ verify: [anHmac(keys)] });
  const { reason } = await refuse(source, aRequest(body, [['x-signature', signature]]));
  expect(reason).not.toContain(secretText);
  if (signature.length > 20) expect(reason).not.toContain(signature.slice(0, 20));
  return reason;
}

describe('the reason of a refused signature', () => {
  it.each([
    [[['x-shop-signature', 'aa']], 'is missing, and "x-shop-signature" is there'],
    [[['x-shop-hmac-sha256', 'aa']], 'is missing, and "x-shop-hmac-sha256" is there'],
    [[], 'is missing'],
    [[['x-token', 'aa']], 'is missing'],
    [
      [
        ['x-a-signature', 'aa'],
        ['x-b-signature', 'bb'],
      ],
      'is missing',
    ],
  ] as [[string, string][], string][])(
    'names another header that contains a signature: %j',
    async (headers, says) => {
      const source = aSource({ verify: [anHmac()] });
      const { reason } = await refuse(source, aRequest(body, headers));
      expect(reason).toBe(`the header "x-signature" ${says}`);
    },
  );

  const hex = { signature: { encoding: 'hex' } } as const;
  const base64 = { signature: { encoding: 'base64' } } as const;
  const base64url = { signature: { encoding: 'base64url' } } as const;
  const prefixed = { signature: { prefix: 'sha256=' } } as const;
  const kv: { signature: Partial<SignaturePlace> } = { signature: { format: 'kv', key: 'v1' } };
  const list: { signature: Partial<SignaturePlace> } = {
    signature: { format: 'list', version: 'v1', encoding: 'base64' },
  };

  it.each<[string, string, Parameters<typeof anHmac>[0], RegExp]>([
    ['SHA-1 in hex', sign('sha1', 'hex'), hex, /length of SHA-1 \(20 bytes\), .*`algorithm: sha256`/],
    ['SHA-512 in hex', sign('sha512', 'hex'), hex, /length of SHA-512 \(64 bytes\), .*`algorithm: sha256`/],
    ['SHA-384 in hex', sign('sha384', 'hex'), hex, /length of SHA-384 /],
    ['MD5 in hex', sign('md5', 'hex'), hex, /length of MD5 /],
    ['SHA-1 in base64', sign('sha1', 'base64'), base64, /length of SHA-1 /],
    ['SHA-512 in base64', sign('sha512', 'base64'), base64, /length of SHA-512 /],
    ['SHA-512 in base64url', sign('sha512', 'base64url'), base64url, /length of SHA-512 /],
    [
      'SHA-256 for SHA-1',
      sign('sha256', 'hex'),
      { algorithm: 'sha1' },
      /length of SHA-256 .*`algorithm: sha1`/,
    ],
    ['SHA-256 for SHA-512', sign('sha256', 'hex'), { algorithm: 'sha512' }, /length of SHA-256 /],
    ['in capitals', sign('sha1', 'hex').toUpperCase(), hex, /length of SHA-1 /],
    ['hex for base64', sign('sha256', 'hex'), base64, /looks like hex, .*`encoding: base64`/],
    ['hex in capitals for base64', sign('sha256', 'hex').toUpperCase(), base64, /looks like hex, /],
    ['hex of SHA-1 for base64', sign('sha1', 'hex'), base64, /looks like hex, /],
    ['hex for base64url', sign('sha256', 'hex'), base64url, /looks like hex, .*`encoding: base64url`/],
    ['base64 for hex', sign('sha256', 'base64'), hex, /looks like base64, .*`encoding: hex`/],
    ['base64url for hex', '_-'.repeat(20), hex, /looks like base64url, .*`encoding: hex`/],
    ['base64url for base64', '_-'.repeat(20), base64, /looks like base64url, .*`encoding: base64`/],
    ['base64 for base64url', '+/'.repeat(20), base64url, /looks like base64, .*`encoding: base64url`/],
    [
      'base64 of hex',
      Buffer.from(sign('sha256', 'hex')).toString('base64'),
      base64,
      /hex that was encoded in base64 once more/,
    ],
    ['cut off', sign('sha256', 'hex').slice(0, 60), hex, /has 30 bytes, and one of sha256 has 32/],
    [
      'a prefix too many',
      `sha256=${sign('sha256', 'hex')}`,
      hex,
      /begins with "sha256="; is `prefix: "sha256="` meant/,
    ],
    ['a prefix too few', sign('sha256', 'hex'), prefixed, /does not begin with "sha256="/],
    ['another prefix', `sha1=${sign('sha1', 'hex')}`, prefixed, /begins with "sha1=", .*`prefix: "sha256="`/],
    [
      'a prefix in capitals',
      `SHA256=${sign('sha256', 'hex')}`,
      prefixed,
      /begins with "SHA256=", .*`prefix: "sha256="`/,
    ],
    ['another hash behind the prefix', `sha256=${sign('sha1', 'hex')}`, prefixed, /length of SHA-1 /],
    ['base64 behind the prefix', `sha256=${sign('sha256', 'base64')}`, prefixed, /looks like base64, /],
    ['two prefixes', `sha256=v1=${sign('sha256', 'hex')}`, prefixed, /is `prefix: "sha256=v1="` meant/],
    [
      'none of the keys',
      `t=1,v0=${sign('sha256', 'hex')}`,
      kv,
      /have the keys t, v0, .*`key: v1`; is `key: v0` meant/,
    ],
    ['no key at all', 't=1,x=2', kv, /none of its pairs has the key/],
    ['another separator', `t=1;v1=${sign('sha256', 'hex')}`, kv, /is `pairSeparator: ";"` meant/],
    [
      'pairs for a signature alone',
      `t=1795608000,v1=${sign('sha256', 'hex')}`,
      hex,
      /has pairs; are `format: kv`, `key: v1`, `timestamp: \{in: signature, key: t\}` meant/,
    ],
    [
      'pairs in another order, with points',
      `v1=${sign('sha256', 'hex')};ts=1795608000000`,
      hex,
      /`key: v1`, `pairSeparator: ";"`, `timestamp: \{in: signature, key: ts\}` meant/,
    ],
    [
      'pairs without a timestamp',
      `a=1,s=${sign('sha256', 'base64')}`,
      base64,
      /`format: kv`, `key: s` meant/,
    ],
    ['pairs with blanks', `t=1795608000, v1=${sign('sha256', 'hex')}`, prefixed, /`format: kv`, `key: v1`/],
    ['pairs for a list', `t=1795608000,v1=${sign('sha256', 'base64')}`, list, /`format: kv`, `key: v1`/],
    [
      'a list for a signature alone',
      `v1,${sign('sha256', 'base64')} v1,${sign('sha256', 'base64')}`,
      base64,
      /a list of versions; are `format: list`, `version: v1` meant/,
    ],
    [
      'one of a list for pairs',
      `v1a,${sign('sha256', 'base64')}`,
      kv,
      /`format: list`, `version: v1a` meant/,
    ],
    ['alone for pairs', sign('sha256', 'hex'), kv, /a signature alone; is `format: plain` meant/],
    ['alone with a prefix for pairs', `sha256=${sign('sha256', 'hex')}`, kv, /a signature alone; /],
    ['alone in base64 for pairs', sign('sha256', 'base64'), kv, /a signature alone; /],
    ['words for pairs', 'no signature', kv, /not made of pairs NAME=VALUE, parted by ","/],
    ['another hash in a pair', `v1=${sign('sha512', 'hex')}`, kv, /length of SHA-512 /],
    ['another version in a list', `v2,${sign('sha256', 'base64')}`, list, /no signature of the version/],
    ['alone for a list', sign('sha256', 'base64'), list, /a signature alone; /],
    ['hex in a list', `v1,${sign('sha256', 'hex')}`, list, /looks like hex, /],
    [
      'another secret',
      createHmac('sha256', 'x').update(body).digest('hex'),
      hex,
      /^the signature does not match; is the secret right\?$/,
    ],
    ['something else', 'not hex', hex, /are format, key, version, prefix and encoding right\?$/],
    ['very short', 'ab', hex, /^the signature does not match; is the secret right\?$/],
  ])('names the difference: %s', async (_what, signature, keys, reason) => {
    expect(await reasonOf(signature, keys)).toMatch(reason);
  });

  it('names the URL that was verified, without its query', async () => {
    const source = (signed: string) => aSource({ verify: [anHmac({ signed })] });
    const wrong = [['x-signature', createHmac('sha256', 'another').update(body).digest('hex')]] as const;
    const request = aRequest(body, wrong, { url: '/hooks/website?token=a-secret-token' });
    for (const [signed, words] of [
      [
        '{method}{url}{body}',
        'https://hooks.example.com/hooks/website and its query; is that what the sender posts to',
      ],
      ['{path}{body}', 'taken to be /hooks/website; is that'],
    ] as const) {
      const { reason } = await refuse(source(signed), request);
      expect(reason).toContain(words);
      expect(reason).not.toContain('a-secret-token');
    }
  });
});

describe('the reason of a refused timestamp', () => {
  const s = now / 1000;
  it.each<['s' | 'ms' | 'iso8601', string, RegExp]>([
    ['s', String(now), /looks like milliseconds: `unit: ms`, and the source says `unit: s`$/],
    ['s', `${now}.5`, /looks like milliseconds: `unit: ms`/],
    ['s', `${now}000`, /looks like microseconds, .*`unit: any`/],
    ['s', String(now - 3_600_000), /looks like milliseconds: `unit: ms`/],
    ['s', new Date(now).toISOString(), /looks like ISO 8601: `unit: iso8601`/],
    ['s', '2021-02-25 14:22:10', /looks like ISO 8601/],
    ['s', 'Thu, 25 Feb 2021 14:22:10 GMT', /`unit: any`/],
    ['ms', String(s), /looks like seconds: `unit: s`, and the source says `unit: ms`$/],
    ['ms', `${s}.25`, /looks like seconds/],
    ['ms', `${now}000`, /microseconds/],
    ['ms', new Date(now).toISOString(), /looks like ISO 8601/],
    ['iso8601', String(s), /looks like seconds: `unit: s`/],
    ['iso8601', String(now), /looks like milliseconds: `unit: ms`/],
    ['iso8601', 'Thu, 25 Feb 2021 14:22:10 GMT', /`unit: any`/],
    ['s', String(s - 600), /^the timestamp is 10 minutes old; is a clock wrong\?$/],
    ['ms', String(now + 600_000), /^the timestamp is 10 minutes ahead; is a clock wrong\?$/],
    ['s', '0', /old; is a clock wrong\?$/],
    ['s', '9999999999', /ahead; is a clock wrong\?$/],
    ['s', 'noon', /^the timestamp cannot be read; is its unit right\?$/],
    ['s', `${now}000000000`, /^the timestamp cannot be read; is its unit right\?$/],
    ['iso8601', '25.02.2021', /^the timestamp cannot be read; is its unit right\?$/],
  ])('distinguishes units: %s, received %s', async (unit, timestamp, reason) => {
    const source = aSource({ verify: [anHmac({ signed: '{timestamp}.{body}', timestamp: { unit } })] });
    const request = aRequest(body, [
      ['x-signature', sign('sha256', 'hex')],
      ['x-timestamp', timestamp],
    ]);
    expect((await refuse(source, request)).reason).toMatch(reason);
  });

  it('recognizes milliseconds in a token', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'HS256' })}.${part({ exp: now + 60_000, nbf: now })}.${'A'.repeat(43)}`;
    const source = aSource({ verify: [aJwt()] });
    const { reason } = await refuse(source, aRequest(body, [['authorization', token]]));
    expect(reason).toBe('the times of the token look like milliseconds, and a token has seconds');
  });
});
