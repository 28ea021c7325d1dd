import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../src/booking/catalog/field.ts';
import { validatorFault } from '../../src/check/call/field-value.ts';
import { readValidator } from '../../src/check/call/validator.ts';

function accepts(pattern: string, text: string): boolean | string {
  const validator = readValidator(pattern);
  return 'problem' in validator ? validator.problem : validator.accepts(text);
}

describe('a validator', () => {
  it.each<[string, string, string]>([
    ['^\\d{5}$', '12345', '1234'],
    ['b+', 'abc', 'ac'],
    ['(?i)^ja$', 'JA', 'JAX'],
    ['^\\p{Alpha}+$', 'abc', 'a1'],
    ['^\\P{Alpha}+$', '123', '1a3'],
    ['^[\\p{Alpha}\\p{Digit}_]+$', 'a1_', 'a-1'],
    ['^[\\P{Digit}]+$', 'abc', 'a1'],
    ['^\\p{L}+$', 'Müller', 'Mü ller'],
    ['^\\u00e4$', 'ä', 'a'],
    ['^[\\u0041-\\u0043]$', 'B', 'D'],
    ['^\\uD83D\\uDE00$', '😀', '😁'],
    ['^\\\\u0041$', '\\u0041', 'A'],
    ['^\\Q[a&&b]\\E$', '[a&&b]', 'a'],
    ['a&&[b]', 'xa&&by', 'ab'],
    ['^[^\\]]$', 'a', ']'],
    ['\\A[0-9]+\\z', '12', '12a'],
  ])('%s takes %s and not %s', (pattern, good, bad) => {
    expect(accepts(pattern, good)).toBe(true);
    expect(accepts(pattern, bad)).toBe(false);
  });

  it.each<[string, RegExp]>([
    ['[a-z&&[^aeiou]]', /intersects classes/],
    ['[a-z&&\\w]', /intersects classes/],
    ['[a-d[m-p]]', /class inside a class/],
    ['[[:alpha:]]', /class inside a class/],
    ['[]a]', /empty class/],
    ['(?=.*\\d).{8,}', /cannot be checked here/],
    ['(a)\\1', /cannot be checked here/],
    ['a++', /cannot be checked here/],
    ['(', /cannot be checked here/],
    ['a{2000}', /cannot be checked here/],
    ['\\', /cannot be checked here/],
  ])('%s is not guessed at', (pattern, problem) => {
    expect(accepts(pattern, 'a')).toMatch(problem);
  });

  it('comes to an end where others would explode', () => {
    expect(accepts('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
    expect(accepts('^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000))).toBe(false);
  });
});

describe('a validator and its costs', () => {
  const steps = '^[a-zA-Z0-9._%+-]{1,64}@[a-zA-Z0-9.-]{1,255}\\.[a-zA-Z]{2,24}$';

  it('is applied to what people write, and accepts no text of hundreds of thousands of characters', () => {
    const validator = readValidator(steps);
    if ('problem' in validator) throw new Error(validator.problem);
    expect(validator.longest).toBeGreaterThan(5_000);
    expect(validator.longest).toBeLessThan(10_000);
    expect(validator.accepts('anna@example.com')).toBe(true);
    const letters = readValidator('^[a-z]+$');
    expect('accepts' in letters && letters.accepts('a'.repeat(10_000))).toBe(true);
    expect('accepts' in letters && letters.accepts('a'.repeat(900_000))).toBe(false);
  });

  it('is not applied where its program is large', () => {
    const large = ['a'.repeat(1_000_000), '[ab]{1000}'.repeat(100), '(([a-z]{30}){30} ?){1,1}'.repeat(200)];
    for (const pattern of large) expect(readValidator(pattern)).toEqual({ problem: 'it is too large' });
  });

  it('refuses a text that is too long for it, and says so', () => {
    const field = {
      keyName: 'mail',
      name: 'Mail',
      validatorRegexp: steps,
      errorMessage: null,
    } as FieldConfiguration;
    const fault = validatorFault(field, 'a@b.'.repeat(225_000));
    expect(fault?.code).toBe('check/validator');
    expect(fault?.message).toContain(
      'a text of 900,000 characters is too long for the validator of "mail" (Mail)',
    );
  });
});
