import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonwebtoken from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import { CannotSign } from '../../../src/receive/signing/cannot-sign.ts';
import { sign } from '../../../src/receive/signing/sign.ts';
import {
  accept,
  aJwt,
  aRequest,
  aSource,
  type Jwt,
  now,
  publicUrl,
  receiveAt,
  refuse,
  secretText,
} from '../a-source.ts';

const seconds = now / 1000;
const claims = { iat: seconds, exp: seconds + 300, aud: 'https://h.example.com' };

/** A token made by an independent library. */
function token(
  payload: object = claims,
  algorithm: jsonwebtoken.Algorithm = 'HS256',
  secret: jsonwebtoken.Secret = secretText,
): string {
  const noTimestamp = !('iat' in payload);
  return jsonwebtoken.sign(payload, secret, { algorithm, noTimestamp });
}

/** A token of any header and claims with a valid signature. */
function oddToken(header: object, payload: unknown, signature?: string): string {
  const [head, body] = [header, payload].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const content = `${head}.${body}`;
  return `${content}.${signature ?? createHmac('sha256', secretText).update(content).digest('base64url')}`;
}

const json = ['content-type', 'application/json'] as const;
const withToken = (text: string) => aRequest('{}', [json, ['authorization', text]]);
const reasonFor = async (text: string, differences: Partial<Jwt> = {}) =>
  (await refuse(aSource({ verify: [aJwt(differences)] }), withToken(text))).reason;

