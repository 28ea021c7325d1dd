import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { typeDoubt, typeFault } from '../../../src/check/call/typed-value.ts';
import { convertDate } from '../../../src/expressions/convert/convert-date.ts';
import { dayNumberHint, dayOfNumber } from '../../../src/expressions/convert/day-number.ts';
import { fieldMapping, parse, fieldOf as sentBy } from '../../mapping/evaluate-yaml.ts';
import { fieldOf } from '../catalog.ts';

/** Returns the verdict on a value in a field of a type: `refused`, `doubtful` or `fine`. */
function judged(type: string, text: string): string {
  const field = fieldOf({ keyName: 'x', type });
  if (typeFault(field, text)) return 'refused';
  return typeDoubt(field, text) ? 'doubtful' : 'fine';
}

/** A year with two digits. */
const isShort = /^\d{1,2}\.\d{1,2}\.\d\d$/;

/**
 * A birthday has no time. A moment with an offset may be another day elsewhere. American dates have the month
 * first.
 */
function isDoubtful(type: string, text: string): boolean {
  const [, one = '', two = ''] = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text) ?? [];
  const mayBeTwo = one !== '' && Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two);
  if (type === 'birthday') return mayBeTwo || isShort.test(text) || text.includes('10:00');
  return type === 'date' && (mayBeTwo || text.endsWith('Z') || isFirstDay.test(text));
}

const isFirstDay = /^0?1[./-]0?1[./-]19[07]0$|^(?:1900|1970)(?:-01-01|\/01\/01|0101)$/;

