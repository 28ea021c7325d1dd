import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { now, signedRequest } from '../a-source.ts';
import {
  aDelivery,
  aSignedDelivery,
  expectOnlyAsSent,
  refuses,
  sample,
  sentAt,
  sentAtSeconds,
  take,
} from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const body = sample('standard-webhooks.json');

/** Both names of the headers, each with the package that signs so. */
const ways = [
  { prefix: 'webhook-', source: senderSource('standard-webhooks', '', secret), Package: Webhook },
  {
    prefix: 'svix-',
    source: senderSource('standard-webhooks', 'version: svix', secret),
    Package: SvixWebhook,
  },
] as const;

const headersOf = (prefix: string, signature: string, seconds = sentAtSeconds) => ({
  [`${prefix}id`]: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  [`${prefix}timestamp`]: String(seconds),
  [`${prefix}signature`]: signature,
});

describe.each(ways)('Standard Webhooks with headers $prefix', ({ prefix, source, Package }) => {
  const signatureAt = (seconds = sentAtSeconds, key = secret) =>
    new Package(key).sign('msg_2KWPBgLlAfxdpx2AI54pPJ85f4W', new Date(seconds * 1000), body.toString());

  it('are accepted with a signature of the package', async () => {
    const request = aDelivery(body, headersOf(prefix, signatureAt()));
    expect(await take(source, request)).toMatchObject([
      {
        id: ['msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'],
        type: 'contact.updated',
        occurredAt: '2026-11-20T17:56:12.345Z',
        payload: { data: { id: 'c-77' } },
      },
    ]);
    await expectOnlyAsSent(source, request, [`${prefix}id`, `${prefix}timestamp`, `${prefix}signature`]);
  });

  it('are refused when they are more than five minutes old or ahead', async () => {
    for (const seconds of [-300, 300]) {
      const at = sentAtSeconds + seconds;
      await take(source, aDelivery(body, headersOf(prefix, signatureAt(at), at)));
    }
    for (const seconds of [-301, 301]) {
      const at = sentAtSeconds + seconds;
      const reason = await refuses(source, aDelivery(body, headersOf(prefix, signatureAt(at), at)));
      expect(reason).toMatch(/the timestamp is .*(old|ahead)/);
    }
  });

  it('may have several signatures; one of version 1 must match', async () => {
    const fits = signatureAt();
    const wrong = signatureAt(sentAtSeconds, older);
    for (const list of [`${wrong} ${fits}`, `${fits} ${wrong}`, `v1a,AAAA ${fits}`]) {
      await take(source, aDelivery(body, headersOf(prefix, list)));
    }
    const others = [
      wrong,
      fits.replace('v1,', 'v1a,'),
      fits.replace('v1,', 'v2,'),
      fits.slice(3),
      'v1,',
      'v1',
    ];
    for (const list of others) await refuses(source, aDelivery(body, headersOf(prefix, list)));
    const rotating = senderSource(
      'standard-webhooks',
      `secret: [${older}, ${secret}]${prefix === 'svix-' ? '\nversion: svix' : ''}`,
      '',
    );
    await take(rotating, aDelivery(body, headersOf(prefix, fits)));
  });

  it('are refused under the other name of their headers', async () => {
    const other = prefix === 'svix-' ? 'webhook-' : 'svix-';
    await refuses(source, aDelivery(body, headersOf(other, signatureAt())));
  });
});

describe('our own signature', () => {
  it.each(ways)('is accepted by the package as $prefix', async ({ prefix, source, Package }) => {
    // The packages use the real clock.
    const at = Date.now();
    const { headers } = await signedRequest(source, aDelivery(body), at);
    const sent = Object.fromEntries(headers);
    expect(Object.keys(sent)).toContain(`${prefix}signature`);
    expect(new Package(secret).verify(body.toString(), sent)).toMatchObject({ type: 'contact.updated' });
    expect(() => new Package(secret).verify(`${body} `, sent)).toThrow();
  });
});

describe('the specification', () => {
  it('has an example with the same signature', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const [way] = ways;
    const [event] = await take(way.source, aDelivery('{"test": 2432232314}', headers), now);
    expect(event).toMatchObject({ id: ['msg_p5jXN8AQM9LWM0D4loKWxJek'], payload: { test: 2432232314 } });
    await refuses(way.source, aDelivery('{"test": 2432232315}', headers), now);
  });

  it('allows secrets as plain texts if the source says so', async () => {
    const words = 'verify: {type: standard-webhooks, secretEncoding: utf8}';
    const source = senderSource('standard-webhooks', words, 'a plain text, not in base64');
    const signature = new Webhook('a plain text, not in base64', { format: 'raw' }).sign(
      'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
      new Date(sentAt),
      body.toString(),
    );
    await take(source, aDelivery(body, headersOf('webhook-', signature)));
  });
});

describe('an event', () => {
  it('has the time that its sender writes under another name', async () => {
    const [way] = ways;
    const resend = '{"type":"email.delivered","created_at":"2026-11-20T17:56:12.126Z","data":{}}';
    const clerk = '{"type":"user.updated","timestamp":1795197372126,"data":{}}';
    for (const bytes of [resend, clerk]) {
      const [event] = await take(way.source, aSignedDelivery(way.source, bytes));
      expect(event?.occurredAt).toBe('2026-11-20T17:56:12.126Z');
    }
  });
});
