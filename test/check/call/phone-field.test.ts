import { describe, expect, it } from 'vitest';
import { phoneDoubt } from '../../../src/check/call/texts/phone-field.ts';
import { fieldOf } from '../catalog.ts';

const field = fieldOf({ keyName: 'phone.private', name: 'Telefon privat' });

describe('a text field for one phone number', () => {
  it.each(['0351 4445566,0171 3920001,0341 998877', '0351 4445566; 0171 3920001'])(
    'with "%s" is reported',
    text => {
      expect(phoneDoubt(field, text)?.message).toContain('numbers in one text');
    },
  );

  it.each(['3.7.1979', '03.07.1979', '1979-07-03'])('with a date is reported: "%s"', text => {
    expect(phoneDoubt(field, text)?.message).toContain('is a date');
  });

  const checked = fieldOf({ ...field, validatorRegexp: '^\\+\\d{8,15}$' });

  it.each([
    ['+4141791112233', 'the code of its country twice'],
    ['+49491713920001', 'the code of its country twice'],
    ['+410791112233', 'a 0 behind the code of the country'],
    ['+490351444556', 'a 0 behind the code of the country'],
  ])('and a validator is reported with a wrong code: "%s"', (text, why) => {
    expect(phoneDoubt(checked, text)?.message).toContain(why);
  });

  it.each(['+41791112233', '+4930123456', '0351 4445566', '491713920001', '+493514445566'])(
    'and a validator decides about "%s"',
    text => {
      expect(phoneDoubt(checked, text)).toBeUndefined();
    },
  );

  it.each(['0351 4445566', '0351 4445566, ext. 12', '0351/444,5566', '+49 171 3920001', 'siehe Notiz'])(
    'with "%s" is right',
    text => {
      expect(phoneDoubt(field, text)).toBeUndefined();
    },
  );
});
