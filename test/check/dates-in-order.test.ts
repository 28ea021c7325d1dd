import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from './trials.ts';

async function reported(condition: string, value: unknown, stored = false) {
  const payload = { customer: 1, d: value, e: value, form: { d: value }, list: [{ d: value }] };
  const mapping = mappingOf(['note: customer'], {
    head: `when: ${JSON.stringify(condition)}`,
    tests: stored ? [] : [payload],
  });
  const all = await checkWith(mapping, stored ? storedOf(payload) : []);
  return all.filter(({ code }) => code === 'check/texts-in-order');
}

describe('dates that are compared as texts', () => {
  it.each([
    '14.03.1988',
    '3.5.1990',
    '03. 05. 1990',
    '14.03.88',
    '03/14/1988',
    '3/4/88',
    '14-03-1988',
    '14.03.1988 10:00',
    ' 14.03.1988',
    '31/12/2026',
  ])('are reported for a value of an event: %s', async value => {
    for (const condition of ['d < "2008-01-01"', 'form.d >= "2008-01-01"', '$exists(list[d > "2008-01-01"])'])
      expect(await reported(condition, value), condition).toHaveLength(1);
  });

  it.each([
    'd < "01.01.2008"',
    'd <= "1.1.2008"',
    'd > "01/01/2008"',
    'd >= "01-01-2008"',
    '"01.01.2008" > d',
    'd < "01.01.08"',
    'customer = 1 and d < "01.01.2008"',
    'd < "01.01.2008" ? true : false',
    'form.d < "01.01.2008"',
    '$not(d < "01.01.2008")',
  ])('are reported for a literal of the mapping: %s', async condition => {
    expect(await reported(condition, '1988-03-14')).toHaveLength(1);
  });

  it.each([
    ['d < "2008-01-01"', '1988-03-14'],
    ['d < e', '1988-03-14'],
    ['d < "2008-01-01"', '1988-03-14T10:00:00Z'],
    ['d = "01.01.2008"', '14.03.1988'],
    ['d < "m"', 'anna'],
    ['d < "2.10"', '1.12'],
    ['$toMillis(d, "[D01].[M01].[Y0001]") < $toMillis("01.01.2008", "[D01].[M01].[Y0001]")', '14.03.1988'],
  ])('are not reported if their format sorts correctly: %s of %s', async (condition, value) => {
    expect(await reported(condition, value)).toEqual([]);
  });

  it('are reported for a stored event', async () => {
    expect(await reported('d < "2008-01-01"', '14.03.1988', true)).toHaveLength(1);
  });
});

describe('dates that are sorted as texts', () => {
  const sorted = async (rule: string, visits: readonly unknown[], isStored = false) => {
    const payload = { visits };
    const mapping = mappingOf([`note: ${rule}`], { tests: isStored ? [] : [payload] });
    const all = await checkWith(mapping, isStored ? storedOf(payload) : []);
    return all.filter(({ code }) => code === 'check/texts-in-order').length;
  };

  it.each([
    '$sort(visits)[0]',
    '$sort(visits)[-1]',
    '{from: "$sort(visits)[0]", as: date, parse: dd.MM.yyyy}',
  ])('are reported: %s', async rule => {
    expect(await sorted(rule, ['15.03.2019', '02.11.2026'])).toBe(1);
    expect(await sorted(rule, ['15.03.2019', '02.11.2026'], true)).toBe(1);
  });

  it.each([
    ['$sort(visits)[0]', ['2019-03-15', '2026-11-02']],
    ['$sort(visits)[0]', ['15.03.2019']],
    ['$sort(visits)[0]', ['b', 'a']],
    ['$sort(visits)[0]', [3, 2]],
    [
      `'$sort(visits, function($a, $b) {$toMillis($a, "[D].[M].[Y]") > $toMillis($b, "[D].[M].[Y]")})[0]'`,
      ['15.03.2019', '02.11.2026'],
    ],
    ['visits[0]', ['15.03.2019', '02.11.2026']],
  ])('are not reported otherwise: %s of %j', async (rule, visits) => {
    expect(await sorted(rule, visits)).toBe(0);
  });
});
