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
  occurredAt: 'form_response.submitted_at',
  answers: 'typeform',
  setup: [
    'Open your form and choose Connect, then Webhooks, then "Add a webhook".',
    'Enter {url} as the endpoint and save.',
    'Choose "Edit" beside the webhook, enter a long random text as "Secret" and the same as `secret:` of this source. Without a secret Typeform does not sign, and what it sends is refused.',
    'Turn the webhook on, and choose "View deliveries", "Send test request" to try it.',
    'To know whose answers they are, add a hidden field such as contact_id (Logic, "Personalize with data"), and link to the form with #contact_id=... behind its address.',
    'Mappings find an answer by the reference of its question (`$answers.allergies`). Give each question a reference of your own in its settings: the one that Typeform makes up is long and random. Start Fieldbridge before the webhook is on: at a 404 Typeform turns it off at once.',
  ],
};