describe('a date', () => {
  it.each([
    '45987',
    '45987.5',
    '45987,5',
    '45987.520833333336',
    ' 45987 ',
    '32874',
    '10000',
    '73050',
    '1764115200',
    '1764115200000',
    'unbekannt',
    'heute',
    '-',
    'n/a',
    'true',
    'März',
    '31.02.2026',
    '30.02.1988',
    '29.02.2023',
    '31.04.2026',
    '32.01.2026',
    '2026-02-30',
    '2026-13-45',
    '2026-13-12',
    '2026/13/05',
    '0026-12-05',
    '05.12.0026',
    '13/32/2026',
    '0.0.0000',
    '00.00.0000',
    '31. 2. 2026'.replaceAll('. ', '.'),
  ])('is refused as %j', text => {
    for (const type of ['date', 'birthday', 'directDebitMandateDate'])
      expect(judged(type, text), type).toBe('refused');
    expect(judged('text', text)).toBe('fine');
  });

  it.each([
    '14.03.1988',
    '14.3.1988',
    '14.3.88',
    '1988-03-14',
    '1988-03-14T10:00:00Z',
    '1988-03-14 10:00',
    '03/14/1988',
    '14/03/1988',
    '14-03-1988',
    '1988/03/14',
    '1988.03.14',
    '19880314',
    '14. März 1988',
    'March 14, 1988',
    '29.02.2024',
    '29.02.24',
  ])('is accepted as %j', text => {
    for (const type of ['date', 'birthday', 'directDebitMandateDate'])
      expect(judged(type, text), type).toBe(isDoubtful(type, text) ? 'doubtful' : 'fine');
  });

  it.each(['1988', '03/1988', '9999', '73051', '99999', '14.03.1988 - 15.03.1988', 'März 1988'])(
    'is doubtful as %j',
    text => {
      for (const type of ['date', 'birthday', 'directDebitMandateDate'])
        expect(judged(type, text), type).toBe('doubtful');
    },
  );

  it.each(['26-12-05', '26/12/5', '2027-1-5', '2027-01-5', '2027-1-05'])(
    'is doubtful in a field of type date as %j',
    text => {
      expect(judged('date', text)).toBe('doubtful');
    },
  );

  it.each([
    ['2026-13-12', 'parse: yyyy-dd-MM'],
    ['26-12-05', 'parse: yy-MM-dd'],
    ['2027-1-5', 'parse: yyyy-M-d'],
  ])('as %j gets a hint with its pattern, which reads it', async (text, parse) => {
    const field = fieldOf({ keyName: 'x', type: 'date' });
    expect((typeFault(field, text) ?? typeDoubt(field, text))?.hint).toContain(parse);
    expect(await sentBy(`{from: d, as: date, ${parse}, format: dd.MM.yyyy}`, { d: text })).toMatchObject({
      set: {},
    });
  });

  it.each([
    ['2026-13-12', 'yyyy'],
    ['12.13.2026', 'MM'],
    ['26-12-05', 'yy-'],
    ['2027-1-5', 'yyyy-M'],
  ])('as %j gets a hint whose rule has no warning', (text, begins) => {
    const field = fieldOf({ keyName: 'x', type: 'date' });
    const { hint = '' } = typeFault(field, text) ?? typeDoubt(field, text) ?? {};
    const [keys = ''] = /as: date, [^}]*/.exec(hint) ?? [];
    expect(keys).toContain(`parse: ${begins}`);
    const rule = `{from: d, ${keys.replace('format: ...', 'format: dd.MM.yyyy')}}`;
    const found = parse(fieldMapping(rule)).diagnostics;
    expect(found.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it("that is a spreadsheet's day number is reported with its date", () => {
    expect(dayOfNumber('45987')).toBe('26 November 2025');
    expect(dayOfNumber('32581')).toBe('14 March 1989');
    expect(typeFault(fieldOf({ keyName: 'x', type: 'birthday' }), '45987.5')?.message).toBe(
      '"45987.5" is set to "x", a field of type birthday: it is the number that a spreadsheet has for a day (26 November 2025)',
    );
  });

  it("that is a spreadsheet's day number is sent as its hint says", async () => {
    const rule = '{from: born, as: date, parse: spreadsheet, format: dd.MM.yyyy}';
    expect(dayNumberHint).toContain(rule.slice(0, rule.indexOf(', format')).replaceAll('born', 'PATH'));
    for (const [born, text] of [
      [45987, '26.11.2025'],
      ['45987', '26.11.2025'],
      [45987.999, '26.11.2025'],
      [32581, '14.03.1989'],
    ] as const) {
      expect(await sentBy(rule, { born })).toEqual({ set: { text, origin: 'data' } });
    }
  });

  it('of this or the last century is accepted in every usual unambiguous format', () => {
    const forms = fc.constantFrom(
      ...'dd.MM.yyyy d.M.yyyy d.M.yy yyyy-MM-dd dd/MM/yyyy MM/dd/yyyy M/d/yyyy dd-MM-yyyy yyyyMMdd yyyy/MM/dd'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 73_000 }), forms, (days, form) => {
        const text = DateTime.utc(1900, 1, 1).plus({ days }).toFormat(form);
        expect(judged('date', text), text).toBe(isDoubtful('date', text) ? 'doubtful' : 'fine');
      }),
      { numRuns: 300 },
    );
    const firstDays = ['01.01.1970', '1.1.1970', '1970-01-01', '01/01/1970', '01-01-1970', '01.01.1900'];
    for (const text of [...firstDays, '19000101', '19700101', '1900/01/01', '1970/01/01'])
      expect(judged('date', text), text).toBe('doubtful');
  });

  it.each(['45987', '45987.5', '32581', '10000'])('%j is read as a date by no rule', text => {
    for (const parse of [[], ['X'], ['x'], ['dd.MM.yyyy', 'X'], ['yyyyMMdd', 'd.M.yy'], ['yyyy-MM-dd']]) {
      const step = convertDate(text, { parse, format: undefined, zone: undefined });
      expect('fault' in step, parse.join()).toBe(true);
    }
  });
});

describe('a rating', () => {
  it.each(['-1', '-0.5', 'gut', '5/5', '★★★★', '5 Sterne', 'true', '1e3', '4.5.', '', '-'])(
    'is refused as %j',
    text => {
      expect(judged('rating', text)).toBe('refused');
    },
  );

  it.each(['11', '10.5', '10,1', '85', '100', '4.5', '4,5', '0,5'])('is doubtful as %j', text => {
    expect(judged('rating', text)).toBe('doubtful');
  });

  it.each(['0', '1', '3', '5', '10', '4.0', '4,0', '+4', '10.0', ' 5 '])('is accepted as %j', text => {
    expect(judged('rating', text)).toBe('fine');
  });
});

