import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { anyBody, openBody, readPayload, readStoredBody } from '../../../src/receive/bodies/body.ts';
import { open, readAs as readAny, statusOf } from './reading-bodies.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

const readAs = (body: string | Uint8Array, contentType = 'application/json') => readAny(body, contentType);
const form = (body: string, charset = '') => readAs(body, `application/x-www-form-urlencoded${charset}`);

const prototypeKeys = Reflect.ownKeys(Object.prototype);
afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys);
});

describe('the content type', () => {
  it.each([
    ['application/json', 'json'],
    ['Application/JSON; charset=UTF-8', 'json'],
    ['application/json; charset=', 'json'],
    ['application/json;', 'json'],
    ['application/json;charset="utf-8"', 'json'],
    ['application/vnd.api+json', 'json'],
    ['application/cloudevents+json; charset=utf-8', 'json'],
    ['text/json', 'json'],
    ['text/plain', 'json'],
    ['application/x-www-form-urlencoded', 'form'],
    [undefined, 'json'],
  ])('%s is read as %s', (contentType, kind) => {
    expect(open('{"a":1}', contentType)).toMatchObject({ kind: 'read', reading: { kind } });
  });

  it.each([
    'application/octet-stream',
    'application/jsonp',
    'multipart/mixed; boundary=x',
    'application/xml-dtd',
    'text/html',
    'application/json; charset=utf-8 x',
    'application/json; charset=utf-16',
    'application/+json2',
  ])('%j gets status 415', contentType => {
    expect(statusOf('{"a":1}', contentType)).toBe(415);
  });

  it('a missing one means JSON if the body looks like JSON, else 415', () => {
    expect(open(' [1]')).toMatchObject({ value: [1] });
    expect(statusOf('a=1')).toBe(415);
    expect(statusOf('')).toBe(400);
  });

  it('is ignored if the source names the format', () => {
    expect(open('{"a":1}', 'application/x-www-form-urlencoded', { body: 'json' })).toMatchObject({
      value: { a: 1 },
    });
    expect(open('a=1', 'application/json', { body: 'form' })).toMatchObject({ value: { a: '1' } });
    expect(open('{"a":1}', 'application/json', { body: 'text' })).toMatchObject({ value: '{"a":1}' });
    expect(open('{"a":1}', 'nonsense', { body: 'json' })).toMatchObject({ value: { a: 1 } });
    expect(open('<a>1</a>', 'application/json', { body: 'xml' })).toMatchObject({ value: { a: '1' } });
    const part = '--x\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--x--';
    for (const type of ['application/json', 'multipart/form-data', 'nonsense', undefined]) {
      expect(open(part, type, { body: 'multipart' })).toMatchObject({ value: { a: '1' } });
    }
  });

  it('text/plain means JSON if the body parses, else a text', () => {
    expect(readAs('{"a":1}', 'text/plain')).toEqual({ a: 1 });
    expect(readAs('Hello, "Ada"', 'text/plain')).toBe('Hello, "Ada"');
    expect(readAs('', 'text/plain')).toBe('');
    expect(readAs(`${'so, '.repeat(20_000)}`, 'text/plain')).toHaveLength(80_000);
    expect(statusOf('['.repeat(65) + ']'.repeat(65), 'text/plain')).toBe(400);
  });
});

