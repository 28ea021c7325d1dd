import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance, editsWithin } from '../../src/diagnostics/edit-distance.ts';

it('edits near the diagonal have the full distance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 14 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, most) => {
      const edits = editDistance(one, other);
      expect(editsWithin(one, other, most)).toBe(edits <= most ? edits : Number.POSITIVE_INFINITY);
    }),
    { numRuns: 5_000 },
  );
});
