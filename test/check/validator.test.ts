import { describe, expect, it } from 'vitest';
import type { FieldConfiguration } from '../../src/booking/catalog/field.ts';
import { acceptedDateFormat } from '../../src/check/call/days/accepted-dates.ts';
import { readValidator } from '../../src/check/call/validator.ts';
import { validatorFault } from '../../src/check/call/validator-fault.ts';
import { countCalls } from '../count-calls.ts';

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
  ])('%s is refused', (pattern, problem) => {
    expect(accepts(pattern, 'a')).toMatch(problem);
  });

  it('always ends, also for patterns with catastrophic backtracking', () => {
    expect(accepts('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
    expect(accepts('^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000))).toBe(false);
  });
});

describe('the costs of a validator', () => {
  const steps = '^[a-zA-Z0-9._%+-]{1,64}@[a-zA-Z0-9.-]{1,255}\\.[a-zA-Z]{2,24}$';

  it('allow texts as people write them, but none of hundreds of thousands of characters', () => {
    const validator = readValidator(steps);
    if ('problem' in validator) throw new Error(validator.problem);
    expect(validator.longest).toBeGreaterThan(1_000);
    expect(validator.longest).toBeLessThan(5_000);
    expect(validator.accepts('anna@example.com')).toBe(true);
    const letters = readValidator('^[a-z]+$');
    expect('accepts' in letters && letters.accepts('a'.repeat(10_000))).toBe(true);
    expect('accepts' in letters && letters.accepts('a'.repeat(900_000))).toBe(false);
  });

  it('prevent a large program', () => {
    const large = [
      'a'.repeat(1_000_000),
      '[ab]{1000}'.repeat(100),
      '(([a-z]{30}){30} ?){1,1}'.repeat(200),
      `(?:${'ab'.repeat(119)}){1000}`,
      `(?:${'a?'.repeat(119)}){1,1000}`,
      '\\p{L}?'.repeat(833),
    ];
    // Parsing takes a few calls for each character. Compiling a program of this size takes millions.
    for (const pattern of large) {
      const calls = countCalls(() => expect(readValidator(pattern)).toEqual({ problem: 'it is too large' }));
      expect(calls).toBeLessThan(50_000);
    }
  });

  it.each<[string, string, string]>([
    ['with two counts side by side', '[a-z]{1,200}[a-z]{1,200}$', `${'a'.repeat(999_999)}!`],
    ['with a count in a count', '(?:[a-z]{1,30}){1,30}[0-9]', 'a'.repeat(1_000_000)],
    ['that does not look at capitals', '(?i)k{1,1000}[0-9]!', `!${'K'.repeat(999_999)}`],
    ['of many repetitions', `${'.*'.repeat(1_600)}!`, `!${'ab'.repeat(500_000)}`],
    ['of many groups', `${'(.?)'.repeat(900)}[0-9]`, 'a'.repeat(1_000_000)],
  ])('%s are bounded for the longest text as for any other', (_, pattern, text) => {
    const validator = readValidator(pattern);
    if ('problem' in validator) throw new Error(validator.problem);
    const longest = text.slice(0, validator.longest);
    expect(countCalls(() => validator.accepts(longest))).toBeLessThan(5_000_000);
    expect(validator.accepts(text)).toBe(false);
  });

  it.each<[string, number, number]>([
    ['^.{0,1000}$', 0, 1_000],
    ['^[^<>]{2,5000}$', 2, 5_000],
    ['^\\d{5}$', 5, 5],
    ['^[\\s\\S]{3,}$', 3, 20_000],
  ])('%s are bounded by the number of characters in a text', (pattern, least, most) => {
    const digits = (length: number) => '1'.repeat(length);
    expect(accepts(pattern, digits(least))).toBe(true);
    expect(accepts(pattern, digits(most))).toBe(true);
    if (least > 0) expect(accepts(pattern, digits(least - 1))).toBe(false);
    expect(accepts(pattern, digits(most + 1_000_000))).toBe(false);
    if (most < 10_000) expect(accepts(pattern, digits(most + 1))).toBe(false);
  });

  it('count characters outside the basic plane once, with the class of every character', () => {
    expect(accepts('^[^<>]{2,3}$', '😀😀😀')).toBe(true);
    expect(accepts('^[^<>]{2,3}$', '😀😀😀😀')).toBe(false);
    expect(accepts('^[^<>]{2,3}$', 'a<b')).toBe(false);
    expect(accepts('^.{2,3}$', 'a\nb')).toBe(false);
    expect(accepts('^a{3,2}$', 'aa')).toMatch(/cannot be checked here/);
  });

  it('prevent trying every date for a hint', () => {
    const field = { keyName: 'day', name: 'Day', validatorRegexp: '^(?:\\d?.?){1,900}$' };
    const date = { parse: [], format: undefined, zone: undefined };
    const calls = countCalls(() => acceptedDateFormat(field as FieldConfiguration, date));
    expect(calls).toBeLessThan(5_000_000);
  });

  it('prevent a text that is too long, which is reported', () => {
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
