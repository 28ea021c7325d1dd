import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { accept, aRequest, aSource, receiveAt, refuse } from '../a-source.ts';

const secret = [new Secret('a-token-of-the-salon-0001')];
const named: Record<string, Verify> = {
  query: { type: 'query-token', name: 'token', secret },
  header: { type: 'header-token', name: 'X-Token', prefix: '', secret },
  body: { type: 'body-token', path: 'auth.token', secret },
};

describe('the reason of a missing or wrong token', () => {
  const path = '/hooks/website';
  const [given] = secret.map(each => each.reveal());
  it.each<[string, [string, string][], string, string | undefined]>([
    ['query', [], `${path}?key=${given}`, 'type: query-token, name: key'],
    ['query', [['x-token', `${given}`]], path, 'type: header-token, name: x-token'],
    ['query', [['x-token', `${given}`]], `${path}?token=other`, 'type: header-token, name: x-token'],
    ['header', [], `${path}?token=${given}`, 'type: query-token, name: token'],
    [
      'header',
      [['authorization', `Bearer ${given}`]],
      path,
      'type: header-token, name: authorization, prefix: "Bearer "',
    ],
    ['body', [], `${path}?token=${given}`, 'type: query-token, name: token'],
    ['query', [], `${path}?key=other`, undefined],
    ['header', [['x-other', `${given}x`]], path, undefined],
    ['query', [], `${path}?%3Cb%3E=${given}`, undefined],
  ])('names the place where the token is: %s %j %s', async (where, headers, url, lines) => {
    const source = aSource({ verify: [named[where] ?? { type: 'none' }] });
    const refusal = await refuse(source, aRequest('{}', headers, { url }));
    const { reason } = refusal;
    expect(JSON.stringify(refusal)).not.toContain(given);
    expect(/write `verify: \{(.*)\}`$/.exec(reason)?.[1]).toBe(lines);
  });
});

describe('tokens', () => {
  const token: Verify = { type: 'query-token', name: 'token', secret: [new Secret('ab+cd/ef==ab+cd/ef==')] };

  it('in a URL are accepted unescaped and escaped', async () => {
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

  it('in a bearer header are accepted with the scheme in any case, but not without it', async () => {
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

  it('with non-ASCII letters are accepted in UTF-8, as most senders write them, and in Latin-1', async () => {
    const token = 'schlüssel-für-den-salon';
    const umlauts: Verify = {
      type: 'header-token',
      name: 'x-token',
      prefix: '',
      secret: [new Secret(token)],
    };
    const send = (bytes: Buffer) =>
      receiveAt(
        aSource({ verify: [umlauts] }),
        aRequest('{}', [
          ['content-type', 'application/json'],
          ['x-token', bytes.toString('latin1')],
        ]),
      );
    expect((await send(Buffer.from(token, 'utf8'))).kind).toBe('accepted');
    expect((await send(Buffer.from(token, 'latin1'))).kind).toBe('accepted');
    expect((await send(Buffer.from(`${token}ü`, 'utf8'))).kind).toBe('refused');
  });

  it('with non-ASCII letters are not stored if a proxy copied them', async () => {
    const token = 'schlüssel-für-den-salon';
    const umlauts: Verify = { type: 'query-token', name: 'token', secret: [new Secret(token)] };
    for (const encoding of ['utf8', 'latin1'] as const) {
      const copy = `/hooks/website?token=${Buffer.from(token, encoding).toString('latin1')}`;
      const request = aRequest('{}', [['x-original-uri', copy]]);
      expect((await refuse(aSource({ verify: [umlauts] }), request)).headers).toEqual({});
    }
  });

  it('are not stored in another header into which a proxy copied them', async () => {
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

  it('in a header are refused with the prefix that would match', async () => {
    const reasonOf = async (prefix: string, value: string, name = 'X-Token') => {
      const scheme: Verify = { type: 'header-token', name, prefix, secret: [new Secret('a-token')] };
      const request = aRequest('{}', [[name.toLowerCase(), value]]);
      return (await refuse(aSource({ verify: [scheme] }), request)).reason;
    };
    expect(await reasonOf('Bearer', 'Bearer a-token')).toBe(
      'the header "X-Token" has a space after the prefix of the source; write `prefix: "Bearer "`, in quotes',
    );
    expect(await reasonOf('', 'Bearer a-token')).toBe(
      'the header "X-Token" begins with "Bearer "; write `prefix: "Bearer "`, in quotes',
    );
    expect(await reasonOf('Bearer ', 'a-token')).toBe(
      'the header "X-Token" does not begin with the prefix of the source, and is the token alone; leave out `prefix`',
    );
    expect(await reasonOf('Bearer ', 'Bearer other')).toMatch(/is wrong; is it the same at the sender\?$/);
    expect(await reasonOf('', 'other')).toMatch(/is wrong; is it the same at the sender\?$/);
  });
});
