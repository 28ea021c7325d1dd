import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../src/expressions/template.ts';

function partsOf(text: string): unknown[] {
  const template = parseTemplate(text);
  if (!('parts' in template)) throw new Error(template.diagnostic.message);
  return template.parts.map(part => (typeof part === 'string' ? part : { source: part.source }));
}

describe('templates', () => {
  it.each([
    ['Intake form of {$answers.date}', ['Intake form of ', { source: '$answers.date' }]],
    ['{a}{b}', [{ source: 'a' }, { source: 'b' }]],
    ['no braces', ['no braces']],
    ['', []],
    ['{{a}} }}{{', ['{a} }{']],
    ['{{{a}}}', ['{', { source: 'a' }, '}']],
    ['{a & "}"}.', [{ source: 'a & "}"' }, '.']],
    ["{a & '{'}.", [{ source: "a & '{'" }, '.']],
    ['{ {"a": {"b": x}}.a.b } end', [{ source: ' {"a": {"b": x}}.a.b ' }, ' end']],
    ['{$match(a, /\\d{2}/).match}', [{ source: '$match(a, /\\d{2}/).match' }]],
    ['{`odd } name`}', [{ source: '`odd } name`' }]],
    ['{items{name: v}.x}', [{ source: 'items{name: v}.x' }]],
  ])('are parsed: %j', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it.each([
    ['a {b', '{', 'A { has no matching }.'],
    ['a } b', '}', 'A } stands alone.'],
    ['of {} and', '}', 'The expression is empty.'],
    ['of {x y} and {z}', 'y', '"y" is not expected here.'],
    ['of {$lookup({"a": 1}, x y)}', 'y', '"y" stands where ")" is expected.'],
    ['of {$eval(a)}', '$eval', '$eval is not available here. It would run a text as an expression.'],
  ])('are refused with the place of the fault: %j', (text, at, message) => {
    const fault = parseTemplate(text);
    if ('parts' in fault) throw new Error('it was read');
    expect(fault.diagnostic.message).toBe(message);
    expect(text.slice(fault.offset, fault.offset + fault.length)).toBe(at);
  });
});
