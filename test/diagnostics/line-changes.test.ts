import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineChanges } from '../../src/diagnostics/line-changes.ts';

it('returns the lines that are only in one of two texts, each with its line number', () => {
  expect(lineChanges('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([
    { kind: 'removed', line: 2, text: 'b' },
    { kind: 'added', line: 2, text: 'x' },
    { kind: 'added', line: 5, text: 'e' },
  ]);
  expect(lineChanges('a\nb', 'a\nb')).toEqual([]);
});

it('reproduces one text from the other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = lineChanges(before.join('\n'), after.join('\n'));
      const of = (kind: string) =>
        new Map(changes.flatMap(each => (each.kind === kind ? [[each.line, each]] : [])));
      const [removed, added] = [of('removed'), of('added')];
      const kept = before.filter((_, index) => !removed.has(index + 1));
      expect(after.filter((_, index) => !added.has(index + 1))).toEqual(kept);
    }),
  );
});
