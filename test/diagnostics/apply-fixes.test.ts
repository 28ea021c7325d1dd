import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import type { Edit } from '../../src/diagnostics/diagnostic.ts';

const text = 'one: 1 # first\ntwo: 2\nthree: 3\n';

function edit(before: string, after: string): Edit {
  const offset = text.indexOf(before);
  const lines = text.slice(0, offset).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return { place: { file: 'a.yaml', line: lines.length, column, length: before.length }, text: after };
}

const fix = (before: string, after: string) => [edit(before, after)];

describe('applying fixes', () => {
  it('changes the parts that they name, wherever they are, and nothing else', () => {
    const fixed = applyFixes(text, [fix('three', 'third'), fix('one', 'first one')]);
    expect(fixed.text).toBe('first one: 1 # first\ntwo: 2\nthird: 3\n');
    expect(fixed.changes).toEqual([
      { place: { file: 'a.yaml', line: 1, column: 1, length: 3 }, before: 'one', after: 'first one' },
      { place: { file: 'a.yaml', line: 3, column: 1, length: 5 }, before: 'three', after: 'third' },
    ]);
  });

  it('applies equal fixes once', () => {
    expect(applyFixes(text, [fix('two', 'second'), fix('two', 'second')]).changes).toHaveLength(1);
  });

  it('applies no overlapping fixes, but the others', () => {
    const fixed = applyFixes(text, [fix('two', 'second'), fix('wo: 2', 'x'), fix('three', 'third')]);
    expect(fixed.text).toBe(text.replace('three', 'third'));
    const same = applyFixes(text, [fix('two', 'second'), fix('two', 'other')]);
    expect(same).toEqual({ text, changes: [] });
  });

  it('treats adjacent fixes as two', () => {
    expect(applyFixes(text, [fix('tw', 'a'), fix('o: 2', 'b: 2')]).text).toContain('\nab: 2\n');
  });

  it('counts positions after a byte order mark, and keeps it', () => {
    expect(applyFixes(`\uFEFF${text}`, [fix('one', 'first')]).text).toBe(
      `\uFEFF${text.replace('one', 'first')}`,
    );
  });

  it('leaves out a fix beyond the end of the text', () => {
    const { place } = edit('three', '');
    for (const beyond of [
      { ...place, line: 9 },
      { ...place, length: 99 },
    ]) {
      expect(applyFixes(text, [[{ place: beyond, text: 'x' }]]).changes).toEqual([]);
    }
  });

  it('applies all edits of a fix or none of them', () => {
    const both = [edit('one', 'first'), edit('three', 'third')];
    expect(applyFixes(text, [both]).text).toBe('first: 1 # first\ntwo: 2\nthird: 3\n');
    expect(applyFixes(text, [both, fix('hree', 'x'), fix('two', 'second')]).text).toBe(
      text.replace('two', 'second'),
    );
  });
});
