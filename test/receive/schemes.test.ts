import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Verify } from '../../src/config/config.ts';
import { Secret } from '../../src/config/secret.ts';
import { CannotSign } from '../../src/receive/cannot-sign.ts';
import type { IncomingRequest } from '../../src/receive/incoming-request.ts';
import { sign } from '../../src/receive/sign.ts';
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
} from './a-source.ts';

const standard: Verify = {
  type: 'standard-webhooks',
  secret: [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
  secretEncoding: 'whsec',
  headerPrefix: 'webhook-',
};

/** Every scheme, with the header, the query key or the key of the body that proves it. */
const schemes: readonly {
  name: string;
  verify: Verify;
  header?: string;
  query?: string;
  body?: string;
  covers: boolean;
}[] = [
  { name: 'hmac', verify: anHmac(), header: 'x-signature', covers: true },
  {
    name: 'hmac with a prefix, in base64',
    verify: anHmac({ signature: { prefix: 'sha256=', encoding: 'base64' } }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'hmac in base64url with sha512',
    verify: anHmac({ algorithm: 'sha512', signature: { encoding: 'base64url' } }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'hmac of pairs with a timestamp',
    verify: anHmac({
      algorithm: 'sha384',
      signed: '{timestamp}.{body}',
      signature: { format: 'kv', key: 'v1' },
      timestamp: { in: 'signature', key: 't' },
    }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'hmac of pairs with another separator, milliseconds and a hex secret',
    verify: anHmac({
      secret: [new Secret('00112233445566778899aabbccddeeff')],
      secretEncoding: 'hex',
      signed: '{timestamp}:{body}',
      signature: { format: 'kv', key: 'h1', pairSeparator: ';' },
      timestamp: { in: 'signature', key: 'ts', unit: 'ms' },
    }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'hmac over method, URL, path, headers, id and an ISO time',
    verify: anHmac({
      algorithm: 'sha1',
      signed: '{method}\n{url}\n{path}\n{header:content-type}\n{id}\n{timestamp}\n{body}',
      id: { name: 'X-Id' },
      timestamp: { unit: 'iso8601' },
    }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'hmac in the query',
    verify: anHmac({ signature: { in: 'query', name: 'sig' } }),
    query: 'sig',
    covers: true,
  },
  { name: 'standard-webhooks', verify: standard, header: 'webhook-signature', covers: true },
  {
    name: 'basic',
    verify: { type: 'basic', username: 'crm', password: [new Secret('pass:word with ü')] },
    header: 'authorization',
    covers: false,
  },
  {
    name: 'header-token',
    verify: { type: 'header-token', name: 'X-Token', prefix: '', secret: [new Secret(secretText)] },
    header: 'x-token',
    covers: false,
  },
  {
    name: 'bearer',
    verify: {
      type: 'header-token',
      name: 'authorization',
      prefix: 'Bearer ',
      secret: [new Secret(secretText)],
    },
    header: 'authorization',
    covers: false,
  },
  {
    name: 'query-token',
    verify: { type: 'query-token', name: 'token', secret: [new Secret('a+b/c=d&e f')] },
    query: 'token',
    covers: false,
  },
  {
    name: 'digest',
    verify: aDigest({ algorithm: 'md5', signed: '{body}{timestamp}{secret}', timestamp: {} }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'digest with a secret in hex',
    verify: aDigest({ secret: [new Secret('00112233445566778899aabbccddeeff')], secretEncoding: 'hex' }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'body-token',
    verify: { type: 'body-token', path: 'token', secret: [new Secret(secretText)] },
    body: 'token',
    covers: false,
  },
  {
    name: 'jwt',
    verify: aJwt(),
    header: 'authorization',
    covers: false,
  },
  {
    name: 'jwt in the query, for an audience, with HS512',
    verify: aJwt({
      in: 'query',
      name: 'jwt',
      algorithms: ['HS512', 'HS256'],
      audience: 'https://h.example.com',
    }),
    query: 'jwt',
    covers: false,
  },
];

describe.each(schemes)('$name', ({ verify, header, query, body, covers }) => {
  const source = aSource({ verify: [verify] });
  let request: IncomingRequest;
  beforeAll(async () => {
    request = await signedRequest(source, aRequest('{"name":"Ada"}'));
  });

  function withProof(change: (value: string) => readonly string[]): IncomingRequest {
    if (header !== undefined) {
      return {
        ...request,
        headers: request.headers.flatMap(([name, value]) =>
          name === header ? change(value).map(each => [name, each] as const) : [[name, value] as const],
        ),
      };
    }
    if (body !== undefined) {
      const content = JSON.parse(request.body.toString()) as Record<string, unknown>;
      const values = change(String(content[body]));
      const left = { ...content, [body]: values.length > 1 ? values : values[0] };
      return { ...request, body: Buffer.from(JSON.stringify(left)) };
    }
    const [path, search] = request.url.split('?');
    const left = [...new URLSearchParams(search)].flatMap(([name, value]) =>
      name === query ? change(value).map(each => [name, each]) : [[name, value]],
    );
    return { ...request, url: `${path}?${new URLSearchParams(left)}` };
  }

  it('accepts what its sender sends', async () => {
    await expect(accept(source, request)).resolves.toMatchObject({ source: 'website' });
    await expect(
      accept(
        source,
        withProof(value => [value]),
      ),
    ).resolves.toBeDefined();
  });

  it('refuses a proof that is missing, empty, doubled or of one changed letter', async () => {
    const changed = (value: string) => {
      const middle = Math.floor(value.length * 0.6);
      return [value.slice(0, middle) + (value[middle] === '0' ? '1' : '0') + value.slice(middle + 1)];
    };
    for (const change of [() => [], () => [''], (value: string) => [value, value], changed]) {
      const refusal = await refuse(source, withProof(change));
      expect(refusal).toMatchObject({ status: 401, verified: false });
      expect(refusal).not.toHaveProperty('body');
    }
    expect(
      (
        await refuse(
          source,
          withProof(value => [value, value]),
        )
      ).reason,
    ).toContain('more than once');
  });

  it('refuses it under another secret', async () => {
    const other = [new Secret('ffffffffffffffffffffffffffffffff')];
    const changed: Verify =
      verify.type === 'basic'
        ? { ...verify, password: other }
        : verify.type === 'none'
          ? verify
          : { ...verify, secret: other };
    const refusal = await refuse(aSource({ verify: [changed] }), request);
    expect(refusal.reason).toMatch(/is the secret right|same at the sender/);
  });

  it('takes any of several secrets, and none that is empty', async () => {
    if (verify.type === 'none') throw new Error('not a scheme with a secret');
    const [own] = verify.type === 'basic' ? verify.password : verify.secret;
    if (!own) throw new Error('no secret');
    const rotated = [new Secret('00000000000000000000000000000000'), own];
    const withSecrets = (secrets: readonly Secret[]): Verify =>
      verify.type === 'basic' ? { ...verify, password: secrets } : { ...verify, secret: secrets };
    await expect(accept(aSource({ verify: [withSecrets(rotated)] }), request)).resolves.toBeDefined();
    const empty = aSource({ verify: [withSecrets([new Secret('')])] });
    const forged = ['basic', 'header-token', 'query-token'].includes(verify.type)
      ? signedRequest(empty, aRequest())
      : request;
    expect(await refuse(empty, forged)).toMatchObject({ status: 401 });
  });

  it('keeps none of its proof', async () => {
    const accepted = await accept(source, request);
    const refusal = await refuse(source, {
      ...request,
      headers: [...request.headers, ['x-copy', secretText]],
      method: 'GET',
    });
    for (const head of [accepted, refusal]) {
      expect(head.headers['content-type']).toBe('application/json');
      expect(Object.keys(head.headers)).not.toContain(header);
      expect(Object.keys(head.query)).not.toContain(query);
    }
  });

  if (covers)
    it('refuses a body of which any byte was changed', async () => {
      for (let at = 0; at < request.body.length; at++) {
        const body = Buffer.from(request.body);
        body[at] = (body[at] ?? 0) ^ 1;
        expect((await refuse(source, { ...request, body })).status).toBe(401);
      }
    });

  it('never throws and never passes whatever is made of the proof', async () => {
    const [original = ''] = header
      ? request.headers.filter(([name]) => name === header).map(([, value]) => value)
      : body
        ? [secretText]
        : new URLSearchParams(request.url.split('?')[1]).getAll(query ?? '');
    const mutated = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.nat(original.length), fc.nat(3), fc.string({ maxLength: 3 }))
        .map(([at, removed, added]) => original.slice(0, at) + added + original.slice(at + removed)),
    );
    await fc.assert(
      fc.asyncProperty(mutated, async value => {
        fc.pre(!means(original, value));
        const received = await receiveAt(
          source,
          withProof(() => [value]),
        );
        expect(received.kind === 'refused' && received.status).toBe(401);
      }),
      { numRuns: 300 },
    );
  });

  /** Whether a mutation still holds the original, or only spells it otherwise. */
  function means(original: string, mutated: string): boolean {
    const spelling = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[ ,;]+/g, ',')
        .replace(/=+$/, '');
    return spelling(mutated).includes(spelling(original));
  }
});

describe('signatures', () => {
  const body = '{"a":1}';
  const hex = createHmac('sha256', secretText).update(body).digest('hex');
  const post = (signature: string, verify: Verify) =>
    receiveAt(
      aSource({ verify: [verify] }),
      aRequest(body, [
        ['content-type', 'application/json'],
        ['x-signature', signature],
      ]),
    );

  it('takes hex in either case, and base64 with or without its padding, but no other spelling', async () => {
    expect((await post(hex.toUpperCase(), anHmac())).kind).toBe('accepted');
    expect((await post(`${hex}00`, anHmac())).kind).toBe('refused');
    expect((await post(` ${hex}`, anHmac())).kind).toBe('refused');
    const base64 = anHmac({ signature: { encoding: 'base64' } });
    const text = Buffer.from(hex, 'hex').toString('base64');
    expect((await post(text, base64)).kind).toBe('accepted');
    expect((await post(text.replace('=', ''), base64)).kind).toBe('accepted');
    expect((await post(`${text}A`, base64)).kind).toBe('refused');
    const last = text.at(-2) ?? '';
    const sameBytes = String.fromCharCode(last.charCodeAt(0) + 1);
    const respelled = `${text.slice(0, -2)}${sameBytes}=`;
    expect(Buffer.from(respelled, 'base64')).toEqual(Buffer.from(text, 'base64'));
    expect((await post(respelled, base64)).kind).toBe('refused');
  });

  it('takes any of several signatures under the same key', async () => {
    const kv = anHmac({ signature: { format: 'kv', key: 'v1' } });
    expect((await post(`v1=${'0'.repeat(64)}, v1=${hex}`, kv)).kind).toBe('accepted');
    expect((await post(`v0=${hex}`, kv)).kind).toBe('refused');
    expect((await post(`xv1=${hex}`, kv)).kind).toBe('refused');
  });

  it('wants exactly one timestamp in a signature', async () => {
    const kv = anHmac({
      signed: '{timestamp}.{body}',
      signature: { format: 'kv', key: 'v1' },
      timestamp: { in: 'signature', key: 't' },
    });
    const seconds = now / 1000;
    const digest = createHmac('sha256', secretText).update(`${seconds}.${body}`).digest('hex');
    expect((await post(`t=${seconds},v1=${digest}`, kv)).kind).toBe('accepted');
    expect((await post(`v1=${digest}`, kv)).kind).toBe('refused');
    expect((await post(`t=${seconds},t=${seconds},v1=${digest}`, kv)).kind).toBe('refused');
  });

  it('takes a signature from the body, where it stands in there', async () => {
    const verify = anHmac({
      signed: '{id}',
      id: { name: 'x-id' },
      signature: { in: 'body', name: 'proof.mac' },
    });
    const mac = createHmac('sha256', secretText).update('7').digest('hex');
    const headers = [
      ['content-type', 'application/json'],
      ['x-id', '7'],
    ] as const;
    const source = aSource({ verify: [verify] });
    await expect(
      accept(source, aRequest(JSON.stringify({ proof: { mac } }), headers)),
    ).resolves.toBeDefined();
    expect(await refuse(source, aRequest('{"proof":{}}', headers))).toMatchObject({ status: 401 });
    expect(await refuse(source, aRequest('{"proof":', headers))).toMatchObject({ status: 401 });
  });

  it('decodes a secret as the source says, and refuses all where it cannot', async () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signature = createHmac('sha256', key).update(body).digest('hex');
    const base64 = new Secret(key.toString('base64'));
    expect((await post(signature, anHmac({ secret: [base64], secretEncoding: 'base64' }))).kind).toBe(
      'accepted',
    );
    expect((await post(signature, anHmac({ secret: [base64], secretEncoding: 'utf8' }))).kind).toBe(
      'refused',
    );
    const unreadable = anHmac({ secret: [new Secret('not hex')], secretEncoding: 'hex' });
    const emptyKey = createHmac('sha256', '').update(body).digest('hex');
    const received = await post(emptyKey, unreadable);
    expect(received.kind === 'refused' && received.refusal.reason).toContain('secretEncoding');
  });

  it('refuses an empty id, though it is signed', async () => {
    const source = aSource({ verify: [anHmac({ signed: '{id}{body}', id: { name: 'x-id' } })] });
    const send = (id: string) =>
      receiveAt(
        source,
        aRequest(body, [
          ['content-type', 'application/json'],
          ['x-id', id],
          ['x-signature', createHmac('sha256', secretText).update(`${id}${body}`).digest('hex')],
        ]),
      );
    expect((await send('7')).kind).toBe('accepted');
    const received = await send('');
    expect(received.kind === 'refused' && received.refusal.reason).toBe('the header "x-id" is empty');
  });

  it('refuses what would be signed over something that is not there', async () => {
    const kinds = ['{timestamp}', '{id}', '{header:x-gone}', '{unknown}', '{'];
    for (const signed of kinds) expect((await post(hex, anHmac({ signed }))).kind).toBe('refused');
  });
});

describe('timestamps', () => {
  const seconds = anHmac({ signed: '{timestamp}.{body}', timestamp: {} });
  const source = aSource({ verify: [seconds] });
  const minute = 60_000;

  it('are taken within the tolerance, both ways', async () => {
    for (const difference of [-5 * minute, 0, 5 * minute]) {
      const request = signedRequest(source, aRequest(), now + difference);
      expect((await receiveAt(source, request)).kind).toBe('accepted');
    }
    const old = await refuse(source, signedRequest(source, aRequest(), now - 12 * minute));
    expect(old.reason).toBe('the timestamp is 12 minutes old; is a clock wrong?');
    const ahead = await refuse(source, signedRequest(source, aRequest(), now + 6 * minute));
    expect(ahead.reason).toBe('the timestamp is 6 minutes ahead; is a clock wrong?');
  });

  it('are not checked with a tolerance of 0, but signed all the same', async () => {
    const unchecked = aSource({
      verify: [anHmac({ signed: '{timestamp}.{body}', timestamp: { toleranceMs: 0 } })],
    });
    const request = await signedRequest(unchecked, aRequest(), 0);
    await expect(accept(unchecked, request)).resolves.toBeDefined();
    const headers = request.headers.map(
      ([name, value]) => [name, name === 'x-timestamp' ? '1' : value] as const,
    );
    expect(await refuse(unchecked, { ...request, headers })).toMatchObject({ status: 401 });
  });

  it.each([
    ['s', '1614265330', true],
    ['s', '1614265330.5', true],
    ['s', '1614265330000', false],
    ['ms', '1614265330000', true],
    ['ms', '1614265330', false],
    ['iso8601', '2021-02-25T15:02:10+00:00', true],
    ['iso8601', '2021-02-25T15:02:10.123Z', true],
    ['iso8601', '2021-02-25T15:02:10', true],
    ['iso8601', '2021-02-25T16:02:10+0100', true],
    ['iso8601', '2021-02-25T14:02:10Z', false],
    ['iso8601', '2021-02-31T99:02:10Z', false],
    ['iso8601', '1614265330', false],
    ['any', '1614265330', true],
    ['any', '1614265330000', true],
    ['any', '2021-02-25T15:02:10Z', true],
    ['any', 'yesterday', false],
    ['s', '-1614265330', false],
    ['s', '0x6037BCF2', false],
    ['s', 'NaN', false],
  ] as const)('in %s: %s', async (unit, text, taken) => {
    const verify = anHmac({ signed: '{timestamp}.{body}', timestamp: { unit } });
    const signature = createHmac('sha256', secretText).update(`${text}.{"a":1}`).digest('hex');
    const request = aRequest('{"a":1}', [
      ['content-type', 'application/json'],
      ['x-timestamp', text],
      ['x-signature', signature],
    ]);
    const received = await receiveAt(aSource({ verify: [verify] }), request);
    expect(received.kind).toBe(taken ? 'accepted' : 'refused');
  });

  it('without a zone are UTC, wherever this runs', async () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(new Date(now).getTimezoneOffset()).toBe(300);
      const source = aSource({
        verify: [anHmac({ signed: '{timestamp}.{body}', timestamp: { unit: 'iso8601' } })],
      });
      const text = '2021-02-25T15:02:10';
      const signature = createHmac('sha256', secretText).update(`${text}.{"a":1}`).digest('hex');
      const headers = [
        ['content-type', 'application/json'],
        ['x-timestamp', text],
        ['x-signature', signature],
      ] as const;
      expect((await receiveAt(source, aRequest('{"a":1}', headers))).kind).toBe('accepted');
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('may stand in the body, as a number', async () => {
    const verify = anHmac({ timestamp: { in: 'body', name: undefined, path: 'meta.at', unit: 'ms' } });
    const inBody = aSource({ verify: [verify] });
    const send = (at: unknown) =>
      signedRequest(aSource({ verify: [anHmac()] }), aRequest(JSON.stringify({ meta: { at } })));
    await expect(accept(inBody, send(now))).resolves.toBeDefined();
    expect((await refuse(inBody, send(now - 10 * minute))).reason).toContain('10 minutes old');
    expect((await refuse(inBody, send(undefined))).reason).toContain('missing');
    expect(await refuse(inBody, send({}))).toMatchObject({ status: 401 });
  });
});

describe('a signature over the URL', () => {
  const verify = anHmac({
    signed: '{method}{url}{body}',
    signature: { encoding: 'base64' },
    url: { decode: 'hubspot-v3' },
  });
  const source = aSource({ verify: [verify] });
  const url = '/hooks/website?to=a%40example.com&n=%20%26%2B%3a&%25=1';

  it('decodes what HubSpot decodes, and only that', async () => {
    const signedUrl = `${publicUrl}/hooks/website?to=a@example.com&n=%20%26%2B:&%25=1`;
    const signature = createHmac('sha256', secretText).update(`POST${signedUrl}{"a":1}`).digest('base64');
    const headers = [
      ['content-type', 'application/json'],
      ['x-signature', signature],
    ] as const;
    const accepted = await accept(source, aRequest('{"a":1}', headers, { url }));
    expect(accepted.query).toEqual({ to: 'a@example.com', n: ' &+:', '%': '1' });
    const plain = aSource({ verify: [{ ...verify, url: { decode: 'none' } }] });
    expect(await refuse(plain, aRequest('{"a":1}', headers, { url }))).toMatchObject({ status: 401 });
  });

  it('is refused where the public URL is not known', async () => {
    const { receive } = await import('../../src/receive/receive.ts');
    const request = await signedRequest(source, aRequest());
    const received = await receive(source, request, { now, newId: () => 'evt_1', publicUrl: undefined });
    expect(received.kind === 'refused' && received.refusal.reason).toContain('server.publicUrl');
  });
});

describe('signing', () => {
  const surroundings = { now, newId: () => 'msg_1', publicUrl: undefined, url: '/hooks/website' };
  const body = Buffer.from('{}');

  it('adds nothing where nothing is verified', async () => {
    expect(await sign(aSource(), body, surroundings)).toEqual({ headers: {}, query: {} });
  });

  it('gives the signature that Standard Webhooks publishes', async () => {
    const newId = () => 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const payload = Buffer.from('{"test": 2432232314}');
    const signed = await sign(aSource({ verify: [standard] }), payload, { ...surroundings, newId });
    expect(signed.headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('says why where it cannot', async () => {
    const inBody = aSource({ verify: [anHmac({ signature: { in: 'body', name: 'mac' } })] });
    await expect(sign(inBody, body, surroundings)).rejects.toThrow(CannotSign);
    const overUrl = aSource({ verify: [anHmac({ signed: '{url}' })] });
    await expect(sign(overUrl, body, surroundings)).rejects.toThrow('server.publicUrl');
    const noSecret = aSource({ verify: [anHmac({ secret: [new Secret('')] })] });
    await expect(sign(noSecret, body, surroundings)).rejects.toThrow(CannotSign);
  });
});

describe('several entries of verify', () => {
  const token: Verify = {
    type: 'header-token',
    name: 'x-token',
    prefix: '',
    secret: [new Secret('the token itself')],
  };
  const source = aSource({ verify: [anHmac(), token] });

  it('any of them may pass', async () => {
    await expect(accept(source, signedRequest(source, aRequest()))).resolves.toBeDefined();
    await expect(
      accept(source, signedRequest(aSource({ verify: [token] }), aRequest())),
    ).resolves.toBeDefined();
  });

  it('tell all their reasons where none does, and hide the proofs of all of them', async () => {
    const request = aRequest('{}', [
      ['content-type', 'application/json'],
      ['x-signature', 'ab'],
      ['x-token', 'a guess'],
    ]);
    const refusal = await refuse(source, request);
    expect(refusal.reason).toBe(
      'the signature does not match; is the secret right?; or the token in the header "x-token" is wrong; is it the same at the sender?',
    );
    expect(refusal.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('never pass because a header of another scheme is there', async () => {
    const only = aSource({ verify: [anHmac()] });
    expect(await refuse(only, signedRequest(aSource({ verify: [token] }), aRequest()))).toMatchObject({
      status: 401,
    });
  });
});

describe('tokens', () => {
  const token: Verify = { type: 'query-token', name: 'token', secret: [new Secret('ab+cd/ef==ab+cd/ef==')] };

  it('in a URL are taken as they were pasted, and escaped', async () => {
    const source = aSource({ verify: [token] });
    for (const url of [
      '/hooks/website?token=ab+cd/ef==ab+cd/ef==',
      '/hooks/website?token=ab%2Bcd%2Fef%3D%3Dab%2Bcd%2Fef%3D%3D',
    ]) {
      expect((await accept(source, aRequest('{}', undefined, { url }))).query).toEqual({});
    }
    expect(await refuse(source, aRequest('{}', undefined, { url: '/hooks/website?token=ab' }))).toMatchObject(
      { status: 401 },
    );
  });

  it('of a bearer are taken with the scheme in any case, and only with it', async () => {
    const bearer: Verify = {
      type: 'header-token',
      name: 'Authorization',
      prefix: 'Bearer ',
      secret: [new Secret('abc')],
    };
    const send = (value: string) =>
      receiveAt(
        aSource({ verify: [bearer] }),
        aRequest('{}', [
          ['content-type', 'application/json'],
          ['authorization', value],
        ]),
      );
    expect((await send('bearer abc')).kind).toBe('accepted');
    expect((await send('abc')).kind).toBe('refused');
    expect((await send('Bearer ')).kind).toBe('refused');
    expect((await send('Basic abc')).kind).toBe('refused');
  });

  it('that a proxy copied into another header are not kept', async () => {
    const request = aRequest(
      '{}',
      [
        ['content-type', 'application/json'],
        ['x-original-uri', '/hooks/website?token=ab+cd/ef==ab+cd/ef=='],
        ['x-other', 'kept'],
      ],
      {
        url: '/hooks/website?tokn=ab%2Bcd%2Fef%3D%3Dab%2Bcd%2Fef%3D%3D&ab%2Bcd%2Fef%3D%3Dab%2Bcd%2Fef%3D%3D&a=1',
      },
    );
    const refusal = await refuse(aSource({ verify: [token] }), request);
    expect(refusal.headers).toEqual({ 'content-type': 'application/json', 'x-other': 'kept' });
    expect(refusal.query).toEqual({ a: '1' });
  });
});
