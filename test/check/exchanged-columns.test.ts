import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePair } from '../../src/check/exchanged/compare-pair.ts';
import { createPairs } from '../../src/lists/exchanged-values.ts';

interface Field {
  readonly names: readonly string[];
  readonly type: string;
}

const text = (...names: readonly string[]): Field => ({ names, type: 'text' });
const day = (...names: readonly string[]): Field => ({ names, type: 'date' });
const box = (...names: readonly string[]): Field => ({ names, type: 'checkbox' });
const handy = text('handy', 'Handy');
const notfall = text('notfall_tel', 'Notfall Telefon');
const phone = text('telefon', 'Telefon');

/** The values of a customer in both fields before, and in the list; the empty text is none. */
type Row = readonly [string, string, string, string];

function foundIn(one: Field, other: Field, rows: readonly Row[]) {
  const pairs = createPairs();
  for (const [at, [oneBefore, otherBefore, oneSent, otherSent]] of rows.entries()) {
    if (oneSent === '' || otherSent === '') continue;
    const sign = comparePair(
      { ...one, sent: oneSent, before: oneBefore || undefined },
      { ...other, sent: otherSent, before: otherBefore || undefined },
    );
    if (sign) pairs.add(at + 2, { mapping: 'list', one: 'one', other: 'other', by: 'before' }, sign);
  }
  return pairs.found();
}

/** The rows of a list whose two columns have each other's heading. */
function turned(rows: readonly Row[]): readonly Row[] {
  return rows.map(([one, other, oneSent, otherSent]) => [one, other, otherSent, oneSent]);
}

const mobile = (n: number) => `+4917120000${n}`;
const home = (n: number) => `+493022000${n}`;