describe('the charset', () => {
  it('is UTF-8, and other bytes get status 400', () => {
    expect(readAs('{"a":"Zoë ✓ 😀"}')).toEqual({ a: 'Zoë ✓ 😀' });
    expect(statusOf(Buffer.from('{"a":"Zo\xeb"}', 'latin1'), 'application/json')).toBe(400);
    expect(statusOf(Buffer.from('Zo\xeb', 'latin1'), 'text/plain')).toBe(400);
    expect(statusOf(Buffer.from('\ufeff{"a":1}', 'utf16le'), 'application/json')).toBe(400);
  });

  it.each([
    ['iso-8859-15', '\xa4', '€'],
    ['windows-1250', '\xb9', 'ą'],
    ['ISO-8859-2', '\xb1', 'ą'],
    ['iso-8859-9', '\xfe', 'ş'],
    ['windows-1251', '\xcf', 'П'],
    ['koi8-r', '\xf0', 'П'],
    ['macintosh', '\x8a', 'ä'],
  ])('of one byte for each character may be %s', (label, byte, character) => {
    const json = Buffer.from(`{"a":"${byte}"}`, 'latin1');
    expect(readAs(json, `application/json; charset=${label}`)).toEqual({ a: character });
    const escaped = `a=${encodeURIComponent('x')}%${byte.charCodeAt(0).toString(16)}`;
    expect(form(escaped, `; charset=${label}`)).toEqual({ a: `x${character}` });
  });

  it.each(['utf-16', 'utf-16le', 'shift_jis', 'gbk', 'iso-2022-jp', 'utf-7', 'ebcdic'])(
    'is refused with a reason if it is %s',
    label => {
      const read = open('{"a":1}', `application/json; charset=${label}`);
      expect(read).toMatchObject({
        status: 415,
        reason: expect.stringMatching(/^the charset is not one that/),
      });
    },
  );

  it.each(['iso-8859-1', 'ISO-8859-1', 'latin1', 'windows-1252', 'cp1252'])('may be %s', label => {
    const body = Buffer.from('{"a":"Zo\xeb \x80"}', 'latin1');
    expect(readAs(body, `application/json; charset=${label}`)).toEqual({ a: 'Zoë €' });
  });

  it('has its byte order mark removed', () => {
    expect(readAs('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(readAs('\ufeff{"a":"ë"}', 'application/json; charset=iso-8859-1')).toEqual({ a: 'ë' });
    expect(readAs('\ufeffa=1', 'application/x-www-form-urlencoded')).toEqual({ a: '1' });
    expect(readAs('\ufeffHello', 'text/plain')).toBe('Hello');
    expect(open('\ufeff{"a":1}')).toMatchObject({ value: { a: 1 } });
  });
});

describe('numbers in JSON', () => {
  it.each([
    ['706405506930370084', '706405506930370084'],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['1000000000000000000000', '1000000000000000000000'],
    ['1e400', '1e400'],
    ['-1E400', '-1E400'],
    ['1e-400', '1e-400'],
    ['1e2', 100],
    ['1.5e3', 1500],
    ['12.50', 12.5],
    ['0.1', 0.1],
    ['0.10000000000000000', 0.1],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['3.141592653589793', Math.PI],
    ['3.1415926535897932384626433', '3.1415926535897932384626433'],
    ['0', 0],
    ['0.0000000000000000', 0],
    ['0e5', 0],
    ['1', 1],
    [`1${'0'.repeat(400)}`, `1${'0'.repeat(400)}`],
  ])('%s arrives as %j', (source, expected) => {
    expect(readAs(`{"id":${source}}`)).toEqual({ id: expected });
    expect(readAs(`[1,{"n":[${source},"x"]}]`)).toEqual([1, { n: [expected, 'x'] }]);
    expect(readAs(source)).toEqual(expected);
  });

  it('inside a text are not changed', () => {
    expect(readAs('{"note":"1e400 \\" 706405506930370084"}')).toEqual({
      note: '1e400 " 706405506930370084',
    });
  });

  it('keep every digit of a whole number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), id => {
        expect(String((readAs(`{"id":${id}}`) as { id: unknown }).id)).toBe(String(id));
      }),
      { numRuns: 2_000 },
    );
  });

  it('become the same doubles, or their text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
        const text = JSON.stringify(number);
        const [value] = readAs(`[${text}]`) as unknown[];
        expect(typeof value === 'string' ? value : JSON.stringify(value)).toBe(text);
        expect(Number(value)).toBe(Number(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('JSON', () => {
  it('is read like by JSON.parse', () => {
    const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null), fc.integer());
    const value = fc.object({
      values: [leaf],
      key: fc.string({ unit: 'binary' }),
      maxDepth: 4,
      size: 'small',
    });
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        expect(readAs(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it('may have 64 levels, and no more', () => {
    expect(statusOf('['.repeat(64) + ']'.repeat(64), 'application/json')).toBe(200);
    expect(open('['.repeat(65) + ']'.repeat(65), 'application/json')).toMatchObject({
      status: 400,
      reason: 'the body has more than 64 levels of objects and lists',
    });
    expect(statusOf(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`, 'application/json')).toBe(200);
    expect(statusOf(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'application/json')).toBe(400);
    expect(statusOf(JSON.stringify({ a: '['.repeat(100) }), 'application/json')).toBe(200);
    expect(statusOf(JSON.stringify({ a: `"\\${'['.repeat(100)}` }), 'application/json')).toBe(200);
    expect(statusOf('['.repeat(500_000), 'application/json')).toBe(400);
  });

  it('may have 10,000 keys and elements, and no more', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, (_, index) => index));
    expect(statusOf(list(10_000), 'application/json')).toBe(200);
    expect(open(list(10_001), 'application/json')).toMatchObject({
      status: 400,
      reason: expect.stringContaining('10,000'),
    });
    const object = (length: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, 'a,b'])));
    expect(statusOf(object(10_000), 'application/json')).toBe(200);
    expect(statusOf(object(10_001), 'application/json')).toBe(400);
    const empties = (length: number) => JSON.stringify(Array.from({ length }, () => ({ a: [], b: {} })));
    expect(statusOf(empties(3_333), 'application/json')).toBe(200);
    expect(statusOf(empties(3_334), 'application/json')).toBe(400);
  });

  it('that cannot be read gets status 400', () => {
    for (const body of [
      '',
      ' ',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '{"a":1}x',
      'undefined',
      '"\n"',
      '01',
      '[1 2]',
      '"',
    ]) {
      expect(statusOf(body, 'application/json')).toBe(400);
    }
  });

  it('keeps the last of two equal keys, and accepts lone surrogates', () => {
    expect(readAs('{"a":1,"a":2}')).toEqual({ a: 2 });
    expect(readAs('{"a":"\\ud800"}')).toEqual({ a: '\ud800' });
  });

  it('keeps keys with a special meaning in JavaScript as plain keys', () => {
    const value = readAs(
      '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"n":1e400}',
    ) as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'n']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Reflect.get(value, 'admin')).toBeUndefined();
  });
});

