import { type Answers, answersByKey } from '../answers/answers.ts';
import { isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Fluent Forms Pro: JSON or a form, with nested names. Unsigned; set a header with a token. Its times are
 * those of the site, without a zone, so they only show the order of events.
 */
export const fluentForms: KnownSender = {
  preset: {
    name: 'fluent-forms',
    title: 'Fluent Forms Pro (WordPress)',
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    eventId: ['__submission.id'],
    eventType: '__submission.form_id',
    occurredAt: '__submission.updated_at ? __submission.updated_at : __submission.created_at',
    answers: 'fluent-forms',
    setup: [
      'In WordPress open Fluent Forms, Integrations, and turn "WebHooks" on (Fluent Forms Pro).',
      'Open your form, then Settings & Integrations, WebHook, and choose "Add New".',
      'Enter {url} as "Request URL"; choose the method POST and the format JSON.',
      'Turn "Request Header" to "With Headers", choose Authorization, and enter [["Bearer " and a long random text as its value (with a space between them); put the same text into `secret:` of this source|"Bearer YOUR-SECRET" as its value]].',
      'Choose "All Fields" as "Request Body". To identify the customer, add a hidden field with the customer number, such as {get.customer_number} as its default.',
      'Mappings find an answer by the "Name Attribute" of its field (`{answer: email}`, `{answer: names.first_name}`): change it only together with the mapping. Leave the method at POST, because GET and DELETE put the answers into the address. Fluent Forms does not retry failed webhooks: look at /api/refusals after the first try.',
    ],
  },
  readAnswers,
};

/**
 * Answers of a form: by the name of the field. A field of several inputs, such as `names`, has them as its
 * parts. Keys that begin with an underscore are data of the plugin.
 */
function readAnswers(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  return answersByKey(Object.entries(payload).filter(([key]) => !key.startsWith('_')));
}
