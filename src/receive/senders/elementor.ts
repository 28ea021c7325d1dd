import { type Answers, answersByKey, namedAnswers, namesIn } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/**
 * Forms of Elementor Pro: form fields by their label, or `fields[id][value]` with "advanced data". Unsigned
 * and without custom headers; put a token into its URL. Its visitor sees an error for any response but 200.
 */
export const elementor: KnownSender = {
  preset: {
    name: 'elementor',
    title: 'Elementor Pro forms (WordPress)',
    alsoCalled: { 'elementor-pro': null },
    verify: [{ type: 'query-token', name: 'token' }],
    body: 'form',
    eventType: '$exists(form.name) ? form.name : form_name',
    answers: 'elementor',
    setup: [
      '[[Create a long random text of letters and digits, and put it into `secret:` of this source.]]',
      'Edit the page with Elementor, choose the form, and add "Webhook" under "Actions After Submit".',
      'Open the section "Webhook" that appears, and enter {url}?token=YOUR-SECRET[[ with your text instead of YOUR-SECRET]].',
      'Turn "Advanced Data" on: mappings then find an answer by the ID of its field (`$answers.email`; the field, Advanced, ID), which stays when its label is changed or translated.',
      'To identify the customer, add a field of the type "Hidden" with the customer number, such as the dynamic tag "Request Parameter" as its default value.',
      'Leave `respond` of this source as it is: after any response except 200 Elementor tells the visitor that the form failed, although it is saved. It does not retry failed webhooks. Keep the URL secret: anyone who knows it can send.',
    ],
  },
  readAnswers,
};

/**
 * Answers of an Elementor form. With "advanced data": by the id of the field and by its label; several choices are a
 * list. Without: by the label alone, and several choices are one text.
 */
function readAnswers(payload: unknown): Answers | undefined {
  if (!isPlainObject(payload)) return undefined;
  const fields = inside(payload, 'fields');
  if (typeof fields !== 'object' || fields === null) return answersByKey(Object.entries(payload));
  return namedAnswers(
    Object.entries(fields).map(([id, field]) => ({
      keys: [id],
      labels: namesIn(field, 'title'),
      value: fieldValue(field),
    })),
  );
}

/** Returns the list of several choices from their raw value, and the displayed value of other fields. */
function fieldValue(field: unknown): unknown {
  const raw = inside(field, 'raw_value');
  return Array.isArray(raw) ? raw : (inside(field, 'value') ?? raw ?? null);
}
