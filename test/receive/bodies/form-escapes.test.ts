import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCalls } from '../../count-calls.ts';
import { readAs, statusOf } from './reading-bodies.ts';

const form = 'application/x-www-form-urlencoded';

/** Pieces, most of them no escape or only half of one. */
const pieces = fc.constantFrom(
  ...'% %4 %41 %zz %% + %2B %C3%BC ü %E2%82%AC € %20 a 1 %61 %F0%9F%98%80'.split(' '),
);

describe('the escapes of a form', () => {
  it('are read as by a browser, also between invalid ones', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), parts => {
        const body = `a=${parts.join('')}`;
        const read = new URLSearchParams(body).get('a') ?? '';
        fc.pre(!read.includes('\ufffd'));
        expect(readAs(body, form)).toEqual({ a: read });
      }),
      { numRuns: 2_000 },
    );
  });

  it('are bytes of the named charset', () => {
    const latin = `${form}; charset=iso-8859-1`;
    expect(readAs(Buffer.from('a=%E4+\xfc%80%zz%e', 'latin1'), latin)).toEqual({ a: 'ä ü€%zz%e' });
    expect(statusOf('a=%E4', form)).toBe(400);
  });

  it('take time in proportion to the length of the form, with any content', () => {
    for (const sign of ['%', '%E4', '%41', '+', '&', 'a=1&']) {
      const calls = (length: number) =>
        countCalls(() => statusOf(`a=${sign.repeat(length / sign.length)}`, form));
      expect(calls(300_000), sign).toBeLessThan(5 * calls(75_000) + 100_000);
    }
  });
});
