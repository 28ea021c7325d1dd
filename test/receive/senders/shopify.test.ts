import '@shopify/shopify-api/adapters/node';
import { createHmac } from 'node:crypto';
import { ApiVersion, shopifyApi } from '@shopify/shopify-api';
import { describe, expect, it } from 'vitest';
import { secretText } from '../a-source.ts';
import { aDelivery, aSignedDelivery, expectOnlyAsSent, refuses, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const source = senderSource('shopify');
const body = sample('shopify.json');
const header = 'x-shopify-hmac-sha256';
const head = {
  'x-shopify-topic': 'orders/paid',
  'x-shopify-shop-domain': 'salon-example.myshopify.com',
  'x-shopify-api-version': '2026-10',
  'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
  'x-shopify-event-id': '98880550-7158-44d4-b7cd-2c97c8a091b5',
  'x-shopify-triggered-at': '2026-11-20T16:56:14.345612Z',
};
const signatureOf = (bytes: Buffer) => createHmac('sha256', secretText).update(bytes).digest('base64');

describe('Shopify', () => {
  it('is accepted with the ids, the topic and the time of its headers', async () => {
    const events = await take(source, aDelivery(body, { ...head, [header]: signatureOf(body) }));
    expect(events).toMatchObject([
      {
        id: ['orders/paid', '98880550-7158-44d4-b7cd-2c97c8a091b5', '706405506930370084'],
        type: 'orders/paid',
        occurredAt: '2026-11-20T16:56:14.345Z',
        payload: {
          id: '706405506930370084',
          admin_graphql_api_id: 'gid://shopify/Order/706405506930370084',
          customer: { id: '115310627314723954' },
          line_items: [{ id: '866550311766439020' }, { id: '141249953214522974' }],
        },
      },
    ]);
  });

  it('is signed so that its own package accepts it, and refused otherwise', async () => {
    const request = await aSignedDelivery(source, body, head);
    await expectOnlyAsSent(source, request, [header]);
    const shopify = shopifyApi({
      apiKey: 'key',
      apiSecretKey: secretText,
      apiVersion: Object.values(ApiVersion).at(-1) ?? ApiVersion.July26,
      isEmbeddedApp: false,
      hostName: 'hooks.example.com',
      logger: { log: () => {} },
    });
    const rawRequest = { method: 'POST', url: request.url, headers: Object.fromEntries(request.headers) };
    const rawBody = body.toString();
    const found = await shopify.webhooks.validate({ rawBody, rawRequest, rawResponse: {} });
    expect(found).toMatchObject({ valid: true, topic: expect.stringMatching(/orders.paid/i) });
    const changed = { rawBody: `${rawBody} `, rawRequest, rawResponse: {} };
    expect(await shopify.webhooks.validate(changed)).toMatchObject({ valid: false });
  });

  it('accepts its signature only in base64', async () => {
    const hex = createHmac('sha256', secretText).update(body).digest('hex');
    await refuses(source, aDelivery(body, { ...head, [header]: hex }));
  });

  it('distinguishes repeated webhooks from those of one action about another object', async () => {
    const idOf = async (differences: Record<string, string>, bytes: Buffer | string = body) =>
      (await take(source, aSignedDelivery(source, bytes, { ...head, ...differences })))[0]?.id;
    const first = await idOf({});
    expect(await idOf({ 'x-shopify-webhook-id': 'another-delivery' })).toEqual(first);
    expect(await idOf({ 'x-shopify-topic': 'customers/update' })).not.toEqual(first);
    expect(await idOf({}, '{"id":706405506930370085}')).not.toEqual(first);
    expect(await idOf({ 'x-shopify-event-id': 'another-event' })).not.toEqual(first);
  });

  it('has the id of the webhook if there is none of the event', async () => {
    const { 'x-shopify-event-id': _, ...older } = head;
    const [event] = await take(source, aSignedDelivery(source, body, older));
    expect(event?.id?.[1]).toBe('b54557e4-bdd9-4b37-8a5f-bf7d70bcd043');
  });
});
