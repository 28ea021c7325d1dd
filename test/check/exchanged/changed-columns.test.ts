import { describe, expect, it } from 'vitest';
import { createChangedColumns } from '../../../src/check/exchanged/changed-columns.ts';

type Texts = readonly string[];

/** Returns the kinds of the columns that changed, for columns of values before and those of a list. */
function kindsOf(
  columns: readonly { readonly before: Texts; readonly sent: Texts; readonly type?: string }[],
) {
  const changed = createChangedColumns();
  const rows = columns[0]?.sent.length ?? 0;
  for (let at = 0; at < rows; at += 1)
    changed.add(
      at + 2,
      columns.map(({ before, sent, type }, index) => ({
        path: `f${index}`,
        names: [`f${index}`],
        type,
        sent: sent[at] ?? '',
        before: before[at] === '' ? undefined : before[at],
      })),
    );
  return changed.found().map(({ path, kind, rows, factor }) => [path, kind, rows.length, factor ?? 0]);
}

const days = ['14.03.1985', '02.11.1990', '23.07.1978', '30.01.1969', '05.05.2001', '19.09.1973'];
const sortedDays = ['30.01.1969', '19.09.1973', '23.07.1978', '14.03.1985', '02.11.1990', '05.05.2001'];
const budgets = ['350000', '480000', '275000', '610000', '390000', '520000'];
const firms = [
  'Ammann AG',
  'Bänziger GmbH',
  'Caduff Treuhand',
  'Dünki Söhne',
  'Eggli Holding',
  'Frei Partner',
];
const down = (all: Texts, first = '') => [first, ...all.slice(0, -1)];
const up = (all: Texts, last = '') => [...all.slice(1), last];
const times = (all: Texts, factor: number) => all.map(each => String(Number(each) * factor));

describe('one column of a list that was moved, sorted or resized alone', () => {
  it.each<[string, Texts, Texts, readonly unknown[]]>([
    [
      'answers turned round',
      ['ja', 'nein', 'ja', 'ja', 'nein', 'ja'],
      ['nein', 'ja', 'nein', 'nein', 'ja', 'nein'],
      ['inverted', 6, 0],
    ],
    [
      'boxes turned round',
      ['true', 'false', 'true', 'true', 'true', 'true'],
      ['no', 'yes', 'no', 'no', 'no', 'no'],
      ['inverted', 6, 0],
    ],
    [
      'sexes exchanged',
      ['Rüde', 'Hündin', 'Rüde', 'Rüde', 'Hündin', 'Rüde'],
      ['Hündin', 'Rüde', 'Hündin', 'Hündin', 'Rüde', 'Hündin'],
      ['inverted', 6, 0],
    ],
    ['birthdays sorted', days, sortedDays, ['sorted', 5, 0]],
    ['birthdays sorted the other way', days, sortedDays.toReversed(), ['sorted', 5, 0]],
    ['birthdays down', days, down(days), ['shifted', 5, 0]],
    ['birthdays down with another first one', days, down(days, '01.01.1980'), ['shifted', 6, 0]],
    ['birthdays up', days, up(days), ['shifted', 5, 0]],
    ['birthdays round', days, down(days, days[5]), ['shifted', 6, 0]],
    ['budgets sorted', budgets, budgets.toSorted(), ['sorted', 6, 0]],
    ['budgets down', budgets, down(budgets), ['shifted', 5, 0]],
    ['firms sorted backwards', firms, firms.toReversed(), ['sorted', 6, 0]],
    ['firms up', firms, up(firms), ['shifted', 5, 0]],
    [
      'most budgets sorted',
      budgets,
      ['350000', '275000', '390000', '480000', '520000', '610000'],
      ['sorted', 5, 0],
    ],
    ['budgets without thousands', budgets, times(budgets, 0.001), ['resized', 6, 0.001]],
    ['budgets with other thousands', times(budgets, 0.001), budgets, ['resized', 6, 1000]],
    ['cents', times(budgets, 0.01), budgets, ['resized', 6, 100]],
    ['from cents', budgets, times(budgets, 0.01), ['resized', 6, 0.01]],
    [
      'most budgets resized',
      budgets,
      [...times(budgets.slice(0, 5), 0.001), '540000'],
      ['resized', 5, 0.001],
    ],
    ['a list of three', budgets.slice(0, 3), times(budgets.slice(0, 3), 0.001), ['resized', 3, 0.001]],
  ])('is told: %s', (_, before, sent, expected) => {
    expect(kindsOf([{ before, sent }])).toEqual([['f0', ...expected]]);
  });

  it.each<[string, Texts, Texts]>([
    ['nothing changes', days, days],
    ['all is new', days, days.map(day => day.replace(/19|20/, '18'))],
    ['two have changed places', budgets, ['480000', '350000', ...budgets.slice(2)]],
    ['nothing was known', budgets.map(() => ''), budgets.toSorted()],
    ['everybody has more', ['1', '2', '3', '4', '5', '7'], ['2', '3', '4', '5', '6', '8']],
    [
      'days go on, unlike the first',
      days,
      [...up(days).slice(0, 3), '06.06.2001', '07.07.2003', '08.08.2003'],
    ],
    [
      'some customers take over plans',
      ['Basis', 'Premium', 'Komfort plus', 'Premium'],
      ['Premium', 'Basis', 'Premium', 'Komfort plus'],
    ],
    [
      'all answers are one',
      ['ja', 'ja', 'ja', 'ja', 'ja', 'ja'],
      ['nein', 'nein', 'nein', 'nein', 'nein', 'nein'],
    ],
    [
      'two answers change',
      ['ja', 'nein', 'ja', 'nein', 'ja', 'ja'],
      ['nein', 'ja', 'ja', 'nein', 'ja', 'ja'],
    ],
    ['one budget is a thousandth', budgets, ['350', ...budgets.slice(1)]],
    ['half of the budgets are', budgets, [...times(budgets.slice(0, 3), 0.001), '1', '2', '3']],
    ['the list is short', days.slice(0, 2), days.slice(0, 2).toReversed()],
  ])('is not told if %s', (_, before, sent) => {
    expect(kindsOf([{ before, sent }])).toEqual([]);
  });

  it('is told for answers in several columns that are moved together', () => {
    const type = 'checkbox';
    const email = ['ja', 'nein', 'nein', 'ja', 'ja', 'nein'];
    const sms = ['ja', 'nein', 'ja', 'ja', 'nein', 'nein'];
    const bank = ['nein', 'ja', 'ja', 'nein', 'nein', 'ja'];
    const columns = [email, sms, bank].map(before => ({ before, sent: down(before, 'ja'), type }));
    const found = kindsOf([...columns, { before: days, sent: days }]);
    expect(found.map(([path, kind]) => [path, kind])).toEqual([
      ['f0', 'shifted'],
      ['f1', 'shifted'],
      ['f2', 'shifted'],
    ]);
    const others = [email, sms, bank].map(before => ({ before, sent: before.with(2, 'ja'), type }));
    expect(kindsOf(others)).toEqual([]);
  });
});

