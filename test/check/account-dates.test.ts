import { describe, expect, it } from 'vitest';
import { accountDateFormat, inFormOfAccount } from '../../src/check/call/days/account-dates.ts';
import { fieldOf } from './catalog.ts';

const iso = 'yyyy-MM-dd';
const field = (validatorRegexp: string | null, errorMessage: string | null = null) =>
  fieldOf({ keyName: 'birthdate', type: 'birthday', validatorRegexp, errorMessage });

describe('the date format of an account', () => {
  it.each([
    [String.raw`^\d{2}\.\d{2}\.\d{4}$`, 'dd.MM.yyyy'],
    [String.raw`^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.(19|20)\d\d$`, 'dd.MM.yyyy'],
    [String.raw`^\d{1,2}\.\d{1,2}\.\d{4}$`, 'dd.MM.yyyy'],
    [String.raw`^(0[1-9]|[12]\d|3[01])/(0[1-9]|1[0-2])/\d{4}$`, 'dd/MM/yyyy'],
    [String.raw`^\d{8}$`, 'yyyyMMdd'],
  ])('is that of the validator %s', (validator, format) => {
    expect(accountDateFormat(field(validator), iso)).toEqual({ format, from: 'validator' });
  });

  it.each([
    ['Bitte TT.MM.JJJJ angeben', 'dd.MM.yyyy'],
    ['Format: dd.MM.yyyy!', 'dd.MM.yyyy'],
    ['gebruik dd-mm-jjjj', 'dd-MM-yyyy'],
    ['Date au format JJ/MM/AAAA', 'dd/MM/yyyy'],
    ['MM/DD/YYYY please', 'MM/dd/yyyy'],
    ['T.M.JJJJ', 'd.M.yyyy'],
  ])('is that of the message %s', (message, format) => {
    expect(accountDateFormat(field(null, message), iso)).toEqual({ format, from: 'message' });
  });

  it('is taken from the message if the validator accepts it too, and never if the validator refuses it', () => {
    const slashes = String.raw`^\d{2}/\d{2}/\d{4}$`;
    expect(accountDateFormat(field(slashes, 'MM/DD/YYYY'), iso)?.format).toBe('MM/dd/yyyy');
    expect(
      accountDateFormat(field(String.raw`^\d{2}\.\d{2}\.\d{4}$`, 'YYYY-MM-DD'), 'dd/MM/yyyy')?.format,
    ).toBe('dd.MM.yyyy');
  });

  it.each([
    ['a validator that takes day and month in both orders', String.raw`^\d{2}/\d{2}/\d{4}$`, null],
    ['a validator that takes the format of the rule', String.raw`^\d{4}-\d{2}-\d{2}$`, null],
    ['a validator that takes everything', '.+', null],
    ['a validator that no day fits', '^[a-z]+$', null],
    ['a message without a format', null, 'Bitte ein Datum angeben'],
    ['a message with two', null, 'TT.MM.JJJJ oder MM/TT/JJJJ'],
    ['a field that says nothing', null, null],
  ])('is not guessed from %s', (_, validator, message) => {
    expect(accountDateFormat(field(validator, message), iso)).toBeUndefined();
  });

  it('is used for a date whose rule has no format', () => {
    const points = field(String.raw`^\d{2}\.\d{2}\.\d{4}$`);
    const day = { text: '1988-03-14', origin: 'data' } as const;
    expect(inFormOfAccount({ ...day, dateFormat: iso }, points).text).toBe('14.03.1988');
    expect(inFormOfAccount(day, points)).toBe(day);
  });
});
