import { composedText } from './composed.ts';

/**
 * Returns a composed text without white space, control characters and characters without width (a zero-width
 * space, a byte order mark) at both ends, so that ids with an invisible difference at their ends are equal.
 */
export function trimmedText(text: string): string {
  return composedText(text.replace(atEnds, ''));
}

const atEnds = /^[\s\p{Cc}\p{Cf}\p{DI}]+|(?<![\s\p{Cc}\p{Cf}\p{DI}])[\s\p{Cc}\p{Cf}\p{DI}]+$/gu;