const heights = ['120', '131', '142', '153', '164', '125', '136', '147', '158', '169'];
const fees = ['60,50', '63,50', '66,50', '69,50', '72,50', '75,50', '78,50', '81,50'];
const scaled = (all: Texts, factor: number, decimals: number) =>
  all.map(each => (Number(each.replace(',', '.')) * factor).toFixed(decimals).replace('.', ','));

describe('a column of numbers that are all those of before times one factor', () => {
  it.each<[string, Texts, Texts, number]>([
    ['inches, whole', heights, scaled(heights, 1 / 2.54, 0), 0.394],
    ['inches with a decimal', heights, scaled(heights, 1 / 2.54, 1), 0.394],
    ['centimetres for inches', scaled(heights, 1 / 2.54, 1), heights, 2.54],
    ['feet', heights, scaled(heights, 1 / 30.48, 2), 0.0328],
    ['metres for feet', scaled(heights, 1 / 30.48, 2), scaled(heights, 0.01, 2), 0.305],
    ['a year for a month', fees, scaled(fees, 12, 2), 12],
    ['a month for a year', scaled(fees, 12, 2), fees, 0.0833],
    ['a quarter for a month', fees, scaled(fees, 3, 2), 3],
    ['a week for a month', fees, scaled(fees, 12 / 52, 2), 0.231],
    ['pounds for kilograms', heights, scaled(heights, 2.2046, 0), 2.2],
    ['kilograms for pounds', heights, scaled(heights, 0.4536, 1), 0.454],
    ['miles for kilometres', heights, scaled(heights, 0.6214, 1), 0.621],
    ['kilometres for miles', heights, scaled(heights, 1.6093, 0), 1.61],
    ['hours for minutes', heights, scaled(heights, 1 / 60, 2), 0.0167],
    ['minutes for hours', scaled(heights, 1 / 60, 2), scaled(heights, 1, 1), 60],
    ['gallons for litres', heights, scaled(heights, 0.2642, 1), 0.264],
    ['ounces for grams', heights, scaled(heights, 0.03527, 2), 0.0353],
    ['ten times', budgets, times(budgets, 10), 10],
    ['the double', fees, scaled(fees, 2, 2), 2],
    ['the half', heights, scaled(heights, 0.5, 1), 0.5],
    ...[1.19, 1.07, 1.2, 1.21, 1.22, 1.25, 1.077, 1.081].flatMap((rate): [string, Texts, Texts, number][] => [
      [`the tax of ${rate} added`, fees, scaled(fees, rate, 2), rate],
      [`the tax of ${rate} taken off`, scaled(fees, rate, 2), fees, 1 / rate],
      [`the tax of ${rate} taken off and rounded`, fees, scaled(fees, 1 / rate, 2), 1 / rate],
    ]),
    ['inches but for one', heights, scaled(heights, 1 / 2.54, 0).with(3, '155'), 0.394],
  ])('is told: %s', (_, before, sent, factor) => {
    const [found, ...more] = kindsOf([{ before, sent }]);
    expect(more).toEqual([]);
    expect(found?.slice(0, 2)).toEqual(['f0', 'resized']);
    expect(Math.abs(Number(found?.[3]) / factor - 1)).toBeLessThan(0.02);
  });

  it.each<[string, Texts, Texts]>([
    ['prices rise by 5 %', fees, scaled(fees, 1.05, 2)],
    ['prices rise by 10 %', fees, scaled(fees, 1.1, 2)],
    ['prices rise by 19 % and are rounded', fees, scaled(fees, 1.19, 0)],
    ['prices rise by some 20 %', fees, scaled(fees, 1.2, 1)],
    ['prices rise by 19.1 %', fees, scaled(fees, 1.191, 2)],
    ['heights are larger by a fifth', heights, scaled(heights, 1.2, 0)],
    ['three have a tax', fees.slice(0, 3), scaled(fees.slice(0, 3), 1.19, 2)],
    ['half have a tax', fees, [...scaled(fees.slice(0, 4), 1.19, 2), ...fees.slice(4)]],
    ['another currency is written', fees, scaled(fees, 0.93, 2)],
    ['all have grown by 3', heights, heights.map(each => String(Number(each) + 3))],
    ['all have 60 more', heights, heights.map(each => String(Number(each) + 60))],
    ['all are in the next class', ['2', '3', '4', '5', '2', '3'], ['3', '4', '5', '6', '3', '4']],
    ['all have 10 points more', ['10', '12', '15', '11', '14'], ['20', '22', '25', '21', '24']],
    ['all had the same', ['50', '50', '50', '50', '50'], ['80', '80', '80', '80', '80']],
    ['half are inches', heights, [...scaled(heights.slice(0, 5), 1 / 2.54, 0), ...heights.slice(5)]],
    ['three are inches', heights.slice(0, 3), scaled(heights.slice(0, 3), 1 / 2.54, 0)],
    ['all points are new', ['100', '250', '400', '90', '130'], ['300', '260', '90', '700', '410']],
  ])('is not told if %s', (_, before, sent) => {
    expect(kindsOf([{ before, sent }])).toEqual([]);
  });
});

