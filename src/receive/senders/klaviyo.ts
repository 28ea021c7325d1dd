import type { KnownSender } from './known-sender.ts';

const signed = {
  type: 'hmac',
  signed: '{body}{timestamp}',
  signature: { name: 'Klaviyo-Signature', encoding: 'hex' },
  // Klaviyo's header is an HTTP date that is off by some hours, so it only distinguishes a webhook of today from an old
  // one.
  timestamp: { name: 'Klaviyo-Timestamp', unit: 'any', tolerance: '1d' },
};

/**
 * Klaviyo's system webhooks: a list of events, signed over body and time. The webhook of a flow is one event
 * with contents chosen by its author and a custom header.
 */
export const klaviyo: KnownSender = {
  preset: {
    name: 'klaviyo',
    title: 'Klaviyo',
    verify: [signed],
    versions: {
      system: [signed],
      flow: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    },
    body: 'json',
    split: '$exists(data) ? data : $',
    eventId: ['external_id'],
    eventType: 'topic',
    occurredAt: 'payload.data.attributes.datetime',
    setup: [
      'Klaviyo has two kinds. A flow sends the fields of a profile that you list; normally use a flow. A system webhook reports an event (an SMS consent, an unsubscribe), with the id of the profile and without its fields.',
      'Flow: in Klaviyo open Flows, open or make one (such as for a profile that was added to a list), and drag in the action "Webhook".',
      'Flow: enter {url} as the destination URL, add the header Authorization with the value "Bearer YOUR-SECRET", put the same secret in `secret:` of this source, and add `version: flow` to it.',
      'Flow: write the JSON body with the profile\'s fields, such as {"customer_number": "{{ person|lookup:\'Customer number\' }}", "hair": "{{ person|lookup:\'Hair\' }}"}, and press "Preview".',
      "System webhook: under Integrations, Webhooks (with Klaviyo's Advanced Data Platform) or by an app, make a webhook for {url}, choose the topics, and enter a secret of at least 16 characters, the same as `secret:` of this source.",
      "For system webhooks, import links from Klaviyo's profile ids to customer numbers (fieldbridge links import FILE): nothing else in them identifies the person.",
    ],
  },
};
