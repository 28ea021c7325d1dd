import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function notesOf(rule: string, sample: object, payload: object) {
  const test = `tests:\n  - {name: s, payload: ${JSON.stringify(sample)}, skips: true}\n`;
  const evaluation = await evaluateYaml(fieldMapping(rule) + test, { payload });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.flatMap(({ code, severity, message }) =>
    code === 'mapping/new-branch' ? [`${severity}: ${message}`] : [],
  );
}

describe('a number whose unit beside it is in no sample', () => {
  it.each<[string, object, object]>([
    ['fee', { fee: 1200, fee_unit: 'CHF' }, { fee: 120000, fee_unit: 'Rappen' }],
    ['honorar', { honorar: 1200, honorar_einheit: 'CHF' }, { honorar: 120000, honorar_einheit: 'Rappen' }],
    ['weight', { weight: '80', weightUnit: 'kg' }, { weight: '176', weightUnit: 'lb' }],
    ['a.value', { a: { value: 80, unit: 'kg' } }, { a: { value: 176, unit: 'lbs' } }],
    ['{from: len, as: number}', { len: '1.5', len_unit: 'h' }, { len: '90', len_unit: 'min' }],
    ['menge.wert', { menge: { wert: 2, einheit: 'l' } }, { menge: { wert: 200, einheit: 'cl' } }],
    ['fee', { fee: 1200 }, { fee: 1300, fee_unit: 'Rappen' }],
    ['FEE', { FEE: 89.5 }, { FEE: 89.5, FEE_PERIOD: 'yearly' }],
    ['fee', { fee: 89, feePeriod: 'monatlich' }, { fee: 89, feePeriod: 'jährlich' }],
    ['content.FEE', { content: [{ FEE: 1 }] }, { content: [{ FEE: 1, FEE_UNIT: 'cents' }] }],
    ['items[0].fee', { items: [{ fee: 1, feeUnit: 'EUR' }] }, { items: [{ fee: 1, feeUnit: 'cent' }] }],
    [
      '\'items[kind = "violin"].fee\'',
      { items: [{ kind: 'violin', fee: 1 }] },
      {
        items: [
          { kind: 'case', fee: 1 },
          { kind: 'violin', fee: 1, feeInterval: 'year' },
        ],
      },
    ],
    ['a.duration', { a: { duration: 45 } }, { a: { duration: 2700, durationUnit: 'seconds' } }],
    [
      'dogs[main].weight.value',
      { dogs: [{ main: true, weight: { value: 28.5, unit: 'kg' } }] },
      { dogs: [{ main: false }, { main: true, weight: { value: 62, unit: 'lb' } }] },
    ],
    [
      'food.amount',
      { food: { amount: 250, unit: 'g', per: 'meal' } },
      { food: { amount: 500, unit: 'g', per: 'day' } },
    ],
    [
      '\'$replace(beitrag, " €", "")\'',
      { beitrag: '9 €', beitragIntervall: 'monatlich' },
      { beitrag: '9 €', beitragIntervall: 'jährlich' },
    ],
    ['beitrag', { beitrag: 45 }, { beitrag: 45, intervall: 'jährlich' }],
    [
      '{from: beitrag, as: number}',
      { beitrag: '45', turnus: 'monatlich' },
      { beitrag: '45', turnus: 'Quartal' },
    ],
    ['price', { price: 45, interval: 'month' }, { price: 45, interval: 'week' }],
    ['beitrag', { beitrag: 45, intervall: 'pro Monat' }, { beitrag: 45, intervall: 'pro Tag' }],
    ['b.preis', { b: { preis: 45 } }, { b: { preis: 45, pro: 'Stunde' } }],
    ['u.volumen', { u: { volumen: 35, einheit: 'm3' } }, { u: { volumen: 3500, einheit: 'l' } }],
    ['u.volumen', { u: { volumen: 35, einheit: 'm³' } }, { u: { volumen: 35, einheit: 'Kartons' } }],
    ['u.hoehe', { u: { hoehe: 182, unit: 'cm' } }, { u: { hoehe: 6.1, unit: 'ft' } }],
    ['u.strecke', { u: { art: 'hin', strecke: 12 } }, { u: { art: 'hin', strecke: 12, uom: 'mi' } }],
    ['b.beitrag', { b: { beitrag: 45 } }, { b: { beitrag: 45, beitrag_zeitraum: 'Quartal' } }],
  ])('is told: %s, %j, %j', async (rule, sample, payload) => {
    const [note, ...others] = await notesOf(rule, sample, payload);
    expect(note).toMatch(/^warning: .* is the (?:unit|period) of the number/);
    expect(others).toEqual([]);
    expect(await notesOf(rule, payload, payload)).toEqual([]);
  });

  it.each<[string, object, object]>([
    ['fee', { fee: 1200, fee_unit: 'CHF' }, { fee: 1300, fee_unit: 'chf.' }],
    ['fee', { fee: 1200 }, { fee: 1300, fee_unit: '' }],
    ['fee', { fee: 1200 }, { fee: 1300, feeNote: 'Rappen' }],
    ['a.fee', { a: { fee: 1 } }, { a: { fee: 1, period: 'Herbst' } }],
    ['fee', { fee: 1 }, { fee: 1, interval: '3' }],
    ['beitrag', { beitrag: 45, intervall: 'pro Monat' }, { beitrag: 49, intervall: 'monatlich' }],
    ['beitrag', { beitrag: 45, intervall: 'monatlich' }, { beitrag: 49, intervall: 'Monat' }],
    ['weight', { weight: 45 }, { weight: 45, interval: 'week' }],
    ['u.volumen', { u: { volumen: 35, einheit: 'm3' } }, { u: { volumen: 30, einheit: 'cbm' } }],
    ['u.volumen', { u: { volumen: 35, einheit: 'l' } }, { u: { volumen: 30, einheit: 'Liter' } }],
    ['u.hoehe', { u: { hoehe: 1, breite: 2, unit: 'A1' } }, { u: { hoehe: 1, breite: 2, unit: 'B2' } }],
    ['a.nr', { a: { nr: 5, street: 'A', unit: '4B' } }, { a: { nr: 7, street: 'B', unit: '2C' } }],
    ['a.zipcode', { a: { zipcode: 5, city: 'A', unit: '4' } }, { a: { zipcode: 7, city: 'B', unit: '2' } }],
    ['fee', { fee: 1200, unit: 'Haus 1' }, { fee: 1300, unit: 'Haus 2' }],
    ['note', { note: 'a', note_unit: 'x' }, { note: 'b', note_unit: 'y' }],
    [
      '\'fee_unit = "Rappen" ? fee / 100 : fee\'',
      { fee: 1, fee_unit: 'CHF' },
      { fee: 100, fee_unit: 'Rappen' },
    ],
  ])('is not told: %s, %j, %j', async (rule, sample, payload) => {
    const notes = await notesOf(rule, sample, payload);
    expect(notes.filter(each => each.includes(' of the number'))).toEqual([]);
  });
});
