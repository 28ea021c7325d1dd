/**
 * The length of the part of a text that is searched at once, in characters: some milliseconds if it is full of escapes.
 */
export const stretchLength = 16 * 1024;

/** Marks a cut. It is neither a letter nor a digit, but the text beside it may continue. */
export const cutMark = '\ue000';

/** Splits a text into parts. Every piece of at most `overlap` characters is completely in one of them. */
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
