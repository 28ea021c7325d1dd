import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareRun } from '../../src/expressions/thread/run-jsonata.ts';

async function evaluate(source: string, input: unknown = {}): Promise<unknown> {
  const run = await prepareRun(source);
  return run(input, { event: { receivedAt: '2026-01-01T00:00:00.000Z' } }, 'value').then(
    ({ value }) => value,
    (error: Error) => error.message,
  );
}

const noDay = '$toMillis was given a day that no month has.';

describe('$fromMillis', () => {
  it.each([
    ['+02:00', '01.01.2021 00:00'],
    ['+0200', '01.01.2021 00:00'],
    ['+02', '01.01.2021 00:00'],
    ['-05:30', '31.12.2020 16:30'],
    ['-0530', '31.12.2020 16:30'],
    ['-0330', '31.12.2020 18:30'],
    ['-1000', '31.12.2020 12:00'],
    ['Z', '31.12.2020 22:00'],
    ['+14:00', '01.01.2021 12:00'],
  ])('reads the zone %s', async (zone, written) => {
    const source = `$fromMillis(1609452000000, "[D01].[M01].[Y0001] [H01]:[m01]", "${zone}")`;
    expect(await evaluate(source)).toBe(written);
  });

  it.each([
    'Europe/Berlin',
    'CET',
    '2',
    '02:00',
    '+2',
    '+02:60',
    '+15:00',
    '+2:00',
    'UTC+2',
    '++0200',
    'MESZ',
    'GMT+1',
    'Europe/Vienna',
    '+1:00',
  ])('refuses the zone %s', async zone => {
    expect(await evaluate(`$fromMillis(0, "[D]", "${zone}")`)).toMatch(
      /^A zone of \$fromMillis is an offset/,
    );
    expect(await evaluate(`$now("[D]", "${zone}")`)).toMatch(/^A zone of \$fromMillis is an offset/);
  });
});

describe('$toMillis', () => {
  it.each([
    ['31.02.1988', '[D].[M].[Y]'],
    ['29.02.1989', '[D].[M].[Y]'],
    ['31.04.2020', '[D01].[M01].[Y0001]'],
    ['31 June 1990', '[D] [MNn] [Y]'],
    ['1990/11/31', '[Y]/[M]/[D]'],
    ['31.02.88', '[D].[M].[Y]'],
    ['31.09.2001', '[D].[M].[Y]'],
    ['30.02.2000', '[D].[M].[Y]'],
  ])('refuses %s by %s', async (text, picture) => {
    expect(await evaluate(`$toMillis(text, "${picture}")`, { text })).toBe(noDay);
  });

  it.each(['1988-02-31', '2023-02-29T10:00:00Z', '2020-04-31T10:00:00+02:00', '2021-02-29', '2023-11-31'])(
    'refuses %s',
    async text => {
      expect(await evaluate('$toMillis(text)', { text })).toBe(noDay);
    },
  );

  it.each([
    ['29.02.1988', '[D].[M].[Y]'],
    ['29.02.88', '[D].[M].[Y]'],
    ['1.3.1988', '[D01].[M01].[Y0001]'],
    ['3 March 1988', '[D] [MNn] [Y]'],
    ['Mar 3, 1988', '[MNn,3-3] [D], [Y]'],
    ['03.04.1988 5:07', '[D].[M].[Y] [H]:[m]'],
    ['12/31/2018 03:30 PM', '[M]/[D]/[Y] [h]:[m] [P]'],
    ['2018-02-05T10:30:00+01:00', '[Y]-[M]-[D]T[H]:[m]:[s][Z]'],
  ])('reads %s by %s', async (text, picture) => {
    expect(await evaluate(`$toMillis(text, "${picture}")`, { text })).toEqual(expect.any(Number));
  });

  it('accepts every existing date, and no other', async () => {
    const day = fc.record({
      year: fc.integer({ min: 1900, max: 2100 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    });
    const run = await prepareRun('$toMillis(text, "[D].[M].[Y]")');
    await fc.assert(
      fc.asyncProperty(day, async ({ year, month, day }) => {
        const millis = Date.UTC(year, month - 1, day);
        const isReal = new Date(millis).getUTCDate() === day;
        const given = run({ text: `${day}.${month}.${year}` }, {}, 'value');
        if (isReal) expect((await given).value).toBe(millis);
        else await expect(given).rejects.toThrow(noDay);
      }),
      { numRuns: 300 },
    );
  });
});
