import { describe, expect, it } from 'vitest';
import { withWidth } from '../../../src/cli/terminal/wrap.ts';

describe('the width of a terminal', () => {
  it.each<[{ isTTY?: boolean; columns?: number }, number | undefined]>([
    [{ isTTY: true, columns: 0 }, 80],
    [{ isTTY: true }, 80],
    [{ isTTY: true, columns: 120 }, 120],
    // Not a terminal: lines are not wrapped.
    [{}, undefined],
    [{ isTTY: false, columns: 0 }, 0],
  ])('of %j is %s', (stream, columns) => {
    expect(withWidth(stream).columns).toBe(columns);
  });
});
