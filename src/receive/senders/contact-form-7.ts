import { type Answers, answersByKey } from '../answers/answers.ts';
import { isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Contact Form 7 with "CF7 to Webhook": JSON, or a custom text. Unsigned; set a header with a token. It never
 * retries a delivery, and sends no id.
 */
export const contactForm7: KnownSender = {
  preset: {
    name: 'contact-form-7',
    title: 'Contact Form 7 (WordPress, with CF7 to Webhook)',
    alsoCalled: { cf7: null, 'cf7-to-webhook': null, wpcf7: null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    eventType: '$exists(form_id) ? form_id : _wpcf7',
    occurredAt:
      '$match(_date & " " & _time, /^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(:\\d\\d)?$/) ? _date & " " & _time',
    answers: 'contact-form-7',
    setup: [
      'In WordPress open Plugins, Add New, and install "CF7 to Webhook".',
      'Edit your form under Contact, open the "Webhook" tab, tick "Send to Webhook" and enter {url} as "Webhook URL".',
      'Under "Advanced settings", "Headers", add the line "Authorization: Bearer YOUR-SECRET"[[ with a long random text instead of YOUR-SECRET; put the same text into `secret:` of this source]].',
      'To identify the customer, add a field such as [hidden customer-number default:get], and link to the page with ?customer-number=... at the end of its address.',
      'Mappings find an answer by the name of its tag: `email: {answer: your-email}`. The tag can give it another name for the webhook: [email* your-email webhook:email].',
      'Leave the method at POST and "Body" empty: the plugin then sends every answer as JSON. It does not retry failed webhooks. Enter your address under "Errors", "Notification" to get a message about them.',
    ],
  },
  readAnswers,
};

/** Answers of a form: by the name of the tag. Keys beginning with an underscore are data of the plugin. */
function readAnswers(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  return answersByKey(Object.entries(payload).filter(([key]) => !key.startsWith('_')));
}
