import { describe, expect, it } from 'vitest';
import { mergePatch } from '../../../src/receive/bodies/merge-patch.ts';

describe('a JSON Merge Patch', () => {
  // The cases of RFC 7396, appendix A.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
    // Names of inherited properties of objects.
    ['{}', '{"__proto__":{"polluted":true}}', '{"__proto__":{"polluted":true}}'],
    ['{}', '{"constructor":{"prototype":null}}', '{"constructor":{}}'],
  ])('of %s by %s', (value, patch, result) => {
    expect(JSON.stringify(mergePatch(JSON.parse(value), JSON.parse(patch)))).toBe(result);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
