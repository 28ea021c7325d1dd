import { describe, expect, it } from 'vitest';
import { stretchesOf, stretchLength } from '../../../src/inbox/finding/stretches.ts';
import { isIn, textFinder, wordFinder } from '../../../src/inbox/finding/text-finder.ts';

describe('a text', () => {
  it('is found in every escaping and charset', () => {
    const finder = textFinder('Jörg Müller');
    for (const text of [
      'n=J%F6rg+M%FCller',
      'n=J%25C3%25B6rg%2BM%25C3%25BCller',
      'J&ouml;rg M&#252;ller',
      String.raw`{"a":"{\"b\":\"J\\u00f6rg M\\u00FCller\"}"}`,
      'J=C3=B6rg M=C3=\r\n=BCller',
      '=?utf-8?q?J=C3=B6rg_M=C3=BCller?=',
      'JÖRG  mu\u0308ller',
      'J\u00c3\u00b6rg M\u00c3\u00bcller',
      'J\0\u00f6\0r\0g\0 \0M\0\u00fc\0l\0l\0e\0r\0',
    ]) {
      expect([text, isIn(finder, text)]).toEqual([text, true]);
    }
    for (const text of ['Jörg Mueller', 'Jörg Muller', 'Jörg M%FC', 'Jörg', 'Müller, Jörg']) {
      expect([text, isIn(finder, text)]).toEqual([text, false]);
    }
  });

  it('that is a phone number is found in any spelling, and not in a longer number', () => {
    for (const number of ['+49 170 1234567', '0049 170 1234567']) {
      const finder = textFinder(number);
      for (const text of ['0170/1234567', '+49 (0)170-12 34 567', '{"a":491701234567}', 'tel:+491701234567'])
        expect([text, isIn(finder, text)]).toEqual([text, true]);
      for (const text of ['0170/12345678', '90170/1234567', '+43 170 1234567', '1234567'])
        expect([text, isIn(finder, text)]).toEqual([text, false]);
    }
    expect(isIn(textFinder('0170 1234567'), '+49 170 1234567')).toBe(true);
  });

  it('is unclear in compressed data, and in more layers of encoding than are decoded', () => {
    const finder = textFinder('ada@example.org');
    expect(finder.look('%PDF-1.7 ...')).toBe('unclear');
    expect(finder.look(`{"file":"UEsDB${'A'.repeat(40)}"}`)).toBe('unclear');
    expect(finder.look(`a%${'25'.repeat(20)}40b`)).toBe('unclear');
    expect(finder.look('{"file":"a.pdf","hash":"deadbeefdeadbeefdeadbeef"}')).toBe('absent');
  });

  it('is not found by chance in binary data', () => {
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * at * 31 + at * 7) % 251));
    for (const text of ['ada', 'Anna']) expect(isIn(textFinder(text), bytes.toString('base64'))).toBe(false);
    expect(isIn(textFinder('Anna'), Buffer.from('dear Anna, thank you').toString('base64'))).toBe(true);
  });
});

describe('a value', () => {
  it('is found as a word of its own, also across stretches', () => {
    const finder = wordFinder(['1234567']);
    expect(isIn(finder, '{"a":"1234567"}')).toBe(true);
    expect(isIn(finder, '91234567')).toBe(false);
    const step = stretchLength - finder.overlap;
    expect(isIn(finder, `${'x'.repeat(step - 1)}91234567`)).toBe(false);
    expect(isIn(finder, `${'.'.repeat(step - 1)} 1234567`)).toBe(true);
  });
});

describe('the stretches of a text', () => {
  it('are bounded, little longer together than the text, and overlap at each border', () => {
    for (const length of [0, 1, stretchLength, stretchLength + 1, 10 * stretchLength + 7]) {
      for (const overlap of [40, 600, 8000]) {
        const stretches = [...stretchesOf('x'.repeat(length), overlap)];
        const lengths = stretches.map(each => each.length);
        expect(Math.max(...lengths)).toBeLessThanOrEqual(stretchLength + 2);
        const sum = lengths.reduce((all, each) => all + each, 0);
        expect(sum).toBeLessThanOrEqual(length * 2 + 2 * stretches.length);
      }
    }
    const word = 'y'.repeat(40);
    for (let at = stretchLength - 100; at < stretchLength + 100; at += 7) {
      const text = 'x'.repeat(at) + word + 'x'.repeat(stretchLength);
      expect([...stretchesOf(text, 40)].some(each => each.includes(word))).toBe(true);
    }
  });
});
