import { type Answers, namedAnswers } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * JotForm: multipart, with the answers as JSON in `rawRequest`. Unsigned and without custom headers; put a
 * token into its URL. An edited submission keeps its id, so the id and the answers identify an event.
 */
export const jotform: KnownSender = {
  preset: {
    name: 'jotform',
    title: 'Jotform',
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'multipart',
    jsonField: { name: 'rawRequest', whole: false },
    eventId: ['submissionID', 'rawRequest'],
    eventType: 'formID',
    occurredAt: 'rawRequest.submitDate ? rawRequest.submitDate : submitDate',
    answers: 'jotform',
    setup: [
      '[[Create a long random text of letters and digits, and put it into `secret:` of this source.]]',
      'Open your form in the form builder, then Settings, Integrations, and search for "WebHooks".',
      'Enter {url}?token=YOUR-SECRET[[ with your text instead of YOUR-SECRET]], and choose "Complete Integration".',
      'To identify the customer, add a "Short Text" question such as contactId, hide it (its properties, Advanced, "Hide field"), and link to the form with ?contactId=... at the end of its address.',
      'Mappings find an answer by the name of its question (`$answers.email`; in the properties of the question: Advanced, Field Details, "Unique Name") or by its number (`$answers."4"`).',
      'Change a unique name only together with the mapping. Keep the URL secret: anyone who knows it can send.',
    ],
  },
  readAnswers,
};

/**
 * Answers of JotForm, from its `rawRequest`: `q3_fullName` is found as `fullName` and as `3`. A question with several
 * boxes stays an object: `$answers.fullName.first`, `$answers.phoneNumber.full`, `$answers.birthDate.year`.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const raw = inside(payload, 'rawRequest');
  if (!isPlainObject(raw)) return undefined;
  return namedAnswers(
    Object.entries(raw).flatMap(([key, value]) => {
      const [, number, name] = /^q(\d+)_(.+)$/s.exec(key) ?? [];
      return number === undefined ? [] : [{ keys: [name, number], labels: [], value }];
    }),
  );
}
