import { expect, it } from 'vitest';
import { columnsInOrder } from '../../../src/check/exchanged/columns-in-order.ts';

const sorted = ['Amoxicillin', 'Birke', 'Erdnuss', 'Gräser', 'Hausstaub', 'Latex', 'Milch', 'Penicillin'];
const mixed = ['Latex', 'Birke', 'Milch', 'Gräser', 'Amoxicillin', 'Hausstaub', 'Penicillin', 'Erdnuss'];
const numbers = sorted.map((_, at) => String(1001 + at * 3));
const names = ['Abel', 'Brandt', 'Conrad', 'Dietz', 'Ewald', 'Fuchs', 'Graf', 'Huber'];
const some = ['7', '3', '9', '1', '4', '8', '2', '6'];

interface Given {
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The column that is sent, and the name of its field. */
  readonly column?: string;
  readonly name?: string;
  readonly before?: string;
  readonly type?: string;
}

function found({ columns, column = 'Allergien', name = column, before, type = 'text' }: Given) {
  const count = Object.values(columns)[0]?.length ?? 0;
  const rows = Array.from({ length: count }, (_, at) => {
    const own = Object.fromEntries(Object.entries(columns).map(([key, values]) => [key, values[at] ?? '']));
    const sent = own[column] ?? '';
    const field = { path: 'additionalFields.f', names: [name], type, sent, before };
    return { row: at + 2, fields: sent === '' ? [] : [field], columns: own };
  });
  return columnsInOrder(rows).map(({ path, kind, by, rows: all }) => [path, kind, by, all.length]);
}

it.each<[string, Given, string, number]>([
  ['by number', { columns: { Kunde: numbers, Allergien: sorted } }, 'Kunde', 8],
  ['by number, falling', { columns: { Kunde: numbers, Allergien: sorted.toReversed() } }, 'Kunde', 8],
  ['by name', { columns: { Nr: some, Nachname: names, Allergien: sorted, Alter: some } }, 'Nachname', 8],
  [
    'empty ones at the end',
    {
      columns: {
        Kunde: [...numbers, '2001', '2002'],
        Allergien: [...sorted, '', ''],
        Alter: [...some, '5', '5'],
      },
    },
    'Kunde',
    8,
  ],
  [
    'some twice',
    {
      columns: {
        Kunde: [...numbers, '2001', '2002'],
        Allergien: [...sorted, 'Pollen', 'Pollen'],
      },
    },
    'Kunde',
    10,
  ],
])('a column that was sorted alone is found: %s', (_, given, by, count) => {
  expect(found(given)).toEqual([['additionalFields.f', 'ordered', by, count]]);
});

it.each<[string, Given]>([
  ['in the order of the rows', { columns: { Kunde: numbers, Allergien: mixed } }],
  ['the whole list is sorted by it', { columns: { Kunde: some, Allergien: sorted } }],
  ['names', { columns: { Kunde: numbers, Halter: names }, column: 'Halter' }],
  ['companies', { columns: { Kunde: numbers, Arbeit: names }, column: 'Arbeit', name: 'Firma' }],
  [
    'addresses',
    { columns: { Nachname: names, Mail: names.map(each => `${each}@example.org`) }, column: 'Mail' },
  ],
  [
    'made of the other',
    { columns: { Nachname: names, Kürzel: names.map(each => `${each}in`) }, column: 'Kürzel' },
  ],
  [
    'with digits',
    { columns: { Kunde: numbers, Tarif: sorted.map((each, at) => `${each} ${at}`) }, column: 'Tarif' },
  ],
  ['a selection', { columns: { Kunde: numbers, Allergien: sorted }, type: 'selection' }],
  ['few rows', { columns: { Kunde: numbers.slice(0, 7), Allergien: sorted.slice(0, 7) } }],
  ['few values', { columns: { Kunde: numbers, Allergien: sorted.map((_, at) => sorted[at >> 1] ?? '') } }],
  ['known from before', { columns: { Kunde: numbers, Allergien: sorted }, before: 'Birke' }],
])('other columns are not: %s', (_, given) => {
  expect(found(given)).toEqual([]);
});