describe('a language', () => {
  it.each([
    ['german', 'de'],
    ['German', 'de'],
    ['Deutsch', 'de'],
    ['deutsch', 'de'],
    ['English', 'en'],
    ['Englisch', 'en'],
    ['français', 'fr'],
    ['Nederlands', 'nl'],
    ['Duits', 'de'],
    ['polski', 'pl'],
    ['Türkçe', 'tr'],
    ['xx', undefined],
    ['zz', undefined],
    ['cz', undefined],
    ['dk', undefined],
    ['jp', undefined],
    ['us', undefined],
    ['gb', undefined],
    ['d', undefined],
    ['de,en', undefined],
    ['de en', undefined],
    ['1', undefined],
    ['Germany', undefined],
    ['muttersprachlich', undefined],
    ['-', undefined],
  ])('is not a code as %j', (text, code) => {
    expect(judged('language', text)).toBe('doubtful');
    const hint = typeDoubt(fieldOf({ keyName: 'x', type: 'language' }), text)?.hint;
    expect(hint?.startsWith('did you mean') ? hint : undefined).toBe(
      code && `did you mean ${code}? A look-up table (values) gives codes for names`,
    );
  });

  it.each([
    'de',
    'DE',
    'en',
    'nl',
    'fr',
    'de-DE',
    'de-AT',
    'de_CH',
    'en-GB',
    'pt-BR',
    'zh-Hans',
    'sr-Latn',
    'uk',
    'tr',
    'gsw',
    'nds',
    'deu',
    'ger',
    'hsb',
    'ku',
  ])('is a code as %j', text => {
    expect(judged('language', text)).toBe('fine');
  });
});

describe('a bank account', () => {
  it.each([
    'DE89370400440532013001',
    'DE8937040044053201300',
    'DE00370400440532013000',
    'AT611904300234573202',
    'GB82WEST12345698765433',
    'NL91ABNA0417164301',
    '0532013000',
    'DE89 3704 0044 0532 0130',
    'DE89-3704-0044-0532-0130-00',
    'unbekannt',
    'XX',
    'D889370400440532013000',
  ])('has an invalid IBAN: %j', text => {
    expect(judged('iban', text)).toBe('refused');
  });

  it.each([
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'de89370400440532013000',
    'AT611904300234573201',
    'CH9300762011623852957',
    'NL91ABNA0417164300',
    'FR1420041010050500013M02606',
    'BE68539007547034',
    'GB82WEST12345698765432',
    'IT60X0542811101000000123456',
    'ES9121000418450200051332',
    'LU280019400644750000',
    'PL61109010140000071219812874',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
  ])('has a valid IBAN: %j', text => {
    expect(judged('iban', text)).toBe('fine');
  });

  it('has a BIC of 8 or 11 characters', () => {
    for (const text of ['COBADEFF', 'COBADEFFXXX', 'cobadeff', 'GENODEF1M04', 'INGDDEFFXXX', 'E097AEXXXXX'])
      expect(judged('bic', text), text).toBe('fine');
    for (const text of ['COBADE', 'COBADEFFXX', 'COBADEFFXXXX', 'Sparkasse', '37040044', 'COBA12FF', '-'])
      expect(judged('bic', text), text).toBe('refused');
  });
});

describe('a value of another type', () => {
  it.each(['text', 'textArea', 'other', 'servicer', 'customer', 'member', 'card', 'recipes'])(
    'is not checked: %s',
    type => {
      for (const text of ['45987', 'german', '-1', 'x', 'DE00']) expect(judged(type, text)).toBe('fine');
    },
  );
});

describe('an address', () => {
  it.each([
    'https://example.com/a',
    'http://example.com',
    'www.example.com',
    'example.de',
    'mailto:a@example.com',
    '/profile/7',
    '@salon',
    'müller.de/x?y=1',
  ])('is accepted as %j', text => {
    expect(judged('link', text)).toBe('fine');
  });

  it.each(['keine Ahnung', 'ja', 'https://example.com und mehr', 'javascript:alert(1)', 'https'])(
    'is doubtful as %j',
    text => {
      expect(judged('link', text)).toBe('doubtful');
    },
  );
});

describe('a date with a missing part', () => {
  it.each(['.2024-03-14.', '.03.2024', '14..2024', '-03-2024', '14.03.2024.', '/03/2024', '14--2024'])(
    'is reported or refused: %j',
    text => {
      expect(judged('date', text)).not.toBe('fine');
    },
  );
});

describe('a first day of a calendar', () => {
  it.each(['01.01.1970', '1970-01-01', '01.01.1900', '1899-12-30'])('is quoted in its hint: %s', text => {
    const field = fieldOf({ keyName: 'birthdate', type: 'birthday' });
    expect(typeDoubt(field, text)?.hint).toContain(`empty: ["${text}", `);
  });

  it.each([
    ['01.01.1900', ['1900-01-01', '1900-01-01T00:00:00']],
    ['1.1.1970', ['1970-01-01', '01.01.1970']],
    ['30.12.1899', ['1899-12-30']],
    ['1970-01-01', ['01.01.1970']],
  ])('is quoted as senders may write it, since the rule wrote it anew: %s', (text, spellings) => {
    const hint = typeDoubt(fieldOf({ keyName: 'birthdate', type: 'birthday' }), text)?.hint;
    for (const each of spellings) expect(hint).toContain(`"${each}"`);
  });
});
