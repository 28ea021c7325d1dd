import { describe, expect, it } from 'vitest';
import { convertDate } from '../../src/expressions/convert/convert-date.ts';
import { patternHint } from '../../src/expressions/convert/guess-patterns.ts';

describe('a date with its spaces and commas elsewhere', () => {
  it.each([
    '24. 12. 1991',
    '24.12. 1991',
    '24. 12.1991',
    '24,12,1991',
    '24 12 1991',
    '3-2-1991',
    '1991.12.24',
    '3.März 1979',
    '3.Dezember.1979',
    '3. März, 1979',
    '3 March, 1979',
    'March 3 1979',
    '3-Mär-1979',
    '3/Dez/1979',
  ])('is told with the pattern that reads it: %s', text => {
    const [, pattern] = /write parse: "?([^"]+?)"?$/.exec(patternHint(text, []) ?? '') ?? [];
    expect(pattern).toBeDefined();
    const read = convertDate(text, { parse: [pattern ?? ''], format: 'yyyy-MM-dd', zone: undefined });
    expect(read).toMatchObject({ value: expect.stringMatching(/^19(?:79|91)-/) });
  });

  it.each(['Heiligabend', '24.12', 'Dezember 1979', '24 / 13 / 1991', '3. Dezmber 1979'])(
    'is none: %s',
    text => {
      expect(patternHint(text, ['dd.MM.yyyy'])).toBeUndefined();
    },
  );
});
