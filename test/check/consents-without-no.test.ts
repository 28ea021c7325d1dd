import { describe, expect, it } from 'vitest';
import { fieldConsents } from '../../src/check/consents/field-consents.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { optionsAsAnswers } from '../../src/mapping/doubts/other-value/options-as-answer.ts';
import { bookingMapping, parse } from '../mapping/evaluate-yaml.ts';
import { checkWith, mappingOf, storedOf } from './trials.ts';

const invented = ['mapping/invented-consent'];

const wrong = [
  '{answer: q4, values: {o9: "true", o10: "true"}}',
  '{answer: q4, values: {o9: true, o10: true}}',
  '{answer: q4, values: {"17": true, "18": true}}',
  '{answer: q4, values: {o9: ja, o10: "yes"}}',
  '{answer: q4, values: {o9: true, o10: true, o11: true}}',
  '{answer: q4, values: {ja: true, vielleicht: true, später: true}}',
  '{answer: q4, as: boolean, values: {o9: true, o10: true}}',
  '{from: q4, values: {A: true, B: true}}',
  '{from: form.q4, values: {A: true, B: true}, ignoreCase: true}',
  `{from: '$lowercase(q4)', values: {a: true, b: true}}`,
  `{from: 'answers[ref="q4"].choice.id', values: {opt_1: true, opt_2: true}}`,
  '{template: "{q4}", values: {o9: true, o10: true}}',
  '{answer: q4, values: {täglich: true, monatlich: true}, default: false}',
];

const right = [
  '{answer: q4, values: {o9: "true"}}',
  '{answer: q4, values: {o9: true, o10: false}}',
  '{answer: q4, values: {o9: true, o10: null}}',
  '{answer: q4, values: {o9: true, o10: true, o11: false}}',
  '{answer: q4, values: {o9: true, o10: true}, otherwise: false}',
  '{answer: q4, values: {o9: true, o10: true}, otherwise: null}',
  '{answer: q4, values: {o9: true, o10: true}, because: "q4 is asked of subscribers alone"}',
  '{answer: q4, values: {ja: true, yes: true, x: true, oui: true}}',
  '{answer: q4, values: {"on": true, "1": true, "true": true}}',
  '{answer: q4, values: {accepted: true, Akzeptiert: true}}',
  '{answer: q4, values: {subscribed: true, confirmed: true}}',
  '{answer: q4, values: {"Ja, gerne": true, "Yes please": true}}',
  '{answer: q4, values: {"Ich stimme zu": true, Einverstanden: true, "I agree": true}}',
  '{answer: q4, values: {Newsletter: true, "Newsletter abonnieren": true}}',
  '{answer: q4, values: {✓: true, "☑": true, X: true}}',
  '{answer: q4, values: {ja: true, o9: true}}',
  '{answer: q4, values: {o9: true, O9: true}}',
  '{answer: q4, values: {o9: false, o10: false}}',
  '{answer: q4, as: boolean}',
];

describe('a table for a consent with a yes for each answer', () => {
  const ofField = (rule: string) =>
    fieldConsents(mappingOf(['additionalFields:', `  newsletter: ${rule}`]), undefined);
  const ofParameter = (rule: string) => parse(bookingMapping(`  marketing: ${rule}\n`)).diagnostics;

  it.each(wrong)('is reported: %s', rule => {
    for (const each of [ofField, ofParameter]) {
      const found = each(rule).filter(({ code }) => code === invented[0]);
      expect(found.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^the rule says yes to \w+ for each answer in its table, for ".+" as well as for ".+"$/,
        ),
      ]);
    }
  });

  it.each(right)('is not reported: %s', rule => {
    for (const each of [ofField, ofParameter])
      expect(each(rule).map(({ code }) => code)).not.toContain(invented[0]);
  });

  it('is not reported for a field that is no consent', () => {
    const lines = ['additionalFields:', '  member: {answer: q4, values: {o9: true, o10: true}}'];
    expect(fieldConsents(mappingOf(lines), undefined)).toEqual([]);
  });

  it('has a hint with an answer of the table', () => {
    expect(ofField(wrong[0] ?? '')[0]?.hint).toBe(
      'write false in the table for each answer that refuses, such as "o10": false if the form says so; if it is right, add because: with the reason',
    );
  });
});

