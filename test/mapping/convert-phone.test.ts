import fc from 'fast-check';
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import {
  convertPhone,
  extensionOf,
  mobileElsewhere,
  otherReading,
} from '../../src/expressions/convert/convert-phone.ts';
import { whyNoPhone } from '../../src/mapping/convert/phone-text.ts';

function read(text: string, country?: string): string {
  const converted = convertPhone(text, country);
  return 'value' in converted ? converted.value : 'refused';
}

describe('a date in place of a phone number', () => {
  it.each([
    '3.7.1979',
    '03.07.1979',
    '14.03.1988',
    '25/06/1944',
    '06/25/1944',
    '1979-07-03',
    '3-7-1979',
    ' 3.7.1979 ',
  ])('is refused, and reported if it is sent unchanged: %j', text => {
    for (const country of ['DE', 'CH', 'FR', undefined])
      expect(convertPhone(text, country)).toMatchObject({ fault: expect.stringContaining('is a date') });
    expect(whyNoPhone(text)).toBe('is a date and not a phone number');
  });

  it.each([
    ['01.23.45.67.89', 'FR', '+33123456789'],
    ['0351 19 79', 'DE', '+493511979'],
    ['079 123 45 67', 'CH', '+41791234567'],
    ['0664/1234567', 'AT', '+436641234567'],
    ['030-1979-07', 'DE', '+4930197907'],
    ['0341/20.1979', 'DE', '+49341201979'],
    ['+49 30 12.03.1979', 'DE', '+493012031979'],
    ['06-12-19-79-45', 'FR', '+33612197945'],
  ])('is no number with dots or dashes: %j of %s', (text, country, number) => {
    expect(read(text, country)).toBe(number);
    expect(whyNoPhone(text)).toBeUndefined();
  });
});

describe('an apostrophe of a spreadsheet before a phone number', () => {
  it.each([
    ["'+4915112345678", 'DE', '+4915112345678'],
    ["'+4915112345678", undefined, '+4915112345678'],
    ["'0151 12345678", 'DE', '+4915112345678'],
    ["'004915112345678", 'AT', '+4915112345678'],
  ])('is not a part of it: %s of %s', (text, country, number) => {
    expect(read(text, country)).toBe(number);
  });

  it.each(["'", "+49'15112345678x", "'abc"])('does not make a number of %s', text => {
    expect(read(text, 'DE')).toBe('refused');
  });
});

describe('a landline without an area code', () => {
  it.each([
    ['4712233', 'DE'],
    ['471 22 33', 'DE'],
    ['471-2233', 'DE'],
    ['5321234', 'AT'],
  ])('is refused: %j of %s', (text, country) => {
    const converted = convertPhone(text, country);
    expect('fault' in converted && (converted.hint ?? converted.fault)).toMatch(/area code|phone number/);
  });

  it.each([
    ['0351 4712233', 'DE', '+493514712233'],
    ['3514712233', 'DE', '+493514712233'],
    ['01 5321234', 'AT', '+4315321234'],
    ['030 123456', 'DE', '+4930123456'],
    ['+49 30 123456', 'DE', '+4930123456'],
    ['446681800', 'CH', '+41446681800'],
  ])('is read with one, or where all numbers have the same length: %j of %s', (text, country, number) => {
    expect(read(text, country)).toBe(number);
  });

  it('is refused with advice to ask for the area code', () => {
    expect(convertPhone('4712233', 'DE')).toMatchObject({
      fault:
        '"4712233" has neither a calling code nor the 0 of an area code, and is too short to be sure of its area code',
      hint: expect.stringContaining('with its area code'),
    });
  });
});

