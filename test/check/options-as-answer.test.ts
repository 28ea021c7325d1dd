import { describe, expect, it } from 'vitest';
import { trialScope } from '../../src/check/data/trial.ts';
import { compile } from '../../src/expressions/compile.ts';
import { optionsAsAnswers } from '../../src/mapping/doubts/other-value/options-as-answer.ts';
import { evaluateYaml } from '../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf, storedOf } from './trials.ts';

const options = [
  { id: 'o5', label: 'Yoga' },
  { id: 'o6', label: 'Pilates' },
  { id: 'o7', label: 'Massage' },
];
const form = {
  questions: [
    { id: 'q1', label: 'Name' },
    { id: 'q2', label: 'Interests', type: 'checkbox', options },
    { id: 'q3', label: 'Level', options: [{ id: 'o8', label: 'Beginner' }] },
  ],
};

const all = 'interests: {from: form.questions.options.label, as: list}';
const named = `interests: {from: 'form.questions[label="Interests"].options.label', as: list}`;
const byId = `interests: {from: 'form.questions[id="q2"].options.label', as: list}`;

const wrong: readonly (readonly [string, object, string, unknown])[] = [
  [named, { answers: [{ id: 'q2', value: ['o5', 'o7'] }] }, 'answers[id = "q2"].value', ['Yoga', 'Massage']],
  [byId, { answers: [{ id: 'q2', value: 'o6' }] }, 'answers[id = "q2"].value', 'Pilates'],
  [
    byId,
    { answers: [{ question_id: 'q2', choices: ['o6'] }] },
    'answers[question_id = "q2"].choices',
    'Pilates',
  ],
  [byId, { answers: { q2: ['o5', 'o6'] } }, 'answers.q2', ['Yoga', 'Pilates']],
  [byId, { answers: { q2: 'o5' } }, 'answers.q2', 'Yoga'],
  [named, { answers: { Interests: 'Yoga' } }, 'answers.Interests', 'Yoga'],
  [
    named,
    { response: { items: [{ label: 'Interests', text: 'Yoga' }] } },
    'response.items[label = "Interests"].text',
    'Yoga',
  ],
  [
    byId,
    { answers: [{ field: { id: 'q2' }, choice: { label: 'Yoga' } }] },
    'answers[field.id = "q2"].choice.label',
    'Yoga',
  ],
  [byId, { 'the answers': [{ id: 'q2', value: 'Massage' }] }, '`the answers`[id = "q2"].value', 'Massage'],
  [all, { answers: [{ id: 'q2', value: ['o5'] }] }, 'answers[id = "q2"].value', 'Yoga'],
  ['note: form.questions.options[0].label', { answers: { q3: 'o8' } }, 'answers.q3', 'Beginner'],
  [
    `lead.source: 'form.questions[id="q2"].options[0].id'`,
    { answers: { q2: 'o6' } },
    'answers.q2',
    'Pilates',
  ],
  [
    `lead.source: '$join(form.questions[id="q2"].options.label, ", ")'`,
    { answers: { q2: 'o6' } },
    'answers.q2',
    'Pilates',
  ],
  [
    `lead.source: {from: 'form.questions[id="q2"].options.id', values: {o5: A, o6: B, o7: C}}`,
    { answers: { q2: 'o6' } },
    'answers.q2',
    'Pilates',
  ],
];

