import { describe, expect, it } from 'vitest';
import { answersOf } from '../../../src/receive/answers/answers-of.ts';
import { findAnswer } from '../../../src/receive/answers/find-answer.ts';
import { aSignedDelivery, sample, take } from './a-delivery.ts';
import { senderSource } from './a-sender.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const chosenByGravity = JSON.stringify({
  form_id: '3',
  'Größe (cm)': '172',
  interests: '["Farbe","Pflege"]',
  customer_number: '1001',
});

/** The values that rules find in webhooks of presets by the names of questions, for each of their events. */
const found: readonly [
  preset: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
  each: readonly Readonly<Record<string, unknown>>[],
][] = [
  [
    'contact-form-7',
    sample('contact-form-7.json'),
    {},
    [
      {
        'your-name': 'Ada Example',
        interests: ['Farbe', 'Pflege'],
        'Acceptance-Newsletter': '1',
        _wpcf7: 'none',
      },
    ],
  ],
  [
    'wpforms',
    sample('wpforms.json'),
    {},
    [{ customer_number: '1001', allergies: 'Nüsse', born: '10.12.1990', interests: 'Farbe||Pflege' }],
  ],
  [
    'fluent-forms',
    sample('fluent-forms.json'),
    {},
    [
      {
        'names.first_name': 'Ada',
        names: { first_name: 'Ada', last_name: 'Example' },
        interests: ['Farbe', 'Pflege'],
        __submission: 'none',
        '__submission.id': 'none',
      },
    ],
  ],
  [
    'elementor',
    sample('elementor.txt'),
    form,
    [{ allergies: 'Nüsse', 'Do you have allergies?': 'Nüsse', interests: ['Farbe', 'Pflege'], form: 'none' }],
  ],
  [
    'elementor',
    sample('elementor-labels.txt'),
    form,
    [{ 'Do you have allergies?': 'Nüsse', 'e-mail': 'ada+form@example.com', 'Customer number': '1001' }],
  ],
  [
    'gravity-forms',
    sample('gravity-forms.json'),
    {},
    [{ 3: 'Nüsse', '1.3': 'Ada', 4: ['Farbe', 'Pflege'], form_id: 'none' }],
  ],
  [
    'gravity-forms',
    chosenByGravity,
    {},
    [{ 'größe (cm)': '172', interests: ['Farbe', 'Pflege'], customer_number: '1001' }],
  ],
  [
    'hubspot',
    sample('hubspot.json'),
    {},
    [
      { lifecyclestage: 'customer', allergies: 'none' },
      { allergies: 'Nuts', lifecyclestage: 'none' },
      { allergies: 'none' },
      { allergies: 'none' },
    ],
  ],
  [
    'google-ads',
    sample('google-ads.json'),
    {},
    [{ EMAIL: 'ada@example.com', 'User Email': 'ada@example.com', 'Do you have allergies?': 'Nuts' }],
  ],
  ['framer', sample('framer.json'), {}, [{ 'customer number': '1001' }]],
];

describe('the answers to the questions of known senders', () => {
  it.each(found)('are found by the visible names: %s', async (preset, body, headers, each) => {
    const source = senderSource(preset);
    const events = await take(source, aSignedDelivery(source, body, headers));
    const values = events.map(({ payload }, at) =>
      Object.fromEntries(
        Object.keys(each[at] ?? {}).map(name => {
          const answer = findAnswer(answersOf(source.answers, payload), name);
          return [name, answer.kind === 'found' ? answer.value : answer.kind];
        }),
      ),
    );
    expect(values).toEqual(each);
  });
});
