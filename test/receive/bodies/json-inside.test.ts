import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectPlainData, readAs, reasonOf, statusOf } from './reading-bodies.ts';

const type = 'application/json';
const field = (name: string) => ({ jsonField: { name, whole: false } });
const text = (value: unknown) => JSON.stringify(value);
const ada = { number: '1001', name: 'Ada' };

describe('a field of JSON whose text is JSON', () => {
  it.each<[string, string, unknown, unknown]>([
    ['stands in its place', 'customData', { customData: text(ada) }, { customData: ada }],
    ['leaves what is beside it', 'a', { a: '{"b":1}', c: '{"d":2}' }, { a: { b: 1 }, c: '{"d":2}' }],
    ['may be a list', 'a', { a: '[1,"x",null]' }, { a: [1, 'x', null] }],
    ['may be a number, as in forms', 'a', { a: '1' }, { a: 1 }],
    ['keeps its long numbers', 'a', { a: '{"id":706405506930370084}' }, { a: { id: '706405506930370084' } }],
    ['may have blanks and line ends', 'a', { a: ' {\r\n "b" : 1 }\n' }, { a: { b: 1 } }],
    ['may have escapes', 'a', { a: '{"b":"\\u00f6\\/"}' }, { a: { b: 'ö/' } }],
    ['may be empty', 'a', { a: '{}' }, { a: {} }],
    ['is found by a path', 'data.payload', { data: { payload: text(ada) } }, { data: { payload: ada } }],
    ['is found as in a form', 'data[payload]', { data: { payload: text(ada) } }, { data: { payload: ada } }],
    ['is found at a key with a dot', 'data.payload', { 'data.payload': text(ada) }, { 'data.payload': ada }],
    [
      'is found at a key with brackets',
      'd[p]',
      { 'd[p]': text(ada), d: { p: '1' } },
      { 'd[p]': ada, d: { p: '1' } },
    ],
    [
      'is found in each element of a list',
      'd.p',
      { d: [{ p: '{"a":1}' }, { p: 'x' }, 7] },
      { d: [{ p: { a: 1 } }, { p: 'x' }, 7] },
    ],
    ['is found where the body is a list', 'p', [{ p: '{"a":1}' }, { q: 1 }], [{ p: { a: 1 } }, { q: 1 }]],
    ['may be each text of a list', 'd', { d: ['{"a":1}', '{"a":2}'] }, { d: [{ a: 1 }, { a: 2 }] }],
    ['is JSON already', 'a', { a: { b: 1 } }, { a: { b: 1 } }],
    ['is no JSON', 'a', { a: 'plain' }, { a: 'plain' }],
    ['is cut off', 'a', { a: '{"b":' }, { a: '{"b":' }],
    ['is JSON of a script', 'a', { a: "{'b':1}" }, { a: "{'b':1}" }],
    ['is an empty text', 'a', { a: '' }, { a: '' }],
    ['is null', 'a', { a: null }, { a: null }],
    ['is not there', 'a', { b: '{}' }, { b: '{}' }],
    ['is not there on the way', 'a.b', { a: 'x' }, { a: 'x' }],
    ['has JSON in a text itself', 'a', { a: text({ b: text(ada) }) }, { a: { b: text(ada) } }],
    ['is nobody’s own', 'toString', { a: 1 }, { a: 1 }],
    ['stands in no object', 'a', 7, 7],
  ])('%s', (_what, name, body, expected) => {
    expect(readAs(text(body), type, field(name))).toEqual(expected);
  });

  it('counts for the limits of the whole body', () => {
    const list = (length: number) => text(Array.from({ length }, () => 0));
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(statusOf(text({ a: list(9_998) }), type, field('a'))).toBe(200);
    expect(reasonOf(text({ a: list(10_000) }), type, field('a'))).toContain('10,000');
    expect(reasonOf(text([{ a: list(6_000) }, { a: list(6_000) }]), type, field('a'))).toContain('10,000');
    expect(statusOf(text({ a: nested(63) }), type, field('a'))).toBe(200);
    expect(reasonOf(text({ a: nested(64) }), type, field('a'))).toContain('64 levels');
    expect(reasonOf(text({ b: { a: nested(63) } }), type, field('b.a'))).toContain('64 levels');
  });

  it('keeps all its keys within the field', () => {
    const hostile = '{"__proto__":{"polluted":1}}';
    const body = `{"__proto__":{"a":1},"a":${text(hostile)}}`;
    expectPlainData(readAs(body, type, field('a')));
    expectPlainData(readAs(`{"__proto__":${text(hostile)}}`, type, field('__proto__')));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('JSON that was encoded twice', () => {
  it.each<[string, string, unknown]>([
    ['an object', text(text(ada)), ada],
    ['a list', text(text([ada, ada])), [ada, ada]],
    ['with blanks around it', ` ${text(` ${text(ada)}\n`)} `, ada],
    ['three times', text(text(text(ada))), ada],
    ['with long numbers', text('{"id":706405506930370084}'), { id: '706405506930370084' }],
    ['a text', text('Ada'), 'Ada'],
    ['a text in a text', text(text('Ada')), '"Ada"'],
    ['a number in a text', text('12'), '12'],
    ['nothing', text(''), ''],
    ['null in a text', text('null'), 'null'],
    ['what is cut off', text('{"a":'), '{"a":'],
    ['what is no JSON', text("{'a':1}"), "{'a':1}"],
  ])('is read as what it contains: %s', (_what, body, expected) => {
    expect(readAs(body, type)).toEqual(expected);
    expect(readAs(body, 'text/plain')).toEqual(expected);
    expect(readAs(body, undefined)).toEqual(expected);
    expect(readAs(body, 'text/html', { body: 'json' })).toEqual(expected);
    expect(readAs(body, 'application/json; charset=latin1')).toEqual(expected);
  });

  it('may have JSON in a field', () => {
    expect(readAs(text(text({ a: text(ada) })), type, field('a'))).toEqual({ a: ada });
  });

  it('stays within the limits', () => {
    expect(reasonOf(text('['.repeat(65) + ']'.repeat(65)), type)).toContain('64 levels');
    expect(reasonOf(text(text(Array.from({ length: 10_001 }, () => 0))), type)).toContain('10,000');
  });

  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), value => {
        const once = readAs(text(value), type);
        const twice = typeof value === 'object' && value !== null ? once : text(value);
        if (typeof value !== 'string') expect(readAs(text(text(value)), type)).toEqual(twice);
        expect(readAs(text({ a: text(value) }), type, field('a'))).toEqual({ a: once });
      }),
      { numRuns: 200 },
    );
  });
});
