import { describe, expect, it } from 'vitest';
import { checkPayload } from '../../../src/check/data/check-payload.ts';
import { checkTrials } from '../../../src/check/data/check-trials.ts';
import { type Answers, namedAnswers } from '../../../src/receive/answers/answers.ts';
import { bookingMapping, mappingOf } from '../../mapping/evaluate-yaml.ts';
import { storedOf } from '../trials.ts';

function update(lines: string, id = 'id: customer'): string {
  return `source: website\ndestination: salon\noperation: updateCustomer\nset:\n  ${id}\n${lines}`;
}

const field = (rule: string) => update(`  additionalFields:\n    ${rule}\n`);
const note = (rule: string) => update(`  note: ${rule}\n`);
const form = [
  { label: 'Allergien', value: 'Nüsse' },
  { label: 'Größe (cm)', value: '170' },
];
const asked = (label: string) => namedAnswers([{ keys: ['q1'], labels: [label], value: 'ja' }]);

async function expectBoth(code: string, text: string, payload: object, answers?: Answers): Promise<void> {
  const mapping = mappingOf(text);
  const [trial] = storedOf(payload).map(({ input }) => ({ input: { ...input, answers } }));
  if (!trial) throw new Error('no event');
  const ofEvent = await checkPayload(mapping, trial, { isWanted: true });
  expect(ofEvent.map(each => each.code)).toEqual([code]);
  const ofCheck = await checkTrials(mapping, [trial]);
  expect(ofCheck.map(each => each.code)).toContain(code);
}

describe('a warning that needs the values of an event', () => {
  it.each([
    ['check/list-compared', note(`'topics = "hair" ? "a" : "b"'`), { topics: ['hair'] }],
    ['check/never-equal', note(`'age = "5" ? "a" : "b"'`), { age: 5 }],
    ['check/never-equal', note(`'kind in "new,old" ? "a" : "b"'`), { kind: 'new' }],
    ['check/text-as-condition', note(`'vip ? "a" : "b"'`), { vip: 'nein' }],
    ['check/texts-in-order', note(`'born < "01.01.2000" ? "a" : "b"'`), { born: '14.03.1988' }],
    ['check/keys-of-unticked', field('interests: $keys(topics)'), { topics: { hair: true, nails: false } }],
    [
      'check/keys-of-unticked',
      field('interests: topics.name'),
      {
        topics: [
          { name: 'hair', checked: true },
          { name: 'nails', checked: false },
        ],
      },
    ],
    ['check/empty-differs', note('nick ?? name'), { nick: '', name: 'Ada' }],
    ['check/national-phone', bookingMapping('  mobile: handy\n'), { handy: '0151 1234567' }],
    ['check/answer-by-position', note('form[0].value'), { form }],
    ['mapping/sender-id', `link: UserId\n${note('name')}`, { UserId: 'u1', PrimaryEntityId: 'p1' }],
    [
      'mapping/sender-id',
      update('  note: x\n', 'id: contact.id'),
      { contact: { id: 90017, customer_number: 1001 } },
    ],
    [
      'check/any-property',
      field('allergies: change.new_value'),
      { change: { field: 'color', new_value: 'blue' } },
    ],
  ])('is in check and at the event: %s, %s', async (code, text, payload) => {
    await expectBoth(code, text, payload);
  });

  it.each([
    [
      'mapping/shared-consent',
      bookingMapping('  marketing: {answer: q1}\n').replace(
        'terms: terms',
        'terms: {answer: Alles einverstanden?}',
      ),
      asked('Alles einverstanden?'),
    ],
    [
      'mapping/opt-out-as-consent',
      field('sms.consent: {answer: q1, as: boolean}'),
      asked('Ich möchte keine SMS erhalten'),
    ],
  ])('that its questions have is in check and at the event: %s, %s', async (code, text, answers) => {
    await expectBoth(code, text, {}, answers);
  });
});
