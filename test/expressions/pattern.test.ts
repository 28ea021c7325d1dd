import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinearPattern, unreadablePart } from '../../src/expressions/patterns/pattern.ts';

const patterns = [
  /\s+/g,
  /\S+/g,
  /[\s,]+/g,
  /[^\s]/g,
  /./g,
  /^.*$/g,
  /\bx/g,
  /(a)|(b)/g,
  /a{1,3}?b/gi,
  /[a-z&&[^x]]/g,
  /(?<n>a+)b?/g,
  /\u00e4|\x41/g,
  /\//g,
  /[.\]]/g,
  /\d\D\w\W/g,
  /x*y/g,
  /\./g,
];

describe('patterns', () => {
  it('find the same as in JavaScript', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abxyAB1 .,/]ä\t\n\r\u00a0\u2028_&'), maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, fc.nat(12), (pattern, searched, from) => {
        const native = new RegExp(pattern);
        const linear = new LinearPattern(pattern);
        native.lastIndex = linear.lastIndex = Math.min(from, searched.length);
        const [expected, found] = [native.exec(searched), linear.exec(searched)];
        expect(found && [...found], String(pattern)).toEqual(expected && [...expected]);
        expect(found?.index).toBe(expected?.index);
        if (expected) expect(linear.lastIndex).toBe(native.lastIndex);
      }),
      { numRuns: 5000 },
    );
  });

  it('support multiline mode', () => {
    const linear = new LinearPattern(/^b$/gim);
    expect(linear.exec('a\nB\nc')?.index).toBe(2);
  });

  it('take no longer for a pattern with catastrophic backtracking elsewhere', () => {
    const linear = new LinearPattern(/^(a+)+$/g);
    expect(linear.exec(`${'a'.repeat(50_000)}b`)).toBeNull();
  });

  it('are accepted at once, or refused with the unsupported part', () => {
    expect(unreadablePart(/^[\w.]+@[\w.]+$/i)).toBeUndefined();
    expect(unreadablePart(/a(?!b)/)).toBe('a look-ahead or look-behind (`(?!`)');
  });
});
