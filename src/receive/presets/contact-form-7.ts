import type { Preset } from '../../config/config.ts';

/** Contact Form 7 with "CF7 to Webhook": JSON, or a text of one's own. Unsigned; give it a header with a token. */
export const contactForm7: Preset = {
  name: 'contact-form-7',
  title: 'Contact Form 7 (WordPress, with CF7 to Webhook)',
  verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
  setup: ['Enter {url} as the URL of a webhook.'],
};
