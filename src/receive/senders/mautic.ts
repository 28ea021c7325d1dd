import { type Answers, answersByKey, namedAnswers, nameIn, namesIn } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Mautic: a list of events for each kind of event, signed over the body. Each becomes a separate event, with
 * its kind as `type`. `$answers` are the fields of the contact or of a submitted form, by alias and by label.
 */
export const mautic: KnownSender = {
  preset: {
    name: 'mautic',
    title: 'Mautic',
    verify: [{ type: 'hmac', signature: { name: 'Webhook-Signature', encoding: 'base64' } }],
    body: 'json',
    split: '$keys($)[$contains($, "mautic.")].($type := $; $lookup($$, $type).$merge([{"type": $type}, $]))',
    // Only the submission of a form has an id: two changes of a contact in one second are two events.
    eventId: ['type', 'submission.id'],
    eventType: 'type',
    occurredAt: 'timestamp',
    answers: 'mautic',
    setup: [
      'In Mautic open Settings (the cog), Webhooks, New.',
      'Enter {url} as "Webhook POST URL", and [[a long random text as "Secret", the same as `secret:` of this source|the secret shown above as "Secret"]].',
      'Choose the events, such as "Contact Updated Event" and "Form Submit Event", and save. Mautic may send at once or by its cron job, several events in one webhook; each is an event here.',
      'Mappings find a field of the contact by its alias (`$answers.allergies`) or by its label; in the submission of a form an answer by the name of its field. The kind of the event is `type`, such as mautic.lead_post_save_update.',
      'Keep the customer number in a custom field of the contact. Without one, use `link: contact.id`.',
      'Mautic sends no id for the change of a contact, so a repeated webhook is not recognised; an update that is sent twice changes nothing more.',
    ],
  },
  readAnswers,
};

function readAnswers(payload: unknown): Answers | undefined {
  const submission = inside(payload, 'submission');
  const results = inside(submission, 'results');
  if (isPlainObject(results)) return answersByKey(Object.entries(results));
  const groups = inside(inside(payload, 'contact'), 'fields');
  if (!isPlainObject(groups)) return undefined;
  const fields = Object.values(groups)
    .filter(isPlainObject)
    .flatMap(group => Object.values(group));
  return namedAnswers(
    fields.map(field => ({
      keys: [nameIn(field, 'alias')],
      labels: namesIn(field, 'label'),
      value: inside(field, 'value') ?? null,
    })),
  );
}
