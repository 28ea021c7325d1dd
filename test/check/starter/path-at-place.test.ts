import { describe, expect, it } from 'vitest';
import { pathAtPlace } from '../../../src/check/starter/path-at-place.ts';

const payload = {
  contact: { 'first name': 'Mara', topics: ['cut', 'colour'] },
  fields: [
    { label: 'E-mail', value: 'mara@salon.example' },
    { label: 'Phone', value: '030 1' },
  ],
  items: [{ a: 1 }],
  rows: [{ a: 1 }, { a: 2 }],
  form: {
    answers: [
      { type: 'text', text: 'yes', field: { ref: 'optin' } },
      { type: 'choice', choice: { label: 'yes' }, field: { ref: 'terms' } },
    ],
  },
};
const answers = Object.assign(Object.create(null), { optin: 'yes', terms: 'yes' });

const cases: readonly [readonly (string | number)[], string | undefined][] = [
  [['contact', 'first name'], 'contact."first name"'],
  [['contact', 'topics'], 'contact.topics'],
  [['contact', 'topics', '1'], 'contact.topics'],
  [['fields', '1', 'value'], 'fields[label="Phone"].value'],
  [['items', 0, 'a'], 'items.a'],
  [['rows', 1, 'a'], 'rows[1].a'],
  [['form', 'answers', '0', 'text'], '$answers.optin'],
  [['form', 'answers', '1', 'choice', 'label'], '$answers.terms'],
  [['contact'], undefined],
  [['nothing'], undefined],
  [[], undefined],
];

describe('the path to a place in a payload', () => {
  it.each(cases)('%j', (place, expression) => {
    expect(pathAtPlace({ payload, answers }, place)?.expression).toBe(expression);
  });
});
