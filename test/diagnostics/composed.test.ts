import { describe, expect, it } from 'vitest';
import { composed } from '../../src/diagnostics/composed.ts';
import { countCalls } from '../count-calls.ts';

const apart = 'u\u0308';

describe('a value in its composed form', () => {
  it('has composed texts and keys, and is returned as it is if nothing changes', () => {
    const value = { a: [1, null, { ü: true }], b: 'Ü' };
    expect(composed(value)).toBe(value);
    expect(composed({ first: 1, [apart]: [apart, 'x'], last: { a: 'x' } })).toEqual({
      first: 1,
      ü: ['ü', 'x'],
      last: { a: 'x' },
    });
    expect(Object.keys(composed({ b: 1, [apart]: 2, a: 3 }) as object)).toEqual(['b', 'ü', 'a']);
  });

  it('keeps both of two keys that differ only in their form', () => {
    expect(composed({ [apart]: 1, ü: 2 })).toEqual({ [apart]: 1, ü: 2 });
  });

  it('is computed with a single look at each text, however deeply it is nested', () => {
    const nested = (levels: number) => {
      let value: unknown = apart;
      for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    const calls = (levels: number) => countCalls(() => composed(nested(levels)));
    // With quadratic time it would be sixteen times.
    expect(calls(400)).toBeLessThan(5 * calls(100));
  });
});
