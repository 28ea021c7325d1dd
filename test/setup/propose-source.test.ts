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
    const bytes = Buffer.from(JSON.stringify(body));
    expect(proposeSource({ headers: {}, body, bytes, kind: 'json' }).answers).toEqual(answers);
  });
});
