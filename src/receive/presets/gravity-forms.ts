import type { Preset } from '../../config/config.ts';

/** Gravity Forms with its Webhooks add-on: JSON or a form; keys such as `1.3`. Unsigned; give it a header with a token. */
export const gravityForms: Preset = {
  name: 'gravity-forms',
  title: 'Gravity Forms (WordPress, with Webhooks)',
  verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
  eventId: ['form_id', 'id'],
  setup: ['Enter {url} as the URL of a webhook.'],
};
