import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { yamlLimits } from '../../src/diagnostics/yaml/document.ts';
import { readYaml, type YamlSource } from '../../src/diagnostics/yaml/source.ts';

function read(text: string): YamlSource {
  const { source, diagnostics } = readYaml('f.yaml', text);
  expect(diagnostics).toEqual([]);
  if (source === undefined) throw new Error('not readable');
  return source;
}

/** Returns each fault as `line:column message`. */
function faults(text: string): string[] {
  const { source, diagnostics } = readYaml('f.yaml', text);
  expect(source).toBeUndefined();
  for (const each of diagnostics) expect(each.code).toMatch(/^yaml\/(syntax|too-large|more-problems)$/);
  return diagnostics.map(({ place, message }) => `${place?.line}:${place?.column} ${message}`);
}

describe('reading YAML', () => {
  it('returns plain values', () => {
    const text = 'a: text\nb: 3\nc: 2.5\nd: true\ne: null\nf:\ng: [1, {h: i}]\nj: -3\n';
    const value = { a: 'text', b: 3, c: 2.5, d: true, e: null, f: null, g: [1, { h: 'i' }], j: -3 };
    expect(read(text).value).toEqual(value);
  });

  it('keeps a number as written text if it would print differently', () => {
    const text = 'a: 007\nb: +4930123\nc: 1.50\nd: 706405506930370084\ne: 0x1F\nf: .nan\ng: 1e3\n';
    expect(read(text).value).toEqual({
      a: '007',
      b: '+4930123',
      c: '1.50',
      d: '706405506930370084',
      e: '0x1F',
      f: '.nan',
      g: '1e3',
    });
  });

  it('reads keys as written', () => {
    expect(read('01099: a\n1.10: b\ntrue: c\nnull: d\n"x y": e\n').value).toEqual({
      '01099': 'a',
      '1.10': 'b',
      true: 'c',
      null: 'd',
      'x y': 'e',
    });
  });

  it('reads words such as yes and no as texts, whatever YAML version the file declares', () => {
    expect(read('%YAML 1.1\n---\na: yes\nb: 12:30:00\n').value).toEqual({ a: 'yes', b: '12:30:00' });
  });

  it('repeats the value of an alias', () => {
    expect(read('a: &x {b: 1}\nc: *x\n').value).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  it('does not support merge keys', () => {
    expect(read('<<: {a: 1}\n').value).toEqual({ '<<': { a: 1 } });
  });

  it('reads an empty file as null', () => {
    expect(read('').value).toBeNull();
    expect(read('# only a comment\n').value).toBeNull();
  });

  it('restores every value that was written', () => {
    const key = fc.string({ unit: 'grapheme', minLength: 1 }).filter(each => each !== '__proto__');
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
    const { value } = fc.letrec(tie => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, tie('list'), tie('map')),
      list: fc.array(tie('value'), { maxLength: 5 }),
      map: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(value, each => {
        expect(read(stringify(each, { aliasDuplicateObjects: false })).value).toEqual(each);
      }),
    );
  });
});

describe('a syntax error', () => {
  const cases: readonly (readonly [text: string, ...found: string[]])[] = [
    ['a: 1\nb: 2\na: 3\n', '3:1 the key "a" stands here a second time; the first is in line 1'],
    ['a: {b: 1, b: 2}\n', '1:11 the key "b" stands here a second time; the first is in line 1'],
    ['1: a\n"1": b\n', '2:1 the key "1" stands here a second time; the first is in line 1'],
    ['__proto__: {a: 1}\n', '1:1 a key may not be named "__proto__"'],
    ['? [a]\n: b\n', '1:3 a key must be a text; this one is a list, a map or an alias'],
    [': a\n', '1:1 a key is missing before the colon'],
    ['"": a\n', '1:1 a key is empty'],
    ['a: {from: v, values: {"": x, b: y}}\n', '1:23 a key is empty'],
    ["a: {from: v, values: {'': x}, as: text}\n", '1:23 a key is empty'],
    ['a: !!js/function x\n', '1:4 the tag "!!js/function" is not allowed'],
    ['a: 1\n---\nb: 2\n', '2:1 a second document begins here; a file holds only one'],
    ['a: *b\n', '1:4 "*b" refers to "&b", which does not stand before it'],
    ['a:\n\tb: 1\n', '2:1 a tab is used for indentation'],
    ['a: b: c\n', '1:4 a value that contains ": " is read as a further key'],
    ["a: 'b\nc: d\n", '1:6 the quote that ends the value is missing'],
    ['a: "b\nc: d\n', '1:6 the quote that ends the value is missing'],
    ['a: "\\q"\n', '1:4 inside double quotes a backslash begins a sign such as \\n'],
    ['a: @b\n', '1:4 a value may not begin with "@" unless it is quoted'],
    ['a: {b: 1\nc: 2\n', '1:9 a closing bracket is missing'],
    ['a: 1\n}\n', '2:1 a bracket is closed here that was never opened'],
    ['- a\n b\nc: d\n', '3:1 this does not belong to what stands before it'],
    ['a:\n    b: 1\n  c: 2\n', '3:3 this line begins 2 blanks too far to the left'],
    ['a:\n  - b\n - c\n', '3:2 this line begins one blank too far to the left'],
    ['a: 1\nb\nc: 2\n', '2:2 a colon is missing after the key'],
    ['a b\nc: 2\n', '1:2 a colon is missing after the key'],
    ['- a: 1\n  b\n', '2:4 a colon is missing after the key'],
    [`${'x'.repeat(1100)}: 1\n`, '1:1 a key is longer than 1024 characters'],
  ];
  it.each(cases)('is reported in plain words at its place: %j', (text, ...found) => {
    expect(faults(text)).toEqual(found);
  });

  it('does not hide the others; each is reported on its own line', () => {
    expect(faults('a: @b\nc: 1\nc: 2\nd: "\\q"\n').map(each => each.split(' ')[0])).toEqual([
      '1:4',
      '3:1',
      '4:4',
    ]);
  });

  it.each([
    [`salon: {token: \${TOKEN}}`, `salon: {token: "\${TOKEN}"}`],
    [`server: {port: \${PORT:-8080}}`, `server: {port: "\${PORT:-8080}"}`],
    [`server: {host: a, port: \${PORT:-80}, x: 1}`, `server: {host: a, port: "\${PORT:-80}", x: 1}`],
  ])('because of a variable inside brackets gets advice to use quotes: %s', (line, instead) => {
    const { diagnostics } = readYaml('f.yaml', `${line}\n`);
    expect(diagnostics).toMatchObject([
      { message: 'a variable inside { } or [ ] needs quotes, since a brace begins a map there' },
    ]);
    expect(diagnostics[0]?.instead).toBe(instead);
  });

  it('has a column without a byte order mark', () => {
    expect(faults('\uFEFFa: @b\n')).toEqual(['1:4 a value may not begin with "@" unless it is quoted']);
  });

  it('is reported in files with line breaks of Windows', () => {
    expect(faults('a: 1\r\nb: @c\r\n')).toEqual(['2:4 a value may not begin with "@" unless it is quoted']);
  });
});

describe('a file that would exhaust a parser', () => {
  const nineTimes = (name: string) => `[${Array(9).fill(name).join(', ')}]`;
  const levels = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} ${nineTimes(`*a${level}`)}\n`,
  );
  const bombs: readonly (readonly [string, string])[] = [
    ['aliases of aliases', `a0: &a0 ${nineTimes('x')}\n${levels.join('')}`],
    ['an alias inside its own value', 'a: &a [*a]\n'],
    ['many aliases', `a: &a b\nc: [${Array(101).fill('*a').join(', ')}]\n`],
    ['brackets', '['.repeat(20_000)],
    ['dashes', '- '.repeat(20_000)],
    ['braces', '{a: '.repeat(20_000)],
    ['anchors', '&a '.repeat(20_000)],
    ['depth', `a: ${'['.repeat(70)}${']'.repeat(70)}\n`],
    ['too many bytes', `a: ${'b'.repeat(yamlLimits.bytes)}\n`],
    ['too many words', 'a: b\n'.repeat(yamlLimits.tokens / 4)],
  ];
  it.each(bombs)('is refused: %s', (_, text) => {
    expect(faults(text).length).toBeGreaterThan(0);
  });

  it('may have a hundred aliases or sixty levels', () => {
    read(`a: &a b\nc: [${Array(100).fill('*a').join(', ')}]\n`);
    read(`a: ${'['.repeat(60)}${']'.repeat(60)}\n`);
  });
});

describe('the place of a value', () => {
  const text = 'a:\n  b: hello\n  c: [x, {d: y z}]\n"e f": &q 12\ng: *q\nh:\ni:\n  - j: 1\n';
  const source = read(text);

  it('is that of the value, or of its key', () => {
    expect(source.placeOf(['a', 'b'], 'value')).toEqual({ file: 'f.yaml', line: 2, column: 6, length: 5 });
    expect(source.placeOf(['a', 'b'], 'key')).toEqual({ file: 'f.yaml', line: 2, column: 3, length: 1 });
    expect(source.placeOf(['a', 'c', 1, 'd'], 'value')).toEqual({
      file: 'f.yaml',
      line: 3,
      column: 14,
      length: 3,
    });
    expect(source.placeOf(['e f'], 'key')).toEqual({ file: 'f.yaml', line: 4, column: 1, length: 5 });
  });

  it('is that of an element of a list', () => {
    expect(source.placeOf(['a', 'c', 0], 'key')).toEqual({ file: 'f.yaml', line: 3, column: 7, length: 1 });
  });

  it('is that of the alias, and continues inside the aliased value', () => {
    expect(source.placeOf(['g'], 'value')).toEqual({ file: 'f.yaml', line: 5, column: 4, length: 2 });
  });

  it('is the key if there is no value', () => {
    expect(source.placeOf(['h'], 'value')).toEqual({ file: 'f.yaml', line: 6, column: 1, length: 1 });
  });

  it('is the key of the nearest ancestor if the path does not exist', () => {
    expect(source.placeOf(['a', 'x', 'y'], 'key')).toEqual({ file: 'f.yaml', line: 1, column: 1, length: 1 });
    expect(source.placeOf(['i', 0, 'k'], 'value')).toEqual({ file: 'f.yaml', line: 8, column: 5, length: 4 });
    expect(source.placeOf(['zzz'], 'value')).toMatchObject({ line: 1, column: 1 });
  });

  it('ends with its line', () => {
    expect(source.placeOf(['a'], 'value')).toEqual({ file: 'f.yaml', line: 2, column: 3, length: 8 });
  });
});

describe('the place of a part of a text', () => {
  const text = [
    'plain: ab cd ef',
    "single: 'it''s a test'",
    'double: "say \\"hi\\" \\u00e9t\\xe9 now"',
    'literal: |',
    '  first line',
    '    deeper',
    '',
    '  last',
    'folded: >-',
    '  one two',
    '  three',
    '',
    '  four',
    'lines: one',
    '  two three',
    'alias: *none',
    '',
  ].join('\n');
  const source = read(text.replace('plain: ', 'plain: &none '));
  const lines = source.text.split('\n');
  const at = (key: string, offset: number) => {
    const { line, column } = source.placeWithin([key], offset, 1);
    return lines[line - 1]?.slice(column - 1) ?? '';
  };

  it.each(['plain', 'single', 'literal', 'folded', 'lines', 'alias'])(
    'is exact for every character of a text written as %s',
    key => {
      const value = String((source.value as Record<string, unknown>)[key]);
      for (const [offset, character] of [...value].entries()) {
        if (/\S/.test(character)) expect(at(key, offset)[0]).toBe(character);
      }
      expect(value.length).toBeGreaterThan(5);
    },
  );

  it('counts an escape as the one character it stands for', () => {
    const value = String((source.value as Record<string, unknown>).double);
    expect(value).toBe('say "hi" été now');
    expect(at('double', value.indexOf('hi'))).toMatch(/^hi/);
    expect(at('double', value.indexOf('é'))).toMatch(/^\\u00e9/);
    expect(at('double', value.indexOf('now'))).toMatch(/^now/);
  });

  it('covers as many characters as it is long', () => {
    expect(source.placeWithin(['single'], 3, 3)).toMatchObject({ line: 2, column: 14, length: 3 });
    expect(source.placeWithin(['single'], 0, 4)).toMatchObject({ line: 2, column: 10, length: 5 });
  });

  it('is the start of a double-quoted text of several lines', () => {
    const { placeWithin } = read('a: "one\n  two"\n');
    expect(placeWithin(['a'], 5, 1)).toMatchObject({ line: 1, column: 4 });
  });

  it('is the whole value if that is not a text', () => {
    expect(read('a: [b]\n').placeWithin(['a'], 3, 1)).toMatchObject({ line: 1, column: 4, length: 3 });
  });
});
