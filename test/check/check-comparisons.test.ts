import { describe, expect, it } from 'vitest';
import { checkComparisons } from '../../src/check/data/comparisons/check-comparisons.ts';
import { expressionUses } from '../../src/mapping/expression-uses.ts';
import { checkWith, mappingOf, samplesOf, storedOf } from './trials.ts';

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

describe('a comparison of values that are never equal', () => {
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
  ])('is reported with a correct comparison: %s', async (condition, meant) => {
    expect(await hints(condition)).toEqual([`warning: did you mean ${meant}?`]);
  });

  it('is reported too if its literals cannot correct it', async () => {
    expect(await hints('number = "blue"')).toEqual([
      'warning: compare it with a value as the payload has it; the samples have 1009',
    ]);
    expect(await hints('form = number')).toEqual([
      'warning: compare both as texts: $string(form) = $string(number)',
    ]);
    expect(await hints('form = $sum(lines.size)')).toEqual(['warning: make both texts with $string(…)']);
  });

  it('is found by stored events if no sample shows it', async () => {
    expect(await hints('form = 12', [payload], { other: 1 })).toEqual(['warning: did you mean form = "12"?']);
  });

  it('is only a note if some events have the right type', async () => {
    expect(await hints('form = 12', [{ form: 12 }])).toEqual([
      'info: if it can be either, compare texts: $string(form) = "12"',
    ]);
  });
});

/** Values of a form, each as a text and as a number or a boolean. */
const typed = {
  t: '5',
  n: 5,
  yes: true,
  one: 1,
  ja: 'ja',
  nein: 'Nein',
  topic: 'Hair',
  zeros: '007',
  minus: '-5',
  decimals: '5.0',
  list: { t: '5', n: 5 },
  lines: [{ t: '5', n: 5 }],
  texts: ['5', '6'],
  numbers: [5, 6],
};

describe('the number 5 and the text "5"', () => {
  it.each([
    ['t = 5', 't = "5"'],
    ['5 = t', '"5" = t'],
    ['n = "5"', 'n = 5'],
    ['"5" = n', '5 = n'],
    ["n = '5'", 'n = 5'],
    ['n != "5"', 'n != 5'],
    ['n = "5 "', 'n = 5'],
    ['n = "5.0"', 'n = 5'],
    ['t = 5.0', 't = "5"'],
    ['zeros = 7', 'zeros = "007"'],
    ['minus = -5', 'minus = "-5"'],
    ['decimals = 5', 'decimals = "5.0"'],
    ['(t) = 5', 't = "5"'],
    ['t = (5)', 't = "5"'],
    ['(n = ("5"))', 'n = 5'],
    ['$not(t = 5)', 't = "5"'],
    ['list.t = 5', 'list.t = "5"'],
    ['list.(n = "5")', 'n = 5'],
    ['lines[0].t = 5', 'lines[0].t = "5"'],
    ['$count(lines[t = 5]) > 0', 't = "5"'],
    ['$exists(lines[n="5"])', 'n = 5'],
    ['$$.t = 5', '$$.t = "5"'],
    ['$.n = "5"', '$.n = 5'],
    ['$body.t = 5', '$body.t = "5"'],
    ['`t` = 5', '`t` = "5"'],
    ['5 in texts', '"5" in texts'],
    ['"5" in numbers', '5 in numbers'],
    ['t in [5, 6]', 't in ["5", "6"]'],
    ['n in ["5"]', 'n in [5]'],
    ['texts[0] = 5', 'texts[0] = "5"'],
    ['t = 5 ? "a" : "b"', 't = "5"'],
    ['note and n="5"', 'n = 5'],
    ['$event.id = 5', '$event.id = "5"'],
  ])('are reported with the value of a sample: %s', async (condition, meant) => {
    expect(await hints(condition, [], typed)).toEqual([`warning: did you mean ${meant}?`]);
  });

  it.each([
    ['t = 5', 't = "5"'],
    ['n = "5"', 'n = 5'],
    ['t != 5', 't != "5"'],
    ['"5" = n', '5 = n'],
    ['lines[t = 5].n', 't = "5"'],
    ['n in ["5", "6"]', 'n in [5, 6]'],
  ])('are reported for stored events only: %s', async (condition, meant) => {
    expect(await hints(condition, [typed], { other: 1 })).toEqual([`warning: did you mean ${meant}?`]);
  });

  it.each([
    ['t = n', '$string(t) = $string(n)'],
    ['t in numbers', '$string(t) in numbers.$string()'],
    ['n in texts', '$string(n) in texts.$string()'],
    ['t in [n]', '$string(t) in [$string(n)]'],
  ])('are reported if both sides are paths: %s', async (condition, meant) => {
    expect(await hints(condition, [], typed)).toEqual([`warning: compare both as texts: ${meant}`]);
  });

  it.each([
    't = "5"',
    '(n) = 5',
    'texts[0] = "5"',
    '"5" in texts',
    'n in [4, 5]',
    '$event.id = "5"',
    'lines[n = 5]',
  ])('are not reported if the types match: %s', async condition => {
    expect(await hints(condition, [], typed)).toEqual([]);
  });
});

describe('an answer such as "yes" compared with true', () => {
  it.each([
    ['ja = true', 'did you mean ja = "ja"?'],
    ['true = ja', 'did you mean "ja" = ja?'],
    ['ja != true', 'did you mean ja != "ja"?'],
    ['nein = false', 'did you mean nein = "Nein"?'],
    ['one = true', 'did you mean one = 1?'],
    ['yes = 1', 'did you mean yes = true?'],
    ['yes = "ja"', 'did you mean yes = true?'],
    ['yes = "No"', 'did you mean yes = false?'],
    ['nein = true', 'write nein = "…", with the text that means yes; the samples have "Nein"'],
    ['topic = true', 'write topic = "…", with the text that means yes; the samples have "Hair"'],
    ['ja = false', 'write ja = "…", with the text that means no; the samples have "ja"'],
  ])('is reported with the value of a sample: %s', async (condition, hint) => {
    expect(await hints(condition, [], typed)).toEqual([`warning: ${hint}`]);
  });

  it('shows no value of stored events', async () => {
    expect(await hints('ja = true', [typed], { other: 1 })).toEqual([
      'warning: write ja = "…", with the text that means yes',
    ]);
  });

  it('is only a note if some events have true', async () => {
    expect(await hints('ja = true', [{ ja: true }], typed)).toEqual([
      'info: if it can be either, compare texts: $string(ja) in ["true", "ja"]',
    ]);
  });

  it('is read with as: boolean if a rule compares nothing else', async () => {
    const mapping = mappingOf(['note: ja = true'], { tests: [typed] });
    const trials = await samplesOf(mapping);
    expect(checkComparisons('website', expressionUses(mapping), trials).map(({ hint }) => hint)).toEqual([
      'write {from: ja, as: boolean}, which reads ja, nein, on, 0 and the like',
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
  ])('is not reported: %s', async condition => {
    expect(await hints(condition)).toEqual([]);
  });

  it('is not checked if its text is already reported as wrong', async () => {
    expect(await hints('$answers.form = 12')).toEqual([]);
  });
});

describe('an empty text in a comparison', () => {
  it.each(['nr != ""', 'nr = ""', '"" != nr'])('says nothing about the type: %s', async condition => {
    const mapping = mappingOf(['note: note'], {
      head: `when: '${condition}'`,
      tests: [{ customer: 1, nr: 7, note: 'x' }],
    });
    const found = await checkWith(mapping);
    expect(found.filter(({ code }) => code === 'check/never-equal')).toEqual([]);
  });
});
