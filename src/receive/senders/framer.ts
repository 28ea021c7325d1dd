import { type Answers, answersByKey } from '../answers/answers.ts';
import { isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Forms of Framer: answers by the names of the inputs, signed over the body and the submission's id. */
export const framer: KnownSender = {
  preset: {
    name: 'framer',
    title: 'Framer forms',
    verify: [
      {
        type: 'hmac',
        signed: '{body}{id}',
        signature: { name: 'Framer-Signature', prefix: 'sha256=', encoding: 'hex' },
        id: { name: 'Framer-Webhook-Submission-Id' },
      },
    ],
    body: 'json',
    eventId: ['$headers."framer-webhook-submission-id"'],
    answers: 'framer',
    setup: [
      'In Framer select the form on the canvas, choose "Add…" beside "Send To" in the panel on the right, then "Webhook".',
      'Enter {url} as the URL. Framer follows no redirect.',
      'Set a secret there[[, a long random text of at least 32 characters, and put the same text into `secret:` of this source|: the one shown above]]. Framer does not show it again, and without one it does not sign.',
      'Publish the site and send the form once. Framer retries a webhook up to 5 times if it gets no response.',
      'Mappings find an answer by the name of its input (`{answer: Customer number}`): change it only together with the mapping. To identify the customer, ask for the customer number or the e-mail address in the form.',
      'Framer does not document how it writes ticked boxes and several choices, and the time of the form. Look at one webhook (`init --wait`) before you map such inputs.',
    ],
  },
  readAnswers,
};

/** Answers of a form: by the name of the input. */
function readAnswers(payload: unknown): Answers | undefined {
  return isPlainObject(payload) ? answersByKey(Object.entries(payload)) : undefined;
}
