import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the codes of the doubts about an event of a rule with a reason. */
async function codesOf(from: string, samples: readonly object[], payload: object, more = '') {
  const tests = samples.map(
    (each, at) => `  - {name: "s${at}", payload: ${JSON.stringify(each)}, skips: true}\n`,
  );
  const rule = `{from: ${JSON.stringify(from)}${more}, because: seen in the form}`;
  const text = `${fieldMapping(rule)}${tests.length > 0 ? `tests:\n${tests.join('')}` : ''}`;
  const evaluation = await evaluateYaml(text, { payload });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.map(({ code }) => code).filter(code => code !== 'mapping/nothing-to-send');
}

const number = ', as: number';
const grams = '$match(v, /([0-9]+) g/)[0].groups[0]';
const second = '$split(v, ", ")[1]';

describe('a reason of a rule, and an event unlike each sample', () => {
  it.each<[string, object, object] | [string, object, object, string]>([
    ['gewicht', { gewicht: 28.5, gewichtEinheit: 'kg' }, { gewicht: 62, gewichtEinheit: 'lbs' }, number],
    ['gewicht', { gewicht: 28.5, gewichtEinheit: 'kg' }, { gewicht: 28500, gewichtEinheit: 'g' }, number],
    ['fee', { fee: 1, fee_unit: 'CHF' }, { fee: 200, fee_unit: 'Rappen' }],
    ['fee', { fee: 1 }, { fee: 200, fee_unit: 'cents' }],
    ['a.value', { a: { value: 80, unit: 'kg' } }, { a: { value: 176, unit: 'lb' } }],
    ['fee', { fee: 89, feePeriod: 'monatlich' }, { fee: 89, feePeriod: 'jährlich' }],
    ['b.beitrag', { b: { beitrag: 45 } }, { b: { beitrag: 45, beitrag_zeitraum: 'Quartal' } }],
    ['menge.wert', { menge: { wert: 2, einheit: 'l' } }, { menge: { wert: 200, einheit: 'cl' } }],
    ['fee', { fee: 1, fee_unit: 'EUR' }, { fee: 200, fee_unit: 'cents' }],
    ['$substringBefore(v, " (")', { v: 'Petra Kern (0151)' }, { v: 'Petra Kern, 0151' }],
    ['$substringBefore(v, " €")', { v: '25 € pro Tag' }, { v: '25 € je Nacht' }],
    [grams, { v: '250 g' }, { v: '250 Gramm' }],
    [grams, { v: '250 g' }, { v: '0,5 kg' }],
    [grams, { v: 'Bitte 250 g' }, { v: 'statt 300 g nur 250 g' }],
    [grams, { v: 'Bitte 250 g' }, { v: 'kein 250 g' }],
    [second, { v: 'Balu, Labrador' }, { v: 'Balu' }],
    [second, { v: 'Balu, Labrador' }, { v: 'Balu, Bella, Labrador' }],
    ['$substring(v, 0, 1)', { v: 'B' }, { v: 'BE' }],
    ['$match(v, /[0-9]+/)[0].match', { v: '3 Stunden' }, { v: '1,5 Stunden' }],
    ['$match(v, /[0-9]+/)[0].match', { v: '3 €' }, { v: '3 CHF' }],
    ['m[k="a"].n', { m: [{ k: 'a', n: 'X' }] }, { m: [{ k: 'a', n: 'X', status: 'abgesetzt' }] }],
    ['v', { v: '380000' }, { v: '380.000' }, `${number}, decimal: "."`],
  ])('is told: %s of %j: %j', async (from, sample, payload, more: string = '') => {
    expect(await codesOf(from, [sample], payload, more)).toHaveLength(1);
    expect(await codesOf(from, [sample, payload], payload, more)).toEqual([]);
    expect(await codesOf(from, [], payload, more)).toEqual([]);
  });

  it.each<[string, object, object] | [string, object, object, string]>([
    ['tel ? tel : other', { tel: '0151', other: '0152' }, { other: '0152' }],
    ['vip ? "A" : "B"', { vip: true }, { vip: false }],
    ['v = "J" ? true : false', { v: 'J' }, { v: '' }],
    ['"SMS" in v', { v: ['SMS'] }, { v: ['SMS-Erinnerungen'] }, ', as: boolean'],
    ['v', { v: 'a' }, { v: 'c' }, ', values: {a: A}, otherwise: B'],
    ['$exists(v)', { v: ['a', 'b'] }, { v: ['b'] }],
    ['gewicht', { gewicht: 28.5, gewichtEinheit: 'kg' }, { gewicht: 30, gewichtEinheit: 'KG' }, number],
    [grams, { v: 'Bitte 250 g' }, { v: 'Bitte 300 g' }],
  ])('is not told: %s of %j: %j', async (from, sample, payload, more: string = '') => {
    expect(await codesOf(from, [sample], payload, more)).toEqual([]);
  });
});
