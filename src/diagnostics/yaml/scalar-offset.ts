import type { Scalar } from 'yaml';

/**
 * The offset in the file's text of the character at `offset` of a scalar's value; `undefined` if it is
 * unknown (for a double-quoted scalar of several lines, or one that was not read from a text).
 */
export function offsetInScalar(scalar: Scalar, text: string, offset: number): number | undefined {
  const [start, end] = scalar.range ?? [];
  if (start === undefined || end === undefined) return undefined;
  const source = text.slice(start, end);
  switch (scalar.type) {
    case 'PLAIN':
      return start + alignedOffset(scalar.source ?? '', source, 0, offset);
    case 'QUOTE_SINGLE':
      return start + alignedOffset(String(scalar.value), source, 1, offset);
    case 'QUOTE_DOUBLE':
      return source.includes('\n') ? undefined : start + escapedOffset(source, offset);
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return start + alignedOffset(String(scalar.value), source, source.indexOf('\n'), offset);
    default:
      return undefined;
  }
}

/**
 * Walks through value and source together. They differ only in white space (folded lines, indentation) and in
 * the doubled quotes of a single-quoted text. Each step is a run of white space and one other character.
 */
function alignedOffset(value: string, source: string, sourceStart: number, offset: number): number {
  const isQuoted = source.startsWith("'");
  let inSource = sourceStart;
  let inValue = 0;
  while (inValue < value.length) {
    const valueRun = blanksFrom(value, inValue);
    const sourceRun = blanksFrom(source, inSource);
    if (offset < inValue + valueRun) {
      return inSource + Math.min(offset - inValue, Math.max(sourceRun - 1, 0));
    }
    inValue += valueRun;
    inSource += sourceRun;
    if (offset <= inValue) return inSource;
    inSource += isQuoted && value[inValue] === "'" ? 2 : 1;
    inValue += 1;
  }
  return inSource;
}

function blanksFrom(text: string, start: number): number {
  let end = start;
  while (end < text.length && /[ \t\r\n]/.test(text.charAt(end))) end++;
  return end - start;
}

const hexDigits: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escapedOffset(source: string, offset: number): number {
  let inSource = 1;
  for (let inValue = 0; inValue < offset && inSource < source.length - 1; inValue++) {
    if (source[inSource] !== '\\') {
      inSource += 1;
      continue;
    }
    const digits = hexDigits[source[inSource + 1] ?? ''] ?? 0;
    const codePoint = Number.parseInt(source.slice(inSource + 2, inSource + 2 + digits), 16);
    // One escape beyond the basic plane is two characters.
    if (codePoint > 0xffff) inValue += 1;
    inSource += 2 + digits;
  }
  return inSource;
}
