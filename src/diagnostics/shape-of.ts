/** Longer shapes are cut, because the rest adds no information. */
const longest = 32;

/**
 * Returns the shape of a value without its contents: 9 for each digit, a and A for letters, everything else unchanged.
 * It shows a date, a separator or a missing country code, but identifies nobody.
 */
export function shapeOf(text: string): string {
  const start = [...text.slice(0, longest * 2)].slice(0, longest).join('');
  const shape = start
    .replace(/\p{N}/gu, '9')
    .replace(/[\p{Lu}\p{Lt}]/gu, 'A')
    .replace(/[\p{L}\p{M}]/gu, letter => (letter === 'A' ? 'A' : 'a'));
  return start.length < text.length ? `${shape}...` : shape;
}
