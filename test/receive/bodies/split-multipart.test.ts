import fc from 'fast-check';
import { type MultipartError, make, type PartInfo } from 'multipasta';
import { describe, expect, it } from 'vitest';
import { splitMultipart } from '../../../src/receive/bodies/split-multipart.ts';
import { UnreadableBody } from '../../../src/receive/bodies/unreadable-body.ts';

interface Plain {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

const blanksAround = /^[ \t]+|[ \t]+$/g;

/** The parts of a body, or the reason why it is refused. */
function split(text: string, boundary: string): readonly Plain[] | string {
  try {
    return [...splitMultipart(text, boundary)].map(({ headers, content }) => ({
      headers: Object.fromEntries(
        [...headers].map(([name, value]) => [name, value.replace(blanksAround, '')]),
      ),
      content,
    }));
  } catch (error) {
    if (error instanceof UnreadableBody) return error.message;
    throw error;
  }
}

/** The result of another parser for the same body; that parser reads bytes as they arrive. */
function splitElsewhere(
  text: string,
  boundary: string,
): readonly Plain[] | MultipartError['_tag'] | 'URIError' {
  const parts: Plain[] = [];
  let refused: MultipartError['_tag'] | undefined;
  let done = false;
  // The other parser gives a part without the end of its headers the headers of the previous part.
  let head: PartInfo | undefined;
  const parser = make({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    isFile: info => {
      head = info;
      return false;
    },
    onFile: () => () => {},
    onField: (_, content) => {
      if (done) return;
      if (head) parts.push({ headers: onlyOnes(head), content: Buffer.from(content).toString('utf8') });
      else refused ??= 'BadHeaders';
      head = undefined;
    },
    onError: error => {
      if (!done) refused ??= error._tag;
    },
    onDone: () => {
      done = true;
    },
  });
  try {
    // The other parser reads headers as UTF-8, so each byte is passed as a character of its own.
    parser.write(Buffer.from(text, 'utf8'));
    parser.end();
  } catch (error) {
    if (error instanceof URIError) return 'URIError';
    throw error;
  }
  return refused ?? (done ? parts : 'EndNotReached');
}

function onlyOnes({ headers }: PartInfo): Record<string, string> {
  const each = Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : '']);
  return Object.fromEntries(each.map(([name = '', value = '']) => [name, value.replace(blanksAround, '')]));
}

const boundary = 'x-y';
const byte = fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code));
const contents = fc
  .string({ unit: fc.oneof(byte, fc.constantFrom('\r', '\n', '\r\n', '-', '--', '\r\n--x-', '--x-y')) })
  .filter(text => !`\r\n${text}`.includes(`\r\n--${boundary}`));
const name = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ';', '=', "'", '\xe4', '[', ']') });
const parts = fc.array(
  fc.record({
    headers: fc.record(
      {
        'content-disposition': name.map(text => `form-data; name="${text}"`),
        'content-type': fc.constantFrom('text/plain', 'image/png; a="b"'),
        'x-more': fc.string({ unit: fc.constantFrom('a', ':', ';', '"', '\\', '\xff') }),
      },
      { requiredKeys: ['content-disposition'] },
    ),
    content: contents,
  }),
  { maxLength: 6 },
);

function written(each: readonly Plain[], around = ''): string {
  const lines = each.map(({ headers, content }) => {
    const head = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
    return `--${boundary}\r\n${head.join('')}\r\n${content}\r\n`;
  });
  return `${around}${lines.join('')}--${boundary}--${around}`;
}

describe('splitting a multipart body', () => {
  it('returns the parts that the body was made of, like another parser', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom('', '\r\n', 'before\r\n', '--x-\r\n'), (each, around) => {
        const text = written(each, around);
        expect(split(text, boundary)).toEqual(each);
        expect(splitElsewhere(text, boundary)).toEqual(each);
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns the same parts of a damaged body as another parser, or refuses it', () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.integer({ min: 0, max: 12 }),
      put: fc.oneof(
        byte,
        fc.constantFrom(
          '',
          '\r\n',
          '\n',
          '\r\n\r\n',
          ':',
          '--',
          `\r\n--${boundary}`,
          `--${boundary}--`,
          'a: b\r\n',
        ),
      ),
    });
    let [read, refused] = [0, 0];
    fc.assert(
      fc.property(parts, fc.array(damage, { minLength: 1, maxLength: 3 }), (each, damages) => {
        const text = damages.reduce((body, { at, remove, put }) => {
          const from = Math.floor(at * body.length);
          return body.slice(0, from) + put + body.slice(from + remove);
        }, written(each));
        const found = split(text, boundary);
        if (typeof found === 'string') {
          refused += 1;
          return;
        }
        read += 1;
        const elsewhere = splitElsewhere(text, boundary);
        // Names are checked elsewhere, and the other parser does not accept blanks behind a boundary.
        if (elsewhere === 'InvalidDisposition' || elsewhere === 'URIError') return;
        if (/--x-y[ \t]+\r\n/.test(text)) return;
        expect(found).toEqual(elsewhere);
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(read, refused)).toBeGreaterThan(500);
  });
});
