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
  phones: [
    { type: 'work', number: '030 1' },
    { type: 'mobile', number: '0171 1' },
    { type: 'other', number: '030 2' },
    { type: 'other', number: '030 3' },
  ],
  emails: [
    { primary: false, value: 'a@salon.example' },
    { primary: true, value: 'b@salon.example' },
  ],
  one: [{ typ: 'privat', nummer: '0171 1' }],
  mixed: [{ type: 'home', city: 'Ulm' }, { city: 'Bonn' }],
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
  [['phones', 1, 'number'], 'phones[type="mobile"].number'],
  [['phones', 1, 'type'], 'phones[1].type'],
  [['phones', 2, 'number'], 'phones[2].number'],
  [['emails', 1, 'value'], 'emails[primary=true].value'],
  [['emails', 0, 'value'], 'emails[0].value'],
  [['one', 0, 'nummer'], 'one[typ="privat"].nummer'],
  [['mixed', 0, 'city'], 'mixed[0].city'],
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
