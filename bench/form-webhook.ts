import { createHmac, createSecretKey } from 'node:crypto';

/** The secret that the form tool of the benchmark signs with. */
export const formSecret = 'the-secret-of-the-form-tool-of-the-benchmark';

const key = createSecretKey(Buffer.from(formSecret));

/** The source of the form tool's webhooks, in YAML. */
export const formSource = `  intake: {preset: typeform, secret: ${formSecret}}`;

/** The mapping of an answered form: six fields of a customer, each found by the reference of its question. */
export const formMapping = `
source: intake
destination: salon
operation: updateCustomer
set:
  id: form_response.hidden.customer
  note: form_response.answers[field.ref = "note"].text
  additionalFields:
    allergies: form_response.answers[field.ref = "allergies"].text
    birthdate: {from: 'form_response.answers[field.ref = "birthdate"].date', as: date, parse: [yyyy-MM-dd], format: dd.MM.yyyy}
    interests: {from: 'form_response.answers[field.ref = "interests"].choices.labels', as: list, separator: ","}
    newsletter: form_response.answers[field.ref = "newsletter"].boolean
`;

/** The fields of the calendar's account that the mapping sets (API document 2.6). */
export const accountFields = [
  field(1, 'allergies', 'textArea'),
  { ...field(2, 'birthdate', 'birthday'), validatorRegexp: '^\\d{2}\\.\\d{2}\\.\\d{4}$' },
  { ...field(3, 'interests', 'checkbox_group'), selectItems: ['Cut', 'Colour', 'Care', 'Beard'] },
  field(4, 'newsletter', 'checkbox'),
];

function field(id: number, keyName: string, type: string) {
  return {
    id,
    keyName,
    name: keyName,
    type,
    description: null,
    selectItems: null as readonly string[] | null,
    valueRequired: false,
    validatorRegexp: null as string | null,
    errorMessage: null,
    appointmentSpecific: false,
    specificForLocationId: null,
    hidden: false,
    listOrder: id,
  };
}

const answer = (ref: string, value: Record<string, unknown>) => ({
  ...value,
  field: { id: `id-of-${ref}`, ref, type: Object.keys(value)[0] },
});

const answers = [
  answer('note', { type: 'text', text: 'I would like to come on a Tuesday, early in the morning.' }),
  answer('allergies', { type: 'text', text: 'Nuts, pollen' }),
  answer('birthdate', { type: 'date', date: '1988-03-14' }),
  answer('interests', { type: 'choices', choices: { labels: ['Colour', 'Care'] } }),
  answer('newsletter', { type: 'boolean', boolean: true }),
  answer('email', { type: 'email', email: 'mara.musterfrau@example.com' }),
  answer('phone', { type: 'phone_number', phone_number: '+4915112345678' }),
];

/** Returns a form of 2 KB with the answers of a customer, and its signature; `place`: its destination. */
export function signedForm(
  eventId: string,
  customer: number,
  place?: string,
): { readonly body: string; readonly signature: string } {
  const filledWith = (fill: string) =>
    JSON.stringify({
      event_id: eventId,
      event_type: 'form_response',
      form_response: {
        form_id: 'intake',
        token: eventId,
        submitted_at: '2026-03-02T09:20:00Z',
        hidden: { customer, ...(place !== undefined && { place }) },
        definition: { id: 'intake', title: 'Intake', fill },
        answers,
      },
    });
  const body = filledWith('x'.repeat(Math.max(0, 2048 - Buffer.byteLength(filledWith('')))));
  return { body, signature: `sha256=${createHmac('sha256', key).update(body).digest('base64')}` };
}

/** The same as the bytes of an HTTP/1.1 request. */
export function formWebhook(eventId: string, customer: number, place?: string): Buffer {
  const { body, signature } = signedForm(eventId, customer, place);
  const head = [
    'POST /hooks/intake HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `typeform-signature: ${signature}`,
    '',
    '',
  ].join('\r\n');
  return Buffer.from(head + body);
}
