/** So long a stretch of a text is looked at in one go, in characters: some milliseconds where it is full of escapes. */
export const stretchLength = 16 * 1024;

/** Stands where a stretch was cut: neither a letter nor a digit, but what stands next to it may go on. */
export const cutMark = '\ue000';

/** A text in stretches. What is `overlap` characters long, or shorter, stands in one of them as a whole. */
export function* stretchesOf(text: string, overlap: number): Generator<string> {
  const step = Math.max(stretchLength - overlap, overlap);
  for (let start = 0; ; start += step) {
    const end = start + step + overlap;
    const stretch = text.slice(start, end);
    const isLast = end >= text.length;
    yield (start > 0 ? cutMark : '') + stretch + (isLast ? '' : cutMark);
    if (isLast) return;
  }
}
