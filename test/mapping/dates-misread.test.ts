import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { birthdayFault } from '../../src/check/call/days/birthday.ts';
import { convertDate, losesItsZone } from '../../src/expressions/convert/convert-date.ts';
import { patternHint } from '../../src/expressions/convert/guess-patterns.ts';
import { patternFault } from '../../src/expressions/date-pattern.ts';
import { convert } from '../../src/mapping/convert/convert.ts';
import { fieldOf } from '../check/catalog.ts';

function read(text: string, parse: string | readonly string[] = [], format = 'yyyy-MM-dd'): string {
  const converted = convertDate(text, { parse: [parse].flat(), format, zone: undefined });
  return 'value' in converted ? converted.value : 'refused';
}

describe('the letters of a pattern', () => {
  it.each([
    ['TT.MM.JJJJ', 'dd.MM.yyyy'],
    ['tt.mm.jjjj', 'dd.MM.yyyy'],
    ['TT.MM.JJ', 'dd.MM.yy'],
    ['DD.MM.YYYY', 'dd.MM.yyyy'],
    ['YYYY-MM-DD', 'yyyy-MM-dd'],
    ['yyyy-mm-dd', 'yyyy-MM-dd'],
    ['dd-mm-jjjj', 'dd-MM-yyyy'],
    ['JJ/MM/AAAA', 'dd/MM/yyyy'],
    ['jj/mm/aaaa', 'dd/MM/yyyy'],
    ['TT.MM.JJJJ HH:mm', 'dd.MM.yyyy HH:mm'],
    ['dd.MM.yyyy HH:MM', 'dd.MM.yyyy HH:mm'],
    ['yyyy-MM-ddTHH:mm:ss', "yyyy-MM-dd'T'HH:mm:ss"],
    ['dd.MM.yyyy um HH:mm', "dd.MM.yyyy 'um' HH:mm"],
    ['dd.MM.yyyy HH:mm Uhr', "dd.MM.yyyy HH:mm 'Uhr'"],
    ['dd-MM-yyyy om HH:mm uur', "dd-MM-yyyy 'om' HH:mm 'uur'"],
    ['HHhmm', "HH'h'mm"],
    ['d of MMMM', "d 'of' MMMM"],
    ['d. MMMM yyyy at HH:mm', "d. MMMM yyyy 'at' HH:mm"],
    ["'Am' TT.MM.", "'Am' dd.MM."],
    ['d de MMMM', "d 'de' MMMM"],
    ['Tag dd', "'Tag' dd"],
  ])('%s are replaced by %s', (pattern, meant) => {
    const fault = patternFault(pattern);
    expect(fault?.hint).toContain(`"${meant}"`);
    expect(patternFault(meant)).toBeUndefined();
  });

  it.each([
    'dd.MM.yyyy',
    'd.M.yy',
    'yyyyMMdd',
    'yyyyMMddHHmmss',
    "yyyy-MM-dd'T'HH:mm:ssZZ",
    'd. MMMM yyyy',
    'EEEE, d. MMM yyyy',
    'h:mm a',
    'hh:mma',
    'MM/dd/yyyy hh:mm:ss a',
    'X',
    'x',
    'HH:mm:ss.SSS',
    "d 'de' MMMM",
    'ddMMMyyyy',
  ])('%s are correct', pattern => {
    expect(patternFault(pattern)).toBeUndefined();
  });

  it('of a random word are reported, unless it is in quotes', () => {
    const word = fc.stringMatching(/^[B-Zb-z]{2,8}$/);
    fc.assert(
      fc.property(word, letters => {
        const fault = patternFault(`dd.MM.yyyy ${letters}`);
        if (fault !== undefined) return;
        // Every accepted letter has a meaning in a pattern.
        expect(letters).toMatch(/^(?:([yLMdoWkqcEGHhmsSuZzXx])\1*)+$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('names of months and days', () => {
  it.each([
    ['14. Mär 1988', 'd. MMM yyyy'],
    ['14. Mär. 1988', 'd. MMM yyyy'],
    ['14. Mrz 1988', 'd. MMM yyyy'],
    ['14. MÄRZ 1988', 'd. MMMM yyyy'],
    ['14. Maerz 1988', 'd. MMMM yyyy'],
    ['14. März 1988', 'd. MMM yyyy'],
    ['14. Mär 1988', 'd. MMMM yyyy'],
    ['14. mrt. 1988', 'd. MMM yyyy'],
    ['14 maart 1988', 'd MMMM yyyy'],
    ['14 mars 1988', 'd MMM yyyy'],
    ['March 14, 1988', 'MMMM d, yyyy'],
    ['Mar 14, 1988', 'MMMM d, yyyy'],
    ['14-MAR-1988', 'd-MMM-yyyy'],
    ['Mo, 14. Mär 1988', 'EEE, d. MMM yyyy'],
    ['Montag, 14. März 1988', 'EEEE, d. MMMM yyyy'],
    ['14. Ma\u0308r 1988', 'd. MMM yyyy'],
  ])('%s is read by %s', (text, pattern) => {
    expect(read(text, pattern)).toBe('1988-03-14');
  });

  it.each([
    ['3. Jänner 1990', '1990-01-03'],
    ['3. Jän. 1990', '1990-01-03'],
    ['3. Feber 1990', '1990-02-03'],
    ['3. févr. 1990', '1990-02-03'],
    ['3. Sep. 1990', '1990-09-03'],
    ['3. Sept. 1990', '1990-09-03'],
    ['3. Okt. 1990', '1990-10-03'],
    ['3. Dez. 1990', '1990-12-03'],
    ['3. déc. 1990', '1990-12-03'],
    ['3. août 1990', '1990-08-03'],
    ['3. juil. 1990', '1990-07-03'],
    ['3. mei 1990', '1990-05-03'],
  ])('%s is %s', (text, day) => {
    expect(read(text, 'd. MMM yyyy')).toBe(day);
  });

  it('that do not exist stay refused', () => {
    for (const text of ['14. Mörz 1988', '14. Foo 1988', '14. Marx 1988']) {
      expect(read(text, 'd. MMM yyyy')).toBe('refused');
    }
  });
});

describe('a moment as a number', () => {
  it('with a year that no date has gets no hint for another pattern', () => {
    const date = { parse: ['dd.MM.yyyy'], format: undefined, zone: undefined };
    const step = convert('03.05.2990', { as: 'date', separator: ',', date, phone: { country: undefined } });
    expect('hint' in step && step.hint).toMatch(/^correct the year of the event;/);
  });

  it('in the wrong unit is refused, with the pattern of the right one', () => {
    const rule = { format: undefined, zone: undefined };
    expect(convertDate('574300800000', { ...rule, parse: ['X'] })).toEqual({
      fault: '"574300800000" is read as a day in the year 20168, and only 1900 to 2100 is taken',
      hint: 'write parse: x, which reads milliseconds since 1970',
    });
    expect(read('99999999999', 'X')).toBe('refused');
  });

  it('is reported with the meaning of the letters of its pattern', () => {
    expect(patternHint('1795608000000', [])).toBe(
      'write parse: [yyyy-MM-dd, x], which reads milliseconds since 1970',
    );
    expect(patternHint('1795608000', [])).toBe(
      'write parse: [yyyy-MM-dd, X], which reads seconds since 1970',
    );
  });
});

describe('a date', () => {
  it.each([
    ['1988-11-25T00:00:00.000Z', 'yyyy-MM-dd'],
    ['1988-11-25 00:00:00', 'yyyy-MM-dd'],
    ['1988-11-25T10:15', 'yyyy-MM-dd'],
    ['1988-11-25T00:00:00+01:00', ['dd.MM.yyyy', 'yyyy-MM-dd']],
  ])('is read with a time after it: %s', (text, parse) => {
    expect(read(text, parse)).toBe('1988-11-25');
  });

  it('is between 1900 and 2100', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 9999 }), year => {
        const given = read(`03.05.${year}`, 'dd.MM.yyyy');
        expect(given).toBe(year < 1900 || year > 2100 ? 'refused' : `${year}-05-03`);
      }),
    );
  });

  const at = (text: string, zone?: string, format?: string) =>
    losesItsZone(text, { parse: [], format, zone });

  it.each([
    '1988-03-13T23:00:00.000Z',
    '1988-03-13T22:00:00Z',
    '2026-07-01T01:30:00+02:00',
    '1988-03-13 23:00Z',
  ])('of a moment with an offset depends on the zone: %s', text => {
    expect(at(text)).toBe(true);
    expect(at(text, 'Europe/Berlin')).toBe(false);
    expect(at(text, undefined, 'dd.MM.yyyy HH:mm')).toBe(false);
  });

  it.each([
    '1988-03-14',
    '1988-03-14T00:00:00Z',
    '1988-03-14T00:00:00.000+01:00',
    '1988-03-14T10:00:00',
    '1988-03-14 00:00',
  ])('is certain in %s', text => {
    expect(at(text)).toBe(false);
  });
});

describe('a birthday', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  const fault = (text: string, type: 'birthday' | 'date' = 'birthday') =>
    birthdayFault(fieldOf({ keyName: 'born', type }), text, now)?.code;

  it('is not in the future, and not before 1900', () => {
    for (const text of ['03.05.2090', '2027-01-01', '27.11.2026', '31/12/2090']) {
      expect(fault(text), text).toBe('check/impossible-birthday');
      expect(fault(text, 'date')).toBeUndefined();
    }
    for (const text of ['14.03.1988', '2026-11-25', '26.11.2026', '1900-01-01', 'unknown', '14. März']) {
      expect(fault(text), text).toBeUndefined();
    }
  });

  it('with two readings is accepted if only one is possible', () => {
    expect(fault('12/11/2026')).toBeUndefined();
  });

  it('of a living person is accepted in every usual format', () => {
    const days = fc.integer({ min: 0, max: 46_000 });
    const forms = fc.constantFrom('dd.MM.yyyy', 'yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyyMMdd');
    fc.assert(
      fc.property(days, forms, (ago, form) => {
        const day = DateTime.fromMillis(now, { zone: 'utc' }).minus({ days: ago });
        fc.pre(day.year >= 1900);
        expect(fault(day.toFormat(form))).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });
});
