/** The letters from which words in a script are made: its consonants and vowels, or only some of its letters. */
const scripts: readonly (readonly [RegExp, string, string])[] = [
  [/\p{Script=Cyrillic}/u, 'бвгдклмнпрст', 'аеиоу'],
  [/\p{Script=Greek}/u, 'βγδκλμνπρσ', 'αειο'],
  [/\p{Script=Han}/u, '天地山川木石', '日月水火'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'かさたなはま', 'あいうえ'],
  [/\p{Script=Arabic}/u, 'بتدرسكلمن', 'اوي'],
  [/\p{Script=Hebrew}/u, 'בגדכלמנרש', 'אוי'],
  [/./u, 'bdfgklmnprstvz', 'aeiou'],
];

/** Returns one of this many choices, counted from 0. */
export type Draw = (choices: number) => number;

/**
 * A series of draws that is always the same. An invented text depends on the order of the values, never on their
 * contents, so the contents cannot be guessed from it.
 */
export function createDraw(): Draw {
  let state = 0x9e37_79b9;
  return choices => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % choices;
  };
}

/** A word of the same length and case that can be spoken; each digit becomes another one. */
export function inventWord(word: string, draw: Draw): string {
  let place = draw(2);
  return [...word]
    .map((character, at) => {
      if (/\p{N}/u.test(character)) return inventDigit(character, at, draw);
      if (/\p{M}/u.test(character)) return '';
      if (!/\p{L}/u.test(character)) return character;
      place += 1;
      const [, consonants = '', vowels = ''] = scripts.find(([script]) => script.test(character)) ?? [];
      const letters = place % 2 === 0 ? consonants : vowels;
      const letter = letters[draw(letters.length)] ?? 'a';
      return /\p{Lu}/u.test(character) ? letter.toUpperCase() : letter;
    })
    .join('');
}

/** Replaces each hexadecimal digit by another one; capitals stay capitals. */
export function inventHex(text: string, draw: Draw): string {
  return text.replace(/[\da-f]/gi, character => {
    const digit = draw(16).toString(16);
    return /[A-F]/.test(character) ? digit.toUpperCase() : digit;
  });
}

/** Replaces the digits of a text, except this many at its beginning. All other characters stay. */
export function inventDigits(text: string, keep: number, draw: Draw): string {
  let seen = 0;
  return text.replace(/\d/g, digit => {
    seen += 1;
    return seen <= keep ? digit : inventDigit(digit, seen - 1, draw);
  });
}

/** An account number of the same country and length, with the check digits that belong to it (ISO 13616). */
export function inventIban(text: string, draw: Draw): string {
  const country = text.slice(0, 2);
  const account = text.slice(4).replace(/\d/g, () => String(draw(10)));
  const digits = `${account.replaceAll(' ', '')}${country}00`.replace(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  );
  const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
  return country + check + account;
}

/** A leading zero means something, as in a postcode; a leading digit that is none must not become one. */
function inventDigit(digit: string, at: number, draw: Draw): string {
  if (at === 0) return digit === '0' ? '0' : String(1 + draw(9));
  return String(draw(10));
}
