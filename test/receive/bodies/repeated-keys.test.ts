import { describe, expect, it } from 'vitest';
import { repeatedKeyWarning } from '../../../src/receive/bodies/repeated-keys.ts';
import { chanceOf } from '../../../torture/chance.ts';

const reading = { kind: 'json', charset: 'utf-8' } as const;
const warningOf = (text: string) => repeatedKeyWarning(Buffer.from(text), reading, JSON.parse(text))?.message;

describe('a repeated key in a JSON body', () => {
  it.each<[string, string]>([
    ['{"id": 1, "id": 2}', '"id"'],
    ['{"id": 1, "\\u0069d": 2}', '"id"'],
    ['{"a": {"b": 1, "c": [], "b": {}}}', '"b"'],
    ['[{"a": 1}, {"a": 1, "a": 1}]', '"a"'],
    ['{"a": {}, "a": {}}', '"a"'],
    ['{"": 1, "": 2}', '""'],
    ['{"__proto__": 1, "__proto__": 2}', '"__proto__"'],
    ['{"a": 1, "a": {"x": [1, 2, 3], "y": 4}}', '"a"'],
    ['{"a\\nb": 1, "a\\nb": 2}', '"a\\u{a}b"'],
    ['{"a":1,"a":1,"b":1,"b":1,"c":1,"c":1,"d":1,"d":1,"e":1,"e":1}', '"a", "b", "c" and 2 more'],
  ])('%s: %s', (text, names) => {
    expect(warningOf(text)).toBe(
      `an object in the body has a key more than once: ${names}; the last value counts, the others are not used`,
    );
  });

  it.each([
    '{"a": {"a": {"a": 1}}}',
    '[{"a": 1}, {"a": 1}]',
    '{"a": "\\"a\\": 1, {", "b": "}"}',
    '[]',
    '{}',
    '"a, b"',
    '[[], {}, [1, [2]], {"x": {}}]',
    '{"A": 1, "a": 2}',
  ])('is not reported: %s', text => {
    expect(warningOf(text)).toBeUndefined();
  });

  it('is found in every JSON that has one, and in no other', () => {
    const chance = chanceOf(31);
    const made = (depth: number): unknown => {
      const kind = depth > 4 ? 2 : chance.int(4);
      if (kind === 0) return chance.list(4, () => made(depth + 1));
      if (kind === 1)
        return Object.fromEntries(
          chance.list(5, () => [chance.pick(['a', 'b', '{', '"', ',']), made(depth + 1)]),
        );
      return chance.pick(['x,y', '[{', 1, -1.5e3, null, true, '']);
    };
    for (let round = 0; round < 500; round += 1) {
      const text = JSON.stringify({ a: made(0), b: made(0) });
      expect(warningOf(text)).toBeUndefined();
      expect(warningOf(text.replace(/^\{/, '{"b": [1, {}], '))).toContain('"b"');
    }
  });

  it('is searched only in JSON', () => {
    const form = { kind: 'form', charset: 'utf-8' } as const;
    expect(repeatedKeyWarning(Buffer.from('a=1&a=2'), form, { a: ['1', '2'] })).toBeUndefined();
  });
});