describe('a JSON Web Token', () => {
  const source = aSource({ verify: [aJwt()] });

  it('is accepted as another library signs it, with and without Bearer', async () => {
    for (const text of [token(), `Bearer ${token()}`, `bearer ${token()}`]) {
      const { headers } = await accept(source, withToken(text));
      expect(headers).toEqual({ 'content-type': 'application/json' });
    }
    expect(await reasonFor(`Basic ${token()}`)).toBe(
      'the header "authorization" does not hold a JSON Web Token',
    );
  });

  it.each(['HS256', 'HS384', 'HS512'] as const)(
    'is accepted with %s only if the source names it',
    async algorithm => {
      const named = aSource({ verify: [aJwt({ algorithms: [algorithm] })] });
      await expect(accept(named, withToken(token(claims, algorithm)))).resolves.toBeDefined();
      const others = (['HS256', 'HS384', 'HS512'] as const).filter(each => each !== algorithm);
      expect(await reasonFor(token(claims, algorithm), { algorithms: others })).toBe(
        `the token is not signed with ${others.join(' or ')}, as the source says, but with ${algorithm}`,
      );
    },
  );

  it('does not choose its own algorithm', async () => {
    const unsigned = jsonwebtoken.sign(claims, '', { algorithm: 'none' });
    expect(await reasonFor(unsigned)).toContain('does not hold a JSON Web Token');
    for (const alg of ['none', 'None', 'RS256', 'hs256', 'HS256 ', undefined, ['HS256'], 'constructor']) {
      expect(await reasonFor(oddToken({ alg, typ: 'JWT' }, claims))).toMatch(/not signed with|not hold/);
    }
    expect(await reasonFor(oddToken({ alg: 'HS256', crit: ['b64'], b64: false }, claims))).toContain('token');
    const key = { kty: 'oct', k: Buffer.from('mine').toString('base64url') };
    const own = jsonwebtoken.sign(claims, 'mine', { header: { alg: 'HS256', jwk: key } as never });
    expect(await reasonFor(own)).toContain('is the secret right');
  });

  it('is not proved by its claims', async () => {
    const claiming = oddToken({ alg: 'HS256' }, { ...claims, proved: true }, 'AAAA');
    expect(await reasonFor(claiming)).toContain('does not match');
  });

  it('must have an end that is not over, within a minute', async () => {
    const ending = (exp: unknown, more = {}) => oddToken({ alg: 'HS256' }, { exp, ...more });
    for (const exp of [seconds + 1, seconds, seconds - 59, seconds + 86_400]) {
      await expect(accept(source, withToken(ending(exp)))).resolves.toBeDefined();
    }
    expect(await reasonFor(ending(seconds - 60))).toBe('the token ended 60 seconds ago; is a clock wrong?');
    for (const exp of [undefined, null, 'tomorrow', String(seconds + 60), [seconds + 60], {}]) {
      expect(await reasonFor(ending(exp))).toBe('the token does not say when it ends (exp)');
    }
    const endless = '{"exp":1e999}';
    const content = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(endless).toString('base64url')}`;
    const signature = createHmac('sha256', secretText).update(content).digest('base64url');
    expect(await reasonFor(`${content}.${signature}`)).toContain('when it ends');
    await expect(
      accept(source, withToken(ending(seconds + 60, { nbf: seconds + 60 }))),
    ).resolves.toBeDefined();
    expect(await reasonFor(ending(seconds + 600, { nbf: seconds + 300 }))).toBe(
      'the token begins only in 5 minutes; is a clock wrong?',
    );
  });

  it("shows the skew of the sender's clock", async () => {
    const skewOf = async (payload: object) => {
      const received = await receiveAt(source, withToken(oddToken({ alg: 'HS256' }, payload)));
      return received.kind === 'refused' && received.skewMs;
    };
    expect(await skewOf({ iat: seconds - 900, exp: seconds - 600 })).toBe(-900_000);
    expect(await skewOf({ exp: seconds - 600 })).toBe(-600_000);
    expect(await skewOf({ iat: seconds + 900, nbf: seconds + 900, exp: seconds + 1200 })).toBe(900_000);
    expect(await skewOf({ iat: 'now', exp: seconds - 600 })).toBe(undefined);
    expect(await skewOf({ ...claims, iat: seconds - 900 })).toBe(false);
  });

  it('must be for the audience, if the source names one', async () => {
    const audience = 'https://h.example.com';
    const named = aSource({ verify: [aJwt({ audience })] });
    await expect(accept(named, withToken(token()))).resolves.toBeDefined();
    await expect(
      accept(named, withToken(token({ ...claims, aud: ['another', audience] }))),
    ).resolves.toBeDefined();
    const wrong = 'the token is not meant for the audience that the source says';
    expect(await reasonFor(token({ ...claims, aud: 'another' }), { audience })).toBe(wrong);
    expect(await reasonFor(token({ iat: seconds, exp: seconds + 9 }), { audience })).toBe(wrong);
  });

  it('may be signed with any of the secrets, but not with an empty one', async () => {
    const secrets = [new Secret('another secret of the shop'), new Secret(''), new Secret(secretText)];
    const rotating = aSource({ verify: [aJwt({ secret: secrets })] });
    await expect(accept(rotating, withToken(token()))).resolves.toBeDefined();
    expect(await reasonFor(token(claims, 'HS256', 'a third secret'), { secret: secrets })).toBe(
      'the signature of the token does not match; is the secret right?',
    );
    expect(await reasonFor(token(), { secret: [new Secret('')] })).toBe('the secret of the source is empty');
    const wrongAudience = await reasonFor(token(), { secret: secrets.toReversed(), audience: 'me' });
    expect(wrongAudience).toContain('audience');
  });

  it('has only one valid spelling', async () => {
    const text = token();
    const sameBytes = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      .split('')
      .map(letter => text.slice(0, -1) + letter)
      .filter(each => each !== text)
      .filter(each => Buffer.from(each.split('.')[2] ?? '', 'base64url').equals(bytesOf(text)));
    expect(sameBytes.length).toBeGreaterThan(0);
    for (const each of [...sameBytes, `${text}=`, `${text}.`, ` ${text}`]) {
      expect(await reasonFor(each)).toContain('does not hold a JSON Web Token');
    }
  });

  it('is read from the query if the source says so, and from nowhere else', async () => {
    const inQuery = aSource({ verify: [aJwt({ in: 'query', name: 'jwt' })] });
    const url = `/hooks/website?a=1&jwt=${token()}`;
    const { query } = await accept(inQuery, aRequest('{}', [json], { url }));
    expect(query).toEqual({ a: '1' });
    const kept = await refuse(inQuery, aRequest('{}', [json], { url: `${url}x` }));
    expect(kept.query).toEqual({ a: '1' });
    expect((await refuse(inQuery, withToken(token()))).reason).toBe(
      '"jwt" in the query of the URL is missing',
    );
    expect((await refuse(source, aRequest('{}', [json], { url }))).reason).toContain('is missing');
    const doubled = await refuse(inQuery, aRequest('{}', [json], { url: `${url}&jwt=${token()}` }));
    expect(doubled.reason).toContain('more than once');
  });

  it('is refused without an exception for any text in its place', async () => {
    const parts = token().split('.');
    const odd = [
      'a.b.c',
      '..',
      `${parts[0]}.${parts[1]}.`,
      `${parts[0]}..${parts[2]}`,
      `.${parts[1]}.${parts[2]}`,
      oddToken({ alg: 'HS256' }, null),
      oddToken({ alg: 'HS256' }, [claims]),
      oddToken({ alg: 'HS256' }, 'text'),
      oddToken([] as object, claims),
      oddToken({ alg: 'HS256', enc: 'A128GCM' }, claims, 'AAAA'),
    ];
    for (const text of odd) expect(await reasonFor(text)).toMatch(/token/i);
  });
});

describe('signing with a JSON Web Token', () => {
  const surroundings = { now, newId: () => 'msg_1', publicUrl, url: '/hooks/website' };

  it('makes a token that another library accepts', async () => {
    const source = aSource({ verify: [aJwt({ algorithms: ['HS512', 'HS256'], audience: 'me' })] });
    const { headers, query } = await sign(source, Buffer.from('{}'), surroundings);
    expect(Object.keys(headers)).toEqual(['authorization']);
    expect(query).toEqual({});
    const text = (headers.authorization ?? '').replace('Bearer ', '');
    const options = { algorithms: ['HS512' as const], audience: 'me', clockTimestamp: seconds };
    expect(jsonwebtoken.verify(text, secretText, options)).toEqual({
      aud: 'me',
      iat: seconds,
      exp: seconds + 300,
    });
  });

  it('puts it without Bearer into another header and into the query', async () => {
    const named = await sign(aSource({ verify: [aJwt({ name: 'x-jwt' })] }), Buffer.from('{}'), surroundings);
    expect(named.headers['x-jwt']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const inQuery = aSource({ verify: [aJwt({ in: 'query', name: 'jwt' })] });
    const { headers, query } = await sign(inQuery, Buffer.from('{}'), surroundings);
    expect(headers).toEqual({});
    expect(query.jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('fails with a reason if there is no secret', async () => {
    for (const secret of [[], [new Secret('')]]) {
      const source = aSource({ verify: [aJwt({ secret })] });
      await expect(sign(source, Buffer.from('{}'), surroundings)).rejects.toThrow(CannotSign);
    }
  });
});

describe('the library for JSON Web Tokens', () => {
  it('is loaded only when it is needed', () => {
    const folder = new URL('../../../src/', import.meta.url).pathname;
    const loading = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .filter(file => /^import (?!type ).*'jose'/m.test(readFileSync(join(folder, file), 'utf8')));
    expect(loading).toEqual([]);
  });
});

function bytesOf(text: string): Buffer {
  return Buffer.from(text.split('.')[2] ?? '', 'base64url');
}