/** Right lists, in each of which some values have changed since. With their headings exchanged, each is told. */
const lists: (readonly [string, Field, Field, readonly Row[]])[] = [
  [
    'numbers that stay',
    handy,
    notfall,
    [
      [mobile(11), home(11), mobile(11), home(11)],
      [mobile(12), home(12), mobile(12), home(12)],
    ],
  ],
  [
    'new mobile numbers',
    handy,
    notfall,
    [
      [mobile(11), home(11), mobile(21), home(11)],
      [mobile(12), home(12), mobile(22), home(12)],
      [mobile(13), home(13), mobile(23), home(13)],
    ],
  ],
  [
    'the first contacts for emergencies',
    handy,
    notfall,
    [
      [mobile(11), '', mobile(11), home(11)],
      [mobile(12), '', mobile(12), home(12)],
      [mobile(13), '', mobile(13), mobile(44)],
    ],
  ],
  [
    'numbers in another spelling',
    handy,
    notfall,
    [
      ['0171/2000011', '030 2200011', '+49 171 2000011', '+49 30 2200011'],
      ['0171/2000012', '030 2200012', '0171-2000012', '030/2200012'],
    ],
  ],
  [
    'one customer who has moved',
    handy,
    phone,
    [
      [mobile(11), home(11), mobile(11), home(11)],
      [mobile(12), home(12), mobile(13), mobile(12)],
      [mobile(14), home(14), mobile(14), home(14)],
      [mobile(15), home(15), mobile(15), home(15)],
      [mobile(16), home(16), mobile(16), home(16)],
    ],
  ],
  [
    'a first and a last visit',
    day('since', 'Kunde seit'),
    day('last', 'Letzter Besuch'),
    [
      ['2015-01-02', '2026-01-10', '2015-01-02', '2026-02-01'],
      ['2016-01-02', '2026-01-11', '2016-01-02', '2026-02-02'],
      ['2017-01-02', '2026-01-12', '2017-01-02', '2026-01-12'],
    ],
  ],
  [
    'a birthday and a visit',
    { names: ['birthdate', 'Geburtstag'], type: 'birthday' },
    day('last', 'Letzter Besuch'),
    [
      ['02.01.1980', '10.01.2026', '02.01.1980', '01.02.2026'],
      ['02.01.1981', '11.01.2026', '02.01.1981', '02.02.2026'],
    ],
  ],
  [
    'two days of courses',
    day('intake', 'Aufnahme'),
    day('contract', 'Vertrag'),
    [
      ['2024-01-02', '2024-03-10', '2024-01-02', '2024-03-10'],
      ['2024-02-02', '2024-04-10', '2024-02-02', '2024-04-11'],
    ],
  ],
  [
    'the short names of dogs and their people',
    text('dog.name', 'Name des Hundes'),
    text('emergency.name', 'Notfallkontakt'),
    [
      ['Rex', 'Petra Kern', 'Rex', 'Petra Kern'],
      ['Luna', 'Ole Saß', 'Luna', 'Ole Saß'],
      ['Balu', 'Ines Roth', 'Balu', 'Udo Bach'],
    ],
  ],
  [
    'horses and their owners, some with short names',
    text('horse', 'Pferd'),
    text('owner', 'Besitzer'),
    [
      ['Stella', 'Li An', 'Stella', 'Li An'],
      ['Max', 'Anna Berg', 'Max', 'Anna Berg'],
      ['Filou', 'Eva Lenz', 'Filou', 'Mia Stein'],
    ],
  ],
  [
    'boats and their masters',
    text('boat', 'Boot'),
    text('master', 'Skipper'),
    [
      ['Möwe', 'Kai Lorenz', 'Möwe', 'Kai Lorenz'],
      ['Albatros', 'Jo Winter', 'Albatros', 'Jo Winter'],
    ],
  ],
  [
    'the first people of dogs that are known',
    text('dog.name', 'Name des Hundes'),
    text('handler', 'Hundeführer'),
    [
      ['Rex', '', 'Rex', 'Petra Kern'],
      ['Luna', 'Ole Saß', 'Luna', 'Ole Saß'],
      ['Sam', 'Ria Falk', 'Sam', 'Ria Falk'],
      ['Leo', 'Ben Otte', 'Leo', 'Ben Otte'],
    ],
  ],
  [
    'consents that stay',
    box('newsletter', 'Newsletter'),
    box('photos', 'Fotos'),
    [
      ['true', 'false', 'true', 'false'],
      ['false', 'true', 'false', 'true'],
      ['true', 'false', 'true', 'false'],
    ],
  ],
  [
    'consents of which some change',
    box('newsletter', 'Newsletter'),
    box('photos', 'Fotos'),
    [
      ['true', 'false', 'true', 'false'],
      ['true', 'false', 'true', 'true'],
      ['true', 'false', 'false', 'false'],
      ['true', 'false', 'true', 'false'],
      ['false', 'true', 'false', 'true'],
    ],
  ],
  [
    'consents in words',
    text('newsletter', 'Newsletter'),
    text('photos', 'Fotos'),
    [
      ['ja', 'nein', 'Ja', 'Nein'],
      ['ja', 'nein', 'yes', 'no'],
      ['nein', 'ja', '0', '1'],
      ['ja', 'nein', 'ja', 'ja'],
    ],
  ],
  [
    'points that grow beside a height',
    text('points', 'Punkte'),
    text('chair', 'Stuhlhöhe'),
    [
      ['45', '540', '60', '540'],
      ['46', '525', '77', '525'],
      ['50', '530', '51', '535'],
    ],
  ],
  [
    'a weight and a height',
    text('weight', 'Gewicht'),
    text('height', 'Größe'),
    [
      ['65', '172', '66', '172'],
      ['80', '180', '78', '180'],
      ['91', '185', '95', '185'],
    ],
  ],
  [
    'visits and a turnover',
    text('visits', 'Besuche'),
    text('turnover', 'Umsatz'),
    [
      ['12', '640.50', '13', '700.10'],
      ['3', '120', '4', '155'],
      ['30', '2500', '35', '2900'],
    ],
  ],
  [
    'texts of which some change',
    text('formula', 'Farbformel'),
    text('wish', 'Wunsch'),
    [
      ['E6/7 20 ml', 'am Fenster', 'E6/7 25 ml', 'am Fenster'],
      ['N7/1 30 ml', 'kein Föhn', 'N7/1 30 ml', 'kein Föhn, leise'],
      ['K5/0 40 ml', 'mit Hund', 'K5/0 40 ml', 'mit Hund'],
    ],
  ],
  [
    'addresses',
    text('mail', 'E-Mail'),
    text('invoice.mail', 'Rechnung an'),
    [
      ['a@example.com', 'b@example.com', 'a@example.com', 'b@example.com'],
      ['c@example.com', 'd@example.com', 'c@example.org', 'd@example.com'],
      ['e@example.com', 'f@example.com', 'e@example.com', 'f@example.com'],
    ],
  ],
  [
    'choices',
    { names: ['hair'], type: 'selection' },
    { names: ['skin'], type: 'selection' },
    [
      ['normal', 'trocken', 'normal', 'trocken'],
      ['trocken', 'normal', 'trocken', 'normal'],
      ['fettig', 'normal', 'fettig', 'normal'],
      ['normal', 'fettig', 'normal', 'trocken'],
    ],
  ],
  [
    'the sight of both eyes',
    text('sph.right', 'Sphäre rechts'),
    text('sph.left', 'Sphäre links'),
    [
      ['-12.25', '-1.5', '-12.5', '-1.5'],
      ['-11.5', '-2.75', '-11.5', '-3'],
      ['-10', '-0.5', '-10.25', '-0.5'],
    ],
  ],
  [
    'a year of building and a number of rooms',
    text('built', 'Baujahr'),
    text('area', 'Fläche'),
    [
      ['1972', '120', '1972', '120'],
      ['1999', '85', '1999', '90'],
    ],
  ],
  [
    'numbers of members',
    text('member', 'Mitglied'),
    text('locker', 'Spind'),
    [
      ['10234', '17', '10234', '18'],
      ['10235', '22', '10235', '22'],
      ['10236', '31', '10236', '40'],
    ],
  ],
];

