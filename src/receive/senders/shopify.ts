import type { KnownSender } from './known-sender.ts';

/**
 * Shopify: the kind of the event is in the headers. One action of a merchant may send webhooks of several topics and
 * objects with the same event id, so an event is identified by all three.
 */
export const shopify: KnownSender = {
  preset: {
    name: 'shopify',
    title: 'Shopify',
    verify: [{ type: 'hmac', signature: { name: 'X-Shopify-Hmac-Sha256', encoding: 'base64' } }],
    body: 'json',
    eventId: [
      '$headers."x-shopify-topic"',
      '$exists($headers."x-shopify-event-id") ? $headers."x-shopify-event-id" : $headers."x-shopify-webhook-id"',
      '$exists(id) ? id : "no id"',
    ],
    eventType: '$headers."x-shopify-topic"',
    occurredAt: '$headers."x-shopify-triggered-at"',
    setup: [
      'In the Shopify admin open Settings, Notifications, Webhooks, and choose "Create webhook".',
      'Choose an event such as "Customer update" or "Order payment", the format JSON and the latest stable version of the API; enter {url} as the URL.',
      'Below the list Shopify shows the signing secret of your webhooks: copy it to `secret:` of this source. For a webhook of an app it is the client secret of the app.',
      'Create one webhook for each event and URL; two for the same event send everything twice.',
      'The customer number is not among the fields of Shopify: write it as an attribute of the cart (`note_attributes` of an order), or link the id of the Shopify customer (`link: customer.id` for orders, `link: id` for customers).',
      'Choose JSON, not XML. After a day of failures Shopify removes the webhooks of apps; those of the admin stay.',
    ],
  },
};
