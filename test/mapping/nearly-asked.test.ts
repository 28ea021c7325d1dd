import { describe, expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

async function hintOf(rules: string, answers: Record<string, unknown>) {
  const text = `source: website\ndestination: salon\noperation: updateCustomer\nset: {id: nr, additionalFields: {${rules}}}\n`;
  const evaluation = await evaluateYaml(text, { payload: { nr: 1 }, answers });
  if (!('diagnostics' in evaluation)) return evaluation.kind;
  return evaluation.diagnostics.map(({ code, hint }) => [code, hint]);
}

describe('an event with no path that a mapping reads', () => {
  it.each([
    ['a: {answer: Haar}', { Haare: 'x' }, 'Haare', 'Haar'],
    ['a: {answer: Geburtstag}, b: {answer: Haar}', { Geburtsdag: 'x' }, 'Geburtsdag', 'Geburtstag'],
    ['a: {answer: hair_type}', { hairtypes: 'x' }, 'hairtypes', 'hair_type'],
    ['a: {answer: Newsletter}', { 'Newsletter?': 'ja' }, 'Newsletter?', 'Newsletter'],
  ])('is reported with the probably intended rule: %s of %j', async (rules, answers, has, reads) => {
    expect(await hintOf(rules, answers)).toEqual([
      [
        'mapping/nothing-to-send',
        `the event has the question "${has}", and a rule reads "${reads}": if that is meant, correct the rule`,
      ],
    ]);
  });

  it.each([
    ['a: {answer: Haar}', { Telefon: 'x' }],
    ['a: {answer: Haar}', { haar: '' }],
    ['a: {answer: Haar}, b: {answer: Haare}', { Haare: '' }],
    ['a: haar', { Haare: 'x' }],
  ])('is not reported without a similar name: %s of %j', async (rules, answers) => {
    expect(await hintOf(rules, answers)).toEqual([['mapping/nothing-to-send', undefined]]);
  });
});
