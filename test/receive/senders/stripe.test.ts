import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
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

const secret = 'whsec_5f4dcc3b5aa765d61d8327deb882cf99';
const older = 'whsec_0123456789abcdef0123456789abcdef';
const source = senderSource('stripe', '', secret);
const body = sample('stripe.json');
const payload = body.toString();
const header = 'stripe-signature';
const { webhooks } = new Stripe('sk_test_none');
const signed = (differences: { secret?: string; timestamp?: number; scheme?: string } = {}) =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp: sentAtSeconds, ...differences });

describe('Stripe', () => {
  it('is accepted with a signature of its own package, pretty-printed', async () => {
    expect(payload).toContain('\n  "id"');
    const events = await take(source, aDelivery(body, { [header]: signed() }));
    expect(events).toMatchObject([
      {
        id: ['evt_1QNabcLkdIwHu7ixraBm0001'],
        type: 'checkout.session.completed',
        occurredAt: '2026-11-20T17:56:12.000Z',
        payload: { data: { object: { client_reference_id: '1001' } } },
      },
    ]);
    await expectOnlyAsSent(source, aDelivery(body, { [header]: signed() }), [header]);
    await refuses(source, aDelivery(JSON.stringify(JSON.parse(payload)), { [header]: signed() }));
  });

  it('accepts our own signatures', async () => {
    const request = await aSignedDelivery(source, body);
    const signature = request.headers.find(([name]) => name === header)?.[1] ?? '';
    const event = webhooks.constructEvent(payload, signature, secret, 300, undefined, sentAt);
    expect(event.type).toBe('checkout.session.completed');
  });

  it('has a secret that is always a text', async () => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const digest = createHmac('sha256', key).update(`${sentAtSeconds}.${payload}`).digest('hex');
    await refuses(source, aDelivery(body, { [header]: `t=${sentAtSeconds},v1=${digest}` }));
  });

  it('is refused when it is more than five minutes old or ahead', async () => {
    for (const [seconds, fine] of [
      [-300, true],
      [-301, false],
      [300, true],
      [301, false],
    ] as const) {
      const request = aDelivery(body, { [header]: signed({ timestamp: sentAtSeconds + seconds }) });
      if (fine) await take(source, request);
      else expect(await refuses(source, request)).toMatch(/the timestamp is .*(old|ahead)/);
    }
  });

  it('may have two signatures while its secret is rotated', async () => {
    const [, second] = signed({ secret: older }).split(',');
    const rolled = `${signed()},${second}`;
    const swapped = `${signed({ secret: older })},${signed().split(',')[1]}`;
    for (const value of [rolled, swapped]) await take(source, aDelivery(body, { [header]: value }));
    const both = senderSource('stripe', `secret: [${secret}, ${older}]`, '');
    await take(both, aDelivery(body, { [header]: signed({ secret: older }) }));
  });

  it('is accepted only in version 1, and with one timestamp', async () => {
    await refuses(source, aDelivery(body, { [header]: signed({ scheme: 'v0' }) }));
    await refuses(source, aDelivery(body, { [header]: signed({ scheme: 'v2' }) }));
    const downgrade = `${signed({ secret: older })},${signed({ scheme: 'v0' }).split(',')[1]}`;
    await refuses(source, aDelivery(body, { [header]: downgrade }));
    await refuses(source, aDelivery(body, { [header]: `t=1,${signed()}` }));
    await refuses(source, aDelivery(body, { [header]: signed().replace(/^t=\d+,/, '') }));
  });
});
