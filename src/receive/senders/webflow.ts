import { type Answers, answersByKey } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Webflow: signed if an app or the API made the webhook. One made in the dashboard is unsigned; put a token
 * into its URL (`version: token`). A form submission has its own id, other events that of their object.
 */
export const webflow: KnownSender = {
  preset: {
    name: 'webflow',
    title: 'Webflow',
    verify: [
      {
        type: 'hmac',
        signed: '{timestamp}:{body}',
        signature: { name: 'X-Webflow-Signature', encoding: 'hex' },
        timestamp: { name: 'X-Webflow-Timestamp', unit: 'ms', tolerance: '5m' },
      },
    ],
    versions: { token: [{ type: 'query-token', name: 'token' }] },
    body: 'json',
    eventId: ['triggerType = "form_submission" ? payload.id'],
    eventType: 'triggerType',
    occurredAt: 'payload.submittedAt',
    answers: 'webflow',
    setup: [
      'The simple way: [[create a long random text of letters and digits, put it into `secret:` of this source, and add|add]] `version: token` to the source.',
      'In Webflow open the settings of your site, "Apps & integrations", and choose "Add webhook" under "Webhooks". Choose the trigger "Form submission" and the API version 2.',
      'Enter {url}?token=YOUR-SECRET[[ with your text instead of YOUR-SECRET]]. Webflow does not sign webhooks that are created here.',
      'The signed way: create the webhook with an app of your own (POST /v2/sites/SITE/webhooks with the triggerType form_submission and the url {url}), put the client secret of that app into `secret:`, and leave `version` out.',
      'To identify the customer, add a hidden field with the customer number to the form, in an embed: <input type="hidden" name="customer_number">.',
      'Mappings find an answer by the name of its field (`$answers."First name"`; the field, Settings, Name): change it only together with the mapping. After three failed attempts Webflow gives up.',
    ],
  },
  readAnswers,
};

/** Answers of a Webflow form: by the name of the field. */
function readAnswers(payload: unknown): Answers | undefined {
  if (inside(payload, 'triggerType') !== 'form_submission') return undefined;
  const data = inside(inside(payload, 'payload'), 'data');
  return isPlainObject(data) ? answersByKey(Object.entries(data)) : undefined;
}
