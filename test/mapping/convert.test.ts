import { describe, expect, it } from 'vitest';
import { convertNumber } from '../../src/expressions/convert/convert-number.ts';
import { type Conversions, convert } from '../../src/mapping/convert/convert.ts';

const none: Conversions = {
  as: undefined,
  date: { parse: [], format: undefined, zone: undefined },
  phone: { country: undefined },
  separator: ',',
};
const bad = 'invalid';

function converted(value: unknown, rule: Partial<Conversions>): string {
  const step = convert(value, { ...none, ...rule });
  return 'value' in step ? step.value : bad;
}

describe('as: number', () => {
  const cases: [unknown, string][] = [
    [3, '3'],
    [1.5, '1.5'],
    [1e21, '1000000000000000000000'],
    ['3', '3'],
    [' +3 ', '3'],
    ['-3.50', '-3.5'],
    ['-0', '0'],
    ['007', '7'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234,567.89', '1234567.89'],
    ['1 234 567,89', '1234567.89'],
    ['1\u202f234,5', '1234.5'],
    ["1'234.50", '1234.5'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e3', '1000'],
    ['2.5E-3', '0.0025'],
  ];
  it.each(cases)('reads %j as %s', (text, number) => {
    expect(converted(text, { as: 'number' })).toBe(number);
  });

  it.each(['1.234', '1,234', '12.345', '-999,999'])('refuses %s, which has two readings', text => {
    expect(convert(text, { ...none, as: 'number' })).toEqual({
      fault: expect.stringContaining('can be read in two ways'),
      hint: expect.stringContaining('decimal: "'),
    });
  });

  it.each(['x', '1.2.3', '1,23,4', '12 €', '1 23', '1e999', '0x10', 'NaN', 'Infinity', '--1', true, {}])(
    'refuses %j',
    value => {
      expect(converted(value, { as: 'number' })).toBe(bad);
    },
  );

  it('is applied to each element of a list', () => {
    expect(converted(['1,5', 2], { as: 'number' })).toBe('1.5,2');
    expect(converted(['1,5', 'x'], { as: 'number' })).toBe(bad);
  });
});

describe('decimal', () => {
  it.each([
    ['0.500', ','],
    ['0.125', ','],
    ['-0.500', ','],
    ['+0.001', ','],
    ['0.500,5', ','],
    ['012.345', ','],
    ['0,500', '.'],
    ['0,500.5', '.'],
  ] as const)('refuses a 0 before thousands: %s with "%s" before decimals', (text, decimal) => {
    const found = convertNumber(text, decimal);
    expect('fault' in found && found.fault).toContain('can be read in two ways');
  });

  it.each([
    ['0,500', ',', '0.5'],
    ['0.500', '.', '0.5'],
    ['10.500', ',', '10500'],
    ['0', ',', '0'],
    ['1.000', ',', '1000'],
  ] as const)('still reads %s with "%s" as %s', (text, decimal, value) => {
    expect(convertNumber(text, decimal)).toEqual({ value });
  });

  it.each([
    ['1.234', '.', '1.234'],
    ['1.234', ',', '1234'],
    ['-12,345', ',', '-12.345'],
    ['12,345', '.', '12345'],
    ['1.234.567,8', ',', '1234567.8'],
    ['1 234,5', ',', '1234.5'],
    ['7', ',', '7'],
    ['1.5', ',', bad],
    ['1.2345', ',', bad],
    ['1,5,6', ',', bad],
    ['1,234.5', ',', bad],
    ['.234', ',', bad],
  ] as const)('says how to read %s: with "%s" before decimals it is %s', (text, decimal, number) => {
    expect(converted(text, { as: 'number', decimal })).toBe(number);
  });
});

describe('as: boolean', () => {
  it.each([
    true,
    'true',
    'TRUE',
    'yes',
    'Y',
    'on',
    1,
    '1',
    'ja',
    'Ja ',
    'oui',
    'wahr',
    'waar',
    'vrai',
    ['on'],
  ])('reads %j as true', value => {
    expect(converted(value, { as: 'boolean' })).toBe('true');
  });
  it.each([false, 'False', 'no', 'n', 'off', 0, '0', 'nein', 'nee', 'non', 'falsch', 'faux'])(
    'reads %j as false',
    value => {
      expect(converted(value, { as: 'boolean' })).toBe('false');
    },
  );
  it.each(['maybe', 2, -1, 'yes please', {}, ['yes', 'no'], ['yes', 'yes']])('refuses %j', value => {
    expect(converted(value, { as: 'boolean' })).toBe(bad);
  });
});

describe('as: date', () => {
  const date = (value: unknown, parse: string[] = [], format?: string, zone?: string) =>
    converted(value, { as: 'date', date: { parse, format, zone } });

  it('reads ISO 8601 by default, and writes yyyy-MM-dd', () => {
    expect(date('2026-03-31')).toBe('2026-03-31');
    expect(date('2026-03-31T23:30:00.123Z')).toBe('2026-03-31');
    expect(date('2026-03-31 23:30')).toBe('2026-03-31');
    for (const text of [
      '31.03.2026',
      '2026',
      '2026-3-1',
      '20260331',
      '2026-W10',
      '2026-090',
      20260331,
      true,
    ]) {
      expect(date(text)).toBe(bad);
    }
  });

  it('accepts only existing dates', () => {
    expect(date('2024-02-29')).toBe('2024-02-29');
    expect(date('2023-02-29')).toBe(bad);
    expect(date('31.02.2024', ['dd.MM.yyyy'])).toBe(bad);
    expect(date('2024-13-01')).toBe(bad);
  });

  it('uses the first matching pattern, and only patterns if there are any', () => {
    expect(date('04/05/2026', ['MM/dd/yyyy', 'dd/MM/yyyy'])).toBe('2026-04-05');
    expect(date('04/05/2026', ['dd/MM/yyyy', 'MM/dd/yyyy'])).toBe('2026-05-04');
    expect(date('25/05/2026', ['MM/dd/yyyy', 'dd/MM/yyyy'])).toBe('2026-05-25');
    expect(date('2026-05-04', ['dd/MM/yyyy'])).toBe(bad);
    expect(date('1.5.26', ['d.M.yy'])).toBe('2026-05-01');
    expect(date(' 01.05.2026 ', ['dd.MM.yyyy'])).toBe('2026-05-01');
    expect(date(20260501, ['yyyyMMdd'])).toBe('2026-05-01');
  });

  it('reads names of months in English, German, Dutch and French', () => {
    for (const text of ['5 March 2026', '5 März 2026', '5 maart 2026', '5 mars 2026']) {
      expect(date(text, ['d MMMM yyyy'])).toBe('2026-03-05');
    }
  });

  it('reads Unix time in seconds and milliseconds', () => {
    expect(date(1772366400, ['X'])).toBe('2026-03-01');
    expect(date('1772366400000', ['x'])).toBe('2026-03-01');
    expect(date('12.5', ['X'])).toBe(bad);
    expect(date('999999999999999', ['X'])).toBe(bad);
  });

  it('shows a moment in the zone, and a date without a time as it is', () => {
    expect(date('2026-03-31T23:30:00Z', [], 'dd.MM.yyyy HH:mm', 'Europe/Berlin')).toBe('01.04.2026 01:30');
    expect(date('2026-03-31T23:30:00', [], 'dd.MM.yyyy HH:mm', 'Europe/Berlin')).toBe('31.03.2026 23:30');
    expect(date('2026-03-31', [], 'dd.MM.yyyy', 'Pacific/Auckland')).toBe('31.03.2026');
    expect(date('2018-11-04', [], 'dd.MM.yyyy', 'America/Sao_Paulo')).toBe('04.11.2018');
    expect(date('2026-03-31T03:30:00+10:00')).toBe('2026-03-31');
    expect(date('2026-03-31T23:30:00+10:00', [], undefined, 'UTC')).toBe('2026-03-31');
    expect(date('2026-03-31T03:30:00+10:00', [], undefined, 'UTC')).toBe('2026-03-30');
  });
});

describe('as: phone', () => {
  const phone = (value: unknown, country?: string) => converted(value, { as: 'phone', phone: { country } });

  it('gives E.164', () => {
    expect(phone('+49 (170) 123-4567')).toBe('+491701234567');
    expect(phone('0170 1234567', 'DE')).toBe('+491701234567');
    expect(phone('0049 170 1234567', 'DE')).toBe('+491701234567');
    expect(phone('+41 44 668 18 00', 'DE')).toBe('+41446681800');
  });
  it('refuses other texts', () => {
    for (const text of ['0170 1234567', '123', 'call me at +49 170 1234567', {}])
      expect(phone(text)).toBe(bad);
    expect(phone('12', 'DE')).toBe(bad);
  });
});

describe('as: list and without as', () => {
  it('join the elements that are not empty, of inner lists too', () => {
    expect(converted(['a', ' ', null, ['b', [3, true]]], { as: 'list', separator: ' | ' })).toBe(
      'a | b | 3 | true',
    );
    expect(converted('a', { as: 'list' })).toBe('a');
    expect(converted(['a', 'b'], {})).toBe('a,b');
  });
  it('refuse objects', () => {
    expect(converted({ a: 1 }, {})).toBe(bad);
    expect(converted(['a', { a: 1 }], { as: 'list' })).toBe(bad);
  });
});

describe('a misspelt name of a month', () => {
  it.each([
    ['3. Febuar 2024', 'Februar'],
    ['3. Dezembr 2024', 'Dezember'],
    ['3. Juny 2024', 'June'],
    ['3. septmber 2024', 'september'],
    ['14 Janary 2024', 'January'],
    ['3. Ocktober 2024', 'October'],
  ])('is reported with the right name: %s', (text, meant) => {
    const rule = {
      ...none,
      as: 'date',
      date: { ...none.date, parse: ['d. MMMM yyyy', 'd MMMM yyyy'] },
    } as const;
    const found = convert(text, rule);
    expect('hint' in found && found.hint).toMatch(RegExp(`did you mean ${meant}\\?`, 'i'));
  });

  it.each(['3. März 2024', '3. Mrz 2024', '3. Jänner 2024'])('is not found in %s', text => {
    expect(converted(text, { as: 'date', date: { ...none.date, parse: ['d. MMMM yyyy'] } })).not.toBe(bad);
  });
});
