import type { Preset } from '../../config/config.ts';

/** Fluent Forms Pro: JSON or a form, with nested names. Unsigned; give it a header with a token. */
export const fluentForms: Preset = {
  name: 'fluent-forms',
  title: 'Fluent Forms Pro (WordPress)',
  verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
  eventId: ['__submission.id'],
  setup: ['Enter {url} as the URL of a webhook.'],
};
