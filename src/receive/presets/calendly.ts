import type { Preset } from '../../config/config.ts';

/** Calendly: signed over time and body; it has no id of its own, so an event is what happened to what and when. */
export const calendly: Preset = {
  name: 'calendly',
  title: 'Calendly',
  verify: [
    {
      type: 'hmac',
      signed: '{timestamp}.{body}',
      signature: { name: 'Calendly-Webhook-Signature', format: 'kv', key: 'v1', encoding: 'hex' },
      timestamp: { in: 'signature', key: 't', unit: 's', tolerance: '3m' },
    },
  ],
  body: 'json',
  eventId: ['event', 'payload.uri', 'created_at'],
  eventType: 'event',
  setup: ['Enter {url} as the URL of a webhook.'],
};
