import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../src/inbox/decide/near-link.ts';

describe('two ids in different spellings', () => {
  it.each([
    ['anna@x.de', 'Anna@x.de', 'case'],
    ['ANNA@X.DE', 'anna@x.de', 'case'],
    ['Anna.Berg@X.de', 'anna.berg@x.de', 'case'],
    ['ABC-1', 'abc-1', 'case'],
    ['Anna Berg', 'anna berg', 'case'],
    ['KD4711', 'kd4711', 'case'],
    ['Kd 4711', 'KD4711', 'case'],
    ['4711', '004711', 'zeros'],
    ['04711', '4711', 'zeros'],
    ['0151 234567', '151234567', 'zeros'],
    ['+49 151 234567', '+49151234567', 'blanks'],
    ['AB 12', 'AB12', 'blanks'],
  ])('may be one person: %s and %s', (one, other, differs) => {
    expect(differenceOf(one, other)).toBe(differs);
    expect(differenceOf(other, one)).toBe(differs);
  });

  it.each([
    ['4711', '4711'],
    ['4711', '4712'],
    ['4711', '47110'],
    ['0', '000'],
    ['K-0042', 'K-42'],
    ['0013000000qR2bC', '0013000000qR2Bc'],
    ['aB3dE9', 'Ab3De9'],
    ['recA1b2C3', 'recA1b2c3'],
    ['ABC-1', 'ABC-01'],
    ['anna@x.de', 'anna@y.de'],
    ['anna.berg@x.de', 'annaberg@x.de'],
    ['0x1F', 'x1F'],
  ])('are two people: %s and %s', (one, other) => {
    expect(differenceOf(one, other)).toBeUndefined();
  });
});
