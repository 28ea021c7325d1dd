import { describe, expect, it } from 'vitest';
import { proposeSource } from '../../src/setup/propose-source.ts';
import { readProjectFile } from '../house/markdown.ts';

const nested = 'mappings/samples/everyday/nested-answers.json';

const cases: readonly [string, unknown, ReturnType<typeof proposeSource>['answers']][] = [
  [
    'a flat list',
    { answers: [{ question: 'Name?', value: 'Ada' }] },
    { each: 'answers', label: 'question', value: 'value' },
  ],
  [
    'keys and titles',
    { felder: [{ key: 'n', title: 'Name?', antwort: 'Ada' }] },
    { each: 'felder', key: 'key', label: 'title', value: 'antwort' },
  ],
  [
    'objects of question and answer, below others',
    { data: { list: [{ field: { ref: 'n' }, answer: { text: 'Ada' } }] } },
    { each: 'data.list', key: 'field.ref', value: 'answer.text' },
  ],
  [
    'several pages',
    JSON.parse(readProjectFile(nested)),
    { each: 'seiten.antworten', key: 'frage.id', label: 'frage.text', value: 'antwort.werte' },
  ],
  [
    'an answer in several shapes',
    {
      answers: [
        { id: 1, value: { a: 1 } },
        { id: 2, value: 'b' },
      ],
    },
    { each: 'answers', key: 'id', value: 'value' },
  ],
  [
    'ids beside names, which people see',
    { fields: [{ id: '3', name: 'Kundennummer', value: '1002' }] },
    { each: 'fields', key: 'id', label: 'name', value: 'value' },
  ],
  [
    'names alone',
    { fields: [{ name: 'Kundennummer', value: '1002' }] },
    { each: 'fields', key: 'name', value: 'value' },
  ],
  ['short names', { rows: [{ k: 'kunde', v: '1004' }] }, { each: 'rows', key: 'k', value: 'v' }],
  [
    'answers in objects of a list',
    {
      fields: [
        { label: 'Vorname', values: [{ id: 'a1', answer: 'Ada' }] },
        {
          label: 'Themen',
          values: [
            { id: 'a2', answer: 'Farbe' },
            { id: 'a3', answer: 'Pflege' },
          ],
        },
      ],
    },
    { each: 'fields', label: 'label', value: 'values.answer' },
  ],
  [
    'the fields of several forms',
    {
      forms: [
        { id: 1, name: 'Anamnese', values: [{ id: 2, name: 'Allergien', value: 'Nuss' }] },
        { id: 3, name: 'Wünsche', values: [{ id: 4, name: 'Themen', value: 'Farbe' }] },
      ],
    },
    { each: 'forms.values', key: 'id', label: 'name', value: 'value' },
  ],
  [
    'a list of values from before the change',
    {
      PreEntityImages: [
        { key: 'mobile', value: '+4915111' },
        { key: 'email', value: 'ada@example.com' },
      ],
    },
    undefined,
  ],
  [
    'answers that are lists of choices',
    {
      fields: [
        { label: 'Haartyp', variable: 'haar', id: 'mc-3', values: [{ label: 'lockig', id: 'o9' }] },
        { label: 'Wünsche', variable: 'w', id: 'mc-4', values: [] },
      ],
    },
    { each: 'fields', key: 'id', label: 'label', value: 'values.label' },
  ],
  [
    'properties with names beside addresses with ids',
    {
      contact: {
        handles: [{ id: 'h1', type: 'phone', value: '+4915123456789' }],
        properties: [{ id: 'p1', type: 'text', name: 'Kundennummer', value: '1001' }],
      },
    },
    { each: 'contact.properties', key: 'id', label: 'name', value: 'value' },
  ],
  [
    'a change with the whole event under value',
    {
      entry: [
        {
          changes: [
            { field: 'messages', value: { product: 'chat', contacts: [], messages: [], metadata: {} } },
          ],
        },
      ],
    },
    undefined,
  ],
  ['no questions', { items: [{ sku: 'a', amount: 1 }], tags: ['x'] }, undefined],
];

describe('the answers of an unknown sender', () => {
  it.each(cases)('%s', (_, body, answers) => {
    expect(proposalOf(body).answers).toEqual(answers);
  });
});

const person = { email: 'ada@example.org', first_name: 'Ada' };

