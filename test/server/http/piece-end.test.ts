import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieceEnd } from '../../../src/server/http/piece-end.ts';

/** Splits a text into pieces. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let rest = Buffer.from(text, 'latin1'); rest.length > 0; ) {
    const end = pieceEnd(rest);
    found.push(rest.toString('latin1', 0, end));
    rest = rest.subarray(end);
  }
  return found;
}

const request = 'GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n';

describe('a piece of received data', () => {
  it('is an ordinary request as a whole, however long its body is', () => {
    const text = `POST /hooks/x HTTP/1.1\r\nhost: x\r\n\r\n{"a": "${'x'.repeat(60_000)}"}`;
    expect(pieces(text)).toEqual([text]);
  });

  it('contains one of several successive requests', () => {
    expect(pieces(request.repeat(50))).toEqual(Array.from({ length: 50 }, () => request));
  });

  it('ends before the line of the next request, also if a body is on that line', () => {
    const post = 'POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n';
    expect(pieces(`${post}{}${post}{}`)).toEqual([post, `{}${post}{}`]);
  });

  it('has at most 128 lines, such as those of chunks', () => {
    expect(pieces('1\r\nx\r\n'.repeat(200)).map(each => each.split('\n').length - 1)).toEqual([
      128, 128, 128, 16,
    ]);
  });

  it('is never empty, and the pieces of any bytes together are all of them, with few lines and requests each', () => {
    const word = fc.constantFrom(
      'HTTP/',
      'HTTP/1.1\r\n',
      '\n',
      '\r\n',
      'x',
      '1\r\nx\r\n',
      request,
      'H',
      'TTP/',
    );
    const text = fc.array(word, { maxLength: 900, size: 'max' }).map(words => words.join(''));
    fc.assert(
      fc.property(text, whole => {
        const all = pieces(whole);
        expect(all.join('')).toBe(whole);
        for (const piece of all) {
          const lines = piece.split('\n');
          expect(lines.length).toBeLessThanOrEqual(129);
          expect(lines.filter(line => line.includes('HTTP/')).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
