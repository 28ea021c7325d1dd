import { Signature } from '@hubspot/api-client';
import { sign as signAsGitHub } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/config/secret.ts';
import type { Verify } from '../../../src/config/sources/verify.ts';
import { anyBody, openBody } from '../../../src/receive/bodies/body.ts';
import { verify } from '../../../src/receive/verify.ts';
import { aDigest, anHmac, aRequest, now } from '../a-source.ts';

interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** With the public URL; only a path if no signature covers it. */
  readonly url?: string;
  readonly at?: number;
}

async function verified(
  scheme: Verify,
  { headers, body, url = 'https://h.example.com/in', at = now }: Webhook,
) {
  const { origin, href } = new URL(url);
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const request = aRequest(body, entries, { url: href.slice(origin.length) });
  const verification = await verify([scheme], {
    request,
    now: at,
    publicUrl: origin,
    body: () => openBody(request.body, anyBody, ['application/json']),
  });
  return verification.kind;
}

/** Expects that the webhook is accepted unchanged, and refused with any byte of its body changed. */
async function expectOnlyAsItIs(scheme: Verify, webhook: Webhook): Promise<void> {
  expect(await verified(scheme, webhook)).toBe('verified');
  const bytes = Buffer.from(webhook.body);
  for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const body = Buffer.from(bytes);
    body[at] = (body[at] ?? 0) ^ 1;
    expect(await verified(scheme, { ...webhook, body })).toBe('refused');
  }
}

describe('Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const scheme = (headerPrefix: string): Verify => ({
    type: 'standard-webhooks',
    secret: [new Secret(secret)],
    secretEncoding: 'whsec',
    headerPrefix,
  });
  const body = '{"test": 2432232314}';
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };

  it('verifies the vector of its specification, also among other signatures', async () => {
    await expectOnlyAsItIs(scheme('webhook-'), { headers, body });
    const several = `v1a,AAAA v1,BBBB ${headers['webhook-signature']} v2,CCCC`;
    const list = { ...headers, 'webhook-signature': several };
    await expectOnlyAsItIs(scheme('webhook-'), { headers: list, body });
  });

  it('verifies signatures of its own package', async () => {
    const text = '{"type":"contact.created","name":"Ädä 🙂"}';
    const signature = new StandardWebhook(secret).sign('msg_1', new Date(now), text);
    await expectOnlyAsItIs(scheme('webhook-'), {
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(now / 1000),
        'webhook-signature': signature,
      },
      body: text,
    });
  });

  it('verifies signatures of Svix, only under its own headers', async () => {
    const signature = new SvixWebhook(secret).sign('msg_1', new Date(now), body);
    const svix = {
      'svix-id': 'msg_1',
      'svix-timestamp': String(now / 1000),
      'svix-signature': signature,
    };
    await expectOnlyAsItIs(scheme('svix-'), { headers: svix, body });
    expect(await verified(scheme('webhook-'), { headers: svix, body })).toBe('refused');
    expect(await verified(scheme('svix-'), { headers, body })).toBe('refused');
  });
});

describe('HubSpot', () => {
  const secret = [new Secret('yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy')];
  const clientSecret = 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy';
  const url = 'https://www.example.com/webhook_uri';
  const v1 = aDigest({ secret, signature: { name: 'x-hubspot-signature' } });
  const v2 = aDigest({
    secret,
    signed: '{secret}{method}{url}{body}',
    signature: { name: 'x-hubspot-signature' },
  });
  const v3 = anHmac({
    secret,
    signed: '{method}{url}{body}{timestamp}',
    signature: { name: 'x-hubspot-signature-v3', encoding: 'base64' },
    timestamp: { name: 'x-hubspot-request-timestamp', unit: 'ms' },
    url: { decode: 'hubspot-v3' },
  });
  const batch =
    '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]';
  const one = '{"example_field":"example_value"}';

  it('verifies the documented examples of version 1 and 2', async () => {
    const first = '232db2615f3d666fe21a8ec971ac7b5402d33b9a925784df3ca654d05f4817de';
    await expectOnlyAsItIs(v1, { headers: { 'X-HubSpot-Signature': first }, body: batch });
    const second = '9569219f8ba981ffa6f6f16aa0f48637d35d728c7e4d93d0d52efaa512af7900';
    const headers = { 'X-HubSpot-Signature': second };
    await expectOnlyAsItIs(v2, { headers, body: one, url });
    expect(await verified(v2, { headers, body: one, url: `${url}?a=1` })).toBe('refused');
    expect(await verified(v1, { headers, body: one, url })).toBe('refused');
  });

  it('verifies signatures of its own package, in each version', async () => {
    const options = { clientSecret, requestBody: batch, url, signature: '', timestamp: now };
    const signatureOf = (version: string) => Signature.getSignature('POST', version, options);
    const old = (signature: string) => ({ 'X-HubSpot-Signature': signature });
    await expectOnlyAsItIs(v1, { headers: old(signatureOf('v1')), body: batch });
    await expectOnlyAsItIs(v2, { headers: old(signatureOf('v2')), body: batch, url });
    const headers = {
      'X-HubSpot-Signature-v3': signatureOf('v3'),
      'X-HubSpot-Request-Timestamp': String(now),
    };
    await expectOnlyAsItIs(v3, { headers, body: batch, url });
    expect(await verified(v3, { headers, body: batch, url, at: now + 301_000 })).toBe('refused');
    const version1 = { ...headers, ...old(signatureOf('v1')), 'X-HubSpot-Signature-v3': 'AAAA' };
    expect(await verified(v3, { headers: version1, body: batch, url })).toBe('refused');
  });
});

