import { describe, expect, it } from 'vitest';
import { expressionOf } from './expression-of.ts';

function warningsOf(source: string): { code: string; at: string; hint: string; severity: string }[] {
  return expressionOf(source).warnings.map(({ diagnostic, offset, length }) => ({
    code: diagnostic.code,
    at: source.slice(offset, offset + length),
    hint: diagnostic.hint ?? '',
    severity: diagnostic.severity,
  }));
}

describe('likely mistakes', () => {
  it.each([
    ['E-mail', 'E-mail', '`E-mail`'],
    ['$headers.x-tag', 'x-tag', '$headers."x-tag"'],
    ['$headers.x-hub-signature-256', 'x-hub-signature-256', '$headers."x-hub-signature-256"'],
    ['contact.E-mail.value', 'E-mail', 'contact."E-mail"'],
    ['$lowercase($headers.x-tag)', 'x-tag', '$headers."x-tag"'],
    ['first-name-of', 'first-name-of', '`first-name-of`'],
  ])('suggests quotes for the hyphenated name in %s', (source, at, meant) => {
    const [warning, ...more] = warningsOf(source);
    expect(warning).toMatchObject({ code: 'expression/subtraction', at, severity: 'warning' });
    expect(warning?.hint).toContain(`${meant}?`);
    expect(more).toEqual([]);
  });

  it.each(['a - b', '$x-$y', '$total-1', '`E-mail`', '$headers."x-tag"', '(a)-(b)'])(
    'accepts the hyphens in %s',
    source => {
      expect(warningsOf(source)).toEqual([]);
    },
  );

  it.each([
    ['(a = "x" ? "one"; "two")', '(a = "x" ? "one" : "two")'],
    ['(a ? b; c)', '(a ? b : c)'],
    ['$trim((a ? b; c))', '$trim((a ? b : c))'],
  ])('suggests a colon for the semicolon in %s', (source, meant) => {
    const [warning, ...more] = warningsOf(source);
    expect(warning).toMatchObject({ code: 'expression/always-same', hint: `Did you mean ${meant}?` });
    expect(more).toEqual([]);
  });

  it('warns about a part before a semicolon that is not used', () => {
    expect(warningsOf('(first; last)')).toMatchObject([{ code: 'expression/always-same', at: 'first' }]);
  });

  it.each([
    '($x := a; $x)',
    '($f := function($v){$v}; $y := 2; $f(a) + $y)',
    '(a)',
    '(a ? b : c)',
    '"a; b" = c',
  ])('accepts %s', source => {
    expect(warningsOf(source).filter(({ code }) => code === 'expression/always-same')).toEqual([]);
  });

  it('suggests backticks and a literal for a quoted name alone', () => {
    const [warning] = warningsOf('"Customer number"');
    expect(warning).toMatchObject({ code: 'expression/literal-name', at: '"Customer number"' });
    expect(warning?.hint).toContain('`Customer number`');
    expect(warning?.hint).toContain('{value: "Customer number"}');
    expect(warningsOf('a = "Customer number"')).toEqual([]);
  });

  it('suggests a template for & with values that may be missing', () => {
    const [warning, ...more] = warningsOf('"Visit of {" & $answers.date & ", " & items[0].name');
    expect(warning).toMatchObject({ code: 'expression/joined-missing' });
    expect(warning?.hint).toContain('{template: "Visit of {{{$answers.date}, {items[0].name}"}');
    expect(more).toEqual([]);
    expect(warningsOf('"a" & "b"')).toEqual([]);
    expect(warningsOf('$uppercase(first & last)').map(each => each.at)).toEqual(['first & last']);
  });

  it.each([
    `flow.x ? '+' & flow.x`,
    `(flow.x ? ('+' & flow.x) : null)`,
    '$exists(a) ? "Nr. " & a : "none"',
    'a and b ? a & ", " & b',
    '(a and $exists(b.c) and d) ? (a & b.c & d)',
  ])('suggests no template if the condition asks for the parts: %s', source => {
    expect(warningsOf(source).map(({ code }) => code)).not.toContain('expression/joined-missing');
  });

  it.each(['a ? a & b', 'a or b ? a & b', 'a ? b : a & "x"', 'a = "" ? a & "x"'])(
    'suggests a template if it does not ask for all of them: %s',
    source => {
      expect(warningsOf(source).map(({ code }) => code)).toContain('expression/joined-missing');
    },
  );

  it.each([
    ['age > "3"', 'age > "3"', '$number(age) > 3', 'warning'],
    ['"3" <= age', '"3" <= age', '3 <= $number(age)', 'warning'],
    ['$answers.age > 3', '$answers.age > 3', '$number($answers.age) > 3', 'warning'],
    ['$query.page = 3', '$query.page = 3', '$query.page = "3"', 'warning'],
    ['$number(age) = "3"', '$number(age) = "3"', '$number(age) = 3', 'warning'],
    ['a and (age >= 18)', 'age >= 18', '$number(age) >= 18', 'info'],
    ['items[age > 18]', 'age > 18', '$number(age) > 18', 'info'],
  ])('suggests numbers on both sides for %s', (source, at, meant, severity) => {
    const [warning, ...more] = warningsOf(source);
    expect(warning).toMatchObject({ code: 'expression/text-number-comparison', at, severity });
    expect(warning?.hint).toContain(`write ${meant}.`);
    expect(more).toEqual([]);
  });

  it.each([
    'age = 3',
    'age = "3"',
    '$number(age) > 3',
    '$count(items) > 3',
    'date > "2026-01-01"',
    '$x = $y',
    '1 < 2',
  ])('accepts the comparison %s', source => {
    expect(warningsOf(source)).toEqual([]);
  });
});

