/** A text in a file. */
export interface Scalar {
  /** The offsets of the text, including its quotes. */
  readonly start: number;
  readonly end: number;
  /** The YAML style of the text. */
  readonly style: 'plain' | 'double' | 'single' | 'block';
  /** True if its quote is closed, or if it has none. */
  readonly closed: boolean;
}

/** A key and its value. */
export interface Entry {
  readonly key: Scalar;
  readonly hasColon: boolean;
  readonly value: OutlineNode;
}

export interface OutlineMap {
  readonly kind: 'map';
  readonly start: number;
  readonly end: number;
  readonly entries: readonly Entry[];
  /** In braces. */
  readonly flow: boolean;
}

export interface OutlineList {
  readonly kind: 'list';
  readonly start: number;
  readonly end: number;
  readonly items: readonly OutlineNode[];
  readonly flow: boolean;
}

/** The contents of a place. `own`: the text is on a line without a key. */
export type OutlineNode =
  | OutlineMap
  | OutlineList
  | {
      readonly kind: 'scalar';
      readonly start: number;
      readonly end: number;
      readonly scalar: Scalar;
      readonly own: boolean;
    }
  | { readonly kind: 'empty'; readonly start: number; readonly end: number };

/** A text and its outline. */
export interface Outline {
  readonly text: string;
  readonly root: OutlineNode;
}

/** The position of the reader. */
export interface TextReader {
  readonly text: string;
  at: number;
  depth: number;
}

/** The minimum indent of the lines that belong to a block. */
export interface Folded {
  readonly least: number;
}

/** Returns the key with its colon at this position, if there is one. */
export function keyAt(text: string, at: number): KeyWithColon | undefined {
  const sign = text[at];
  if (sign === '"' || sign === "'") return quotedKeyAt(text, at);
  if (sign === undefined || '{[|>&*!%@`#,]}'.includes(sign)) return undefined;
  for (let colon = at; colon < text.length; colon += 1) {
    const each = text[colon];
    if (each === '\n' || (each === '#' && isBlank(text[colon - 1]))) return undefined;
    if (each !== ':' || !isBlank(text[colon + 1])) continue;
    return { key: { start: at, end: trimmedEnd(text, at, colon), style: 'plain', closed: true }, colon };
  }
  return undefined;
}

interface KeyWithColon {
  readonly key: Scalar;
  readonly colon: number;
}

function quotedKeyAt(text: string, at: number): KeyWithColon | undefined {
  const end = closingQuote(text, at);
  if (end === undefined) return undefined;
  let colon = end + 1;
  while (text[colon] === ' ') colon += 1;
  if (text[colon] !== ':' || !isBlank(text[colon + 1])) return undefined;
  const style = text[at] === '"' ? 'double' : 'single';
  return { key: { start: at, end: end + 1, style, closed: true }, colon };
}

/** Returns the offset of the closing quote on the same line. */
function closingQuote(text: string, at: number): number | undefined {
  const quote = text[at];
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end += 1) {
    if (quote === '"' && text[end] === '\\') end += 1;
    else if (text[end] === quote) {
      if (quote === "'" && text[end + 1] === "'") end += 1;
      else return end;
    }
  }
  return undefined;
}

/** True at the end of the text, at a space, or at the end of a line. */
export function isBlank(sign: string | undefined): boolean {
  return sign === undefined || sign === ' ' || sign === '\t' || sign === '\n' || sign === '\r';
}

/** Returns the end of a text without trailing spaces. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text[at - 1])) at -= 1;
  return at;
}

/** True if the line that begins here has at least the indent of a block; an empty line belongs to any block. */
export function belongs(text: string, start: number, { least }: Folded): boolean {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at >= text.length || text[at] === '\n' || text[at] === '\r' || at - start >= least;
}

/** Decodes a text as far as an incomplete text allows. */
export function decoded(written: string, style: Scalar['style']): string {
  if (style === 'single') return written.replaceAll("''", "'");
  if (style !== 'double') return written;
  return written.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gsu, (_, four, two, sign) => {
    const code = four ?? two;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return escapes[sign] ?? sign;
  });
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** Returns the text of a scalar. */
export function writtenScalar(text: string, scalar: Scalar): string {
  const { start, end, style, closed } = scalar;
  if (style === 'plain' || style === 'block') return text.slice(start, end).trim();
  return decoded(text.slice(start + 1, closed ? Math.max(start + 1, end - 1) : end), style);
}

/** Returns the value of a key in a map. */
export function valueUnder(
  text: string,
  node: OutlineNode | undefined,
  key: string,
): OutlineNode | undefined {
  if (node?.kind !== 'map') return undefined;
  return node.entries.find(each => each.hasColon && writtenScalar(text, each.key) === key)?.value;
}

/** Returns the text under a key of a map. */
export function textUnder(text: string, node: OutlineNode | undefined, key: string): string | undefined {
  const value = valueUnder(text, node, key);
  return value?.kind === 'scalar' ? writtenScalar(text, value.scalar) : undefined;
}

/** Returns the keys of a map that have a colon. */
export function keysOf(text: string, node: OutlineNode | undefined): readonly string[] {
  if (node?.kind !== 'map') return [];
  return node.entries.filter(each => each.hasColon).map(each => writtenScalar(text, each.key));
}
