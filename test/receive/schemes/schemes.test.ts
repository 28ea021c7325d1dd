import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import {
  accept,
  aDigest,
  aJwt,
  anHmac,
  aRequest,
  aSource,
  receiveAt,
  refuse,
  secretText,
  signedRequest,
} from '../a-source.ts';

const standard: Verify = {
  type: 'standard-webhooks',
  secret: [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
  secretEncoding: 'whsec',
  headerPrefix: 'webhook-',
};

/** Every scheme, with the header, the query key or the key of the body that contains its proof. */
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
    name: 'hmac by a template that is encoded as a whole',
    verify: anHmac({
      signed: '{timestamp}.{body}',
      signature: { format: 'template', template: '{timestamp}.{signature}', decode: 'base64' },
      timestamp: { in: 'signature' },
    }),
    header: 'x-signature',
    covers: true,
  },
  {
    name: 'jwt that names the body',
    verify: aJwt({ body: { claim: 'sha256', encoding: 'hex' } }),
    header: 'authorization',
    covers: true,
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
    const left = [...new URLSearchParams(search)].flatMap(([name, value]): [string, string][] =>
      name === query ? change(value).map(each => [name, each]) : [[name, value]],
    );
    return { ...request, url: `${path}?${new URLSearchParams(left)}` };
  }

  it('accepts requests of its sender', async () => {
    await expect(accept(source, request)).resolves.toMatchObject({ source: 'website' });
    await expect(
      accept(
        source,
        withProof(value => [value]),
      ),
    ).resolves.toBeDefined();
  });

  it('refuses a proof that is missing, empty, repeated or has one changed letter', async () => {
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

  it('refuses a proof with another secret', async () => {
    const other = [new Secret('ffffffffffffffffffffffffffffffff')];
    const changed: Verify =
      verify.type === 'basic'
        ? { ...verify, password: other }
        : verify.type === 'none' || verify.type === 'public-key'
          ? verify
          : { ...verify, secret: other };
    const refusal = await refuse(aSource({ verify: [changed] }), request);
    expect(refusal.reason).toMatch(/is the secret right|same at the sender/);
  });

  it('accepts any of several secrets, but no empty one', async () => {
    if (verify.type === 'none' || verify.type === 'public-key') throw new Error('not a scheme with a secret');
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

  it('stores no proof', async () => {
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
    it('refuses a body with any changed byte', async () => {
      for (let at = 0; at < request.body.length; at++) {
        const body = Buffer.from(request.body);
        body[at] = (body[at] ?? 0) ^ 1;
        expect((await refuse(source, { ...request, body })).status).toBe(401);
      }
    });

  it('never throws on or accepts any change of the proof', async () => {
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

  /** Whether a mutation still contains the original, or is only another spelling of it. */
  function means(original: string, mutated: string): boolean {
    const spelling = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[ ,;]+/g, ',')
        .replace(/=+$/, '');
    return spelling(mutated).includes(spelling(original)) || isSameHex(original, mutated);
  }

  /** Whether both are the base64 of the same hexadecimal digits, in which case does not matter. */
  function isSameHex(original: string, mutated: string): boolean {
    const [one, other] = [original, mutated].map(text => Buffer.from(text, 'base64').toString('latin1'));
    return /^[\d.]*[\da-f]{40,}$/i.test(one ?? '') && one?.toLowerCase() === other?.toLowerCase();
  }
});
