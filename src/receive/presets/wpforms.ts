import type { Preset } from '../../config/config.ts';

/** WPForms with its Webhooks add-on, sent as JSON; sent as a form, its signature does not cover what is sent. */
export const wpforms: Preset = {
  name: 'wpforms',
  title: 'WPForms (WordPress, with Webhooks as JSON)',
  verify: [
    {
      type: 'hmac',
      signed: '{timestamp}.{body}',
      signature: { name: 'X-WPForms-Webhook-Signature', format: 'kv', key: 'v', encoding: 'hex' },
      timestamp: { in: 'signature', key: 't', unit: 's', tolerance: '5m' },
    },
  ],
  body: 'json',
  setup: ['Enter {url} as the URL of a webhook.'],
};
