import { describe, expect, it } from 'vitest';
import { treeOf } from '../../src/expressions/parse.ts';

describe('the syntax tree of an expression', () => {
  it('is parsed once if several checks ask for it', () => {
    const source = 'first & " " & last';
    expect(treeOf({ source })).toBe(treeOf({ source }));
    expect(treeOf({ source })).not.toEqual(treeOf({ source: 'first & " " & name' }));
  });

  it('is kept only if it is short, and until many others were asked for', () => {
    const long = { source: `${'a & '.repeat(200)}a` };
    expect(treeOf(long)).not.toBe(treeOf(long));
    expect(treeOf(long)).toEqual(treeOf(long));
    const short = { source: 'a & b' };
    const kept = treeOf(short);
    for (let index = 0; index < 100; index += 1) treeOf({ source: `a & b${index}` });
    expect(treeOf(short)).not.toBe(kept);
    expect(treeOf(short)).toEqual(kept);
  });
});
