import { describe, expect, it } from 'vitest';
import { answerKeys } from '../../../src/check/starter/answer-pairs.ts';
import { payloadPaths } from '../../../src/check/starter/payload-paths.ts';

const pairs: readonly (readonly [
  object: Readonly<Record<string, unknown>>,
  keys: readonly string[] | undefined,
])[] = [
  [{ title: 'Allergien', type: 'text', key: 'k2', custom_key: null, value: 'Nüsse' }, ['value']],
  [{ label: 'Allergien', value: 'Nüsse' }, ['value']],
  [{ name: 'Allergien', values: ['Nüsse'] }, ['values']],
  [{ question: 'Allergien?', answer: 'Nüsse' }, ['answer']],
  [{ question: { id: 1, text: 'Allergien?' }, answer: { value: 'Nüsse' } }, ['answer']],
  [{ Question: 'Allergien?', Response: 'Nüsse' }, ['Response']],
  [{ id: 'a2', name: 'Allergien', type: 'LongAnswer', value: 'Nüsse' }, ['value']],
  [{ column_name: 'Allergies', column_id: 'Q1', string_value: 'Nuts' }, ['string_value']],
  [{ columnName: 'Allergies', stringValue: 'Nuts' }, ['stringValue']],
  [{ fieldName: 'Allergies', fieldType: 'text', value: '' }, ['value']],
  [
    { name: 'q3_allergies', text: 'Allergies?', type: 'control_textarea', order: '3', answer: 'Nuts' },
    ['answer'],
  ],
  [{ key: 'hair', label: 'Hair', type: 'DROPDOWN', options: [{ id: 'o1' }], value: ['o1'] }, ['value']],
  [{ label: 'Hair', value: 'Curly', display_value: 'Curly hair' }, ['value', 'display_value']],
  [
    {
      id: '7',
      label: 'A',
      alias: 'a',
      type: 'text',
      group: 'core',
      object: 'lead',
      is_fixed: '0',
      value: 'x',
    },
    ['value'],
  ],
  [{ frage: 'Allergien?', antwort: 'Nüsse' }, ['antwort']],
  [{ bezeichnung: 'Allergien', typ: 'text', wert: 'Nüsse' }, ['wert']],
  [{ vraag: 'Allergieën?', antwoord: 'Noten' }, ['antwoord']],
  [{ libellé: 'Allergies', réponse: 'Noix' }, ['réponse']],
  [{ title: 'A', value: null }, ['value']],
  [{}, undefined],
  [{ value: 'Nüsse' }, undefined],
  [{ type: 'text', value: 'Nüsse' }, undefined],
  [{ title: 'Allergien', description: 'Which?' }, undefined],
  [{ id: 7, title: 'Deal', value: 1000, currency: 'EUR', person_id: 51 }, undefined],
  [{ name: 'Ada', value: 12, email: 'ada@example.com' }, undefined],
  [{ value: 'Nuts', versions: [] }, undefined],
  [{ label: 'work', address: 'ada@example.com' }, undefined],
  [{ name: 'Ada', response: 'yes', phone: '1' }, undefined],
  [{ id: 1, name: 'Coupon', code: 'X', value: 5 }, undefined],
];

describe('a question with its answer', () => {
  it.each(pairs.map(([object, keys]) => ({ object, keys })))(
    'is distinguished from other objects: $object',
    ({ object, keys }) => {
      expect(answerKeys(object)).toEqual(keys);
    },
  );
});

/** Returns every path of a payload with this value. */
function pathsTo(value: unknown, payload: unknown): readonly string[] {
  const paths = payloadPaths([{ payload, answers: undefined }]);
  return paths.filter(each => each.value === value).map(({ expression }) => expression);
}

describe('the paths of a payload', () => {
  const data = [
    { title: 'Kundennummer', type: 'text', key: 'k1', value: '1001' },
    { title: 'Allergien', type: 'text', key: 'k2', value: 'Nüsse' },
  ];

  it('lead to answers, and never to their questions', () => {
    expect(pathsTo('Nüsse', { data })).toEqual(['data[key="k2"].value']);
    for (const asked of ['Allergien', 'Kundennummer', 'text', 'k2'])
      expect(pathsTo(asked, { data })).toEqual([]);
    const texts = payloadPaths([{ payload: { data }, answers: undefined }]).flatMap(({ value }) => value);
    expect(texts.filter(each => typeof each === 'string').sort()).toEqual(['1001', '1001', 'Nüsse', 'Nüsse']);
  });

  it.each([
    [
      {
        list: [
          { ref: 'a', value: 'x' },
          { ref: 'b', value: 'y' },
        ],
      },
      'list[ref="a"].value',
    ],
    [
      {
        list: [
          { id: 'a', value: 'x' },
          { id: 'b', value: 'y' },
        ],
      },
      'list[id="a"].value',
    ],
    [
      {
        list: [
          { question: 'A?', answer: 'x' },
          { question: 'B?', answer: 'y' },
        ],
      },
      'list[question="A?"].answer',
    ],
    [{ list: [{ column_name: 'A', column_id: 'q', string_value: 'x' }] }, 'list[column_id="q"].string_value'],
    [{ fields: { core: { a: { label: 'A', type: 'text', value: 'x' } } } }, 'fields.core.a.value'],
    [
      {
        list: [
          { name: 'A', title: 'A', value: 'x' },
          { name: 'B', title: 'A', value: 'y' },
        ],
      },
      'list[name="A"].value',
    ],
    [
      {
        list: [
          { name: 'A', title: 'a', value: 'x' },
          { name: 'A', title: 'b', value: 'y' },
        ],
      },
      'list[title="a"].value',
    ],
    [{ title: 'A', value: 'x' }, 'value'],
  ])('of %j are distinguished by the key of the question', (payload, expression) => {
    expect(pathsTo('x', payload)).toContain(expression);
  });

  it('of other lists and objects stay unchanged', () => {
    const deal = { id: 7, title: 'Deal', value: 1000, currency: 'EUR', status: 'open' };
    expect(pathsTo('Deal', { deal })).toEqual(['deal.title']);
    expect(pathsTo(1000, { deal })).toEqual(['deal.value']);
    expect(pathsTo('open', { deals: [deal] })).toContain('deals.status');
  });
});