const names = ['Mia', 'Ben', 'Lea', 'Tom', 'Ida', 'Max', 'Eva', 'Jan'];
const teachers = [
  'Frau Okoye',
  'Herr Li',
  'Frau Sand',
  'Frau Okoye',
  'Herr Li',
  'Frau Sand',
  'Frau Okoye',
  'Herr Li',
];
const instruments = ['Geige', 'Oboe', 'Cello', 'Flöte', 'Geige', 'Cello', 'Oboe', 'Geige'];
const answers = ['nein', 'ja', 'ja', 'nein', 'ja', 'nein', 'ja', 'nein', 'ja', 'nein'];
const levels = ['2', '1', '3', '1', '2', '3', '1', '2'];

describe('a column of short or few texts that was sorted alone', () => {
  it.each<[string, Texts, Texts]>([
    ['short names', names, names.toSorted()],
    ['short names backwards', names, names.toSorted().toReversed()],
    ['short names in any order', names, [...names.slice(3), ...names.slice(0, 3)]],
    ['a few teachers', teachers, teachers.toSorted()],
    ['a few teachers backwards', teachers, teachers.toSorted().toReversed()],
    ['instruments', instruments, instruments.toSorted()],
    ['instruments backwards', instruments, instruments.toSorted().toReversed()],
    ['answers', answers, answers.toSorted()],
    ['answers backwards', answers, answers.toSorted().toReversed()],
    ['levels', levels, levels.toSorted()],
  ])('is told: %s', (_, before, sent) => {
    expect(kindsOf([{ before, sent }]).map(each => each.slice(0, 2))).toEqual([['f0', 'sorted']]);
  });

  it.each<[string, Texts, Texts]>([
    ['nothing changes', teachers.toSorted(), teachers.toSorted()],
    ['two have changed places', names, ['Ben', 'Mia', ...names.slice(2)]],
    ['two have changed teachers', teachers, ['Herr Li', 'Frau Okoye', ...teachers.slice(2)]],
    ['all have one teacher now', teachers, teachers.map(() => 'Herr Li')],
    [
      'some have another teacher, in no order',
      teachers,
      ['Frau Sand', 'Frau Okoye', 'Herr Li', 'Frau Okoye', 'Frau Okoye', 'Frau Sand', 'Herr Li', 'Herr Li'],
    ],
    ['a list of four is in order', ['b', 'a', 'b', 'a'], ['a', 'a', 'b', 'b']],
    ['two answers differ', answers, answers.with(0, 'ja').with(1, 'nein')],
    ['it was in order already', answers.toSorted(), answers.toSorted().with(4, 'nein').with(5, 'nein')],
    ['new names', names, ['Ada', 'Bo', 'Cem', 'Dan', 'Eli', 'Fay', 'Gus', 'Hal']],
    ['nothing was known', names.map(() => ''), names.toSorted()],
  ])('is not told if %s', (_, before, sent) => {
    expect(kindsOf([{ before, sent }])).toEqual([]);
  });
});
