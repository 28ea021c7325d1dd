import { createHash } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { describe, expect, it } from 'vitest';
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
  signedRequest,
} from '../a-source.ts';

const seconds = now / 1000;
const bytes = Buffer.from('{"name":"Bérg"}\r\n');
const digest = createHash('sha256').update(bytes);
const whole = digest.digest();
const hex = whole.toString('hex');
const life = { iat: seconds, exp: seconds + 300 };

/** A token made by an independent library. */
function token(claims: object, secret = secretText): string {
  return jsonwebtoken.sign(claims, secret, { algorithm: 'HS256', noTimestamp: !('iat' in claims) });
}

function bound(body: Partial<NonNullable<Jwt['body']>> = {}, differences: Partial<Jwt> = {}) {
  return aSource({ verify: [aJwt({ body: { claim: 'sha256', encoding: 'hex', ...body }, ...differences })] });
}

const post = (text: string, body: Buffer = bytes) =>
  aRequest(body, [
    ['content-type', 'application/json'],
    ['authorization', text],
  ]);

describe('a token with a hash of the body', () => {
  const source = bound();

  it.each([
    ['hex', hex],
    ['hex', hex.toUpperCase()],
    ['base64', whole.toString('base64')],
    ['base64', whole.toString('base64').replace('=', '')],
    ['base64url', whole.toString('base64url')],
    ['base64url', `${whole.toString('base64url')}=`],
  ] as const)('is accepted with the hash in %s: %s', async (encoding, claim) => {
    await expect(accept(bound({ encoding }), post(token({ ...life, sha256: claim })))).resolves.toBeDefined();
  });

  it.each([
    ['{"name":"Berg"}\r\n'],
    ['{"name":"Bérg"}'],
    ['{"name":"Bérg"}\n'],
    ['{"name": "Bérg"}\r\n'],
    ['{"name":"B\\u00e9rg"}\r\n'],
    [''],
    ['{}'],
  ])('is refused with another body: %j', async text => {
    const refusal = await refuse(source, post(token({ ...life, sha256: hex }), Buffer.from(text)));
    expect(refusal).toMatchObject({ status: 401, reason: 'the token was made for another body' });
  });

  it.each([
    [undefined],
    [null],
    [1],
    [true],
    [''],
    [[hex]],
    [{ hex }],
    ['not a hash'],
    [`${hex}\n`],
    [` ${hex}`],
    [whole.toString('base64')],
  ])('is refused with the claim %j', async claim => {
    const { reason } = await refuse(
      source,
      post(token({ ...life, ...(claim !== undefined && { sha256: claim }) })),
    );
    expect(reason).toBe(
      'the token has no hash of the body in its claim "sha256", written as the source says',
    );
  });

  it.each([
    [hex.slice(2)],
    [`${hex}00`],
    ['00'.repeat(32)],
    [createHash('sha1').update(bytes).digest('hex')],
  ])('is refused with another hash: %s', async claim => {
    const { reason } = await refuse(source, post(token({ ...life, sha256: claim })));
    expect(reason).toBe('the token was made for another body');
  });

  it('has the hash in the claim that the source names, and in no other', async () => {
    for (const claim of ['payload_hash', 'request_body_sha256', 'https://example.com/body', '__proto__x']) {
      const named = bound({ claim });
      await expect(accept(named, post(token({ ...life, [claim]: hex })))).resolves.toBeDefined();
      await refuse(named, post(token({ ...life, sha256: hex })));
    }
    await refuse(bound({ claim: 'constructor' }), post(token(life)));
  });

  it('is trusted only after its signature was verified', async () => {
    const forged = token({ ...life, sha256: hex }, 'another secret, long enough too');
    expect((await refuse(source, post(forged))).reason).toContain('does not match; is the secret right?');
    const stranger = token({ ...life, sha256: '00'.repeat(32) }, 'another secret, long enough too');
    expect((await refuse(source, post(stranger))).reason).toContain('is the secret right?');
  });
});

describe('the time of a token with a hash of the body', () => {
  const source = bound();
  const reasonOf = async (claims: object) =>
    (await refuse(source, post(token({ ...claims, sha256: hex })))).reason;

  it.each([
    [{}],
    [{ iat: seconds }],
    [{ iat: seconds - 300 }],
    [{ iat: seconds + 300 }],
    [{ exp: seconds + 5 }],
    [{ iat: seconds - 3600, exp: seconds + 5 }],
    [{ nbf: seconds }],
  ])('is valid with %j', async claims => {
    await expect(accept(source, post(token({ ...claims, sha256: hex })))).resolves.toBeDefined();
  });

  it.each([
    [{ iat: seconds - 301 }, 'the token is 5 minutes old; is a clock wrong?'],
    [{ iat: seconds + 301 }, 'the token was made only in 5 minutes; is a clock wrong?'],
    [{ exp: seconds - 60 }, 'the token ended 60 seconds ago; is a clock wrong?'],
    [{ nbf: seconds + 120 }, 'the token begins only in 2 minutes; is a clock wrong?'],
  ])('is not valid with %j', async (claims, reason) => {
    expect(await reasonOf(claims)).toBe(reason);
  });

  it("shows the skew of the sender's clock", async () => {
    const received = await receiveAt(source, post(token({ iat: seconds - 900, sha256: hex })));
    expect(received).toMatchObject({ kind: 'refused', skewMs: -900_000 });
  });

  it('must have an end if the token has no hash', async () => {
    const { reason } = await refuse(
      aSource({ verify: [aJwt()] }),
      post(token({ iat: seconds, sha256: hex })),
    );
    expect(reason).toBe('the token does not say when it ends (exp)');
  });
});

describe('signing with a token and a hash of the body', () => {
  it('makes a token that another library reads, and that is accepted', async () => {
    const source = bound({ claim: 'body', encoding: 'base64' }, { audience: 'me' });
    const { headers } = await sign(source, bytes, {
      now,
      newId: () => '1',
      publicUrl,
      url: '/hooks/website',
    });
    const text = (headers.authorization ?? '').replace('Bearer ', '');
    const options = { algorithms: ['HS256' as const], clockTimestamp: seconds };
    expect(jsonwebtoken.verify(text, secretText, options)).toEqual({
      body: whole.toString('base64'),
      aud: 'me',
      iat: seconds,
      exp: seconds + 300,
    });
    await expect(accept(source, signedRequest(source, aRequest(bytes)))).resolves.toBeDefined();
  });
});
