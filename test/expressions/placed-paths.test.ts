import { describe, expect, it } from 'vitest';
import { pathsRead, placedPaths } from '../../src/expressions/paths/placed-paths.ts';

/** Returns each path as `steps|as written`, with a question mark if it may be missing. */
function read(source: string): string[] {
  return placedPaths({ source }).map(({ steps, from, offset, length, mayMiss }) => {
    expect(steps.length).toBeGreaterThan(from);
    return `${steps.join('.')}|${source.slice(offset, offset + length)}${mayMiss ? '?' : ''}`;
  });
}

describe('the paths of an expression', () => {
  it.each([
    ['a.b', ['a.b|a.b']],
    ['$uppercase(a) & b.c', ['a|a', 'b.c|b.c']],
    ['"x" & a."first name" & `b c`.d', ['a.first name|a."first name"', 'b c.d|`b c`.d']],
    ['$trim($answers.dob)', ['$answers.dob|$answers.dob']],
    ['$headers."x-tag" = "y"', ['$headers.x-tag|$headers."x-tag"']],
    ['$.a & $$.b', ['a|a', 'b|b']],
    ['-a + 2 * (b - c)', ['a|a', 'b|b', 'c|c']],
    ['$sum(items.price)', ['items.price|items.price']],
    ['a in b', ['a|a', 'b|b']],
    ['a ~> $uppercase', ['a|a']],
    ['{"k": a.b}', ['a.b|a.b']],
    ['($x := a.b; $x & c)', ['a.b|a.b', 'c|c']],
  ])('%s are found at their places: %j', (source, paths) => {
    expect(read(source)).toEqual(paths);
  });

  it.each([
    ['list[ref = "x"].text', ['list.text|list[ref = "x"].text', 'list.ref|ref']],
    ['list[ref = $$.wanted].text', ['list.text|list[ref = $$.wanted].text', 'list.ref|ref', 'wanted|wanted']],
    ['a.list[0].(b & c.d)', ['a.list|a.list', 'a.list.b|b', 'a.list.c.d|c.d']],
    ['a.$uppercase(b)', ['a|a', 'a.b|b']],
    ['a.{"k": b}', ['a|a', 'a.b|b']],
    ['a{b: c}', ['a|a', 'a.b|b', 'a.c|c']],
    ['a^(>b).c', ['a.c|a^(>b).c', 'a.b|b']],
    ['$answers[x = 1].y', ['$answers.y|$answers[x = 1].y', '$answers.x|x']],
    ['a.b[$.c = 1]', ['a.b|a.b', 'a.b.c|c']],
  ])('%s inside others are returned from the root: %j', (source, paths) => {
    expect(read(source)).toEqual(paths);
  });

  it.each([
    ['a ?? b', ['a|a?', 'b|b?']],
    ['a ?: b', ['a|a?', 'b|b?']],
    ['a ? b : c', ['a|a?', 'b|b?', 'c|c?']],
    ['$exists(a.b) and c', ['a.b|a.b?', 'c|c']],
    ['a = 1 or b != 2', ['a|a?', 'b|b?']],
    ['[a, b]', ['a|a?', 'b|b?']],
  ])('%s may be missing if the expression handles that: %j', (source, paths) => {
    expect(read(source)).toEqual(paths);
  });

  it.each([
    ['$map(items, function($i) { $i.name & other })', ['items|items']],
    ['(a).b', ['a|a']],
    ['$f := function($x) { y }', []],
    ['a.*.b', ['a|a']],
    ['**.b', []],
    ['a.b.%.c', ['a.b|a.b']],
    ['$filter(a, $boolean)[b = 1].c', ['a|a']],
    ['a@$x.b', []],
    ['a ~> |b|{"c": d}|', ['a|a']],
    ['$now() & "a.b"', []],
    ['$linked', ['$linked|$linked']],
    ['$match(a, /b.c/)[0].match', ['a|a']],
  ])('%s are left out if their context is unknown: %j', (source, paths) => {
    expect(read(source)).toEqual(paths);
  });
});

describe('the paths that an expression reads', () => {
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
    ['a[b = $answers.c].d', ['a', '$answers.c']],
    ['$answers[x = 1].y', ['$answers']],
    ['a^(>b).c', ['a']],
    ['$$.a & $.b', ['a', 'b']],
  ])('%s reads %j', (source, paths) => {
    expect(pathsRead({ source }).map(path => path.join('.'))).toEqual(paths);
  });
});
