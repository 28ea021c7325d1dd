import { describe, expect, it } from 'vitest';
import { checkTrials } from '../../src/check/data/check-trials.ts';
import { answersOf } from '../../src/receive/answers/answers-of.ts';
import { codesOf, evaluateYaml, mappingOf } from './evaluate-yaml.ts';

interface Options {
  readonly when?: string;
  /** The preset whose answers are read. */
  readonly shape?: string;
}

/** Returns true if an event is reported as that of another form, at the event and in the check alike. */
async function isReported(rule: string, sample: object, event: object, { when, shape }: Options = {}) {
  const text = [
    'source: website',
    'destination: salon',
    ...(when === undefined ? [] : [`when: '${when}'`]),
    'operation: updateCustomer',
    'set:',
    '  id: customer',
    `  note: ${rule}`,
    'tests:',
    '  - name: a customer',
    `    payload: ${JSON.stringify({ customer: 1001, ...sample })}`,
    '    expect: [{id: "1001", note: a}]',
    '',
  ].join('\n');
  const payload = { customer: 1002, ...event };
  const answers = shape === undefined ? undefined : answersOf(shape, payload);
  const input = {
    ...{ payload, answers, headers: {}, query: {}, body: payload },
    event: { id: 'e1', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' },
  };
  const atEvent = codesOf(await evaluateYaml(text, { payload, answers })).includes('mapping/new-form');
  const atCheck = (await checkTrials(mappingOf(text), [{ input }])).some(
    ({ code }) => code === 'mapping/new-form',
  );
  expect(atCheck).toBe(atEvent);
  return atEvent;
}

const typeform = (form: string, title: string) => ({
  event_type: 'form_response',
  form_response: {
    form_id: form,
    token: `t-${form}`,
    definition: { id: form, fields: [{ id: 'f1', ref: 'r7', type: 'short_text', title }] },
    answers: [{ type: 'text', text: 'a', field: { id: 'f1', ref: 'r7', type: 'short_text' } }],
  },
});

describe('an event of a form that no sample is of', () => {
  it.each([
    ['f7', { form_id: '3', f7: 'a' }, { form_id: '4', f7: 'b' }],
    ['f7', { form_id: 3, f7: 'a' }, { form_id: 4, f7: 'b' }],
    ['f7', { formId: 'abc', f7: 'a' }, { formId: 'abd', f7: 'b' }],
    ['q_7', { formID: '2310', q_7: 'a' }, { formID: '2311', q_7: 'b' }],
    ['data.x7', { data: { formId: 'w1', x7: 'a' } }, { data: { formId: 'w2', x7: 'b' } }],
    [
      'payload.data.x7',
      { payload: { formId: '6a', data: { x7: 'a' } } },
      { payload: { formId: '6b', data: { x7: 'b' } } },
    ],
    [
      'fields.field_7.value',
      { form: { id: '3' }, fields: { field_7: { value: 'a' } } },
      { form: { id: '4' }, fields: { field_7: { value: 'b' } } },
    ],
    [
      'fields.f7.value',
      { form: { id: 3 }, fields: { f7: { title: 'Dauer', value: 'a' } } },
      { form: { id: 4 }, fields: { f7: { title: 'Stufe', value: 'b' } } },
    ],
    ['fields[0].value', { form_id: 3, fields: [{ value: 'a' }] }, { form_id: 4, fields: [{ value: 'b' }] }],
    ['input_text', { form_id: 3, input_text: 'a' }, { form_id: 4, input_text: 'b' }],
    [
      'input_text_1',
      { __submission: { form_id: 3 }, form_id: 3, input_text_1: 'a' },
      { form_id: 4, input_text_1: 'b' },
    ],
    ['response.q1', { surveyId: 's1', response: { q1: 'a' } }, { surveyId: 's2', response: { q1: 'b' } }],
    ['frage_2', { fragebogen_id: 1, frage_2: 'a' }, { fragebogen_id: 2, frage_2: 'b' }],
    ['f7', { formular_id: 1, f7: 'a' }, { formular_id: 2, f7: 'b' }],
    ['f7', { form_key: 'k1', f7: 'a' }, { form_key: 'k2', f7: 'b' }],
    ['f7', { quiz: { id: 'k1' }, f7: 'a' }, { quiz: { id: 'k2' }, f7: 'b' }],
    ['f7', { contact_form_id: 12, f7: 'a' }, { contact_form_id: 13, f7: 'b' }],
    ['f7', { wpform_id: 12, f7: 'a' }, { wpform_id: 13, f7: 'b' }],
    ['$uppercase(f7)', { form_id: 3, f7: 'a' }, { form_id: 4, f7: 'b' }],
    ['{from: f7, values: {a: a, b: b}}', { form_id: 3, f7: 'a' }, { form_id: 4, f7: 'b' }],
    ['f7', { form_id: 3, form_name: 'Kurs', f7: 'a' }, { form_id: 4, form_name: 'Prüfung', f7: 'b' }],
  ])('%s, sample %j, event %j: is reported', async (rule, sample, event) => {
    expect(await isReported(rule, sample, event)).toBe(true);
  });

  it.each([
    // The same form.
    ['f7', { id: '1002', form_id: '3', f7: 'a' }, { id: '2001', form_id: '3', f7: 'b' }],
    ['f7', { ref: 'r1', formId: '3', f7: 'a' }, { ref: 'r2', formId: '3', f7: 'b' }],
    ['f7', { form_id: 3, f7: 'a' }, { form_id: 3, f7: 'b' }],
    ['f7', { form_id: 3, f7: 'a' }, { form_id: '3', f7: 'b' }],
    ['f7', { form: { id: 3 }, f7: 'a' }, { form: { id: 3 }, f7: 'b' }],
    // The key or the label is the same question.
    ['nachricht', { form_id: 3, nachricht: 'a' }, { form_id: 4, nachricht: 'b' }],
    [
      'fields.email.value',
      { form: { id: 3 }, fields: { email: { value: 'a' } } },
      { form: { id: 4 }, fields: { email: { value: 'b' } } },
    ],
    [
      'fields.f7.value',
      { form: { id: 3 }, fields: { f7: { title: 'Dauer', value: 'a' } } },
      { form: { id: 4 }, fields: { f7: { title: 'Dauer', value: 'b' } } },
    ],
    ['q7_dauer', { formID: 3, q7_dauer: 'a' }, { formID: 4, q7_dauer: 'b' }],
    // No form, or none in the samples.
    ['f7', { f7: 'a' }, { form_id: 4, f7: 'b' }],
    ['f7', { form_id: 3, f7: 'a' }, { f7: 'b' }],
    ['f7', { platform_id: 3, f7: 'a' }, { platform_id: 4, f7: 'b' }],
    ['f7', { form_name: 'Kurs', f7: 'a' }, { form_name: 'Kurs 2', f7: 'b' }],
    ['f7', { form_response: { id: 3 }, f7: 'a' }, { form_response: { id: 4 }, f7: 'b' }],
    // The mapping reads the form.
    ['f7 & form_id', { form_id: 3, f7: 'a' }, { form_id: 4, f7: 'b' }],
    ['{from: form_id, values: {"3": a, "4": b}}', { form_id: 3, f7: 'a' }, { form_id: 4, f7: 'b' }],
    ['f7 & form_name', { form_id: 3, form_name: 'K', f7: 'a' }, { form_id: 4, form_name: 'L', f7: 'b' }],
  ])('%s, sample %j, event %j: is not reported', async (rule, sample, event) => {
    expect(await isReported(rule, sample, event)).toBe(false);
  });

  it.each(['form_id in [3, 4]', 'form_id != 9', '$exists(form_id)'])(
    'is not reported if when reads the form: %s',
    async when => {
      expect(await isReported('f7', { form_id: 3, f7: 'a' }, { form_id: 4, f7: 'b' }, { when })).toBe(false);
    },
  );

  it('compares the labels of the questions of a sender', async () => {
    const of = (form: string, title: string) =>
      isReported('$answers.r7', typeform('AAA', 'Wie lange?'), typeform(form, title), { shape: 'typeform' });
    expect(await of('BBB', 'Welche Stufe?')).toBe(true);
    expect(await of('BBB', 'Wie lange?')).toBe(false);
    expect(await of('AAA', 'Welche Stufe?')).toBe(false);
  });

  it('knows the numbers of fields of Gravity Forms', async () => {
    const entry = (form: string) => ({
      id: '9',
      form_id: form,
      date_created: '2026-11-20 10:00:00',
      '7': 'a',
    });
    const of = (form: string, rule: string) =>
      isReported(rule, entry('3'), entry(form), { shape: 'gravity-forms' });
    expect(await of('4', '$answers."7"')).toBe(true);
    expect(await of('4', '{answer: "7"}')).toBe(true);
    expect(await of('4', '$."7"')).toBe(true);
    expect(await of('3', '$answers."7"')).toBe(false);
  });

  it('names the form of the samples as a condition', async () => {
    const text =
      'source: website\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  note: f7\n' +
      'tests:\n  - name: a\n    payload: {customer: 1, form_id: "3", f7: a}\n    expect: [{id: "1", note: a}]\n';
    const found = await evaluateYaml(text, { payload: { customer: 2, form_id: '4', f7: 'b' } });
    expect('diagnostics' in found && found.diagnostics[0]).toMatchObject({
      message:
        'the event is of a form that no sample of the mapping is of: form_id is "4", and in the samples "3"; note reads f7, which may be another question there',
      hint: 'if the mapping is for the form of its samples, write when: \'form_id = "3"\'; if this form asks the same questions, keep one of its events as a test (fieldbridge capture)',
    });
  });
});
