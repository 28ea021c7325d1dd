import fc from 'fast-check';
import { FormData, Response } from 'undici';
import { describe, expect, it } from 'vitest';
import { countCalls } from '../../count-calls.ts';
import { expectPlainData, open, readAs, reasonOf, statusOf } from './reading-bodies.ts';

const type = 'multipart/form-data; boundary=x';

/** Parts with the boundary `x`; each consists of its headers, a blank line and its value, as lines. */
function body(...parts: readonly string[]): string {
  return [...parts.map(part => `--x\n${part}\n`), '--x--\n'].join('').replaceAll('\n', '\r\n');
}

const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\n\n${value}`;

/** The body and content type that undici makes of a form. */
async function encoded(data: FormData): Promise<{ bytes: Buffer; contentType: string }> {
  const response = new Response(data);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { bytes, contentType: response.headers.get('content-type') ?? '' };
}

describe('a multipart body', () => {
  it('has the fields of a form, by the same rules', () => {
    const parts = ['a[b]', 'names[]', 'names[]', 'dup', 'dup', '1.3', 'Phone [private]'];
    expect(readAs(body(...parts.map((name, index) => field(name, String(index)))), type)).toEqual({
      a: { b: '0' },
      names: ['1', '2'],
      dup: ['3', '4'],
      '1.3': '5',
      'Phone [private]': '6',
    });
    expect(readAs(body(field('a', ''), field('b', 'one\ntwo --x\n-- x')), type)).toEqual({
      a: '',
      b: 'one\r\ntwo --x\r\n-- x',
    });
  });

  it('keeps only name, type and size of a file', () => {
    const file = (more: string, contents: string) =>
      body(`Content-Disposition: form-data; name="upload"; ${more}\n\n${contents}`);
    expect(readAs(file('filename="photo.png"\nContent-Type: image/png; a=b', 'PNG'), type)).toEqual({
      upload: { filename: 'photo.png', contentType: 'image/png', size: 3 },
    });
    expect(readAs(file('filename=""\nContent-Type: application/octet-stream', ''), type)).toEqual({
      upload: { filename: '', contentType: 'application/octet-stream', size: 0 },
    });
    expect(readAs(file('filename="a.csv"', 'Größe'), type)).toEqual({
      upload: { filename: 'a.csv', contentType: 'application/octet-stream', size: 7 },
    });
    expect(
      readAs(body('Content-Disposition: form-data; name=p\nContent-Type: image/png\n\n\x01'), type),
    ).toEqual({ p: { filename: '', contentType: 'image/png', size: 1 } });
    expect(
      readAs(file(`filename="x"; filename*=UTF-8''na%C3%AFve%20%E2%9C%93.txt`, '1'), type),
    ).toMatchObject({ upload: { filename: 'naïve ✓.txt' } });
    expect(readAs(file(`filename="x"; filename*=UTF-8''%E4`, '1'), type)).toMatchObject({
      upload: { filename: 'x' },
    });
    expect(readAs(file(`filename*=latin1''x`, '1'), type)).toMatchObject({ upload: { filename: '' } });
    const bytes = Buffer.from([...Array(256).keys()]);
    const binary = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name=f; filename=b\r\n\r\n'),
      bytes,
      Buffer.from('\r\n--x--'),
    ]);
    expect(readAs(binary, type)).toMatchObject({ f: { filename: 'b', size: 256 } });
  });

  it('by undici is read as it was written', async () => {
    const letters = fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
      fc.string({ unit: fc.constantFrom('\\', '"', ';', '=', ' ', 'a') }),
    );
    const texts = letters.map(text => text.replaceAll('[', '(').toWellFormed());
    const name = texts.filter(text => text !== '__proto__');
    const lines = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(name, texts), { selector: ([key]) => lines(key), maxLength: 8 }),
        fc.uint8Array({ maxLength: 300 }),
        async (fields, contents) => {
          const data = new FormData();
          for (const [key, value] of fields) data.append(key, value);
          data.append('the file', new Blob([contents], { type: 'image/png' }), 'ä "b" ✓.png');
          const { bytes, contentType } = await encoded(data);
          const expected = {
            ...Object.fromEntries(fields.map(([key, value]) => [lines(key), lines(value)])),
            'the file': { filename: 'ä "b" ✓.png', contentType: 'image/png', size: contents.length },
          };
          expect(readAs(bytes, contentType)).toEqual(expected);
          expect(readAs(bytes, 'application/json', { body: 'multipart' })).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('by Jotform has the answers in their places', () => {
    const boundary = '------------------------1e5ae4ac6b1e0b8d';
    const raw = { slug: 'submit/1', q3_name: { first: 'Ada', last: 'Berg' }, q4_id: 706405506930370 };
    const text = [
      field('formID', '241234567890123'),
      field('submissionID', '6054321098765432109'),
      field('pretty', 'Name:Ada Berg, Größe:38'),
      field('rawRequest', JSON.stringify(raw)),
    ]
      .map(part => `--${boundary}\n${part}\n`)
      .join('');
    const posted = `${text}--${boundary}--\n`.replaceAll('\n', '\r\n');
    const contentType = `multipart/form-data; boundary=${boundary}`;
    const jsonField = { name: 'rawRequest', whole: false };
    expect(readAs(posted, contentType, { body: 'multipart', jsonField })).toEqual({
      formID: '241234567890123',
      submissionID: '6054321098765432109',
      pretty: 'Name:Ada Berg, Größe:38',
      rawRequest: raw,
    });
    expect(readAs(posted, contentType)).toMatchObject({ rawRequest: JSON.stringify(raw) });
  });

  it('by scripts has parts with types and lengths, and lower-case headers', () => {
    const part = 'content-disposition: form-data; name=email\ncontent-length: 15\n\nada@example.com';
    const typed =
      'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\nContent-Disposition: form-data; name="note";\n\nZoë';
    const json = 'Content-Disposition: form-data; name="meta"\nContent-Type: application/json\n\n{"a":1}';
    expect(readAs(`preamble\r\n${body(part, typed, json)}epilogue\r\n--x\r\n`, type)).toEqual({
      email: 'ada@example.com',
      note: 'Zoë',
      meta: '{"a":1}',
    });
    const quoted = body(field('a\\"b', '1'), field('c\\d %22%0D%0A%41', '2'));
    expect(readAs(quoted, 'multipart/form-data; boundary="x"')).toEqual({ 'a"b': '1', 'c\\d "\r\n%41': '2' });
  });

  it('ends at its last boundary, with anything behind it', () => {
    const whole = body(field('a', '1'));
    const rest = body('no header', field('b', '2')).slice(0, -8);
    expect(readAs(`${whole}\r\n${rest}`, type)).toEqual({ a: '1' });
    const other = `${whole.replaceAll('--x', '--x(y')}\r\n--x(`;
    expect(readAs(other, 'multipart/form-data; boundary="x(y"')).toEqual({ a: '1' });
  });

  it('may have blanks behind its boundaries, which some software adds', () => {
    expect(readAs(body(field('a', '1')).replace('--x', '--x \t'), type)).toEqual({ a: '1' });
  });

  it('without parts is an object without keys', () => {
    expect(readAs('--x--\r\n', type)).toEqual({});
  });
});

describe('the charset of a multipart body', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1');

  it('is that of the content type, for names and values', () => {
    const bytes = latin(
      body(
        field('Zo\xeb', 'J\xf6rg \x80'),
        'Content-Disposition: form-data; name=f; filename="\xe4"\n\n\xe4',
      ),
    );
    expect(readAs(bytes, `${type}; charset=iso-8859-1`)).toEqual({
      Zoë: 'Jörg €',
      f: { filename: 'ä', contentType: 'application/octet-stream', size: 1 },
    });
    const full = body("Content-Disposition: form-data; name=f; filename*=UTF-8''%E2%9C%93.txt\n\n");
    expect(readAs(full, `${type}; charset=iso-8859-1`)).toMatchObject({ f: { filename: '✓.txt' } });
    expect(reasonOf(bytes, type)).toMatch(/^the multipart body is not utf-8, /);
  });

  it('is that of a part if the part names one', () => {
    const part = (charset: string) =>
      latin(
        body(
          `Content-Disposition: form-data; name=a\nContent-Type: text/plain; charset=${charset}\n\nJ\xf6rg`,
        ),
      );
    expect(readAs(part('iso-8859-1'), type)).toEqual({ a: 'Jörg' });
    expect(reasonOf(part('utf-8'), type)).toContain('not utf-8');
    expect(reasonOf(part('utf-16'), type)).toContain('charset that is not read');
  });
});

describe('a multipart body that is refused', () => {
  it.each([
    ['without a boundary', 'multipart/form-data', 'names no boundary'],
    ['with an empty one', 'multipart/form-data; boundary=""', 'names no boundary'],
    ['with one too long', `multipart/form-data; boundary=${'x'.repeat(71)}`, 'names no boundary'],
    ['with another one', 'multipart/form-data; boundary=y', 'its boundary is another one'],
  ])('%s', (_, contentType, reason) => {
    expect(reasonOf(body(field('a', '1')), contentType)).toContain(reason);
  });

  it.each([
    ['without a name', 'Content-Disposition: form-data\n\n1', 'has no name'],
    ['that are no part of a form', 'Content-Disposition: attachment; name=a\n\n1', 'has no name'],
    ['that do not say what they are', 'Content-Type: text/plain\n\n1', 'has no name'],
    ['that say so twice', `Content-Disposition: form-data; name=a\n${field('b', '1')}`, 'has no name'],
    ['with two names', 'Content-Disposition: form-data; name=a; name=b\n\n1', 'has no name'],
    ['without headers', '\n1', 'headers that cannot be read'],
    ['without a blank line', 'Content-Disposition: form-data; name=a', 'headers that cannot be read'],
    ['with broken headers', 'Content Disposition\n\n1', 'headers that cannot be read'],
    ['without anything', '', 'headers that cannot be read'],
    [
      'with a header in two lines',
      'Content-Disposition: form-data;\n name=a\n\n1',
      'headers that cannot be read',
    ],
    ['with endless headers', `X: ${'x'.repeat(20_000)}\n${field('a', '1')}`, 'headers'],
  ])('has parts %s', (_, part, reason) => {
    expect(reasonOf(body(part), type)).toContain(reason);
    expect(reasonOf(body(field('good', '1'), part), type)).toContain(reason);
  });

  it('has lines that end with LF, or that only start like its boundary', () => {
    expect(reasonOf(body(field('a', '1')).replaceAll('\r', ''), type)).toContain('end with LF');
    expect(reasonOf(body(field('a', '1\n--xy')), type)).toContain('only begins as its boundary');
  });

  it('ends before its last boundary', () => {
    const whole = body(field('a[b]', 'x'), 'Content-Disposition: form-data; name=f; filename=b\n\n1');
    const last = whole.lastIndexOf('--');
    for (let length = 0; length < last + 2; length++) {
      expect(reasonOf(whole.slice(0, length), type)).toContain('cut off');
    }
    expect(statusOf(whole.slice(0, last + 2), type)).toBe(200);
  });

  it('has more fields than are read', () => {
    const fields = (count: number) =>
      body(...Array.from({ length: count }, (_, index) => field(`k${index}`, '')));
    expect(statusOf(fields(10_000), type)).toBe(200);
    expect(reasonOf(fields(10_001), type)).toContain('10,000');
    // Reading stops at once, otherwise the broken part behind the fields would be the reason.
    const broken = `${fields(10_000).slice(0, -'--x--\r\n'.length)}${body(field('a', ''), 'no header')}`;
    expect(reasonOf(broken, type)).toContain('10,000');
    expect(statusOf(body(field(`a${'[b]'.repeat(63)}`, '1')), type)).toBe(200);
    expect(reasonOf(body(field(`a${'[b]'.repeat(64)}`, '1')), type)).toContain('64 levels');
    const file = 'Content-Disposition: form-data; name=f; filename=b\n\n';
    expect(statusOf(body(...Array.from({ length: 2_500 }, () => file)), type)).toBe(200);
    expect(reasonOf(body(...Array.from({ length: 2_501 }, () => file)), type)).toContain('10,000');
  });
});

describe('any multipart body', () => {
  it('is read as plain data or refused without an exception', () => {
    const piece = fc.constantFrom(
      '--x',
      '--x--',
      '\r\n',
      '\n',
      '\r',
      'Content-Disposition: form-data; name="a"',
      'content-disposition: form-data; name=__proto__[polluted]',
      'content-disposition: form-data; name=constructor[prototype][polluted]; filename="__proto__"',
      '; filename="b',
      `; filename*=UTF-8''%C3`,
      'Content-Type: text/plain; charset=utf-16',
      ': ',
      '"',
      '\\',
      '%22',
      '\u0000',
      '{"__proto__":1}',
      'é',
      '\xff',
    );
    const text = fc.array(piece, { maxLength: 40 }).map(pieces => Buffer.from(pieces.join(''), 'latin1'));
    const good = fc
      .array(piece, { maxLength: 6 })
      .map(pieces => Buffer.from(body(field('a', pieces.join('')), pieces.join('\r\n')), 'latin1'));
    fc.assert(
      fc.property(
        fc.oneof(text, good, fc.uint8Array({ maxLength: 200 })),
        fc.constantFrom(type, `${type}; charset=latin1`, 'multipart/form-data', 'application/json'),
        fc.constantFrom(undefined, { name: 'a', whole: false }, { name: 'a', whole: true }),
        (bytes, contentType, jsonField) => {
          const words = { body: 'multipart', jsonField } as const;
          const result = open(bytes, contentType, words);
          if (result.kind === 'unreadable') expect(result.status).toBe(400);
          else expectPlainData(readAs(bytes, contentType, words));
        },
      ),
      { numRuns: 3_000 },
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  // Time in built-in functions, such as a search in a text, shows only in the timeout.
  it('takes no longer with unusual content', { timeout: 60_000 }, () => {
    const odd = [
      '--x\r\n'.repeat(200_000),
      `--x\r\n${'-'.repeat(1_000_000)}`,
      '\r'.repeat(1_000_000),
      `--x\r\nContent-Disposition: form-data${'; a'.repeat(5_000)}\r\n\r\n`.repeat(60),
      `--x\r\nContent-Disposition: form-data; name="${'\\'.repeat(16_000)}\r\n\r\n1`.repeat(60),
      `--x\r\nContent-Disposition: form-data; ${'filename="a";'.repeat(1_000)}\r\n\r\n`.repeat(60),
    ];
    for (const each of odd) {
      const calls = countCalls(() => expect(statusOf(each, type)).toBe(400));
      expect(calls).toBeLessThan(4 * each.length);
    }
  });
});
