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
    ['budgets are ten times', budgets, times(budgets, 10)],
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
