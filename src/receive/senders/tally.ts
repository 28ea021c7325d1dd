import type { Preset } from '../../config/config.ts';

/** Tally: signed, with an id for each webhook; `$answers` are by label and by key, with the texts of the options. */
export const tally: Preset = {
  name: 'tally',
  title: 'Tally',
  verify: [{ type: 'hmac', signature: { name: 'Tally-Signature', encoding: 'base64' } }],
  body: 'json',
  eventId: ['eventId'],
  eventType: 'eventType',
  occurredAt: 'createdAt',
  answers: 'tally',
  setup: [
    'Publish your form, open its "Integrations" tab and choose "Connect" beside "Webhooks".',
    'Enter {url} as the endpoint URL.',
    'Turn on the signing secret: enter a long random text, and the same as `secret:` of this source. Then connect.',
    'To know whose answers they are, add a hidden field such as contact_id (type /hidden in the editor), and link to the form with ?contact_id=... behind its address.',
    'Send the form once; the log of events beside the webhook shows the answer.',
    'Mappings find an answer by the label of its question (`$answers."Do you have allergies?"`), or by the key that Tally gives it, which stays when the label changes. Two answered questions with one label are found by their keys alone.',
  ],
};
