import { expect, it } from 'vitest';
import { compile } from '../../src/expressions/compile.ts';
import { pathText } from '../../src/expressions/paths/path-text.ts';

it.each([
  [['form', 'name'], 'form.name'],
  [['$answers', 'Größe'], '$answers.Größe'],
  [['$headers', 'x-tag'], '$headers."x-tag"'],
  [['first name', 'last name'], '`first name`."last name"'],
  [['and', 'or'], '`and`."or"'],
  [['a', 'say "no"'], 'a.`say "no"`'],
  [['a', 'back\\slash'], 'a.`back\\slash`'],
  [['a', '`"`'], 'a."`\\"`"'],
  [['a', 'two\nlines'], 'a."two\\nlines"'],
  [['a.b', '$c'], '`a.b`."$c"'],
])('the path %j is written %s, and read like that', (path, text) => {
  expect(pathText(path)).toBe(text);
  expect(compile(text)).toMatchObject({ expression: { path } });
});

it('writes a first key with a backtick below the payload itself', () => {
  const text = pathText(['`', 'b']);
  expect(text).toBe('$."`".b');
  const compiled = compile(text);
  if (!('expression' in compiled)) throw new Error(text);
  return expect(compiled.expression.evaluate({ input: { '`': { b: 1 } }, bindings: {} })).resolves.toBe(1);
});