describe('GitHub, Slack and Stripe', () => {
  it('verify the example of GitHub, and signatures of its package', async () => {
    const secret = "It's a Secret to Everybody";
    const scheme = anHmac({
      secret: [new Secret(secret)],
      signature: { name: 'x-hub-signature-256', prefix: 'sha256=' },
    });
    const documented = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    await expectOnlyAsItIs(scheme, {
      headers: { 'X-Hub-Signature-256': documented },
      body: 'Hello, World!',
    });
    const body = '{"zen":"Ünderstated"}';
    const signature = await signAsGitHub(secret, body);
    await expectOnlyAsItIs(scheme, { headers: { 'X-Hub-Signature-256': signature }, body });
  });

  it('verify the example of Slack', async () => {
    const scheme = anHmac({
      secret: [new Secret('8f742231b10e8888abcd99yyyzzz85a5')],
      signed: 'v0:{timestamp}:{body}',
      signature: { name: 'x-slack-signature', prefix: 'v0=' },
      timestamp: { name: 'x-slack-request-timestamp' },
    });
    const headers = {
      'X-Slack-Request-Timestamp': '1531420618',
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    await expectOnlyAsItIs(scheme, { headers, body, at: 1_531_420_618_000 });
    expect(await verified(scheme, { headers, body })).toBe('refused');
  });

  it("verify signatures of Stripe's package, also behind a signature of another secret", async () => {
    const secret = 'whsec_of_a_shop_whose_text_is_the_key';
    const scheme = anHmac({
      secret: [new Secret(secret)],
      signed: '{timestamp}.{body}',
      signature: { name: 'stripe-signature', format: 'kv', key: 'v1' },
      timestamp: { in: 'signature', key: 't' },
    });
    const body = '{\n  "id": "evt_1",\n  "type": "charge.succeeded"\n}';
    const stripe = new Stripe('sk_test_of_nobody');
    const timestamp = now / 1000;
    const header = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
    await expectOnlyAsItIs(scheme, { headers: { 'Stripe-Signature': header }, body });
    const rolled = header.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    await expectOnlyAsItIs(scheme, { headers: { 'Stripe-Signature': rolled }, body });
    const older = header.replace(',v1=', ',v0=');
    expect(await verified(scheme, { headers: { 'Stripe-Signature': older }, body })).toBe('refused');
    const late = { headers: { 'Stripe-Signature': header }, body, at: now + 301_000 };
    expect(await verified(scheme, late)).toBe('refused');
  });
});

describe('the specifications of the hashes', () => {
  const cases = [
    {
      name: 'RFC 4231, test case 1',
      key: '0b'.repeat(20),
      body: Buffer.from('Hi There'),
      sha256: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      sha384:
        'afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6',
      sha512:
        '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
    },
    {
      name: 'RFC 4231, test case 2',
      key: Buffer.from('Jefe').toString('hex'),
      body: Buffer.from('what do ya want for nothing?'),
      sha256: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      sha384:
        'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
      sha512:
        '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
    },
    {
      name: 'RFC 4231, test case 3, of bytes that are no text',
      key: 'aa'.repeat(20),
      body: Buffer.alloc(50, 0xdd),
      sha256: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
      sha384:
        '88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27',
      sha512:
        'fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb',
    },
    {
      name: 'RFC 4231, test case 6, with a key longer than a block',
      key: 'aa'.repeat(131),
      body: Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
      sha256: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
      sha384:
        '4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952',
      sha512:
        '80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598',
    },
  ];

  it.each(cases)('$name', async ({ key, body, ...digests }) => {
    for (const algorithm of ['sha256', 'sha384', 'sha512'] as const) {
      const scheme = anHmac({ secret: [new Secret(key)], secretEncoding: 'hex', algorithm });
      await expectOnlyAsItIs(scheme, { headers: { 'X-Signature': digests[algorithm] }, body });
    }
  });

  it('RFC 2202, test case 2, for SHA-1', async () => {
    const scheme = anHmac({ secret: [new Secret('Jefe')], algorithm: 'sha1' });
    const headers = { 'X-Signature': 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79' };
    await expectOnlyAsItIs(scheme, { headers, body: 'what do ya want for nothing?' });
  });

  it('RFC 1321 for MD5, with a part as the secret', async () => {
    const scheme = aDigest({ secret: [new Secret('message')], algorithm: 'md5' });
    const headers = { 'X-Signature': 'f96b697d7cb7938d525a2f31aaf161d0' };
    await expectOnlyAsItIs(scheme, { headers, body: ' digest' });
    const after = aDigest({ secret: [new Secret(' digest')], algorithm: 'md5', signed: '{body}{secret}' });
    await expectOnlyAsItIs(after, { headers, body: 'message' });
  });

  it('RFC 7515, appendix A.1: the signature of a token with a binary key', async () => {
    const key = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow';
    const scheme = anHmac({
      secret: [new Secret(key)],
      secretEncoding: 'base64',
      signature: { encoding: 'base64url' },
    });
    const headers = { 'X-Signature': 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
    const body =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
    await expectOnlyAsItIs(scheme, { headers, body });
  });
});
