/** A text for comparing: upper and lower case alike, and letters with and without their marks. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
