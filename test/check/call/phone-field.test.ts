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

  it.each(['0351 4445566', '0351 4445566, ext. 12', '0351/444,5566', '+49 171 3920001', 'siehe Notiz'])(
    'with "%s" is right',
    text => {
      expect(phoneDoubt(field, text)).toBeUndefined();
    },
  );
});
