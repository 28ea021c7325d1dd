import { maxKeys, tooManyKeys } from './limits.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** A part of a multipart body. Each byte is one character, as in the text of the body. */
export interface Part {
  /** By names in lower case. A header that occurs more than once is an empty text. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: string;
}

/**
 * Splits a multipart body at its boundary (RFC 2046, 5.1.1), part by part. Text before the first boundary and
 * after the last one is ignored. `text` has one character for each byte.
 * @throws UnreadableBody at the first violation of the format, or beyond the limits
 */
export function* splitMultipart(text: string, boundary: string): Generator<Part> {
  const delimiter = `\r\n--${boundary}`;
  // A boundary at the start of the body has no line break before it.
  let found = text.startsWith(delimiter.slice(2)) ? -2 : text.indexOf(delimiter);
  if (found === -1) throw new UnreadableBody(cutOff);
  for (let count = 0; ; count += 1) {
    const start = endOfBoundary(text, found + delimiter.length);
    if (start === undefined) return;
    if (count === maxKeys) throw new UnreadableBody(tooManyKeys);
    // The line break after a boundary may also be the one before the next boundary.
    found = text.indexOf(delimiter, start - 2);
    if (found === -1) throw new UnreadableBody(cutOff);
    yield readPart(text, start, found);
  }
}

const cutOff = 'the multipart body is cut off, or its boundary is another one than it says';

/** Returns the end of a boundary's line; undefined for the last boundary. */
function endOfBoundary(text: string, at: number): number | undefined {
  if (text.startsWith('--', at)) return undefined;
  afterBoundary.lastIndex = at;
  if (afterBoundary.test(text)) return afterBoundary.lastIndex;
  if (text[at] === '\n')
    throw new UnreadableBody('the lines of the multipart body end with LF, not with CR LF');
  throw new UnreadableBody(
    text.includes('\n', at) ? 'a line of the multipart body only begins as its boundary' : cutOff,
  );
}

/** Blanks that a program in between added, and the end of the line. */
const afterBoundary = /[ \t]*\r\n/y;

function readPart(text: string, start: number, end: number): Part {
  const headers = new Map<string, string>();
  let at = start;
  header.lastIndex = start;
  for (let match = header.exec(text); match; match = header.exec(text)) {
    const [, name = '', value = ''] = match;
    const key = name.toLowerCase();
    headers.set(key, headers.has(key) ? '' : value);
    at = header.lastIndex;
  }
  const content = at + 2;
  // The line break before the boundary does not count as the empty line after the headers.
  if (!text.startsWith('\r\n', at) || content > end || at - start > maxHeaderBytes || headers.size === 0) {
    throw new UnreadableBody('a part of the multipart body has headers that cannot be read');
  }
  return { headers, content: text.slice(content, end) };
}

const maxHeaderBytes = 16 * 1024;

const header = /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)\r\n/y;
