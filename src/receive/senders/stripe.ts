import type { KnownSender } from './known-sender.ts';

/** Stripe: signed over time and body. The key is the whole secret as text, including its prefix `whsec_`. */
export const stripe: KnownSender = {
  preset: {
    name: 'stripe',
    title: 'Stripe',
    verify: [
      {
        type: 'hmac',
        signed: '{timestamp}.{body}',
        signature: { name: 'Stripe-Signature', format: 'kv', key: 'v1', encoding: 'hex' },
        timestamp: { in: 'signature', key: 't', unit: 's', tolerance: '5m' },
      },
    ],
    body: 'json',
    eventId: ['id'],
    eventType: 'type',
    occurredAt: 'created',
    setup: [
      'In the Stripe dashboard open Developers (Workbench), Webhooks, and choose "Add destination".',
      'Choose the events, such as checkout.session.completed or customer.updated, and the payload style "Snapshot": "Thin" sends ids without fields.',
      'Choose "Webhook endpoint" and enter {url} as the URL.',
      'Open the new destination, reveal "Signing secret" (whsec_...), and write the whole of it as `secret:` of this source. Test mode and live mode have different ones.',
      'The customer number is not among the fields of Stripe: set it as `metadata.customer_number` of the customer or the checkout session, or as `client_reference_id`.',
      'While you roll the secret, list both under `secret:`; Stripe also signs with the old one for the time that you choose.',
    ],
  },
};
