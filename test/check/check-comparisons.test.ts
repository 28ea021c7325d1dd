import { describe, expect, it } from 'vitest';
import { checkComparisons } from '../../src/check/data/check-comparisons.ts';
import { expressionUses } from '../../src/mapping/expression-uses.ts';
import { mappingOf, samplesOf, storedOf } from './trials.ts';

const payload = {
  form: '12',
  number: 1009,
  optin: 'true',
  yes: true,
  empty: null,
  lines: [
    { code: '5', size: 3 },
    { code: '7', size: 4 },
  ],
};

async function hints(condition: string, stored: readonly unknown[] = [], sample: unknown = payload) {
  const mapping = mappingOf(['note: note'], { head: `when: ${JSON.stringify(condition)}`, tests: [sample] });
  const trials = [...(await samplesOf(mapping)), ...storedOf(...stored)];
  const found = checkComparisons(mapping.source, expressionUses(mapping), trials);
  return found.map(({ severity, hint }) => `${severity}: ${hint}`);
}

describe('a comparison of what is never equal', () => {
  it.each([
    ['form = 12', 'form = "12"'],
    ['12 = form', '"12" = form'],
    ['form != 12', 'form != "12"'],
    ['number = "1009"', 'number = 1009'],
    ['optin = true', 'optin = "true"'],
    ['yes = "true"', 'yes = true'],
    ['form in [12, 13]', 'form in ["12", "13"]'],
    ['number in ["1009"]', 'number in [1009]'],
    ['$exists(lines[code = 5])', 'code = "5"'],
    ['lines[size = "3"].code = "5"', 'size = 3'],
    ['note and (form = 12 or number = 1009)', 'form = "12"'],
  ])('is told with what was meant: %s', async (condition, meant) => {
    expect(await hints(condition)).toEqual([`warning: did you mean ${meant}?`]);
  });

  it('that cannot be put right by its literals is told too', async () => {
    expect(await hints('number = "blue"')).toEqual([
      'warning: compare it with a value as the payload has it',
    ]);
    expect(await hints('form = number')).toEqual([
      'warning: compare both as texts: $string(form) = $string(number)',
    ]);
    expect(await hints('form = $sum(lines.size)')).toEqual(['warning: make both texts with $string(…)']);
  });

  it('is shown by stored events where no sample shows it', async () => {
    expect(await hints('form = 12', [payload], { other: 1 })).toEqual(['warning: did you mean form = "12"?']);
  });

  it('is only noted where some have the right type', async () => {
    expect(await hints('form = 12', [{ form: 12 }])).toEqual([
      'info: where it may be either, compare texts: $string(form) = "12"',
    ]);
  });
});

describe('a comparison that may be true', () => {
  it.each([
    'form = "12"',
    'number = 1009',
    'yes = true',
    'yes',
    'form = "12" or form = 12',
    'optin = true or optin = "true"',
    'empty = "x"',
    'missing = 3',
    'form = null',
    'form = missing',
    '$number(form) = 12',
    'lines.code = "5"',
    'number > 3',
    '$map(lines, function($line) { $line.code = 5 })',
  ])('is not told: %s', async condition => {
    expect(await hints(condition)).toEqual([]);
  });

  it('is left to what is said of the text where that is sure already', async () => {
    expect(await hints('$answers.form = 12')).toEqual([]);
  });
});
