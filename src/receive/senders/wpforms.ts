import { type Answers, answersByKey } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

const signed = {
  type: 'hmac',
  signed: '{timestamp}.{body}',
  signature: { name: 'X-WPForms-Webhook-Signature', format: 'kv', key: 'v', encoding: 'hex' },
  timestamp: { in: 'signature', key: 't', unit: 's', tolerance: '5m' },
};

/**
 * WPForms with its Webhooks add-on, sent as JSON: the signature of a form does not cover the sent text. Keys
 * are the names in the settings; several choices are one text, separated by `||`. It never retries a
 * delivery, and sends no id.
 */
export const wpforms: KnownSender = {
  preset: {
    name: 'wpforms',
    title: 'WPForms (WordPress, with Webhooks as JSON)',
    alsoCalled: { 'wp-forms': null },
    verify: [signed],
    versions: {
      signed: [signed],
      token: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    },
    eventType: '$exists(form_id) ? form_id : form_name',
    occurredAt: '$match(entry_date, /^\\d{4}-\\d\\d-\\d\\d/) ? entry_date',
    answers: 'wpforms',
    setup: [
      'In WordPress open WPForms, Addons, and install "Webhooks" (part of the Elite licence).',
      'Edit your form, open Settings, Webhooks, turn "Enable Webhooks" on and add one.',
      'Enter {url} as "Request URL"; choose the method POST and the format JSON.',
      '[[Copy the "Secret" that WPForms shows into `secret:` of this source, or enter a long random text in both places.|Enter the secret shown above as "Secret".]]',
      'Under "Request Body" add a line for each answer: a name that you choose, such as email, and the field. Mappings find it by that name (`{answer: email}`). To identify the customer, add a hidden field with the customer number.',
      'Do not choose the format FORM: WPForms then signs another text than it sends. If it must be a form, add `version: token` to the source and the request header Authorization with the value "Bearer YOUR-SECRET". It does not retry failed webhooks: look at /api/refusals after the first try.',
    ],
  },
  readAnswers,
};

/** Answers of a form: by the names in the settings. A date is an object; its displayed text is used. */
function readAnswers(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  return answersByKey(
    Object.entries(payload).map(([key, value]) => [
      key,
      inside(value, 'unix') === undefined ? value : (inside(value, 'value') ?? null),
    ]),
  );
}
