import { type Answers, namedAnswers, nameIn, namesIn } from '../answers/answers.ts';
import { inside } from '../answers/inside.ts';
import type { KnownSender } from './known-sender.ts';

/** Lead forms of Google Ads: a key in the body, an id for each lead; `$answers` are by the id and the name of a column. */
export const googleAds: KnownSender = {
  preset: {
    name: 'google-ads',
    title: 'Google Ads lead forms',
    alsoCalled: {
      'google-lead-forms': null,
      'google-ads-lead-forms': null,
      'google-ads-leads': null,
      adwords: null,
    },
    verify: [{ type: 'body-token', path: 'google_key' }],
    body: 'json',
    eventId: ['lead_id'],
    eventType: 'form_id',
    occurredAt: 'lead_submit_time',
    answers: 'google-ads',
    setup: [
      'In Google Ads open the lead form (an asset of the campaign), then "Export leads from Google Ads", "Other data integration options", "Webhook integration".',
      'Enter {url} as the webhook URL, and [[a long random text as the key, the same as `secret:` of this source|the secret shown above as the key]]. Google sends it in the body as google_key; it is not kept.',
      'Choose "Send test data". A test has is_test: true; leave it out: add `$not(is_test = true)` to the `when` of the mapping.',
      'Mappings find an answer by the id of its column (`$answers.EMAIL`, `$answers.FULL_NAME`, `$answers.PHONE_NUMBER`), or by its name, which is the text of the question (`$answers."Do you have allergies?"`).',
      'A lead has no customer number: link it by the e-mail address and the name (`link: $lowercase($join([$answers.EMAIL, $answers.FULL_NAME], " "))`), and let it wait for a booking (`whenUnlinked: wait`).',
      'Google does not document the column id of your own questions (use their text), and how several choices are written. Older versions send neither lead_submit_time nor column ids.',
    ],
  },
  readAnswers,
};

/** Answers of a lead form: by the id of the column and by its name. */
function readAnswers(payload: unknown): Answers | undefined {
  const columns = inside(payload, 'user_column_data');
  if (!Array.isArray(columns)) return undefined;
  return namedAnswers(
    columns.map(column => ({
      keys: [nameIn(column, 'column_id')],
      labels: namesIn(column, 'column_name'),
      value: inside(column, 'string_value') ?? null,
    })),
  );
}
