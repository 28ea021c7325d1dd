import { expect, it } from 'vitest';
import { pathsRead } from '../../src/expressions/paths-read.ts';

it.each([
  ['a.b', ['a.b']],
  ['$uppercase(a) & b.c & a', ['a', 'b.c']],
  ['$answers.dob', ['$answers.dob']],
  ['$headers."x-tag" = "y"', ['$headers.x-tag']],
  ['a[b = c].d', ['a']],
  ['a.$string(b)', ['a']],
  ['a ? b : c', ['a', 'b', 'c']],
  ['a ?? c', ['a', 'c']],
  ['($x := a.b; $x & c)', ['a.b', 'c']],
  ['$map(items, function($i) { $i.name })', ['items']],
  ['[a, {"k": b}]', ['a', 'b']],
  ['$linked', ['$linked']],
  ['"text"', []],
  ['$now()', []],
  ['-a + 2', ['a']],
  ['(a).b', ['a']],
  ['a &', []],
])('%s reads %j', (source, paths) => {
  expect(pathsRead(source).map(path => path.join('.'))).toEqual(paths);
});
