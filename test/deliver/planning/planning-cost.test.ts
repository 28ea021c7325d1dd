import { expect, it, onTestFinished } from 'vitest';
import type { FieldConfiguration } from '../../../src/booking/catalog/field.ts';
import { createMappingSet } from '../../../src/deliver/mappings/mapping-set.ts';
import { type PlanningContext, planEvent } from '../../../src/deliver/planning/plan-event.ts';
import { parseMapping } from '../../../src/mapping/parse/parse-mapping.ts';
import { startCounting } from '../../count-calls.ts';

const answer = (ref: string, value: Record<string, unknown>) => ({
  ...value,
  field: { id: `id-of-${ref}`, ref, type: Object.keys(value)[0] },
});

const form = (customer: number) => ({
  event_id: `event-${customer}`,
  event_type: 'form_response',
  form_response: {
    form_id: 'intake',
    submitted_at: '2026-03-02T09:20:00Z',
    hidden: { customer },
    answers: [
      answer('note', {
        type: 'text',
        text: `I would like to come on day ${customer}, early in the morning.`,
      }),
      answer('allergies', { type: 'text', text: 'Nuts, pollen' }),
      answer('birthdate', { type: 'date', date: '1988-03-14' }),
      answer('interests', { type: 'choices', choices: { labels: ['Colour', 'Care'] } }),
      answer('newsletter', { type: 'boolean', boolean: true }),
      answer('email', { type: 'email', email: `mara.${customer}@example.com` }),
      answer('phone', { type: 'phone_number', phone_number: `+4915112345${customer % 1000}` }),
    ],
  },
});

const mapping = `
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

const sample = `
tests:
  - name: a form
    payload: ${JSON.stringify(form(1000))}
    expect: [{id: "1000"}]
`;

const field = (keyName: string, type: string, more: Partial<FieldConfiguration> = {}): FieldConfiguration =>
  ({
    ...{ id: 1, keyName, name: keyName, type, description: null, selectItems: null, valueRequired: false },
    ...{ validatorRegexp: null, errorMessage: null, appointmentSpecific: false, specificForLocationId: null },
    ...{ hidden: false, listOrder: 1 },
    ...more,
  }) as FieldConfiguration;

const catalog = {
  version: '1',
  fields: [
    field('allergies', 'textArea'),
    field('birthdate', 'birthday', { validatorRegexp: '^\\d{2}\\.\\d{2}\\.\\d{4}$' }),
    field('interests', 'checkbox_group', { selectItems: ['Cut', 'Colour', 'Care', 'Beard'] }),
    field('newsletter', 'checkbox'),
  ],
  fetchedAt: 0,
  statuses: [],
  statusesListedAt: null,
};

async function callsFor(text: string): Promise<number> {
  const parsed = parseMapping('form.yaml', text, { readFile: () => undefined } as never);
  if (!parsed.mapping) throw new Error(JSON.stringify(parsed));
  const context = {
    mappings: createMappingSet({ mappings: [parsed.mapping], faulty: [] } as never, []),
    source: () => ({ name: 'intake', answers: 'typeform', people: 'crm' }),
    destination: () => ({ config: { name: 'salon', validators: 'enforce' }, catalog }),
    findLink: async () => undefined,
    now: Date.UTC(2026, 2, 2),
  } as unknown as PlanningContext;
  const plan = async (customer: number) => {
    const event = {
      ...{ id: `${customer}`, source: 'intake', receivedAt: context.now, query: {} },
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(form(customer))),
      reading: { kind: 'json', charset: 'utf-8' },
    };
    const { plan: planned } = await planEvent(event as never, context);
    expect(planned.calls).toMatchObject([{ state: { status: 'queued' }, diagnostics: [] }]);
  };
  const counting = startCounting();
  onTestFinished(() => counting.stop());
  for (let customer = 1001; customer < 1020; customer += 1) await plan(customer);
  return counting.callsOfAsync(() => plan(1020));
}

// Each question about an event costs little alone. All of them together decide how many events a second are planned.

it('plans an event of a form with few calls of functions', async () => {
  expect(await callsFor(mapping)).toBeLessThan(8_500);
});

it('plans it with hardly more if the mapping has a sample', async () => {
  expect(await callsFor(mapping + sample)).toBeLessThan(9_500);
});