describe('and beside or', () => {
  it.each([
    ['a = "x" or a = "y" and b = "z"', '(a = "x" or a = "y") and b = "z"'],
    ['b = "z" and a = "x" or a = "y"', 'b = "z" and (a = "x" or a = "y")'],
    ['a = "x" or a = "y" or a = "w" and b = 1', '(a = "x" or a = "y" or a = "w") and b = 1'],
    ['f.a = "x" or f.a = "y" and $exists(b)', '(f.a = "x" or f.a = "y") and $exists(b)'],
  ])('is reported if it applies to only one comparison of a path: %s', (source, meant) => {
    const [found, ...more] = expressionOf(source).warnings;
    expect(found?.diagnostic.code).toBe('expression/and-before-or');
    expect(found?.meant).toBe(meant);
    expect(expressionOf(meant).warnings).toEqual([]);
    expect(more).toEqual([]);
  });

  it.each([
    'a or b and c',
    'a and b or c',
    'a = "x" or b = "y" and c = "z"',
    'a = "x" or b = "y" or c = "z" and d = "w"',
    '$exists(a) or $exists(b) and c = "z"',
    'a = "x" or b = "y" and c = "z" ? "m" : "n"',
    '$not(a = "x" or b = "y" and c = "z")',
  ])('is a note for different paths: %s', source => {
    expect(warningsOf(source)).toMatchObject([{ code: 'expression/and-before-or', severity: 'info' }]);
  });

  it.each([
    '(a = "x" or a = "y") and b = "z"',
    'a = "x" or (a = "y" and b = "z")',
    'a = "x" or (b = "y" and c = "z")',
    '(a or b) and c',
    '$exists(a) and a = "x" or b = "y"',
    'b = "y" or a != "" and a != "x"',
    'a = "x" and b = "z" or a = "y" and b = "w"',
    'a = "x" or a = "y"',
    'a = "x" and b = "y"',
    'a = 1 and a = 2 or a = 3',
  ])('is not reported otherwise: %s', source => {
    expect(warningsOf(source).map(({ code }) => code)).toEqual([]);
  });
});
