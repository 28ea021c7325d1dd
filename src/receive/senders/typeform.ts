import type { Answers } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Typeform: signed, with an id for each webhook; `$answers` are by field reference. */
export const typeform: KnownSender = {
  preset: {
    name: 'typeform',
    title: 'Typeform',
    verify: [
      { type: 'hmac', signature: { name: 'Typeform-Signature', prefix: 'sha256=', encoding: 'base64' } },
    ],
    body: 'json',
    eventId: ['event_id'],
    eventType: 'event_type',
    occurredAt: 'form_response.submitted_at',
    answers: 'typeform',
    setup: [
      'Open your form and choose Connect, then Webhooks, then "Add a webhook".',
      'Enter {url} as the endpoint and save.',
      'Choose "Edit" beside the webhook, enter a long random text as "Secret" and the same as `secret:` of this source. Without a secret Typeform does not sign, and what it sends is refused.',
      'Turn the webhook on, and choose "View deliveries", "Send test request" to try it.',
      'To know whose answers they are, add a hidden field such as contact_id (Logic, "Personalize with data"), and link to the form with #contact_id=... behind its address.',
      'Mappings find an answer by the reference of its question (`$answers.allergies`). Give each question a reference of your own in its settings: the one that Typeform makes up is long and random. Start Fieldbridge before the webhook is on: at a 404 Typeform turns it off at once.',
    ],
  },
  readAnswers,
};

/** Answers of Typeform: by the reference of the field, else by its id. Several choices are a list of their labels. */
function readAnswers(payload: unknown): Answers | undefined {
  const answers = inside(inside(payload, 'form_response'), 'answers');
  if (!Array.isArray(answers)) return undefined;
  const byReference: Record<string, unknown> = Object.create(null);
  for (const answer of answers) {
    const field = inside(answer, 'field');
    const reference = inside(field, 'ref') ?? inside(field, 'id');
    const value = answerValue(answer);
    if (typeof reference === 'string' && value !== undefined) byReference[reference] = value;
  }
  return byReference;
}

function answerValue(answer: unknown): unknown {
  const type = inside(answer, 'type');
  const value = typeof type === 'string' ? inside(answer, type) : undefined;
  if (type === 'choice') return inside(value, 'label') ?? inside(value, 'other');
  if (type !== 'choices') return value;
  const labels = inside(value, 'labels');
  const other = inside(value, 'other');
  return [...(Array.isArray(labels) ? labels : []), ...(other === undefined ? [] : [other])];
}
