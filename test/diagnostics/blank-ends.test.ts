import { describe, expect, it } from 'vitest';
import { blankCharacters, withoutBlankEnds } from '../../src/diagnostics/blank-ends.ts';

/**
 * Invisible characters that people paste from web pages, word processors, spreadsheets and chats, or that programs
 * write.
 */
const unseen: readonly (readonly [name: string, character: string])[] = [
  ['a blank', ' '],
  ['a tab', '\t'],
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['a vertical tab', '\v'],
  ['a form feed', '\f'],
  ['the end of a C text', '\0'],
  ['an escape', '\u001b'],
  ['a deletion', '\u007f'],
  ['a next line', '\u0085'],
  ['a no-break space', '\u00a0'],
  ['a soft hyphen', '\u00ad'],
  ['a grapheme joiner', '\u034f'],
  ['an Arabic letter mark', '\u061c'],
  ['a filler of Korean', '\u115f'],
  ['an Ogham blank', '\u1680'],
  ['a Mongolian vowel separator', '\u180e'],
  ['an en space', '\u2002'],
  ['a thin space', '\u2009'],
  ['a zero-width space', '\u200b'],
  ['a zero-width non-joiner', '\u200c'],
  ['a zero-width joiner', '\u200d'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left mark', '\u200f'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a right-to-left override', '\u202e'],
  ['a narrow no-break space', '\u202f'],
  ['a mathematical space', '\u205f'],
  ['a word joiner', '\u2060'],
  ['an isolate', '\u2068'],
  ['a Braille blank', '\u2800'],
  ['an ideographic space', '\u3000'],
  ['a Hangul filler', '\u3164'],
  ['a variation selector', '\ufe0f'],
  ['a byte order mark', '\ufeff'],
  ['a half-width filler', '\uffa0'],
  ['an annotation', '\ufff9'],
  ['a tag', '\u{e0041}'],
  ['a note without a head', '\u{1d159}'],
];

describe('invisible characters at the ends of a text are removed', () => {
  it.each(unseen)('such as %s', (_, character) => {
    for (const text of ['Müller', 'anna@example.com', '1001', 'И', '李明。', 'ㅎ.']) {
      expect(withoutBlankEnds(character + text)).toBe(text);
      expect(withoutBlankEnds(`${text}${character}`)).toBe(text);
      expect(withoutBlankEnds(` ${character}${text}\n${character}${character}`)).toBe(text);
    }
    expect(withoutBlankEnds(character)).toBe('');
    expect(withoutBlankEnds(`\n${character.repeat(3)} `)).toBe('');
  });

  it.each(unseen)('but stay inside a text, such as %s', (_, character) => {
    const text = `Anna${character}Maria ${character} Müller`;
    expect(withoutBlankEnds(text)).toBe(text);
  });

  it('for every code point, and every other character stays', () => {
    // The others from U+0080 to U+009F are letters of windows-1252 that were read as ISO-8859-1.
    const reference = /^(?![\u0080-\u0084\u0086-\u009f])[\s\p{Cc}\p{DI}\ufff9-\ufffb\u2800\u{1d159}]$/u;
    const wrong: string[] = [];
    for (let code = 0; code < 0x2_0000; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const left = withoutBlankEnds(`${character}a${character}`);
      const wanted = reference.test(character) ? 'a' : `${character}a${character}`;
      if (left !== wanted) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('and a database search uses the same form', () => {
    const asked = blankCharacters();
    expect(
      unseen.filter(
        ([, character]) => character > '\0' && character < '\uffff' && !asked.includes(character),
      ),
    ).toEqual([
      ['a tag', '\u{e0041}'],
      ['a note without a head', '\u{1d159}'],
    ]);
    expect(asked).not.toMatch(/[a-zA-Z0-9äß.@-]/);
  });
});

/** Characters that are invisible alone, but change the letter before them. */
const meant: readonly (readonly [name: string, text: string])[] = [
  ['a red heart', '❤\ufe0f'],
  ['a black heart', '❤\ufe0e'],
  ['a trade mark', 'Beauty™\ufe0f'],
  ['an information sign', 'ℹ\ufe0f'],
  ['two exclamation marks', '‼\ufe0f'],
  ['the flag of England', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a surname by its variant', '渡辺葛\u{e0100}'],
  ['a standardized variant', '\u9038\ufe00'],
  ['a Mongolian letter', '\u1820\u180b'],
  ['a Malayalam chillu', 'അവന\u0d4d\u200d'],
  ['a half letter of Devanagari', '\u0915\u094d\u200d'],
  ['a Sinhala letter', '\u0d9a\u0dca\u200d'],
  ['an Arabic abbreviation', '\u0647\u200d'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['half of a character', 'a\ud83d'],
  ['a letter with its mark', 'u\u0308'],
  ['nothing', ''],
  ['a dash', '-'],
  ['an accent alone', '\u0301'],
];

describe('a character that belongs to the last letter stays', () => {
  it.each(meant)('such as %s', (_, text) => {
    expect(withoutBlankEnds(text)).toBe(text);
    expect(withoutBlankEnds(` \u200b${text}\u200b \n`)).toBe(text);
  });

  it('once, without the characters after it', () => {
    expect(withoutBlankEnds('❤\ufe0f\ufe0f\u200d')).toBe('❤\ufe0f');
    expect(withoutBlankEnds('030 5\ufe0f')).toBe('030 5');
    expect(withoutBlankEnds('Müller\u200d')).toBe('Müller');
  });
});

it('and the time grows linearly with the length of a text', () => {
  const blanks = ' \u200b'.repeat(50_000);
  expect(withoutBlankEnds(`${blanks}a${blanks}b${blanks}`)).toBe(`a${blanks}b`);
});
