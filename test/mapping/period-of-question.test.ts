import { describe, expect, it } from 'vitest';
import { otherQuestions } from '../../src/mapping/doubts/changed-form/other-question.ts';
import { mappingOf } from '../check/trials.ts';

/** Returns the codes of the findings about an event with one question among others, and about one of its sample. */
function told(rule: string, before: object, now: object): readonly string[] {
  const mapping = mappingOf(['additionalFields:', `  feld_1: ${rule}`], {
    tests: [{ customer: 1001, ...before }],
  });
  return otherQuestions(mapping, { input: { customer: 1002, ...now }, bindings: {} }).map(({ code }) => code);
}

const form = (question: string) => ({
  answers: [
    { question: 'Name', answer: 'Anna' },
    { question, answer: '50' },
  ],
});

describe('a question whose period or unit changed', () => {
  const searches = (word: string) => [
    `'answers[1].answer'`,
    `'answers[$contains(question, "${word}")].answer'`,
    `'answers[$match(question, /^${word}/)].answer'`,
    `'answers[$contains($lowercase(question), "${word.toLowerCase()}")].answer'`,
  ];

  it.each([
    ['Rate pro Monat', 'Rate pro Jahr'],
    ['Rate (monatlich)', 'Rate (jährlich)'],
    ['Rate pro Monat', 'Rate: Jahresbetrag'],
    ['Stunden pro Woche', 'Stunden pro Tag'],
    ['Schwangerschaftswoche', 'Schwangerschaftsmonat'],
    ['Gewicht in kg', 'Gewicht in g'],
    ['Größe in cm', 'Größe in m'],
    ['Preis (netto)', 'Preis (brutto)'],
    ['Fee per month', 'Fee per year'],
  ])('is told: %s and %s', (before, now) => {
    const [word = ''] = /^\p{L}{3}/u.exec(before) ?? [];
    for (const rule of searches(word)) {
      expect(told(rule, form(before), form(now))).toEqual(['mapping/other-question']);
      expect(told(rule, form(now), form(now))).toEqual([]);
    }
  });

  it.each([
    ['Rate pro Monat', 'Rate im Monat'],
    ['Rate pro Monat', 'Rate (bitte pro Monat angeben)'],
    ['Rate pro Monat', 'Rate'],
    ['Termin (Monat/Jahr)', 'Termin (Jahr)'],
    ['Stunden pro Woche', 'Stunden in der Woche'],
    ['Gewicht in kg', 'Gewicht (kg)'],
    ['Geschlecht (m/w/d)', 'Geschlecht (m/w/d) laut Pass'],
  ])('is not told: %s and %s', (before, now) => {
    const [word = ''] = /^\p{L}{3}/u.exec(before) ?? [];
    const [, ...rules] = searches(word);
    for (const rule of rules) expect(told(rule, form(before), form(now))).toEqual([]);
  });
});

describe('a key that a wildcard reads', () => {
  it.each([
    [`'rates.*'`, { rates: { monthly: 50 } }, { rates: { yearly: 600 } }],
    [`'rates.*[0]'`, { rates: { monthly: 50, x: 1 } }, { rates: { yearly: 600, x: 1 } }],
    [`'*[-1]'`, { rate_monthly: 50 }, { rate_yearly: 600 }],
    [`'w.*'`, { w: { weight_kg: 62 } }, { w: { weight_lb: 136 } }],
  ])('is told by %s: %j and %j', (rule, before, now) => {
    expect(told(rule, before, now)).toEqual(['mapping/other-question']);
    expect(told(rule, now, now)).toEqual([]);
  });

  it.each([
    [`'rates.*'`, { rates: { monthly: 50 } }, { rates: { monthly_rate: 50 } }],
    [`'rates.*'`, { rates: { a: 1, monthly: 50 } }, { rates: { a: 1, yearly: 50 } }],
    [`'rates.*[0]'`, { rates: { monthly: 50 } }, { rates: {} }],
  ])('is not told by %s: %j and %j', (rule, before, now) => {
    expect(told(rule, before, now)).toEqual([]);
  });
});