describe("the event's id of an unknown sender", () => {
  it.each([
    [{ event_id: 'e-1', id: 7, ...person }, 'event_id'],
    [{ id: 'w-1', 'delivery-id': 'd-1', delivery_id: 'd-1' }, 'delivery_id'],
    [{ submission_id: 's-1', ...person }, 'submission_id'],
    [{ id: 's-1', form_id: 'f-1', ...person }, 'id'],
    [{ id: 's-1', formName: 'Anmeldung', ...person }, 'id'],
    [{ id: 's-1', submittedAt: '2026-03-01T10:00:00Z', ...person }, 'id'],
    [{ ID: 17, survey: 'intake' }, 'ID'],
    [{ uuid: '5f0c', answers: [{ question: 'Name?', value: 'Ada' }] }, 'uuid'],
  ])('%j: %s', (body, eventId) => {
    expect(proposalOf(body).eventId).toBe(eventId);
  });

  // It names the record, so that each later change would count as a duplicate of the first.
  it.each([
    { event: 'contact.updated', id: 90017, ...person },
    { id: 90017, ...person, updated_at: '2026-03-01T10:00:00Z' },
    { id: 90017, ...person },
    { uuid: '5f0c', ...person, lastModified: '2026-03-01T10:00:00Z' },
    { uid: 'k-1', kunde: 'Ada Example' },
    { id: 7, form_id: 'f-1', date_modified: '2026-03-01' },
    { id: 7, topic: 'customers/update', form: 'x' },
    { id: '', form_id: 'f-1' },
    { contact_id: 7, ...person },
  ])('%j: none', body => {
    expect(proposalOf(body)).not.toHaveProperty('eventId');
  });
});

const moment = '2026-03-01T10:00:00Z';

describe('the time of a change at an unknown sender', () => {
  it.each([
    [{ id: 7, ...person, updated_at: moment }, 'updated_at'],
    [
      { event: 'contact.updated', data: { id: 7, lastModified: moment, createdAt: moment } },
      'data.lastModified',
    ],
    [{ kunde: { nr: 7, geaendert_am: moment } }, 'kunde.geaendert_am'],
    [{ data: [{ id: 7, date_modified: moment }] }, 'date_modified'],
    [{ contact: { id: 7, 'last-modified': moment } }, 'contact."last-modified"'],
    [{ appointment: { updated_at: moment }, customer: { updated_at: moment } }, 'customer.updated_at'],
  ])('%j: %s', (body, occurredAt) => {
    expect(proposalOf(body).occurredAt).toBe(occurredAt);
  });

  it.each([
    { id: 7, ...person, created_at: moment },
    { id: 7, appointment: { updated_at: moment } },
    { id: 7, company: { lastModified: moment }, owner: { lastModified: moment } },
    { id: 7, previous: { updated_at: moment } },
    { id: 7, updated_at: '2026-03-01' },
    { id: 7, updated_at: null, changed: ['note'] },
    { id: 7, status_updated_at: moment, sent_at: moment, timestamp: moment },
  ])('%j: none', body => {
    expect(proposalOf(body)).not.toHaveProperty('occurredAt');
  });
});

describe('the answers of people in a list', () => {
  const answers = [
    { question: 'Allergien', answer: 'Henna' },
    { question: 'Haartyp', answer: 'kraus' },
  ];
  const email = 'celeste@example.com';

  it.each([
    { data: { order: { buyer: { email }, attendees: [{ name: 'Odette Petit', answers }] } } },
    {
      data: {
        order: { buyer: { email }, attendees: [{ name: 'Odette Petit', email: 'o@example.com', answers }] },
      },
    },
    { order: { email, guests: [{ answers }] } },
    { customer: { id: 'c7' }, participants: [{ answers }, { answers }] },
    { email, teilnehmer: [{ answers }] },
  ])('are left out if the customer stands outside of it: %j', body => {
    expect(proposalOf(body)).not.toHaveProperty('answers');
  });

  it.each([
    [{ attendees: [{ email, answers }] }, 'attendees.answers'],
    [{ order: { id: 'o1', attendees: [{ email, answers }] } }, 'order.attendees.answers'],
    [{ buyer: { email }, answers }, 'answers'],
    [{ buyer: { email }, sections: [{ answers }] }, 'sections.answers'],
    [{ buyer: { email }, order: { answers } }, 'order.answers'],
  ])('are proposed if they are those of the customer: %j', (body, each) => {
    expect(proposalOf(body)).toMatchObject({ answers: { each } });
  });
});

function proposalOf(body: unknown) {
  return proposeSource({ headers: {}, body, bytes: Buffer.from(JSON.stringify(body)), kind: 'json' });
}
