import type { KnownSender } from './known-sender.ts';

/**
 * Zendesk: events about users, or a text by a trigger's author, signed over time and body. Its secret looks
 * like base64 but is used as text. `id` of a trigger may be that of a ticket, so the invocation's id is used.
 */
export const zendesk: KnownSender = {
  preset: {
    name: 'zendesk',
    title: 'Zendesk',
    verify: [
      {
        type: 'hmac',
        signed: '{timestamp}{body}',
        signature: { name: 'X-Zendesk-Webhook-Signature', encoding: 'base64' },
        timestamp: { name: 'X-Zendesk-Webhook-Signature-Timestamp', unit: 'iso8601', tolerance: '5m' },
      },
    ],
    eventId: ['$exists(zendesk_event_version) ? id : $headers."x-zendesk-webhook-invocation-id"'],
    eventType: 'type',
    occurredAt: 'time',
    setup: [
      'In Zendesk open Admin Center, Apps and integrations, Actions and webhooks, and choose "Create webhook".',
      'Choose "Zendesk events" and, under users, "User custom field changed" (and others about users). "Trigger or automation" is for tickets, and there you write the JSON yourself.',
      'Enter {url} as the endpoint URL, the method POST and the format JSON. Authentication can stay "None": the signature is enough.',
      'Save it, open it again, choose "Reveal secret", and copy the signing secret to `secret:` of this source as it is.',
      'Set the external id of each user to the customer number (by the API or an import): an event has it as detail.external_id. An event has only the one custom field that changed.',
      'A trigger inserts values unchanged: a quotation mark in a comment makes the JSON unreadable. It is kept under /api/refusals; leave free texts out of triggers.',
    ],
  },
};