describe('a form', () => {
  it('has brackets, lists and repeated keys', () => {
    expect(form('a%5Bb%5D=1&a[c][d]=2&names[]=x&names%5B%5D=y&dup=1&dup=2&dup=3&one[]=z')).toEqual({
      a: { b: '1', c: { d: '2' } },
      names: ['x', 'y'],
      dup: ['1', '2', '3'],
      one: ['z'],
    });
    expect(form('list[0]=a&list[1]=b&back[1]=b&back[0]=a')).toEqual({ list: ['a', 'b'], back: ['a', 'b'] });
    expect(form('rows[0][name]=a&rows[1][name]=b&more[][x]=1&more[][x]=2')).toEqual({
      rows: [{ name: 'a' }, { name: 'b' }],
      more: [{ x: '1' }, { x: '2' }],
    });
  });

  it('treats numbers that are no positions as names', () => {
    expect(form('fields[1]=a&fields[3]=b')).toEqual({ fields: { 1: 'a', 3: 'b' } });
    expect(form('a[4000000000]=x')).toEqual({ a: { 4000000000: 'x' } });
    expect(form('a[00]=x')).toEqual({ a: { '00': 'x' } });
  });

  it('keeps dots, blanks and other characters in keys', () => {
    expect(form('1.3=Ada&E-mail=ada%40example.com&Customer+number=7&a.b[c.d]=1&=x&y&z=')).toEqual({
      '1.3': 'Ada',
      'E-mail': 'ada@example.com',
      'Customer number': '7',
      'a.b': { 'c.d': '1' },
      '': 'x',
      y: '',
      z: '',
    });
    expect(form('Phone+[private]=1&Allergies+[if+any]+please=Nuts&a[b=2&a]b=3&a[[b]]=4&[c]=5')).toEqual({
      'Phone [private]': '1',
      'Allergies [if any] please': 'Nuts',
      'a[b': '2',
      'a]b': '3',
      'a[[b]]': '4',
      '[c]': '5',
    });
  });

  it('decodes plus, percent and any charset that it names', () => {
    expect(form('a=1+%2B+1&b=Zo%C3%AB&c=100%&d=%zz%C3%AB&e=%F0%9F%98%80')).toEqual({
      a: '1 + 1',
      b: 'Zoë',
      c: '100%',
      d: '%zzë',
      e: '😀',
    });
    expect(form('a=Zo%EB+%80&b=x', '; charset=iso-8859-1')).toEqual({ a: 'Zoë €', b: 'x' });
    expect(open('a=Zo%EB', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 400,
      reason: expect.stringMatching(/^the form is not utf-8, .*charset=windows-1252/),
    });
  });

  it('keeps both values if a key is a text and an object', () => {
    expect(form('a=1&a[b]=2')).toEqual({ a: ['1', { b: '2' }] });
    expect(form('a[]=1&a[k]=2')).toEqual({ a: { 0: '1', k: '2' } });
    expect(form('a[0]=1&a[0]=2')).toEqual({ a: [['1', '2']] });
  });

  it('omits __proto__ and keeps constructor as a plain key', () => {
    const value = form(
      '__proto__[x]=1&a[__proto__][x]=1&a[b]=2&__proto__=3&constructor[prototype][x]=4&%5f_proto__[y]=1',
    ) as object;
    expect(value).toEqual({ a: { b: '2' }, constructor: { prototype: { x: '4' } } });
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it('has limits', () => {
    const type = 'application/x-www-form-urlencoded';
    const pairs = (length: number, key: (index: number) => string) =>
      Array.from({ length }, (_, i) => `${key(i)}=1`).join('&');
    expect(
      statusOf(
        pairs(10_000, i => `k${i}`),
        type,
      ),
    ).toBe(200);
    expect(
      statusOf(
        pairs(10_001, i => `k${i}`),
        type,
      ),
    ).toBe(400);
    expect(
      statusOf(
        pairs(10_001, () => 'k'),
        type,
      ),
    ).toBe(400);
    expect(
      statusOf(
        pairs(5_001, i => `k${i}[a]`),
        type,
      ),
    ).toBe(400);
    expect(statusOf(`a${'[b]'.repeat(63)}=1`, type)).toBe(200);
    expect(statusOf(`a${'[b]'.repeat(64)}=1`, type)).toBe(400);
    expect(Object.keys(form(pairs(4_000, i => `k${i}[999999999]`)) as object)).toHaveLength(4_000);
  });

  it('does not include a line break at its end in its last value', () => {
    expect(form('a=1&b=2\r\n')).toEqual({ a: '1', b: '2' });
    expect(form('a=1&b\n')).toEqual({ a: '1', b: '' });
    expect(form('a=1&b=2%0D%0A')).toEqual({ a: '1', b: '2\r\n' });
  });

  it('an empty one is an object without keys', () => {
    expect(form('')).toEqual({});
    expect(form('&&')).toEqual({});
    expect(form('\r\n')).toEqual({});
  });
});

describe('any bytes', () => {
  it('are read or refused without an exception', () => {
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ];
    const snippets = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ',',
        ':',
        '\\',
        '1e9',
        '-',
        '=',
        '&',
        '%',
        '%C3',
        'a',
        '__proto__',
        ' ',
        '\u0000',
        '\ufeff',
      ),
      { maxLength: 60 },
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      snippets.map(parts => bytes(parts.join(''))),
    );
    fc.assert(
      fc.property(body, fc.constantFrom(...types), (given, type) => {
        const result = openBody(given, anyBody, [type]);
        if (result.kind === 'read') expect(readStoredBody(given, result.reading)).toEqual(result.value);
        else expect(result.status).toBe(400);
      }),
      { numRuns: 3_000 },
    );
  });

  it('as a content type are read or get status 415', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map(text => `application/json;${text}`),
        ),
        type => {
          expect([200, 415]).toContain(statusOf('{}', type));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('a payload', () => {
  it('is the item of a split webhook, or the whole body', () => {
    const stored = {
      body: bytes('[{"a":1},{"a":706405506930370084}]'),
      reading: { kind: 'json', charset: 'utf-8' } as const,
    };
    expect(readPayload(stored)).toEqual([{ a: 1 }, { a: '706405506930370084' }]);
    expect(readPayload({ ...stored, payload: '{"a":"706405506930370084"}' })).toEqual({
      a: '706405506930370084',
    });
  });
});

describe('the charset of a source', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const part = '--x\r\ncontent-disposition: form-data; name=n\r\n\r\nM\u00fcller\r\n--x--';
  const bodies: readonly (readonly [kind: string, body: Buffer, contentType: string])[] = [
    ['JSON', latin1('{"n":"M\u00fcller"}'), 'application/json'],
    ['text/plain', latin1('{"n":"M\u00fcller"}'), 'text/plain'],
    ['a form', Buffer.from('n=M%FCller'), 'application/x-www-form-urlencoded'],
    ['a form without escapes', latin1('n=M\u00fcller'), 'application/x-www-form-urlencoded'],
    ['XML', latin1('<n>M\u00fcller</n>'), 'text/xml'],
    ['multipart', latin1(part), 'multipart/form-data; boundary=x'],
  ];

  it.each(bodies)('reads %s that is not UTF-8, if the sender names no charset', (_kind, body, type) => {
    expect(statusOf(body, type)).toBe(400);
    expect(readAny(body, type, { charset: 'windows-1252' })).toEqual({ n: 'M\u00fcller' });
  });

  it.each([
    ['JSON', '{"n":"M\u00fcller"}', 'application/json'],
    ['a form', 'n=M%C3%BCller', 'application/x-www-form-urlencoded'],
    ['multipart', part, 'multipart/form-data; boundary=x'],
  ])('does not change %s in UTF-8', (_kind, body, type) => {
    expect(readAny(body, type, { charset: 'windows-1252' })).toEqual({ n: 'M\u00fcller' });
  });

  it('is ignored if the sender names a charset', () => {
    const words = { charset: 'windows-1252' } as const;
    expect(statusOf(latin1('{"n":"M\u00fcller"}'), 'application/json; charset=utf-8', words)).toBe(400);
  });
});
