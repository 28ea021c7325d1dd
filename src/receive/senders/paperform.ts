import { type Answers, namedAnswers, nameIn, namesIn } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Paperform: unsigned, without headers of one's own, so a token in the URL; `$answers` are by key and by title. */
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
      'In the editor of the form open After Submission, Integrations & Webhooks, then Webhooks, and choose "Add Webhook". Webhooks need a plan that has them.',
      'Enter {url}?token=YOUR-SECRET; YOUR-SECRET is a long random text of letters and digits, the same as `secret:` of this source. Paperform can neither sign nor send headers of your own.',
      'Choose "New Submission" under "Triggered On", and create it. "Test" sends the last submission again, so it counts as a duplicate.',
      'Mappings find an answer by the key of its question (`$answers.ba7ri`), by the custom pre-fill key that you can give it (`$answers.allergies`), which stays when the title changes, or by its title.',
      'To know whose answers they are, add a hidden question with the custom key customer_number, and link to the form with ?customer_number=... behind its address.',
      'Not documented by Paperform: whether several choices come as a list or as one text, in which time zone created_at is, and whether a partial submission has the id of the whole one. Give partial ones a source of their own.',
    ],
  },
  readAnswers,
};

/** Answers of Paperform: by the key of the question, by the key that its author gave it, and by its title. */
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
