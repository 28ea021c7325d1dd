import type { Preset } from '../../config/config.ts';

/** Typeform: signed, with an id for each webhook; `$answers` are by field reference. */
export const typeform: Preset = {
  name: 'typeform',
  title: 'Typeform',
  verify: [
    { type: 'hmac', signature: { name: 'Typeform-Signature', prefix: 'sha256=', encoding: 'base64' } },
  ],
  body: 'json',
  eventId: ['event_id'],
  eventType: 'event_type',
  answers: 'typeform',
  setup: ['Enter {url} as the URL of a webhook.'],
};
