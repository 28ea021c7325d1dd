import { expect, it } from 'vitest';
import { unusedName } from '../../src/console/parts/free-name.ts';

it.each([
  ['form', [], 'form'],
  ['form', ['other'], 'form'],
  ['form', ['form'], 'form-2'],
  ['form', ['form', 'form-2', 'form-3', 'x'], 'form-4'],
  ['form', ['form-2', 'form'], 'form-3'],
  ['', ['form'], ''],
])('proposes an unused name for %j beside %j', (wanted, names, proposed) => {
  expect(unusedName(wanted, names)).toBe(proposed);
});
