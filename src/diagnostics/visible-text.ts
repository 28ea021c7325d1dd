import { composedText } from './composed.ts';

/**
 * Makes a text from a file or a payload safe to print: control characters, line breaks, characters that change the
 * writing direction or are invisible, and halves of characters are shown as `\u{..}`. Tabs become one space.
 */
export function escapeText(text: string): string {
  return text.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escaped);
}

/**
 * Makes a value or a name visible in a message if another one may look the same: besides `escapeText`, it shows unusual
 * spaces and letters in another Unicode form as `\u{..}`, and spaces at both ends as `␠`.
 */
export function visibleText(text: string): string {
  return escapeText(text)
    .replace(/(?! )\p{Zs}/gu, escaped)
    .replace(/\P{M}\p{M}*/gu, letter => (composedText(letter) === letter ? letter : decomposed(letter)))
    .replace(/^ +|(?<! ) +$/g, blanks => '␠'.repeat(blanks.length));
}

/** Joins names, all in quotation marks if one of them could look like two, or like another. */
export function visibleNames(names: readonly string[]): string {
  const shown = names.map(visibleText);
  const areOdd = names.some((name, index) => name !== shown[index] || name === '' || /[,;]/.test(name));
  return (areOdd ? shown.map(name => `"${name}"`) : shown).join(', ');
}

/** Returns the question whether `near` was meant by `name`, and explains differences that are not visible. */
export function didYouMean(near: string, name: string): string {
  const shown = visibleText(near);
  const both = `${shown} ${visibleText(name)}`;
  const signs = [
    ...(both.includes('␠') ? ['␠ is a space'] : []),
    ...(both.includes('\\u{') && !`${near} ${name}`.includes('\\u{')
      ? ['\\u{..} is a character that cannot be seen: copy the name']
      : []),
  ];
  return `did you mean "${shown}"?${signs.length > 0 ? ` (${signs.join('; ')})` : ''}`;
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Makes the marks of a letter visible, or the number of a letter that only looks like a usual one. */
function decomposed(letter: string): string {
  const [base = '', ...marks] = letter;
  return (marks.length > 0 ? base : escaped(base)) + marks.map(escaped).join('');
}