const right: readonly (readonly [string, object])[] = [
  [
    `interests: 'form.questions[id="q2"].options.label'`,
    { copy: [{ id: 'q2', label: 'Interests', options: ['Yoga', 'Pilates', 'Massage'] }] },
  ],
  [byId, { copy: form.questions }],
  [
    `interests: {from: 'form.questions[id="q2"].options[id in $$.answers.q2].label', as: list}`,
    { answers: { q2: ['o5'] } },
  ],
  ['interests: {from: answers.q2, as: list}', { answers: { q2: ['o5'] } }],
  ['interests: {answer: q2}', { answers: { q2: ['o5'] } }],
  [byId, {}],
  [byId, { answers: [] }],
  [byId, { answers: { q2: null } }],
  [byId, { answers: { q2: [] } }],
  [byId, { answers: { q1: 'Yoga' } }],
  [byId, { answers: { q2: 'something else' } }],
  [byId, { answers: [{ id: 'q3', value: ['o8'] }] }],
  [byId, { product: { id: 'q2', price: 30 } }],
  [byId, { tags: ['q2', 'o5'] }],
  [
    `interests: {from: 'form.questions[id="q2"].options.label', as: list, because: "all courses"}`,
    { answers: { q2: ['o5'] } },
  ],
  [`interests: 'form.questions[id="q2"].label'`, { answers: { q2: ['o5'] } }],
  [`interests: 'form.questions[id="q2"].options[selected = true].label'`, { answers: { q2: ['o5'] } }],
  [
    'interests: {from: picked.options.label, as: list}',
    { picked: { id: 'q9', price: 3, options }, answers: { q9: 'o5' } },
  ],
  ['interests: {from: picked.options, as: list}', { picked: { label: 'Interests', options: ['Yoga'] } }],
  [
    'interests: {from: picked.options, as: list}',
    { picked: { label: 'Interests', options: ['Yoga'], value: 'Yoga' } },
  ],
  ['interests: {value: "Yoga", because: test}', { answers: { q2: ['o5'] } }],
];

function withField(line: string) {
  return line.startsWith('note') ? [line] : ['additionalFields:', `  ${line}`];
}

function found(line: string, payload: object) {
  const events = storedOf({ customer: 1001, form, ...payload });
  return optionsAsAnswers(
    mappingOf(withField(line)),
    events.map(trial => ({ scope: trialScope(trial, { needsBody: false }) })),
  );
}

describe('a rule that reads the options of a question in place of its answer', () => {
  it.each(wrong)('is reported: %s with %j', async (line, payload, expression, text) => {
    const [first, ...others] = found(line, payload);
    expect(first?.code).toBe('mapping/options-as-answer');
    expect(first?.message).toMatch(
      /^the rule reads only the options that a question offers \(.+\), so \S+ is the same/,
    );
    expect(first?.message.endsWith(`while the answer is ${expression}`), first?.message).toBe(true);
    expect(others).toEqual([]);
    const [, written = ''] = /from: '?(.+?)'?; if the options are meant/.exec(first?.hint ?? '') ?? [];
    const compiled = compile(written);
    if (!('expression' in compiled)) throw new Error(`the hint is no expression: ${written}`);
    const [trial] = storedOf({ form, ...payload });
    if (!trial) throw new Error('no event');
    const value = await compiled.expression.evaluate(trialScope(trial, { needsBody: false }));
    expect(JSON.parse(JSON.stringify(value))).toEqual(text);
  });

  it.each(right)('is not reported: %s with %j', (line, payload) => {
    expect(found(line, payload)).toEqual([]);
  });

  it('is reported if the number of the question stands in a key for questions', () => {
    const line = `interests: {from: 'form.questions[id=7].options.label', as: list}`;
    const numbered = { form: { questions: [{ id: 7, label: 'Interests', options }] } };
    expect(found(line, { ...numbered, answers: [{ question_id: 7, value: 'o5' }] })).toHaveLength(1);
    expect(found(line, { ...numbered, orders: [{ id: 7, value: 'o5' }] })).toEqual([]);
    expect(found(line, { ...numbered, weeks: { 7: 'o5' } })).toEqual([]);
  });

  it('is reported at the event, as is a consent', async () => {
    const text = `source: website
destination: salon
operation: updateCustomer
set:
  id: customer
  additionalFields:
    newsletter: '"Yoga" in form.questions[id="q2"].options.label'
    interests: {from: 'form.questions[id="q2"].options.label', as: list}
`;
    const payload = { customer: 1001, form, answers: { q2: 'o6' } };
    const evaluation = await evaluateYaml(text, { payload });
    const codes =
      evaluation.kind === 'call' ? evaluation.diagnostics.map(each => `${each.code} ${each.path}`) : [];
    expect(codes).toContain('mapping/invented-consent additionalFields.newsletter');
    expect(codes).toContain('mapping/options-as-answer additionalFields.interests');
  });

  it('is reported by check with stored events', async () => {
    const codes = (
      await checkWith(mappingOf(withField(byId)), storedOf({ customer: 1, form, answers: { q2: 'o6' } }))
    ).map(({ code }) => code);
    expect(codes).toContain('mapping/options-as-answer');
  });
});
