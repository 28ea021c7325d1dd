import type { Preset } from '../../config/config.ts';

/** Fluent Forms Pro: JSON or a form, with nested names. Unsigned; give it a header with a token. */
export const fluentForms: Preset = {
  name: 'fluent-forms',
  title: 'Fluent Forms Pro (WordPress)',
  verify: [],
  eventId: ['__submission.id'],
};
