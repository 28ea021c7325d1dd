import { type Answers, namedAnswers } from '../answers/answers.ts';
import { inside, isPlainObject } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Tally: signed, with an id for each webhook. `$answers` are by label and key, with the texts of options. */
export const tally: KnownSender = {
  preset: {
    name: 'tally',
    title: 'Tally',
    verify: [{ type: 'hmac', signature: { name: 'Tally-Signature', encoding: 'base64' } }],
    body: 'json',
    eventId: ['eventId'],
    eventType: 'eventType',
    occurredAt: 'createdAt',
    answers: 'tally',
    setup: [
      'Publish your form, open its "Integrations" tab and choose "Connect" beside "Webhooks".',
      'Enter {url} as the endpoint URL.',
      'Turn on the signing secret: enter [[a long random text, and the same as `secret:` of this source|the secret shown above]]. Then connect.',
      'To identify the customer, add a hidden field such as contact_id (type /hidden in the editor), and link to the form with ?contact_id=... at the end of its address.',
      'Send the form once; the log of events beside the webhook shows the answer.',
      'Mappings find an answer by the label of its question (`$answers."Do you have allergies?"`), or by the key that Tally gives it, which stays when the label changes. Two answered questions with the same label are found only by their keys.',
    ],
  },
  readAnswers,
};

/**
 * Answers of Tally: by the key of the field and by its label, so a hidden field has its own name. Ids of options are
 * replaced by their texts: one text for a single choice. A file is its URL. An unanswered question is null.
 */
function readAnswers(payload: unknown): Answers | undefined {
  const fields = inside(inside(payload, 'data'), 'fields');
  if (!Array.isArray(fields)) return undefined;
  return namedAnswers(
    fields.map(field => {
      const [key, label] = [inside(field, 'key'), inside(field, 'label')];
      return {
        keys: [typeof key === 'string' ? key : undefined],
        labels: typeof label === 'string' ? [label] : [],
        value: fieldValue(field),
      };
    }),
  );
}

function fieldValue(field: unknown): unknown {
  const value = inside(field, 'value') ?? null;
  const type = inside(field, 'type');
  if (type === 'MATRIX') return matrixValue(field, value);
  if (!Array.isArray(value)) return optionText(inside(field, 'options'), value);
  const texts = value.map(each => inside(each, 'url') ?? optionText(inside(field, 'options'), each));
  const isOfOne = type === 'MULTIPLE_CHOICE' || type === 'DROPDOWN';
  return isOfOne && texts.length === 1 ? texts[0] : texts;
}

/** Returns the text of the option with this id; another value stays unchanged. */
function optionText(options: unknown, id: unknown): unknown {
  const option = Array.isArray(options) ? options.find(each => inside(each, 'id') === id) : undefined;
  return inside(option, 'text') ?? inside(option, 'name') ?? id;
}

/** Returns the columns chosen in each row, by the text of the row. */
function matrixValue(field: unknown, value: unknown): unknown {
  const rows: Record<string, unknown> = Object.create(null);
  if (!isPlainObject(value)) return value;
  for (const [row, columns] of Object.entries(value)) {
    const name = String(optionText(inside(field, 'rows'), row));
    const texts = [columns].flat().map(each => optionText(inside(field, 'columns'), each));
    rows[name] = texts.length === 1 ? texts[0] : texts;
  }
  return rows;
}
