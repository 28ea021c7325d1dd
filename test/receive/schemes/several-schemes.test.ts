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
