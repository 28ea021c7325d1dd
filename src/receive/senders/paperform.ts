import { type Answers, namedAnswers, nameIn, namesIn } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Paperform: unsigned, no custom headers; put a token into the URL. `$answers` are by key and by title. */
export const paperform: KnownSender = {
  preset: {
    name: 'paperform',
    title: 'Paperform',
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'json',
    eventId: ['submission_id'],
    occurredAt: 'created_at',
    answers: 'paperform',
    setup: [
      'In the editor of the form open After Submission, Integrations & Webhooks, then Webhooks, and choose "Add Webhook". Webhooks need a plan that includes them.',
      'Enter {url}?token=YOUR-SECRET[[; YOUR-SECRET is a long random text of letters and digits, the same as `secret:` of this source]]. Paperform can neither sign nor send headers of your own.',
      'Choose "New Submission" under "Triggered On", and create it. "Test" sends the last submission again, so it counts as a duplicate.',
      'Mappings find an answer by the key of its question (`$answers.ba7ri`), by a custom pre-fill key (`$answers.allergies`), which stays when the title changes, or by its title.',
      'To identify the customer, add a hidden question with the custom key customer_number, and link to the form with ?customer_number=... at the end of its address.',
      'Paperform does not document whether several choices are a list or one text, the time zone of created_at, and whether a partial submission has the id of the complete one. Give partial ones a separate source.',
    ],
  },
  readAnswers,
};

/** Answers of Paperform: by the key of the question, by its custom key, and by its title. */
function readAnswers(payload: unknown): Answers | undefined {
  const questions = inside(payload, 'data');
  if (!Array.isArray(questions)) return undefined;
  return namedAnswers(
    questions.map(question => ({
      keys: [nameIn(question, 'key'), nameIn(question, 'custom_key')],
      labels: namesIn(question, 'title'),
      value: inside(question, 'value') ?? null,
    })),
  );
}
