import { describe, expect, it } from 'vitest';
import { createTotalRows } from '../../src/lists/total-rows.ts';

function totalsIn(rows: readonly object[]): readonly number[] {
  const totals = createTotalRows();
  totals.add(rows.map((each, at) => ({ row: at + 2, body: JSON.stringify(each) })));
  return totals.found().map(({ row }) => row);
}

const people = ['Mara', 'Jonas', 'Aylin', 'Emil'].map((name, at) => ({
  nr: `${at + 1}`,
  name,
  points: '10',
}));

describe('the row of totals at the end of a list', () => {
  it.each([
    'Summe',
    'summe:',
    'SUMME',
    'Summen',
    'Gesamt',
    'Gesamtsumme',
    'Gesamtergebnis',
    'Zwischensumme',
    'Insgesamt:',
    'Total',
    'Totals',
    'Grand total',
    'Subtotal',
    'TOTAL (25)',
    'Summe: 25',
    'Total 1.250,00',
    'Total (25 Kunden)',
    'Anzahl: 25',
    'Durchschnitt',
    'Average',
    'Totaal',
    'Totale',
    'Somme',
    '∑',
  ])('is found by a word: %s', word => {
    expect(totalsIn([...people, { nr: '4', name: word, points: '40' }])).toEqual([6]);
    expect(
      totalsIn([...people, { nr: '', name: word, points: '40' }, { nr: '', name: 'x', points: '' }]),
    ).toEqual([6]);
  });

  it.each([
    'Summer',
    'Totaler',
    'Anzahlung',
    'Gesamtschule Nord',
    'Total begeistert',
    'Summe der Behandlungen im Mai',
    'Mean Girls',
    'Countess',
    'Sum, Anna',
    '',
  ])('is not found by another text: %s', word => {
    expect(totalsIn([...people, { nr: '4', name: word, points: '40' }])).toEqual([]);
  });

  it('is not found if other rows have such a word in the column, or if many rows are below it', () => {
    const kinds = people.map(each => ({ ...each, kind: 'Gesamt' }));
    expect(totalsIn(kinds)).toEqual([]);
    expect(totalsIn(kinds.slice(2))).toEqual([]);
    expect(totalsIn([{ nr: '9', name: 'Total', points: '1' }, ...people])).toEqual([]);
    expect(totalsIn([...people, { nr: '4', points: 25 }])).toEqual([]);
  });
});
