/** The position at which a text stops being JSON. */
export interface JsonFault {
  /** Offset in UTF-16 units. */
  readonly offset: number;
  /** The expected characters: `a comma or }`. */
  readonly expected: string;
}

type Wanted = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or close' | 'end';

const blank = /[ \t\r\n]*/y;
const plain = /[^"\\\p{Cc}]*/uy;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.])/y;

/** Finds the position at which a text stops being JSON, to show it to its author; undefined if it is JSON. */
export function jsonFault(source: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  for (let at = endOf(blank, source, 0) ?? 0; ; at = endOf(blank, source, at) ?? at) {
    if (wanted === 'end' && at === source.length) return undefined;
    const end: number | undefined = tokenEnd(source, at, wanted, open.at(-1));
    if (end === undefined) return { offset: at, expected: expectedWords(wanted, open.at(-1)) };
    wanted = next(source[at] ?? '', wanted, open);
    at = end;
  }
}

/**
 * Describes the position at which a text stops being JSON and the expected characters, in words that follow
 * "is not JSON", without any part of the text. Undefined if no position is found.
 */
export function placeOfFault(source: string): string {
  const fault = jsonFault(source);
  if (!fault) return '';
  const { offset, expected } = fault;
  const { line, column } = lineAndColumn(source, offset);
  const where = `line ${line}, column ${column}`;
  if (source[offset] === '"' && /^a (?:value|key)/.test(expected))
    return `: the text that begins at ${where} has no closing quote, or a line break or backslash that is not escaped`;
  if (offset >= source.trimEnd().length) return `: it ends at ${where}; expected: ${expected}`;
  const isBehindText = source.slice(0, offset).trimEnd().endsWith('"') && expected.startsWith('a comma');
  const quotes = isBehindText ? '; a quote inside of a text is written \\"' : '';
  return `: at ${where} it needs ${expected}${quotes}`;
}

/** Both count from 1, the column in UTF-16 units. */
function lineAndColumn(source: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (const { index, 0: end } of source.matchAll(/\r\n|\r|\n/g)) {
    if (index >= offset) break;
    line += 1;
    start = index + end.length;
  }
  return { line, column: offset - start + 1 };
}

/** Returns the end of the token that begins here; undefined if the expected token is not here. */
function tokenEnd(
  source: string,
  at: number,
  wanted: Wanted,
  inside: string | undefined,
): number | undefined {
  const first = source[at] ?? '';
  switch (wanted) {
    case 'key':
      return textEnd(source, at);
    case 'key or }':
      return first === '}' ? at + 1 : textEnd(source, at);
    case 'colon':
      return first === ':' ? at + 1 : undefined;
    case 'comma or close':
      return first === ',' || first === (inside === '{' ? '}' : ']') ? at + 1 : undefined;
    case 'end':
      return undefined;
    default:
      if (first === '{' || first === '[' || (first === ']' && wanted === 'value or ]')) return at + 1;
      return textEnd(source, at) ?? endOf(scalar, source, at);
  }
}

function next(first: string, wanted: Wanted, open: ('{' | '[')[]): Wanted {
  if (wanted === 'colon') return 'value';
  if (first === ',') return open.at(-1) === '{' ? 'key' : 'value';
  if (first === '"' && (wanted === 'key' || wanted === 'key or }')) return 'colon';
  if (first === '{' || first === '[') {
    open.push(first);
    return first === '{' ? 'key or }' : 'value or ]';
  }
  if (first === '}' || first === ']') open.pop();
  return open.length === 0 ? 'end' : 'comma or close';
}

function expectedWords(wanted: Wanted, inside: string | undefined): string {
  switch (wanted) {
    case 'value':
      return 'a value';
    case 'value or ]':
      return 'a value or ]';
    case 'key':
      return 'a key in double quotes';
    case 'key or }':
      return 'a key in double quotes, or }';
    case 'colon':
      return 'a colon';
    case 'comma or close':
      return inside === '{' ? 'a comma or }' : 'a comma or ]';
    case 'end':
      return 'nothing more';
  }
}

/** Reads a text in quotes piece by piece, in one pass for any length and also without a closing quote. */
function textEnd(source: string, start: number): number | undefined {
  if (source[start] !== '"') return undefined;
  for (let at = start + 1; ; ) {
    at = endOf(plain, source, at) ?? at;
    if (source[at] === '"') return at + 1;
    const isHigh = /[\x7f-\x9f]/.test(source[at] ?? '');
    const end = isHigh ? at + 1 : endOf(escaped, source, at);
    if (end === undefined) return undefined;
    at = end;
  }
}

/** Returns the end of a match of a sticky pattern at `from`. */
function endOf(sticky: RegExp, source: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(source) ? sticky.lastIndex : undefined;
}
