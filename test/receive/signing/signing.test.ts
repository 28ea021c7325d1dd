import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { CannotSign } from '../../../src/receive/signing/cannot-sign.ts';
import { sign } from '../../../src/receive/signing/sign.ts';
import { anHmac, aSource, now } from '../a-source.ts';

const standard: Verify = {
  type: 'standard-webhooks',
  secret: [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
  secretEncoding: 'whsec',
  headerPrefix: 'webhook-',
};

describe('signing', () => {
  const surroundings = { now, newId: () => 'msg_1', publicUrl: undefined, url: '/hooks/website' };
  const body = Buffer.from('{}');

  it('adds nothing if nothing is verified', async () => {
    expect(await sign(aSource(), body, surroundings)).toEqual({ headers: {}, query: {} });
  });

  it('makes the signature that Standard Webhooks publishes', async () => {
    const newId = () => 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const payload = Buffer.from('{"test": 2432232314}');
    const signed = await sign(aSource({ verify: [standard] }), payload, { ...surroundings, newId });
    expect(signed.headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('fails with a reason if it is not possible', async () => {
    const inBody = aSource({ verify: [anHmac({ signature: { in: 'body', name: 'mac' } })] });
    await expect(sign(inBody, body, surroundings)).rejects.toThrow(CannotSign);
    const overUrl = aSource({ verify: [anHmac({ signed: '{url}' })] });
    await expect(sign(overUrl, body, surroundings)).rejects.toThrow('server.publicUrl');
    const noSecret = aSource({ verify: [anHmac({ secret: [new Secret('')] })] });
    await expect(sign(noSecret, body, surroundings)).rejects.toThrow(CannotSign);
  });
});
