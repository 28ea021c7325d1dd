import { maxKeys, tooManyKeys } from './limits.ts';
import { UnreadableBody } from './unreadable-body.ts';

/** A part of a multipart body. Its bytes are characters of their own, as in the text that it is a part of. */
export interface Part {
  /** By their names in lower case. One that is there more than once says nothing: an empty text. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: string;
}

/**
 * Splits a multipart body at its boundary (RFC 2046, 5.1.1), part by part. Text before the first boundary and after the
 * last one is ignored. `text` has a character for each byte.
 * @throws UnreadableBody at the first violation of the format, or beyond the limits
 */
export function* splitMultipart(text: string, boundary: string): Generator<Part> {
  const delimiter = `\r\n--${boundary}`;
  // The body may begin with it, and then no line ends before.
  let found = text.startsWith(delimiter.slice(2)) ? -2 : text.indexOf(delimiter);
  if (found === -1) throw new UnreadableBody(cutOff);
  for (let count = 0; ; count += 1) {
    const start = endOfBoundary(text, found + delimiter.length);
    if (start === undefined) return;
    if (count === maxKeys) throw new UnreadableBody(tooManyKeys);
    // The line break behind a boundary may belong to the next one.
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

/** Blanks that were added on the way, and the end of the line. */
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
  // The empty line after the headers must not be the line break of the boundary.
  if (!text.startsWith('\r\n', at) || content > end || at - start > maxHeaderBytes || headers.size === 0) {
    throw new UnreadableBody('a part of the multipart body has headers that cannot be read');
  }
  return { headers, content: text.slice(content, end) };
}

const maxHeaderBytes = 16 * 1024;

const header = /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)\r\n/y;
