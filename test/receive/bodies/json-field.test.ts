import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectPlainData, readAs, reasonOf, statusOf } from './reading-bodies.ts';

const type = 'application/x-www-form-urlencoded';
const inside = { jsonField: { name: 'payload', whole: false } };
const whole = { jsonField: { name: 'payload', whole: true } };

const form = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();

/** The same fields in both kinds of body that have fields. */
const bothKinds = (fields: Readonly<Record<string, string>>): readonly (readonly [string, string])[] => [
  [form(fields), type],
  [
    [
      ...Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      '--x--',
    ].join(''),
    'multipart/form-data; boundary=x',
  ],
];

describe('JSON in a field', () => {
  it('replaces its text, with exact numbers', () => {
    for (const [body, contentType] of bothKinds({
      a: '1',
      payload: '{"id":706405506930370084,"list":[1,"ä",null]}',
      b: '{"c":1}',
    })) {
      expect(readAs(body, contentType, inside)).toEqual({
        a: '1',
        payload: { id: '706405506930370084', list: [1, 'ä', null] },
        b: '{"c":1}',
      });
    }
    expect(
      readAs(form({ 'data[json]': '{"a":1}' }), type, { jsonField: { name: 'data[json]', whole: false } }),
    ).toEqual({ data: { json: { a: 1 } } });
  });

  it('can be the whole payload', () => {
    for (const [body, contentType] of bothKinds({ a: '1', payload: '{"id":706405506930370084}' })) {
      expect(readAs(body, contentType, whole)).toEqual({ id: '706405506930370084' });
    }
    expect(readAs(form({ payload: '[1]' }), type, whole)).toEqual([1]);
  });

  it('remains a text if it is no JSON, but is refused if it is to be the whole payload', () => {
    for (const value of ['', 'plain', '{"a":', "{'a':1}"]) {
      for (const [body, contentType] of bothKinds({ payload: value })) {
        expect(readAs(body, contentType, inside)).toEqual({ payload: value });
        expect(reasonOf(body, contentType, whole)).toBe(
          'the field that is to hold JSON holds something else',
        );
      }
    }
    const file = '--x\r\nContent-Disposition: form-data; name=payload; filename=a.json\r\n\r\n{}\r\n--x--';
    const contentType = 'multipart/form-data; boundary=x';
    expect(readAs(file, contentType, inside)).toMatchObject({ payload: { filename: 'a.json', size: 2 } });
    expect(reasonOf(file, contentType, whole)).toContain('holds something else');
  });

  it('is read each time if the field is repeated, but cannot be the whole payload then', () => {
    expect(readAs('payload=1&payload=[2]&payload=x', type, inside)).toEqual({ payload: [1, [2], 'x'] });
    expect(reasonOf('payload=1&payload=2', type, whole)).toContain('more than once');
  });

  it('is ignored if the field is missing, or the body has no fields', () => {
    expect(readAs('a=1', type, whole)).toEqual({ a: '1' });
    // A sender that posts its whole payload as JSON needs no field for it.
    expect(readAs('{"payload":"{}"}', 'application/json', whole)).toEqual({ payload: '{}' });
    for (const words of [inside, whole]) {
      expect(readAs('<payload>{}</payload>', 'text/xml', words)).toEqual({ payload: '{}' });
      expect(readAs('payload={}', 'text/plain', words)).toBe('payload={}');
    }
  });

  it('counts for the limits of the whole body', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 0));
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(statusOf(`payload=${list(9_998)}&a=1`, type, inside)).toBe(200);
    expect(reasonOf(`payload=${list(9_999)}&a=1`, type, inside)).toContain('10,000');
    expect(reasonOf(`payload=${list(6_000)}&payload=${list(6_000)}`, type, inside)).toContain('10,000');
    expect(reasonOf(`payload=${list(10_001)}`, type, inside)).toContain('10,000');
    expect(statusOf(`payload=${list(10_000)}`, type, whole)).toBe(200);
    expect(statusOf(`payload=${nested(63)}`, type, inside)).toBe(200);
    expect(reasonOf(`payload=${nested(64)}`, type, inside)).toContain('64 levels');
    expect(statusOf(`payload=${nested(64)}`, type, whole)).toBe(200);
    expect(reasonOf(`payload=${nested(65)}`, type, whole)).toContain('64 levels');
  });

  it('keeps all its keys within the field', () => {
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    for (const words of [inside, whole]) {
      const value = readAs(form({ payload: hostile, 'payload[__proto__][polluted]': '1' }), type, words);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      expectPlainData(value);
    }
  });

  it('is read as it was written', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, given => {
        const text = JSON.stringify(given);
        const expected = readAs(text, 'application/json');
        for (const [body, contentType] of bothKinds({ payload: text })) {
          expect(readAs(body, contentType, inside)).toEqual({ payload: expected });
          expect(readAs(body, contentType, whole)).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });
});
