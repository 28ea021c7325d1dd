import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { addFault, parseShape, type ShapeOptions } from '../../src/diagnostics/yaml/shape.ts';
import { readYaml } from '../../src/diagnostics/yaml/source.ts';

const rule = z.strictObject({
  from: z.string().optional(),
  as: z.enum(['text', 'number']).optional(),
  values: z.record(z.string(), z.unknown()).optional(),
});
const schema = z.strictObject({
  name: z.string().min(1),
  size: z.int().min(1).max(9).optional(),
  kind: z.enum(['one', 'two', 'three']).optional(),
  on: z.boolean().optional(),
  wait: z
    .string('a duration such as 15s')
    .regex(/^\d+s$/, 'a duration such as 15s')
    .optional(),
  tags: z.array(z.string()).min(1).optional(),
  rule: z.union([z.string(), rule]).optional(),
  set: z.record(z.string().regex(/^[a-z]+$/, 'lower-case letters'), z.union([z.string(), rule])).optional(),
  sum: z
    .string()
    .transform((text, context) => {
      const offset = text.indexOf('?');
      if (offset >= 0) addFault(context, diagnostic('expression/syntax', 'no ?'), { offset, length: 1 });
      return text.length;
    })
    .optional(),
});

function check(text: string, options?: ShapeOptions) {
  const { source } = readYaml('f.yaml', text);
  if (source === undefined) throw new Error('not readable');
  return parseShape(source, schema, options);
}

function words(text: string, options?: ShapeOptions): string[] {
  return check(text, options).diagnostics.map(
    ({ code, place, message, hint }) =>
      `${place?.line}:${place?.column} ${code}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
}

describe('the schema of a file', () => {
  it('returns the value of a valid file', () => {
    const { value, diagnostics } = check('name: a\nsum: abc\nrule: {from: x}\n');
    expect(value).toEqual({ name: 'a', sum: 3, rule: { from: 'x' } });
    expect(diagnostics).toEqual([]);
  });

  it.each([
    [
      'naem: a\nname: b\n',
      '1:1 yaml/unknown-key: there is no key "naem"; allowed: name, size, kind, on, wait, tags, rule, set, sum (did you mean "name"?)',
    ],
    [
      'size: 3\n',
      '1:1 yaml/missing-key: the key "name" is missing in this file (add "name"; it must be a text)',
    ],
    ['name: 3\n', '1:7 yaml/wrong-type: "name" must be a text, not 3'],
    ['name: ""\n', '1:7 yaml/wrong-type: "name" must be a text that is not empty, not an empty text'],
    ['name:\n', '1:1 yaml/wrong-type: "name" must be a text; it is empty'],
    ['name: [a]\n', '1:7 yaml/wrong-type: "name" must be a text, not a list'],
    ['name: {a: b}\n', '1:7 yaml/wrong-type: "name" must be a text, not a map of keys and values'],
    ['name: a\nsize: 2.5\n', '2:7 yaml/wrong-type: "size" must be a whole number, not 2.5'],
    ['name: a\nsize: 10\n', '2:7 yaml/wrong-type: "size" must be at most 9, not 10'],
    ['name: a\non: yes\n', '2:5 yaml/wrong-type: "on" must be true or false, not the text "yes"'],
    [
      'name: a\nkind: tow\n',
      '2:7 yaml/wrong-type: "kind" must be one, two or three, not the text "tow" (did you mean "two"?)',
    ],
    [
      'name: a\nwait: soon\n',
      '2:7 yaml/wrong-type: "wait" must be a duration such as 15s, not the text "soon"',
    ],
    ['name: a\nwait: 15\n', '2:7 yaml/wrong-type: "wait" must be a duration such as 15s, not 15'],
    ['name: a\ntags: b\n', '2:7 yaml/wrong-type: "tags" must be a list, not the text "b"'],
    [
      'name: a\ntags: []\n',
      '2:7 yaml/wrong-type: "tags" must be a list that is not empty, not an empty list',
    ],
    ['name: a\ntags: [b, 1]\n', '2:11 yaml/wrong-type: "tags[1]" must be a text, not 1'],
    [
      'name: a\nset: {Bad: x}\n',
      '2:7 yaml/wrong-type: the name "Bad" cannot be used: it must be lower-case letters',
    ],
    ['- a\n', '1:1 yaml/wrong-type: the file must be a map of keys and values, not a list'],
    ['', '1:1 yaml/wrong-type: the file must be a map of keys and values; it is empty'],
    ['name: a\nsum: b?c\n', '2:7 expression/syntax: no ?'],
  ])('reports a fault in plain words at its place: %j', (text, expected) => {
    expect(words(text)).toEqual([expected]);
  });

  it('checks everything: every fault is reported', () => {
    expect(words('size: 99\nkind: x\nfoo: 1\nbar: 2\n').map(each => each.split(': ')[0])).toEqual([
      '1:1 yaml/missing-key',
      '1:7 yaml/wrong-type',
      '2:7 yaml/wrong-type',
      '3:1 yaml/unknown-key',
      '4:1 yaml/unknown-key',
    ]);
  });

  it('uses the intended form if there are several', () => {
    expect(words('name: a\nrule: {form: x, as: date}\n')).toEqual([
      '2:21 yaml/wrong-type: "rule.as" must be text or number, not the text "date"',
      '2:8 yaml/unknown-key: there is no key "form" in rule; allowed: from, as, values (did you mean "from"?)',
    ]);
    expect(words('name: a\nset:\n  a: {from: 1}\n')).toEqual([
      '3:13 yaml/wrong-type: "set.a.from" must be a text, not 1',
    ]);
  });

  it('uses the form with the fewest faults, in whatever order the forms are', () => {
    const { source } = readYaml('f.yaml', 'x: a\n');
    if (source === undefined) throw new Error('not readable');
    const far = z.strictObject({ a: z.string(), b: z.string(), c: z.string() });
    const near = z.strictObject({ x: z.string(), y: z.string() });
    for (const forms of [z.union([far, near]), z.union([near, far])]) {
      const { diagnostics } = parseShape(source, forms);
      expect(diagnostics.map(each => each.message)).toEqual(['the key "y" is missing in this file']);
    }
  });

  it('lists all forms if none was intended', () => {
    expect(words('name: a\nrule: [b]\n')).toEqual([
      '2:7 yaml/wrong-type: "rule" must be a text or a map of keys and values, not a list',
    ]);
  });
});

describe('a message never shows', () => {
  it('a secret', () => {
    const [found] = words('name: a\nwait: hunter2\n', { isSecret: path => path.at(-1) === 'wait' });
    expect(found).toBe('2:7 yaml/wrong-type: "wait" must be a duration such as 15s');
  });

  it('the value of a variable', () => {
    const value = { name: 'a', wait: 'hunter2', sum: 'hunter?2' };
    const found = words(`name: a\nwait: \${W}\nsum: x\${S}\n`, { value });
    expect(found[0]).toBe(
      `2:7 yaml/wrong-type: "wait" must be a duration such as 15s; the value of \${W} is not`,
    );
    expect(found[1]).toMatch(
      /^3:6 expression\/syntax: an expression that cannot be read: "sum", with its variables/,
    );
    expect(found.join()).not.toContain('hunter');
  });

  it('a control character', () => {
    expect(words('name: a\nkind: "\\e[2J"\n')[0]).toContain('not the text "\\u{1b}[2J"');
  });
});
