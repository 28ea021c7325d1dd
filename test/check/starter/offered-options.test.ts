import { describe, expect, it } from 'vitest';
import { namedFields } from '../../../src/check/starter/named-fields.ts';
import { payloadPaths } from '../../../src/check/starter/payload-paths.ts';
import { writeStarterMapping } from '../../../src/check/starter/starter-mapping.ts';
import { salonFields } from '../../../src/sandbox/salon/salon-fields.ts';
import { senderSource } from '../../receive/senders/a-sender.ts';

const interests = ['Yoga', 'Pilates', 'Massage'];
const named = interests.map((label, at) => ({ id: `o${at + 5}`, label }));
const asked = (question: object, answer: unknown) => ({
  answers: [
    { id: 'q2', value: answer },
    { id: 'q3', value: 'x' },
  ],
  form: {
    questions: [
      { id: 'q2', label: 'What are you interested in?', ...question },
      { id: 'q3', label: 'Note' },
    ],
  },
});

function pathsOf(payload: unknown, answers?: Record<string, unknown>) {
  return payloadPaths([{ payload, answers }]);
}

/** Returns the texts of every path whose value has one of the interests. */
function interestsIn(payload: unknown, answers?: Record<string, unknown>): readonly unknown[] {
  const values = pathsOf(payload, answers).map(({ value }) => value);
  const isInterest = (each: unknown) => interests.includes(String(each)) || /^o[567]$/.test(String(each));
  return [
    ...new Set(values.filter(value => [value].flat().some(isInterest)).map(value => JSON.stringify(value))),
  ];
}

describe('the options of a question', () => {
  it.each([
    ['options', named],
    ['choices', named],
    ['items', named],
    ['values', named],
    ['possible_answers', named],
    ['optionen', named],
    ['answerOptions', named],
    ['options', interests],
    ['choices', interests],
    ['possible_answers', interests],
    ['optionen', interests],
    ['options', { o5: 'Yoga', o6: 'Pilates', o7: 'Massage' }],
    ['choices', interests.map((text, at) => ({ value: `o${at + 5}`, text, sort: at }))],
  ])('are never proposed as its answer: %s', (key, options) => {
    expect(interestsIn(asked({ [key]: options, type: 'multi', required: false }, []))).toEqual([]);
  });

  it.each(['items', 'values', 'answers'])('are not proposed beside an answer that is a part: %s', key => {
    const found = interestsIn(asked({ [key]: interests }, ['Yoga']));
    expect(found.filter(each => String(each).includes('Pilates'))).toEqual([]);
    expect(found).toContain('["Yoga"]');
  });

  it.each([
    [{ booking: { email: 'a@example.org', options: ['Yoga'] } }, ['["Yoga"]']],
    [{ answers: [{ field: { id: 'q2' }, type: 'choices', choices: { labels: ['Yoga'] } }] }, ['["Yoga"]']],
    [{ form: [{ label: 'Interests', values: ['Yoga', 'Pilates'] }] }, ['["Yoga","Pilates"]']],
    [{ form: [{ label: 'Interests', answer: 'Yoga', options: interests }] }, ['"Yoga"']],
    [{ tags: [{ id: 'o5', name: 'Yoga' }] }, ['["o5"]', '"o5"', '["Yoga"]', '"Yoga"']],
  ])('are told from answers: %j', (payload, values) => {
    expect(interestsIn(payload).filter(each => !values.includes(String(each)))).toEqual([]);
    expect(interestsIn(payload)).not.toEqual([]);
  });
});

