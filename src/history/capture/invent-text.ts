/** The letters from which words of a script are made: consonants and vowels, or two groups of its characters. */
const scripts: readonly (readonly [RegExp, string, string])[] = [
  [/\p{Script=Cyrillic}/u, 'бвгдклмнпрст', 'аеиоу'],
  [/\p{Script=Greek}/u, 'βγδκλμνπρσ', 'αειο'],
  [/\p{Script=Han}/u, '天地山川木石', '日月水火'],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'かさたなはま', 'あいうえ'],
  [/\p{Script=Arabic}/u, 'بتدرسكلمن', 'اوي'],
  [/\p{Script=Hebrew}/u, 'בגדכלמנרש', 'אוי'],
  [/./u, 'bdfgklmnprstvz', 'aeiou'],
];

/** Returns a number from 0 to `choices - 1`. */
export type Draw = (choices: number) => number;

/**
 * Returns a sequence of numbers that is always the same. So an invented text depends on the order of the values and
 * not on their contents, which nobody can guess from it.
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

/** Invents a pronounceable word of the same length and case. Digits are replaced by other digits. */
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

/** Replaces the hexadecimal digits by others; capitals stay capitals. */
export function inventHex(text: string, draw: Draw): string {
  return text.replace(/[\da-f]/gi, character => {
    const digit = draw(16).toString(16);
    return /[A-F]/.test(character) ? digit.toUpperCase() : digit;
  });
}

/** Replaces the digits of a text, except the first `keep` ones. All other characters stay. */
export function inventDigits(text: string, keep: number, draw: Draw): string {
  let seen = 0;
  return text.replace(/\d/g, digit => {
    seen += 1;
    return seen <= keep ? digit : inventDigit(digit, seen - 1, draw);
  });
}

/** Invents an account number of the same country and length, with correct check digits (ISO 13616). */
export function inventIban(text: string, draw: Draw): string {
  const country = text.slice(0, 2);
  const account = text.slice(4).replace(/\d/g, () => String(draw(10)));
  const digits = `${account.replaceAll(' ', '')}${country}00`.replace(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  );
  const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0');
  return country + check + account;
}

/** A leading zero has a meaning, as in a postcode, so it stays. No other leading digit becomes zero. */
function inventDigit(digit: string, at: number, draw: Draw): string {
  if (at === 0) return digit === '0' ? '0' : String(1 + draw(9));
  return String(draw(10));
}
