import { describe, expect, it } from 'vitest';
import { convertDate } from '../../src/expressions/convert/convert-date.ts';
import { patternHint } from '../../src/expressions/convert/guess-patterns.ts';

describe('a date as American programs, chats and CRMs write it', () => {
  it.each([
    ['11/20/2026 9:12:11 AM', 'M/d/yyyy h:mm:ss a', '2026-11-20'],
    ['3/14/1988 11:30 PM', 'M/d/yyyy h:mm a', '1988-03-14'],
    ['Mar 14, 1988', 'MMMM d, yyyy', '1988-03-14'],
    ['Mar 14, 1988 12:00 AM', 'MMMM d, yyyy h:mm a', '1988-03-14'],
    ['March 14, 1988', 'MMMM d, yyyy', '1988-03-14'],
    ['14/03/1988 10:30', 'dd/MM/yyyy HH:mm', '1988-03-14'],
    ['14.3.88', 'd.M.yy', '1988-03-14'],
    ['574300800', 'X', '1988-03-14'],
    ['-315622800', 'X', '1959-12-31'],
    ['1763630000', 'X', '2025-11-20'],
    ['574300800000', 'x', '1988-03-14'],
    ['-315622800000', 'x', '1959-12-31'],
    ['19880314', 'yyyyMMdd', '1988-03-14'],
  ])('is reported with the pattern that reads it: %s', (text, pattern, day) => {
    const written = /[,:]/.test(pattern) ? `"${pattern}"` : pattern;
    expect(patternHint(text, [])).toContain(`parse: [yyyy-MM-dd, ${written}]`);
    const parse = ['yyyy-MM-dd', pattern];
    const read = convertDate(text, { parse, format: 'yyyy-MM-dd', zone: undefined });
    expect(read).toMatchObject({ value: day });
  });

  it.each(['15123456', '1001', '491512345678901', '04109'])('is not a count of seconds: %s', text => {
    expect(patternHint(text, [])).not.toMatch(/parse: [xX]\b/);
  });
});

describe('a date with other spaces and commas', () => {
  it.each([
    '24. 12. 1991',
    '24.12. 1991',
    '24. 12.1991',
    '24,12,1991',
    '24 12 1991',
    '3-2-1991',
    '1991.12.24',
    '3.März 1979',
    '3.Dezember.1979',
    '3. März, 1979',
    '3 March, 1979',
    'March 3 1979',
    '3-Mär-1979',
    '3/Dez/1979',
  ])('is reported with the pattern that reads it: %s', text => {
    const [, pattern = ''] =
      /write parse: \[yyyy-MM-dd, "?([^"]+?)"?\]$/.exec(patternHint(text, []) ?? '') ?? [];
    expect(pattern).not.toBe('');
    const parse = ['yyyy-MM-dd', pattern];
    const read = convertDate(text, { parse, format: 'yyyy-MM-dd', zone: undefined });
    expect(read).toMatchObject({ value: expect.stringMatching(/^19(?:79|91)-/) });
  });

  it.each(['Heiligabend', '24.12', 'Dezember 1979', '24 / 13 / 1991', '3. Dezmber 1979'])(
    'is not reported: %s',
    text => {
      expect(patternHint(text, ['dd.MM.yyyy'])).toBeUndefined();
    },
  );
});

describe('a date whose day and month are equal', () => {
  it.each([
    ['10/10/1972', 'dd/MM/yyyy', 'MM/dd/yyyy'],
    ['11/11/1999', 'dd/MM/yyyy', 'MM/dd/yyyy'],
    ['7/7/1999', 'd/M/yyyy', 'M/d/yyyy'],
    ['01/01/2001', 'dd/MM/yyyy', 'MM/dd/yyyy'],
    ['12/12/2025 10:30', '"dd/MM/yyyy HH:mm"', '"MM/dd/yyyy HH:mm"'],
  ])('is reported with the patterns of both orders, the day first: %s', (text, dayFirst, monthFirst) => {
    expect(patternHint(text, [])).toContain(
      `write parse: [yyyy-MM-dd, ${dayFirst}] if this sender writes the day first, or parse: [yyyy-MM-dd, ${monthFirst}] if the month`,
    );
  });

  it.each([
    ['12/25/1990', ['dd/MM/yyyy'], 'write parse: MM/dd/yyyy alone, if this sender'],
    ['12/25/1990', ['yyyy-MM-dd', 'dd/MM/yyyy'], 'write parse: [yyyy-MM-dd, MM/dd/yyyy], if this sender'],
    ['24.12.1990', ['yyyy-MM-dd', 'dd/MM/yyyy'], 'write parse: [yyyy-MM-dd, dd/MM/yyyy, dd.MM.yyyy]'],
  ])('leaves the patterns that read other events: %s with %j', (text, parse, hint) => {
    expect(patternHint(text, parse)).toContain(hint);
  });

  it('is reported with both orders beside ISO 8601 for two possible days', () => {
    expect(patternHint('05/11/1980', [])).toBe(
      'write parse: [yyyy-MM-dd, MM/dd/yyyy] where it is 11 May 1980, or parse: [yyyy-MM-dd, dd/MM/yyyy] where it is 5 November 1980',
    );
  });

  it.each(['10/13/1972', '13/10/1972', '10.10.1972', '05/11/1980'])('is not assumed: %s', text => {
    expect(patternHint(text, [])).not.toContain('both read this one');
  });
});

describe('a year of two digits', () => {
  it.each(['1.2.55', '01.02.55', '01/02/55'])(
    'is no pattern if it would be one of the next decades: %s',
    text => {
      const hint = patternHint(text, ['dd.MM.yyyy']);
      expect(hint).toContain('have the sender write years with four digits');
      expect(hint).not.toContain('write parse');
    },
  );

  it.each(['1.2.85', '01.02.21'])('is a pattern otherwise: %s', text => {
    expect(patternHint(text, ['dd.MM.yyyy'])).toContain('yy');
  });
});

describe('a day that its month does not have', () => {
  it.each([
    ['30.02.2027', 'February 2027 has no day 30'],
    ['31.11.2026', 'November 2026 has no day 31'],
    ['29.02.2027', 'February 2027 has no day 29'],
    ['31/06/2026', 'June 2026 has no day 31'],
    ['06/31/2026', 'June 2026 has no day 31'],
    ['31-04-2026', 'April 2026 has no day 31'],
    ['30.02.27', 'February has no day 30'],
    ['2027-02-30', 'February 2027 has no day 30'],
    ['20270230', 'February 2027 has no day 30'],
    ['30.02.2027 10:15', 'February 2027 has no day 30'],
  ])('is named, and no pattern: %s', (text, words) => {
    for (const parse of [[], ['dd.MM.yyyy'], ['MM/dd/yyyy', 'yyyy-MM-dd']])
      expect(patternHint(text, parse)).toBe(`${words}: correct the data`);
  });

  it.each(['28.02.2027', '29.02.2028', '32.01.2027', '12.13.2027', '00.01.2027', 'Februar', '1/2/2027'])(
    'is none: %s',
    text => {
      expect(patternHint(text, []) ?? '').not.toContain('correct the data');
    },
  );
});