describe('an answer that is the id of an option', () => {
  const one = 'form.questions[id="q2"].options[id = $$.answers[id="q2"].value].label';
  const several = 'form.questions[id="q2"].options[id in $$.answers[id="q2"].value].label';
  it.each([
    [asked({ options: named }, 'o6'), one, 'Pilates'],
    [asked({ options: named }, ['o7']), several, ['Massage']],
    [asked({ options: named }, ['o5', 'o7']), several, ['Yoga', 'Massage']],
    [
      asked({ choices: named.map(({ id, label }) => ({ value: id, text: label })) }, 'o6'),
      'form.questions[id="q2"].choices[value = $$.answers[id="q2"].value].text',
      'Pilates',
    ],
    [{ form: { choices: named }, interest: 'o6' }, 'form.choices[id = $$.interest].label', 'Pilates'],
    [
      { list: [{ id: 1, label: 'Interests', value: 2, options: [{ id: 2, label: 'Yoga' }] }] },
      'list[id=1].options[id = $$.list[label="Interests"].value].label',
      'Yoga',
    ],
  ])('is proposed by its label: %j', (payload, expression, value) => {
    const found = pathsOf(payload).find(path => path.expression === expression);
    expect(found?.value).toEqual(value);
    expect(pathsOf(payload).map(path => path.value)).not.toContain('o6');
  });

  it('is looked up for answers of the source too', () => {
    const found = pathsOf(asked({ options: named }, ['o5', 'o7']), { q2: ['o5', 'o7'] });
    expect(found[0]).toMatchObject({
      expression: 'form.questions[id="q2"].options[id in $answers.q2].label',
      value: ['Yoga', 'Massage'],
      options: interests,
    });
    expect(found[0]?.answer).toBeUndefined();
  });

  it.each([
    [asked({ options: interests.map(label => ({ id: label.toLowerCase(), label })) }, 'yoga'), 'yoga'],
    [asked({ options: [{ id: '18', label: '18-25' }] }, '18'), '18'],
    [{ visits: 3, form: { questions: [{ id: 'q', label: 'Q', options: [{ id: 3, label: 'Yoga' }] }] } }, 3],
    [{ customer: '1002', customers: [{ id: '1002', name: 'Anna' }] }, '1002'],
    [asked({ options: named }, ['o5', 'other']), ['o5', 'other']],
  ])('is left as it is if it is a word, or no option of its question: %j', (payload, value) => {
    expect(pathsOf(payload).map(path => path.value)).toContainEqual(value);
  });
});

it('writes a mapping that sends the labels of the chosen options, and nothing for no answer', async () => {
  const fields = namedFields([salonFields()]);
  const catalog = {
    version: '1',
    fields: fields.map(({ field }) => field),
    fetchedAt: 0,
    statuses: [],
    statusesListedAt: null,
  };
  const labels = fields.find(({ field }) => field.keyName === 'interests')?.field.selectItems ?? [];
  const options = labels.map((label, at) => ({ id: `o${at + 5}`, label }));
  const write = (answers: readonly object[]) => {
    const questions = [
      { id: 'q1', label: 'Which services are you interested in?', options },
      { id: 'q2', label: 'Do you have allergies?', options: [{ id: 'o1', label: 'Nuts' }] },
    ];
    const bytes = Buffer.from(JSON.stringify({ customer_number: '1001', answers, form: { questions } }));
    const sample = { path: 'samples/any.json', headers: {}, query: {}, bytes, origin: 'captured' } as const;
    const source = senderSource('zapier');
    return writeStarterMapping({ source, sender: 'Any', destination: 'salon', catalog, fields, sample });
  };
  const written = await write([
    { id: 'q1', value: ['o5', 'o6'] },
    { id: 'q2', value: 'o1' },
  ]);
  if (written.kind === 'unreadable') throw new Error(written.reason);
  const sent = JSON.stringify(written.calls);
  expect(sent).toContain('Nuts');
  for (const [at, label] of labels.entries()) expect(sent.includes(label)).toBe(at < 2);
  const unanswered = await write([]);
  if (unanswered.kind === 'unreadable') throw new Error(unanswered.reason);
  for (const label of labels) expect(JSON.stringify(unanswered.calls)).not.toContain(label);
});
