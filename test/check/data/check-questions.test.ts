import { describe, expect, it } from 'vitest';
import { checkQuestions } from '../../../src/check/data/names/check-questions.ts';
import { endless } from '../../../src/check/data/patience.ts';
import { sortEvents } from '../../../src/check/data/trial.ts';
import { namedAnswers } from '../../../src/receive/answers/answers.ts';
import { checkWith, mappingOf, samplesOf } from '../trials.ts';

const payload = {
  customer: 1,
  fields: [
    { id: '13', label: 'Size', type: 'text', value: '170' },
    { id: '14', label: 'Allergies', type: 'text', value: 'Nuts' },
  ],
  phones: [
    { type: 'work', number: '030 1' },
    { type: 'mobile', number: '0171 1' },
  ],
  discounts: [{ type: 'coupon', title: 'SUMMER', value: '10' }],
  lists: [{ name: 'Newsletter', status: 'on' }],
  form: {
    questions: [{ id: 'q1', title: 'How did you find us?' }],
    only: [{ title: 'How did you find us?' }],
  },
};

const answers = namedAnswers([
  { keys: ['q1'], labels: ['How did you find us?'], value: 'A friend' },
  { keys: ['q2'], labels: ['Size'], value: 'tall' },
]);

/** Returns the hints for a rule of the note. */
async function hints(rule: string): Promise<readonly (string | undefined)[]> {
  const mapping = mappingOf([`note: ${rule}`], { tests: [payload] });
  const samples = await samplesOf(mapping);
  const trials = samples.map(each => ({ ...each, input: { ...each.input, answers } }));
  const { wanted } = await sortEvents(mapping, trials, endless);
  return checkQuestions(mapping, wanted).map(({ hint }) => hint?.replace(/; if the text.*/, ''));
}

describe('a rule that reads a question instead of its answer', () => {
  it.each([
    [`'fields[label="Allergies"].label'`, `write 'fields[label = "Allergies"].value'`],
    [`'fields[label="Allergies"].id'`, `write 'fields[label = "Allergies"].value'`],
    [`"fields[label='Allergies'].type"`, `write 'fields[label = "Allergies"].value'`],
    ['fields[1].label', `write 'fields[label = "Allergies"].value'`],
    [`'phones[type="mobile"].type'`, `write 'phones[type = "mobile"].number'`],
    [`'lists[name="Newsletter"].name'`, `write 'lists[name = "Newsletter"].status'`],
    [`'nothing[name="x"].name'`, 'write the key of the value instead'],
    ['form.questions[0].title', 'write {answer: "How did you find us?"}'],
    ['form.questions[0].id', 'write {answer: "How did you find us?"}'],
  ])('%s', async (rule, hint) => {
    expect(await hints(rule)).toEqual([hint]);
  });

  it.each([
    `'fields[label="Allergies"].value'`,
    `{from: 'fields[label="Allergies"].label', because: the name is wanted}`,
    `{from: 'lists[name="Newsletter"].name', values: {Newsletter: subscribed}}`,
    `'phones[type="mobile"].number'`,
    `'discounts[type="coupon"].title'`,
    'discounts[0].title',
    'phones[1].type',
    'customer',
  ])('is not %s', async rule => {
    expect(await hints(rule)).toEqual([]);
  });

  it('is reported once, and not also as an answer that is read by its position', async () => {
    const found = await checkWith(mappingOf(['note: fields[1].label'], { tests: [payload] }));
    const about = found.map(({ code }) => code).filter(code => /position|question/.test(code));
    expect(about).toEqual(['check/question-as-answer']);
  });
});
