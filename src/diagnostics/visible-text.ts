/**
 * A text from a file or a payload, safe to print: control characters, line breaks, characters that change the
 * direction of writing or cannot be seen, and halves of characters are shown as `\u{..}`. Tabs become one blank.
 */
export function escapeText(text: string): string {
  return text
    .replaceAll('\t', ' ')
    .replace(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
      character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    );
}
