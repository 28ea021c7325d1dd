import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '../../../src/receive/bodies/json-fault.ts';

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a": ', 6, /^a value/],
    ['{"a": 1 "b": 2}', 8, /a comma or }/],
    ['{"a": 1,}', 8, /a key in double quotes/],
    ["{'a': 1}", 1, /a key in double quotes, or }/],
    ['{"a" 1}', 5, /a colon/],
    ['[1, 2', 5, /a comma or ]/],
    ['[1, 02]', 4, /^a value/],
    ['{"a": “x”}', 6, /^a value/],
    ['{"a": "x\ny"}', 6, /^a value/],
    ['["\\N"]', 1, /^a value/],
    ['["\\u00zz"]', 1, /^a value/],
    ['{} {}', 3, /nothing more/],
    ['', 0, /^a value/],
  ])('%j is at %i', (source, offset, expected) => {
    expect(jsonFault(source)).toEqual({ offset, expected: expect.stringMatching(expected) });
  });

  it('may be after DEL and C1, which the parser accepts', () => {
    expect(jsonFault('"a\u007f\u0085b"')).toBeUndefined();
  });

  it('is found in one pass, also in a long unterminated text', () => {
    expect(jsonFault(`{"a": "${'a\\n'.repeat(500_000)}`)).toMatchObject({ offset: 6 });
  });

  it('does not exist exactly if the parser accepts the text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '0',
      'true',
      'nul',
      ' ',
      '\\',
      'e5',
      '.',
    );
    const texts = fc.oneof(
      fc.json(),
      fc.array(pieces, { maxLength: 12 }).map(each => each.join('')),
      fc
        .tuple(fc.json(), fc.nat(), pieces)
        .map(
          ([json, at, piece]) =>
            json.slice(0, at % (json.length + 1)) + piece + json.slice(at % (json.length + 1)),
        ),
    );
    fc.assert(
      fc.property(texts, source => {
        let isJson = true;
        try {
          JSON.parse(source);
        } catch {
          isJson = false;
        }
        expect(jsonFault(source) === undefined).toBe(isJson);
      }),
      { numRuns: 3000 },
    );
  });
});
