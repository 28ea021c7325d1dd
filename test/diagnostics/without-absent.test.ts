import { expect, it } from 'vitest';
import { withoutAbsent } from '../../src/diagnostics/without-absent.ts';

it('removes undefined properties, and nothing else', () => {
  const made = withoutAbsent({ id: 1, none: undefined, empty: '', nothing: null, not: false });
  expect(Object.entries(made)).toEqual([
    ['id', 1],
    ['empty', ''],
    ['nothing', null],
    ['not', false],
  ]);
});