describe('a phone number', () => {
  it.each([
    ['4915123456789', 'DE', '+4915123456789'],
    ['49 151 23456789', 'DE', '+4915123456789'],
    [' 4915123456789', 'DE', '+4915123456789'],
    ['49-151-23456789', 'DE', '+4915123456789'],
    ['49 (0)151 23456789', 'DE', '+4915123456789'],
    ['491721234567', 'DE', '+491721234567'],
    ['436641234567', 'AT', '+436641234567'],
    ['41791234567', 'CH', '+41791234567'],
    ['31612345678', 'NL', '+31612345678'],
    ['33612345678', 'FR', '+33612345678'],
    ['15123456789', 'DE', '+4915123456789'],
    ['1721234567', 'DE', '+491721234567'],
    ['030 123456', 'DE', '+4930123456'],
    ['+43 664 1234567', 'DE', '+436641234567'],
    ['0043 664 1234567', 'DE', '+436641234567'],
    ['+49 (0) 30 123456', undefined, '+4930123456'],
    ['04921 123456', 'DE', '+494921123456'],
    ['(04921) 123456', 'DE', '+494921123456'],
    ['2211234567', 'DE', '+492211234567'],
  ])('%j of %s is %s', (text, country, number) => {
    expect(read(text, country)).toBe(number);
  });

  it.each([
    ['436641234567', 'DE', '43, the calling code of AT'],
    ['447911123456', 'DE', '44, the calling code of GB'],
    ['4921123456', 'DE', '49, the calling code of DE'],
  ])('%s of %s has two readings and is refused', (text, country, says) => {
    const converted = convertPhone(text, country);
    expect('fault' in converted && converted.fault).toContain(`begins with ${says}`);
    expect('fault' in converted && converted.hint).toMatch(/write \+\d+ or 00\d+ before/);
  });

  it.each([
    ['0151 23456789 / 0341 123456', 'one number in each field'],
    ['0151 23456789 oder 0341 123456', 'one number in each field'],
    ['+49 +4915123456789', 'write +4915123456789'],
    ['+43 +436641234567', 'write +436641234567'],
  ])('with several numbers or codes gets a hint: %s', (text, hint) => {
    const converted = convertPhone(text, 'DE');
    expect('fault' in converted && converted.hint).toContain(hint);
  });

  it.each([
    ['+44 7700 900123', 'DE', 'has the country code +44, and no phone number of that country'],
    ['0044 7700 900123', 'DE', 'has the country code +44, and no phone number of that country'],
    ['0151', 'DE', 'is neither a phone number of DE nor one with its country code'],
    ['+999 123456789', 'DE', 'is neither a phone number of DE nor one with its country code'],
    ['keins', 'DE', 'is neither a phone number of DE nor one with its country code'],
  ])('that is not assigned is described by its country code: %s', (text, country, says) => {
    const converted = convertPhone(text, country);
    expect('fault' in converted && converted.fault).toContain(says);
  });

  it.each([
    ['0151 2345', 'DE', ' of DE'],
    ['0151 1112223', 'DE', ' of DE'],
    ['01512345', 'DE', ' of DE'],
    ['(0171) 39200', 'DE', ' of DE'],
    ['0176/123456', 'DE', ' of DE'],
    ['+49 151 2345', 'DE', ''],
    ['0049 151 2345', 'DE', ''],
    ['+49 171 39200', 'AT', ''],
    ['079 123 45', 'CH', ' of CH'],
    ['06 1234 56', 'NL', ' of NL'],
  ])('that lacks digits at its end is called too short: %s, %s', (text, country, of) => {
    expect(convertPhone(text, country)).toMatchObject({
      fault: `${JSON.stringify(text)} is too short for a mobile number${of}: digits are missing at its end`,
      hint: expect.not.stringContaining('may be a number of'),
    });
  });

  it.each([
    ['01 512 345', 'DE', 'it may be a number of AT'],
    ['0316 445566', 'DE', 'it may be a number of AT or CH'],
  ])('of a neighbour is not called too short: %s, %s', (text, country, hint) => {
    expect(convertPhone(text, country)).toMatchObject({ hint: expect.stringContaining(hint) });
  });

  it.each([
    ['0316 445566', 'DE', 'AT or CH'],
    ['01 533 85 70', 'DE', 'AT'],
    ['044 668 18 00', 'AT', 'DE or CH'],
  ])('of a neighbour gets a hint: %s, %s', (text, country, owners) => {
    expect(convertPhone(text, country)).toMatchObject({
      hint: expect.stringContaining(`it may be a number of ${owners}: `),
    });
  });

  it.each([
    ['0664 9876543', 'DE', '+436649876543'],
    ['(0676) 1234567', 'DE', '+436761234567'],
    ['0699/12345678', 'DE', '+4369912345678'],
    ['0676-1234567', 'DE', '+436761234567'],
    ['0171 3920001', 'AT', '+491713920001'],
    ['0661 123456', 'DE', undefined],
    ['069 91234567', 'DE', undefined],
    ['06648 12345', 'DE', undefined],
    ['06641 9876543', 'DE', undefined],
    ['0651 9876543', 'DE', undefined],
    ['0681 9876543', 'DE', undefined],
    ['0664 9876543', 'AT', undefined],
    ['+49 664 9876543', 'DE', undefined],
    ['0171 3920001', 'DE', undefined],
  ])('may be a mobile number of the neighbour: %s read with %s', (text, country, number) => {
    expect(mobileElsewhere(text, country)?.number).toBe(number);
  });

  it.each(['keins', '0151', '0341 1234-567890123456'])('gets no hint for other texts: %s', text => {
    expect(convertPhone(text, 'DE')).not.toHaveProperty('hint');
  });

  it.each([['4,91512E+12'], ['4.91512e12']])(
    'in scientific notation is reported as a loss of digits: %s',
    text => {
      const reported = {
        fault: `"${text}" is a phone number that a spreadsheet rounded, so digits are lost`,
        hint: 'format the column as text in the spreadsheet, enter the whole number again, and save the file again',
      };
      expect(convertPhone(text, 'DE')).toEqual(reported);
      expect(convertPhone(text, undefined)).toEqual(reported);
    },
  );

  it('without a country is reported with its calling code and the country that reads it', () => {
    expect(convertPhone('4915123456789', undefined)).toEqual({
      fault: '"4915123456789" is not a phone number with its country code (+49...)',
      hint: 'it begins with 49, the calling code of DE: add country: DE, or have the sender write + before it',
    });
  });

  it('with an extension is reported', () => {
    expect(extensionOf('030 123456 ext. 12', 'DE')).toBe('12');
    expect(extensionOf('030 123456 x12', 'DE')).toBe('12');
    expect(extensionOf('030 123456', 'DE')).toBeUndefined();
  });

  it('of a mobile phone that lost its 0 and may belong to another country is reported', () => {
    expect(otherReading('15123456789', 'DE')?.number).toBe('+15123456789');
    expect(otherReading('015123456789', 'DE')).toBeUndefined();
    expect(otherReading('1721234567', 'DE')).toBeUndefined();
  });

  it('is invalid if it is very long', () => {
    expect(read(`0${'1'.repeat(900_000)}`, 'DE')).toBe('refused');
  });
});

