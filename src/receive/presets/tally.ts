import type { Preset } from '../../config/config.ts';

/** Tally: signed, with an id for each webhook. */
export const tally: Preset = {
  name: 'tally',
  title: 'Tally',
  verify: [{ type: 'hmac', signature: { name: 'Tally-Signature', encoding: 'base64' } }],
  body: 'json',
  eventId: ['eventId'],
  eventType: 'eventType',
  setup: ['Enter {url} as the URL of a webhook.'],
};
