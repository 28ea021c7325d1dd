import {
  belongs,
  type Entry,
  type Folded,
  isBlank,
  type OutlineNode,
  type Scalar,
  type TextReader,
  trimmedEnd,
} from './parts.ts';
import { readQuoted } from './scalars.ts';

const maxDepth = 60;

/** Reads the contents of braces or brackets. Without a closing sign it ends with the lines that belong to it. */
export function readFlow(reader: TextReader, folded: Folded): OutlineNode {
  const { text } = reader;
  const start = reader.at;
  const isMap = text[start] === '{';
  const entries: Entry[] = [];
  const items: OutlineNode[] = [];
  reader.at += 1;
  reader.depth += 1;
  while (reader.depth < maxDepth && goOn(reader, folded)) {
    const sign = text[reader.at];
    if (sign === '}' || sign === ']') {
      reader.at += 1;
      break;
    }
    if (sign === ',') {
      reader.at += 1;
      continue;
    }
    const before = reader.at;
    if (isMap) entries.push(readFlowEntry(reader, folded));
    else items.push(readFlowItem(reader, folded));
    if (reader.at === before) reader.at += 1;
  }
  reader.depth -= 1;
  const end = trimmedEnd(text, start, reader.at);
  return isMap
    ? { kind: 'map', start, end, entries, flow: true }
    : { kind: 'list', start, end, items, flow: true };
}

/** Skips to the next sign in the braces or brackets; false if they have ended. */
function goOn(reader: TextReader, folded: Folded): boolean {
  const { text } = reader;
  for (;;) {
    const sign = text[reader.at];
    if (sign === undefined) return false;
    if (sign === '\n') {
      if (!belongs(text, reader.at + 1, folded)) return false;
      reader.at += 1;
    } else if (isBlank(sign)) reader.at += 1;
    else if (sign === '#' && isBlank(text[reader.at - 1])) {
      while (reader.at < text.length && text[reader.at] !== '\n') reader.at += 1;
    } else return true;
  }
}

function readFlowEntry(reader: TextReader, folded: Folded): Entry {
  const { text } = reader;
  const sign = text[reader.at];
  const key =
    sign === '"' || sign === "'" ? readQuoted(reader, folded) : readFlowPlain(reader, { isKey: true });
  while (text[reader.at] === ' ') reader.at += 1;
  const behind = reader.at + 1;
  if (text[reader.at] !== ':') {
    return { key, hasColon: false, value: { kind: 'empty', start: key.end, end: key.end } };
  }
  reader.at += 1;
  const isThere = goOn(reader, folded) && !',}]'.includes(text[reader.at] ?? ',');
  const value: OutlineNode = isThere
    ? readFlowItem(reader, folded)
    : { kind: 'empty', start: behind, end: behind };
  return { key, hasColon: true, value };
}

function readFlowItem(reader: TextReader, folded: Folded): OutlineNode {
  const sign = reader.text[reader.at];
  if (sign === '{' || sign === '[') return readFlow(reader, folded);
  const scalar =
    sign === '"' || sign === "'" ? readQuoted(reader, folded) : readFlowPlain(reader, { isKey: false });
  return { kind: 'scalar', start: scalar.start, end: scalar.end, scalar, own: false };
}

/** Reads a text without quotes up to a comma or bracket, or a key up to its colon. Its own brackets belong to it. */
function readFlowPlain(reader: TextReader, about: { readonly isKey: boolean }): Scalar {
  const { text } = reader;
  const start = reader.at;
  let open = 0;
  let at = start;
  while (at < text.length && !isLineEnd(text, at, start) && !(about.isKey && isColon(text, at))) {
    const sign = text[at] ?? '';
    if (open === 0 && ',]}'.includes(sign)) break;
    if (sign === '[' || sign === '{') open += 1;
    else if (sign === ']' || sign === '}') open -= 1;
    at += 1;
  }
  reader.at = at;
  return { start, end: trimmedEnd(text, start, at), style: 'plain', closed: true };
}

/** True at the end of the line, or where a comment begins. */
function isLineEnd(text: string, at: number, start: number): boolean {
  return text[at] === '\n' || (text[at] === '#' && at > start && isBlank(text[at - 1]));
}

function isColon(text: string, at: number): boolean {
  const next = text[at + 1];
  return text[at] === ':' && (isBlank(next) || next === ',' || next === '}');
}