const payload = {
  customer: 'c1',
  optin: true,
  q5: 'o1',
  form: {
    questions: [
      {
        id: 'q1',
        label: 'Newsletter?',
        type: 'radio',
        options: [
          { id: 'o1', label: 'Yes please' },
          { id: 'o2', label: 'No thanks' },
        ],
      },
      { id: 'q2', label: 'Sport', options: [{ id: 'o5', label: 'Yoga' }] },
    ],
  },
  answered: [{ id: 'q1', label: 'Newsletter?', answer: 'o2', options: [{ id: 'o1', label: 'Yes please' }] }],
  answers: [{ field: { ref: 'q1' }, type: 'choices', choices: { labels: ['Yes please'] } }],
  ticked: [{ id: 'q1', label: 'Newsletter?', options: [{ id: 'o1', label: 'Yes please', selected: false }] }],
  product: { sku: 'p', price: 3, options: ['Yes please'] },
  fields: [{ key: 'q1', label: 'Newsletter?', choices: ['Yes', 'No'], value: 'No' }],
  definition: { fields: [{ key: 'q1', label: 'Newsletter?', choices: ['Yes', 'No'] }] },
};

const offered = [
  `newsletter: '"Yes please" in form.questions[label="Newsletter?"].options.label'`,
  `newsletter: '"o1" in form.questions[id="q1"].options.id'`,
  `newsletter: 'form.questions[id="q1"].options[label="Yes please"].id = "o1"'`,
  `newsletter: 'form.questions[0].options[0].label = "Yes please"'`,
  `newsletter: {from: 'form.questions[id="q1"].options[0].label', values: {Yes please: true, No thanks: false}}`,
  `newsletter: {from: 'form.questions.options[id="o1"].label', values: {Yes please: true, No thanks: false}}`,
  `newsletter: '$exists(form.questions[id="q1"].options[label="Yes please"])'`,
  `newsletter: '$count(form.questions[id="q1"].options) > 0'`,
  `newsletter: '"Yes please" in form.questions[label="Newsletter?"].options.label ? true : false'`,
  `newsletter: '"Yes" in definition.fields[key="q1"].choices'`,
  `newsletter: '$contains($join(definition.fields.choices), "Yes")'`,
  `sms.ok: '"Yes please" in form.questions[label="Newsletter?"].options.label'`,
];

const answered = [
  `newsletter: 'form.questions[id="q1"].options[id=$$.q5].label = "Yes please"'`,
  `newsletter: 'optin and "Yes please" in form.questions[id="q1"].options.label'`,
  `newsletter: '"o1" in answered[id="q1"].options.id'`,
  `newsletter: 'answered[id="q1"].answer = "o1"'`,
  `newsletter: '"Yes please" in answers[field.ref="q1"].choices.labels'`,
  `newsletter: 'ticked[id="q1"].options[selected=true].label = "Yes please"'`,
  `newsletter: 'ticked[id="q1"].options.selected'`,
  `newsletter: '"Yes please" in product.options'`,
  `newsletter: '"Yes" in fields[key="q1"].choices'`,
  `newsletter: 'fields[key="q1"].value = "Yes"'`,
  `newsletter: '$count($filter(form.questions.options, function($o) { $o.id = $$.q5 })) > 0'`,
  'newsletter: optin',
  'newsletter: {answer: q1, as: boolean}',
  `newsletter: {from: '"o1" in form.questions[id="q1"].options.id', because: "the form has one option for all"}`,
  `newsletter: '"o1" in missing.questions.options.id'`,
];

describe('a consent that reads the options of a question', () => {
  const reported = (line: string) =>
    optionsAsAnswers(
      mappingOf(['additionalFields:', `  ${line}`]),
      storedOf(payload).map(trial => ({ scope: trialScope(trial, { needsBody: false }) })),
    );

  it.each(offered)('is reported: %s', line => {
    expect(reported(line).map(({ code }) => code)).toEqual(invented);
    expect(reported(line)[0]?.message).toMatch(
      /^the rule reads only the options that a question offers \(.+\), so \S+ is the same for everybody/,
    );
  });

  it.each(answered)('is not reported if an answer decides: %s', line => {
    expect(reported(line)).toEqual([]);
  });

  it('is reported by check with stored events', async () => {
    const mapping = mappingOf(['additionalFields:', `  ${offered[0]}`]);
    expect((await checkWith(mapping, storedOf(payload))).map(({ code }) => code)).toContain(invented[0]);
  });
});
