import { type Answers, answersOfForm, type FormQuestion, namedAnswers, nameIn } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
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
      'Choose "Edit" beside the webhook, enter [[a long random text|the secret shown above]] as "Secret"[[ and the same as `secret:` of this source]]. Without a secret Typeform does not sign, and its webhooks are refused.',
      'Turn the webhook on, and choose "View deliveries", "Send test request" to try it.',
      'To identify the customer, add a hidden field such as contact_id (Logic, "Personalize with data"), and link to the form with #contact_id=... at the end of its address.',
      'Mappings find an answer by the reference of its question (`$answers.allergies`). Give each question a reference of your own in its settings: the one from Typeform is long and random. Start Fieldbridge before you turn the webhook on: after a 404 Typeform turns it off at once.',
    ],
  },
  readAnswers,
};

/**
 * Answers of Typeform: by the reference of the field, else by its id; a hidden field by its name. Several choices are a
 * list of their labels. Ids and titles are further names of the questions.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const response = inside(payload, 'form_response');
  const answers = inside(response, 'answers');
  if (!Array.isArray(answers)) return undefined;
  const fields = inside(inside(response, 'definition'), 'fields');
  const asked = Array.isArray(fields) ? fields.filter(isPlainObject) : [];
  const answered = new Set(answers.map(answer => inside(inside(answer, 'field'), 'id')));
  const questions = [
    ...hiddenFields(inside(response, 'hidden')),
    ...asked
      .filter(field => !answered.has(inside(field, 'id')))
      .flatMap(field => questionOf(field, nameIn(field, 'title'), undefined) ?? []),
    ...answers.flatMap(answer => {
      const field = inside(answer, 'field');
      const definition = asked.find(each => inside(each, 'id') === inside(field, 'id'));
      return questionOf(field, nameIn(definition, 'title'), answerValue(answer)) ?? [];
    }),
  ];
  const form = nameIn(response, 'form_id');
  return asked.length > 0 && form !== undefined ? answersOfForm(questions, form) : namedAnswers(questions);
}

function hiddenFields(hidden: unknown): readonly FormQuestion[] {
  if (!isPlainObject(hidden)) return [];
  return Object.entries(hidden).map(([key, value]) => ({ keys: [key], labels: [], value }));
}

function questionOf(field: unknown, title: string | undefined, value: unknown): FormQuestion | undefined {
  const id = nameIn(field, 'id');
  const key = inside(field, 'ref') ?? inside(field, 'id');
  if (typeof key !== 'string') return undefined;
  const alsoCalled = [title, id].flatMap(name => (name === undefined || name === key ? [] : [name]));
  return { keys: [key], labels: [], alsoCalled, value };
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
