import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { accept, anHmac, aRequest, aSource, refuse, signedRequest } from '../a-source.ts';

describe('several entries of verify', () => {
  const token: Verify = {
    type: 'header-token',
    name: 'x-token',
    prefix: '',
    secret: [new Secret('the token itself')],
  };
  const source = aSource({ verify: [anHmac(), token] });

  it('accept a request if any of them does', async () => {
    await expect(accept(source, signedRequest(source, aRequest()))).resolves.toBeDefined();
    await expect(
      accept(source, signedRequest(aSource({ verify: [token] }), aRequest())),
    ).resolves.toBeDefined();
  });

  it('return all their reasons if none accepts, and hide all their proofs', async () => {
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

  it('do not accept because of a header of another scheme', async () => {
    const only = aSource({ verify: [anHmac()] });
    expect(await refuse(only, signedRequest(aSource({ verify: [token] }), aRequest()))).toMatchObject({
      status: 401,
    });
  });
});
