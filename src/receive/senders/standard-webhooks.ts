import type { KnownSender } from './known-sender.ts';

/** Any sender that follows Standard Webhooks, with the header prefix `webhook-` or Svix's `svix-`. */
export const standardWebhooks: KnownSender = {
  preset: {
    name: 'standard-webhooks',
    title: 'Standard Webhooks, Svix (Clerk, Resend, OpenAI and others)',
    alsoCalled: { svix: 'svix', clerk: 'svix', resend: 'svix' },
    verify: [{ type: 'standard-webhooks' }],
    versions: { svix: [{ type: 'standard-webhooks', headerPrefix: 'svix-' }] },
    body: 'json',
    eventId: ['$exists($headers."webhook-id") ? $headers."webhook-id" : $headers."svix-id"'],
    eventType: 'type',
    occurredAt: '$exists(timestamp) ? timestamp : created_at',
    setup: [
      'In the settings of the sender open Webhooks, "Add endpoint", and enter {url} as the endpoint.',
      'Copy "Signing secret" (whsec_...) of that endpoint to `secret:` of this source.',
      'Senders that deliver with Svix, such as Clerk and Resend, name their headers svix-id, svix-timestamp and svix-signature: add `version: svix` to this source.',
      'A sender whose secret is plain text, not base64, needs its own entry: `verify: {type: standard-webhooks, secretEncoding: utf8}`.',
      'Send a test from there. If it is refused, check the names of its headers, the secret, and the clock of this machine, which may be 5 minutes off at most.',
      'Signatures with a public key (v1a, whpk_...) are not supported; choose the symmetric ones.',
    ],
  },
};