lists.push([
  'a height that is new beside points, of which some are few',
  text('points', 'Punkte'),
  text('chair', 'Stuhlhöhe'),
  [
    ['45', '', '50', '540'],
    ['47', '', '48', '525'],
    ['50', '', '52', '530'],
    ['45', '', '90', '535'],
    ['40', '', '95', '545'],
  ],
]);

/** Right lists whose values are all new, or were moved on purpose, so that nothing is told of them. */
const moved: readonly (readonly [string, Field, Field, readonly Row[]])[] = [
  [
    'the next visit has become the last one',
    day('last', 'Letzter Besuch'),
    day('next', 'Nächster Besuch'),
    [
      ['2026-01-10', '2026-02-10', '2026-02-10', '2026-03-10'],
      ['2026-01-11', '2026-02-11', '2026-02-11', '2026-03-11'],
      ['2026-01-12', '2026-02-12', '2026-02-12', '2026-03-12'],
    ],
  ],
  [
    'the former number and the present one',
    text('Alte Nummer'),
    handy,
    [
      [mobile(10), mobile(11), mobile(11), mobile(12)],
      [mobile(20), mobile(21), mobile(21), mobile(22)],
    ],
  ],
  [
    'the turnover of the year before',
    text('Umsatz Vorjahr'),
    text('Umsatz'),
    [
      ['300', '500', '500', '310'],
      ['200', '900', '900', '210'],
      ['700', '100', '100', '680'],
    ],
  ],
  [
    'mobile numbers that stood in the field for any phone',
    phone,
    handy,
    [
      [mobile(11), '', home(11), mobile(11)],
      [mobile(12), '', home(12), mobile(12)],
      [mobile(13), '', home(13), mobile(13)],
    ],
  ],
  [
    'new consents only',
    box('newsletter'),
    box('photos'),
    [
      ['true', '', 'false', 'true'],
      ['true', '', 'false', 'true'],
      ['true', '', 'false', 'true'],
      ['true', '', 'false', 'true'],
    ],
  ],
  [
    'two consents that two customers have exchanged, among others',
    box('newsletter'),
    box('photos'),
    [
      ['true', 'false', 'false', 'true'],
      ['true', 'false', 'false', 'true'],
      ['true', 'false', 'true', 'false'],
      ['true', 'false', 'true', 'true'],
    ],
  ],
  [
    'equal values',
    handy,
    notfall,
    [
      [mobile(11), home(11), mobile(12), mobile(12)],
      [mobile(13), home(13), mobile(14), mobile(14)],
    ],
  ],
  [
    'everything is new',
    handy,
    notfall,
    [
      [mobile(11), home(11), mobile(31), home(31)],
      [mobile(12), home(12), mobile(32), home(32)],
      [mobile(13), home(13), mobile(33), home(33)],
    ],
  ],
  [
    'nothing is known',
    handy,
    notfall,
    [
      ['', '', mobile(31), home(31)],
      ['', '', mobile(32), home(32)],
    ],
  ],
  [
    'short codes',
    text('level', 'Stufe'),
    text('group', 'Gruppe'),
    [
      ['A1', 'B2', 'B2', 'A2'],
      ['A2', 'B1', 'B1', 'A1'],
    ],
  ],
];

