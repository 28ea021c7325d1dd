/** Returns a text in a form for comparisons that ignores case and diacritics. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
