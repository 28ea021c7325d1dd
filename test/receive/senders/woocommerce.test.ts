import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aRequest, receiveAt, refuse, secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('woocommerce');
const body = sample('woocommerce.json');
const header = 'x-wc-webhook-signature';
const head = {
  'user-agent': 'WooCommerce/9.4.2 Hookshot (WordPress/6.7)',
  'x-wc-webhook-source': 'https://shop.example.com/',
  'x-wc-webhook-topic': 'order.updated',
  'x-wc-webhook-resource': 'order',
  'x-wc-webhook-event': 'updated',
  'x-wc-webhook-id': '9',
  'x-wc-webhook-delivery-id': '5d1a0d0c5d4bb2f2b8d7f0b6f1c2a3e4',
};

describe('WooCommerce', () => {
  it('is accepted with its topic, and with its time in GMT', async () => {
    const signature = createHmac('sha256', secretText).update(body).digest('base64');
    const events = await take(source, aDelivery(body, { ...head, [header]: signature }));
    expect(events).toMatchObject([
      {
        id: ['5d1a0d0c5d4bb2f2b8d7f0b6f1c2a3e4', 'order.updated', '8127'],
        type: 'order.updated',
        occurredAt: '2026-11-20T17:56:14.000Z',
        payload: { billing: { address_1: 'Straße 1/2' }, currency_symbol: '€' },
      },
    ]);
  });

  it('is signed over its bytes, including the escapes of PHP', async () => {
    expect(body.toString()).toContain('https:\\/\\/shop');
    expect(body.toString()).not.toMatch(/[^\x20-\x7e]/);
    await expectOnlyAsSent(source, aSignedDelivery(source, body, head), [header]);
  });

  it('distinguishes webhooks with the same delivery id in one second', async () => {
    const idOf = async (bytes: string) => (await take(source, aSignedDelivery(source, bytes, head)))[0]?.id;
    expect(await idOf('{"id":1}')).not.toEqual(await idOf('{"id":2}'));
    expect(await idOf('{"id":1}')).toEqual(await idOf('{"id":1}'));
    expect(await idOf('{"action":"woocommerce_add_to_cart","arg":"a"}')).toBeUndefined();
  });

  it('is accepted without a date', async () => {
    const [event] = await take(source, aSignedDelivery(source, '{"id":1,"date_modified_gmt":null}', head));
    expect(event?.occurredAt).toBeUndefined();
  });
});

describe('the unsigned form that WooCommerce posts when a webhook is saved', () => {
  const form: readonly (readonly [string, string])[] = [
    ['content-type', 'application/x-www-form-urlencoded'],
  ];

  it('gets status 200 and is not stored', async () => {
    const received = await receiveAt(source, aRequest('webhook_id=9', form));
    expect(received).toMatchObject({ kind: 'answered', reply: { status: 200, body: '' } });
  });

  it('allows nothing else', async () => {
    for (const other of ['webhook_id=9&id=1', 'webhook_id=x', 'id=9', 'webhook_id=9\n']) {
      expect((await refuse(source, aRequest(other, form))).status).toBe(401);
    }
    expect((await refuse(source, aDelivery('{"webhook_id":9}'))).status).toBe(401);
  });
});
