/** Longer shapes are cut: they would tell nothing more. */
const longest = 32;

/**
 * What a value looks like, without saying what it is: 9 for each digit, a and A for letters, everything else as it
 * stands. So a date, a separator or a missing country code can be seen, and nobody can be told by it.
 */
export function shapeOf(text: string): string {
  const start = [...text.slice(0, longest * 2)].slice(0, longest).join('');
  const shape = start
    .replace(/\p{N}/gu, '9')
    .replace(/[\p{Lu}\p{Lt}]/gu, 'A')
    .replace(/[\p{L}\p{M}]/gu, letter => (letter === 'A' ? 'A' : 'a'));
  return start.length < text.length ? `${shape}...` : shape;
}
