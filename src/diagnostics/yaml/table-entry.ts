import { visibleText } from '../visible-text.ts';

/**
 * Returns an entry of a look-up table as a person would write it inside { }: `Lockiges Haar: lockig`. Undefined if a
 * text is long or has characters that cannot be seen.
 */
export function tableEntry(left: string, right: string | null): string | undefined {
  const both = right === null ? [left] : [left, right];
  if (both.some(each => each.length > 60 || visibleText(each) !== each)) return undefined;
  return [...both.map(inFlow), ...(right === null ? ['null'] : [])].join(': ');
}

/** Writes a text inside { }, with quotes only if YAML needs them. */
function inFlow(text: string): string {
  const isPlain = /^\p{L}(?:[\p{L}\p{N} ._/-]*[\p{L}\p{N}.])?$/u.test(text) && !words.has(text.toLowerCase());
  return isPlain ? text : JSON.stringify(text);
}

const words: ReadonlySet<string> = new Set(['true', 'false', 'null']);
