import { describe, expect, it } from 'vitest';
import { compile } from '../../src/expressions/compile.ts';
import { looksLikePlainWord } from '../../src/expressions/habits/likely-mistakes.ts';
import { countCalls } from '../count-calls.ts';
import { expressionOf } from './expression-of.ts';

function faultOf(source: string): { code: string; at: string; message: string; hint: string } {
  const compiled = compile(source);
  if ('expression' in compiled) throw new Error(`${source} is readable`);
  const { diagnostic, offset, length } = compiled;
  const at = source.slice(offset, offset + length);
  return { code: diagnostic.code, at, message: diagnostic.message, hint: diagnostic.hint ?? '' };
}

describe('compile', () => {
  it.each([
    ['form_response.form_id', ['form_response', 'form_id']],
    ['$answers.date', ['$answers', 'date']],
    ['$headers."x-tag"', ['$headers', 'x-tag']],
    ['`Customer number`', ['Customer number']],
    ['answers[field.ref="email"].email', ['answers', 'email']],
    ['items[0].id', ['items', 'id']],
    ['items[].id', ['items', 'id']],
    ['$linked', ['$linked']],
    ['$', ['$']],
    ['a & b', null],
    ['a.*', null],
    ['$uppercase(a)', null],
    ['"a"', null],
  ])('returns the path of %s', (source, path) => {
    expect(expressionOf(source).path).toEqual(path);
  });

  it.each([
    ['"Website"', 'Website'],
    ['3', 3],
    ['-3', -3],
    ['true', true],
    ['null', null],
  ])('recognises %s as a literal', (source, value) => {
    expect(expressionOf(source).literal).toEqual({ value });
  });

  it('distinguishes literals from computed values', () => {
    expect(expressionOf('"a" & "b"').literal).toBeNull();
    expect(expressionOf('a').literal).toBeNull();
  });

  it.each([
    ['$answers.a & $headers.b', ['answers', 'headers']],
    ['answers[ref = $linked].x', ['linked']],
    ['$uppercase($answers.a)', ['answers']],
    ['($x := $body.a; $x & $$.b & $.c)', ['body']],
    ['$map(items, function($each, $i) { $each.a & $query.q })', ['query']],
    ['items@$i.a[$i.b = $event.id]', ['event']],
    ['items#$n[$n = 1]', []],
    ['$now()', ['event']],
    ['a.b', []],
  ])('returns the variables of %s', (source, variables) => {
    expect([...expressionOf(source).variables].sort()).toEqual(variables);
  });

  it.each([
    ['', 'The expression is empty.', ''],
    ['a.', 'The expression ends too early.', '.'],
    ['a[0', 'The expression ends where "]" is expected.', '0'],
    ['a & "x', 'A text has no end.', '"'],
    ['a & `x', 'A name in backticks has no end.', '`'],
    ['a /* b', 'A comment has no end.', '/*'],
    ['"a\\q"', '\\q means nothing in a text.', '\\q'],
    ['$f(a b)', '"b" stands where ")" is expected.', 'b'],
    ['a b', '"b" is not expected here.', 'b'],
    ['a "b c"', '"b c" is not expected here.', '"b c"'],
    ['a.1', 'A position in a list stands in brackets.', '.1'],
    ['a := 1', 'On the left of := stands a name with a dollar sign: $x := 1.', 'a'],
    ['a = /(/', 'A pattern has no end.', '/'],
    ['a = /a)(/', "A pattern cannot be read: Unmatched ')'.", '/a)(/'],
    ['a = /*/', 'A comment has no end.', '/*'],
    ['a = /+/i', 'A pattern cannot be read: Nothing to repeat.', '/+/'],
  ])('reports the fault in %j', (source, message, at) => {
    expect(faultOf(source)).toMatchObject({ code: 'expression/syntax', message, at });
  });

  it.each([
    ['Handy-Nr.', 'If it is a name, put it in backticks: `Handy-Nr.`.'],
    ['Tel.', 'If it is a name, put it in backticks: `Tel.`.'],
    ['a = 1 and', undefined],
    ['kunde.tel.', undefined],
  ])('offers backticks for a name that ends with a sign: %s', (source, hint) => {
    const compiled = compile(source);
    expect('diagnostic' in compiled && compiled.diagnostic.message).toBe('The expression ends too early.');
    expect('diagnostic' in compiled && compiled.diagnostic.hint).toBe(hint);
  });

  it.each([
    ['kind == "new"', 'kind = "new"'],
    ['a === b && c !== "x == y"', 'a = b and c != "x == y"'],
    ['a <> b', 'a != b'],
    ['name || "guest"', 'name ?? "guest"'],
    ['a || b', 'a ? a : b'],
    ['a.b||$answers.c', 'a.b ? a.b : $answers.c'],
    ['a || b || c', 'a ? a : b ? b : c'],
    ['a = 1 || b = 2', 'a = 1 or b = 2'],
    ['a || $exists(b)', 'a or $exists(b)'],
    ['a AND b OR c', 'a and b or c'],
    ['plz IN ["1", "2"]', 'plz in ["1", "2"]'],
    ['a eq b', 'a = b'],
    ['if vip then "VIP" else "guest"', 'vip ? "VIP" : "guest"'],
    ['name contains "x"', '$contains(name, "x")'],
    ['x IS NOT NULL', '$exists(x)'],
    ['NOT vip', '$not(vip)'],
    ['!vip and a', '$not(vip) and a'],
    ['customer?.name', 'customer.name'],
    ['answers.0.text', 'answers[0].text'],
    ['{{name}}', 'name'],
    ['kind = “new”', 'kind = "new"'],
    ['„new“', '"new"'],
    ['first + " " + last', 'first & " " & last'],
  ])('suggests a correction of %j', (source, meant) => {
    expect(compile(source)).toMatchObject({
      diagnostic: { code: 'expression/syntax', hint: `Did you mean ${meant}?` },
    });
    expect(compile(meant)).toHaveProperty('expression');
  });

  it.each([
    ['upper(name)', 'Did you mean $uppercase(…)?'],
    ['name.toLowerCase()', 'Did you mean $lowercase(…)?'],
    ['NOT(vip)', 'Did you mean $not(…)?'],
    ['concat(a, b)', 'Texts are joined with &: first & " " & last.'],
    ['IF(vip, "a", "b")', 'A condition is written with ? and :, as in vip ? "VIP" : "guest".'],
  ])('suggests a function for %j', (source, hint) => {
    expect(compile(source)).toMatchObject({ diagnostic: { code: 'expression/unavailable', hint } });
  });

  it('does not change names with an apostrophe, and texts with any quotes', () => {
    for (const source of ['l’âge', 'kind = "“new”"', '`“x”`']) {
      expect(compile(source)).toHaveProperty('expression');
    }
  });

  it('finds suggestions quickly for any text', () => {
    const calls = countCalls(() => {
      for (const piece of ['a', '(', '`', 'a.', '! ', 'a is ']) {
        compile(`${piece.repeat(480 / piece.length)})`);
      }
    });
    expect(calls).toBeLessThan(50_000);
  });

  it.each([
    [
      'data.9dc4b01f31a82e5b16d9c8e4da11c47a0a2bd5ff.value',
      'data.`9dc4b01f31a82e5b16d9c8e4da11c47a0a2bd5ff`.value',
    ],
    ['fields.1st_visit', 'fields.`1st_visit`'],
    ['2nd', '`2nd`'],
    ['custom.9dc4b01f-31a8-4e5b-96d9-c8e4da11c47a', 'custom.`9dc4b01f-31a8-4e5b-96d9-c8e4da11c47a`'],
    ['a.3b & "4c"', 'a.`3b` & "4c"'],
  ])('suggests backticks for a name that begins with a digit: %s', (source, meant) => {
    expect(faultOf(source).hint).toBe(`Did you mean ${meant}?`);
    expect(compile(meant)).toHaveProperty('expression');
  });

  it('suggests backticks and a literal for words next to each other', () => {
    expect(faultOf('Customer number').hint).toContain('`Customer number`');
    expect(faultOf('Neuer Kunde').hint).toContain('{value: "Neuer Kunde"}');
    expect(faultOf('$headers.x-hub-256.a').hint).toContain('backticks');
  });

  it.each([
    ['a & $eval("1")', '$eval'],
    ['$random()', '$random'],
    ['$map(a, $shuffle)', '$shuffle'],
    ['b & $uppercaze(a)', '$uppercaze'],
    ['uppercase(a)', 'uppercase'],
  ])('refuses the function in %s', (source, at) => {
    expect(faultOf(source)).toMatchObject({ code: 'expression/unavailable', at });
  });

  it('suggests the nearest function', () => {
    expect(faultOf('$upperCase(a)').hint).toContain('$uppercase');
    expect(faultOf('$uppercaze(a)').hint).toContain('$uppercase');
    expect(faultOf('uppercase(a)').hint).toContain('$uppercase');
  });

  it('lets an expression call its own functions', () => {
    expect(compile('($f := function($x) { $x }; $f(a))')).toHaveProperty('expression');
    expect(compile('$map(a, function($g) { $g(1) })')).toHaveProperty('expression');
  });

  it.each([
    ['$match(a, /x(?=y)/)', '(?='],
    ['$match(a, /(?<!y)x/)', '(?<!'],
    ['$match(a, /(a)\\1/)', '\\1'],
    ['$match(a, /(?<n>a)\\k<n>/)', 'back-reference'],
    ['$match(a, /a{1,2000}/)', '{1,2000}'],
  ])('names the unsupported part of the pattern in %s', (source, construct) => {
    const fault = faultOf(source);
    expect(fault.code).toBe('expression/unreadable-pattern');
    expect(fault.message).toContain(construct);
    expect(fault.at).toMatch(/^\/.*\/$/);
  });

  it('reports a plain word, which may be intended as a literal', () => {
    expect(looksLikePlainWord(expressionOf('Stammkunde'))).toBe(true);
    expect(looksLikePlainWord(expressionOf(' Straße '))).toBe(true);
    for (const source of ['`Stammkunde`', 'a.b', '$linked', '"Stammkunde"', 'true', 'a[0]']) {
      expect(looksLikePlainWord(expressionOf(source)), source).toBe(false);
    }
  });
});
