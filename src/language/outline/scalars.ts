import { belongs, type Folded, isBlank, keyAt, type Scalar, type TextReader, trimmedEnd } from './parts.ts';

/** Reads a text without quotes: the rest of its line, and the lines below that belong to it. */
export function readPlain(reader: TextReader, folded: Folded): Scalar {
  const { text } = reader;
  const start = reader.at;
  let end = endOfPlain(text, start);
  for (;;) {
    const next = text.indexOf('\n', end);
    if (next === -1 || !belongsWithContent(text, next + 1, folded)) break;
    end = endOfPlain(text, next + 1);
  }
  reader.at = end;
  return { start, end: trimmedEnd(text, start, end), style: 'plain', closed: true };
}

function belongsWithContent(text: string, start: number, folded: Folded): boolean {
  if (!belongs(text, start, folded)) return false;
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  const sign = text[at];
  if (sign === undefined || sign === '\n' || sign === '\r' || sign === '#') return false;
  // A key ends a text above it, whatever its indent.
  return keyAt(text, at) === undefined;
}

/** Returns the end of the line, or the start of a comment. */
function endOfPlain(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const sign = text[at];
    if (sign === undefined || sign === '\n') return at;
    if (sign === '#' && at > start && isBlank(text[at - 1])) return at - 1;
  }
}

/**
 * Reads a quoted text, over several lines if they belong to it. Without a closing quote it ends with its first line.
 */
export function readQuoted(reader: TextReader, folded: Folded): Scalar {
  const { text } = reader;
  const start = reader.at;
  const quote = text[start];
  const style = quote === '"' ? 'double' : 'single';
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\' && style === 'double') at += 1;
    else if (sign === quote) {
      if (style === 'single' && text[at + 1] === "'") at += 1;
      else {
        reader.at = at + 1;
        return { start, end: at + 1, style, closed: true };
      }
    } else if (sign === '\n' && !belongs(text, at + 1, folded)) break;
  }
  const line = text.indexOf('\n', start);
  const end = trimmedCarriage(text, line === -1 ? text.length : line);
  reader.at = end;
  return { start, end, style, closed: false };
}

function trimmedCarriage(text: string, end: number): number {
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Reads a text after `|` or `>`: all lines that belong to it. */
export function readBlockText(reader: TextReader, folded: Folded): Scalar {
  const { text } = reader;
  const line = text.indexOf('\n', reader.at);
  const start = line === -1 ? text.length : line + 1;
  let end = start;
  while (end < text.length && belongs(text, end, folded)) {
    const next = text.indexOf('\n', end);
    end = next === -1 ? text.length : next + 1;
  }
  reader.at = end;
  return { start, end: trimmedEnd(text, start, end), style: 'block', closed: true };
}