const countries = getCountries().filter(country => getExampleNumber(country, examples) !== undefined);

describe('a mobile number of any country', () => {
  it('never gets its calling code twice, nor another one', () => {
    const own = fc.constantFrom(...['DE', 'AT', 'CH', 'NL', 'FR', 'BE', 'GB', 'IT', 'ES', 'PL']);
    const digits = fc.integer({ min: 0, max: 9_999 }).map(number => String(number).padStart(4, '0'));
    const written = fc.constantFrom('', ' ', '  ', '(');
    fc.assert(
      fc.property(own, fc.constantFrom(...countries), digits, written, (country, of, last, before) => {
        const example = String(getExampleNumber(of, examples)?.number);
        const number = `${example.slice(0, -4)}${last}`;
        expect([number, 'refused']).toContain(read(number, country));
        const bare = `${before}${number.slice(1)}`;
        const given = read(bare, country);
        const isReported = otherReading(bare, country)?.number === number;
        const isOnlyReading = read(number) === 'refused';
        if (!isReported && !isOnlyReading) expect([number, 'refused']).toContain(given);
        if (given === `+${getCountryCallingCode(country as 'DE')}${number.slice(1)}` && of === country)
          expect(isOnlyReading).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a phone number with non-Latin digits', () => {
  it.each([
    '\uff0b49 151 12345678',
    '\uff0b\uff14\uff19 \uff11\uff15\uff11 12345678',
    '\ufe6249 151 12345678',
    '\uff10\uff11\uff15\uff11 12345678',
    '\uff10\uff10\uff14\uff19 151 12345678',
    '+\u0664\u0669 151 12345678',
    '\u0660\u0661\u0665\u0661 12345678',
  ])('is read like one with Latin digits: %s', text => {
    expect(convertPhone(text, 'DE')).toEqual({ value: '+4915112345678' });
  });

  it('needs no country after a full-width plus', () => {
    expect(convertPhone('\uff0b49 30 123456', undefined)).toEqual({ value: '+4930123456' });
  });
});

describe('words beside a phone number', () => {
  const hintOf = (text: string) => {
    const found = convertPhone(text, 'DE');
    return 'value' in found ? found.value : found.hint;
  };

  it.each([
    '0170 1234567 (abends)',
    'tel: 0151 23456789',
    '0151 23456789 privat',
    'Büro 030 1234567, 2. Stock',
  ])('have advice: %s', text => {
    expect(hintOf(text)).toMatch(/^words stand beside the number: /);
  });

  it.each(['0171 1234567 oder 0172 7654321', '12 abends', 'kein Telefon', 'Haus 12345'])(
    'are no advice for another text: %s',
    text => {
      expect(hintOf(text) ?? '').not.toMatch(/^words stand beside the number: /);
    },
  );
});
