import { composedText } from './composed.ts';

/**
 * A text without blanks, control characters and characters that take no room (a zero-width space, a byte order mark) at
 * both ends, in its composed form: two ids that look the same at their ends are the same id.
 */
export function trimmedText(text: string): string {
  return composedText(text.replace(atEnds, ''));
}

const atEnds = /^[\s\p{Cc}\p{Cf}\p{DI}]+|(?<![\s\p{Cc}\p{Cf}\p{DI}])[\s\p{Cc}\p{Cf}\p{DI}]+$/gu;
