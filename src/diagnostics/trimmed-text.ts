import { composedText } from './composed.ts';

/**
 * Returns a composed text without white space, control characters and characters without width (a zero-width space, a
 * byte order mark) at both ends: two ids that look the same at their ends are the same id.
 */
export function trimmedText(text: string): string {
  return composedText(text.replace(atEnds, ''));
}

const atEnds = /^[\s\p{Cc}\p{Cf}\p{DI}]+|(?<![\s\p{Cc}\p{Cf}\p{DI}])[\s\p{Cc}\p{Cf}\p{DI}]+$/gu;