describe('two columns of a list', () => {
  it.each(lists)('are told if their headings are exchanged: %s', (_, one, other, rows) => {
    const exchanged = turned(rows);
    expect(foundIn(one, other, exchanged)).toMatchObject([{ isColumn: true }]);
    // The order of the two rules does not matter.
    const mirrored = exchanged.map(([a, b, c, d]): Row => [b, a, d, c]);
    expect(foundIn(other, one, mirrored)).toMatchObject([{ isColumn: true }]);
  });

  it.each([...lists, ...moved])('are not told in a right list: %s', (_, one, other, rows) => {
    expect(foundIn(one, other, rows)).toEqual([]);
  });

  it('are told as single rows if few of many have the values of each other', () => {
    const right = Array.from({ length: 20 }, (_, n): Row => {
      const [one, other] = [mobile(100 + n), home(100 + n)];
      return [one, other, one, other];
    });
    const some = right.map((each, at) => (at === 3 || at === 7 ? (turned([each])[0] ?? each) : each));
    expect(foundIn(handy, notfall, some)).toMatchObject([{ isColumn: false, rows: [5, 9], compared: 20 }]);
    const single = right.map((each, at) => (at === 3 ? (turned([each])[0] ?? each) : each));
    expect(foundIn(handy, notfall, single)).toEqual([]);
  });

  it('are told as a column only if few rows have two new values', () => {
    const turnedRow = (n: number): Row => [mobile(100 + n), home(100 + n), home(100 + n), mobile(100 + n)];
    const newRow = (n: number): Row => [mobile(100 + n), home(100 + n), mobile(300 + n), home(300 + n)];
    const list = (changed: number, others: number) => [
      ...Array.from({ length: changed }, (_, n) => turnedRow(n)),
      ...Array.from({ length: others }, (_, n) => newRow(n + 50)),
    ];
    expect(foundIn(handy, notfall, list(4, 8))).toMatchObject([{ isColumn: true }]);
    expect(foundIn(handy, notfall, list(4, 9))).toMatchObject([{ isColumn: false }]);
  });

  it('are not told in lists of ten columns of numbers that change at random', () => {
    const size = 10;
    // A generator with a fixed seed: the Lehmer generator of Park and Miller.
    let seed = 20_261_130;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String(2 + (seed % most));
    };
    const told = [3, 5, 10, 30].flatMap(rows =>
      Array.from({ length: 40 }, () => {
        const lists = Array.from({ length: rows }, () => ({
          before: Array.from({ length: size }, () => next(98)),
          sent: Array.from({ length: size }, () => next(98)),
        }));
        const pairs = Array.from({ length: size }, (_, one) => one).flatMap(one =>
          Array.from({ length: one }, (_, other) => [one, other] as const),
        );
        return pairs.flatMap(([one, other]) =>
          foundIn(
            text(`Zahl A`),
            text(`Zahl B`),
            lists.map(
              ({ before, sent }): Row => [
                before[one] ?? '',
                before[other] ?? '',
                sent[one] ?? '',
                sent[other] ?? '',
              ],
            ),
          ),
        );
      }).flat(),
    );
    expect(told).toEqual([]);
  });

  it('are not told in any right list with changes, however many', () => {
    const customers = fc.array(
      fc.record({
        phone: fc.integer({ min: 1_000_000, max: 9_999_999 }),
        contact: fc.integer({ min: 1_000_000, max: 9_999_999 }),
        points: fc.integer({ min: 2, max: 400 }),
        height: fc.integer({ min: 150, max: 200 }),
        isNewPhone: fc.boolean(),
        isNewContact: fc.boolean(),
        more: fc.integer({ min: 0, max: 100 }),
      }),
      { minLength: 2, maxLength: 40 },
    );
    fc.assert(
      fc.property(customers, all => {
        const numbers = all.map(({ phone: own, contact, isNewPhone, isNewContact, more }, at): Row => {
          const [mine, theirs] = [`+49171${own}`, `+49152${contact}`];
          return [
            mine,
            theirs,
            isNewPhone ? `+49160${1_000_000 + at * 1000 + more}` : mine,
            isNewContact ? `+49163${1_000_000 + at * 1000 + more}` : theirs,
          ];
        });
        expect(foundIn(handy, notfall, numbers)).toEqual([]);
        const measures = all.map(
          ({ points, height, more }): Row =>
            [points, height, points + more, height].map(each => `${each}`) as unknown as Row,
        );
        expect(foundIn(text('Punkte'), text('Größe'), measures)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
