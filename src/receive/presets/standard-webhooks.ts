import type { Preset } from '../../config/config.ts';

/** Any sender that follows Standard Webhooks; those of Svix say `headerPrefix: svix-` in their own `verify`. */
export const standardWebhooks: Preset = {
  name: 'standard-webhooks',
  title: 'Standard Webhooks',
  verify: [{ type: 'standard-webhooks' }],
  body: 'json',
  eventId: ['$headers."webhook-id"'],
  eventType: 'type',
  setup: ['Enter {url} as the URL of a webhook.'],
};
