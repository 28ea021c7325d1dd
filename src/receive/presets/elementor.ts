import type { Preset } from '../../config/config.ts';

/**
 * Forms of Elementor Pro: form fields by their label, or `fields[id][value]` with "advanced data". Unsigned, and it
 * can set no headers; give its URL a token. It shows its visitor an error on any answer but 200.
 */
export const elementor: Preset = {
  name: 'elementor',
  title: 'Elementor Pro forms (WordPress)',
  verify: [{ type: 'query-token', name: 'token' }],
  body: 'form',
  setup: ['Enter {url} as the URL of a webhook.'],
};
