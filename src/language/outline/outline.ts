import { readFlow } from './flow.ts';
import {
  type Entry,
  type Folded,
  keyAt,
  type Outline,
  type OutlineList,
  type OutlineMap,
  type OutlineNode,
  type Scalar,
  type TextReader,
} from './parts.ts';
import { readBlockText, readPlain, readQuoted } from './scalars.ts';

/** The depth below which the outline is not read. */
const maxDepth = 60;

/**
 * Returns the outline of a YAML text that may be half typed: the keys, their nesting and their places. It uses the
 * indents, so an open bracket or quote ends with the lines that belong to its key, and the rest of the file is read as
 * if it were closed. It never fails and reports no faults.
 */
export function outlineOf(text: string): Outline {
  const reader: TextReader = { text, at: text.startsWith('\uFEFF') ? 1 : 0, depth: 0 };
  const entries: Entry[] = [];
  let root: OutlineNode = { kind: 'empty', start: 0, end: 0 };
  while (nextLine(reader) !== undefined) {
    const before = reader.at;
    const node = readBlock(reader, 0);
    if (root.kind === 'empty') root = node;
    if (node.kind === 'map') entries.push(...node.entries);
    // An unreadable line is skipped.
    if (reader.at === before) skipLine(reader);
  }
  if (root.kind === 'map') root = { ...root, entries, end: text.length };
  return { text, root };
}

/** Moves to the next line that is not empty, and returns the column where its content begins; undefined at the end. */
function nextLine(reader: TextReader): number | undefined {
  const { text } = reader;
  while (reader.at < text.length) {
    const start = text.lastIndexOf('\n', reader.at - 1) + 1;
    let at = reader.at;
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    const sign = text[at];
    const isMark = at === start && /^(---|\.\.\.)(?=\s|$)/.test(text.slice(at, at + 4));
    if (sign !== undefined && sign !== '\n' && sign !== '\r' && sign !== '#' && !isMark) {
      reader.at = at;
      return at - start - (start === 0 && text.startsWith('\uFEFF') ? 1 : 0);
    }
    reader.at = at;
    skipLine(reader);
  }
  return undefined;
}

function skipLine(reader: TextReader): void {
  const end = reader.text.indexOf('\n', reader.at);
  reader.at = end === -1 ? reader.text.length : end + 1;
}

/** Reads the block in the next lines, if they are indented enough. */
function readBlock(reader: TextReader, least: number): OutlineNode {
  const column = nextLine(reader);
  const none: OutlineNode = { kind: 'empty', start: reader.at, end: reader.at };
  if (column === undefined || column < least || reader.depth >= maxDepth) return none;
  reader.depth += 1;
  const node = isItem(reader)
    ? readList(reader, column)
    : keyAt(reader.text, reader.at) || hasKeysBelow(reader, column)
      ? readMap(reader, column)
      : readValue(reader, { least, own: true });
  reader.depth -= 1;
  return node;
}

function isItem({ text, at }: TextReader): boolean {
  return text[at] === '-' && /[\s]|^$/.test(text[at + 1] ?? '');
}

/** True if an incomplete line without a colon is followed by keys. */
function hasKeysBelow(reader: TextReader, column: number): boolean {
  if (/^["'{[|>]/.test(reader.text[reader.at] ?? '')) return false;
  const ahead = { ...reader };
  skipLine(ahead);
  return nextLine(ahead) === column && !isItem(ahead) && keyAt(ahead.text, ahead.at) !== undefined;
}

function readList(reader: TextReader, column: number): OutlineList {
  const start = reader.at;
  const items: OutlineNode[] = [];
  let end = start;
  for (let at = nextLine(reader); at !== undefined && at >= column; at = nextLine(reader)) {
    const before = reader.at;
    if (at === column && !isItem(reader)) break;
    if (at > column) {
      skipLine(reader);
      continue;
    }
    reader.at += 1;
    const item = readItem(reader, column);
    items.push(item);
    end = Math.max(item.end, before + 1);
    if (reader.at === before) skipLine(reader);
  }
  return { kind: 'list', start, end, items, flow: false };
}

/** Reads the content after a dash: a value on its line, or a block below it. */
function readItem(reader: TextReader, column: number): OutlineNode {
  const { text } = reader;
  while (text[reader.at] === ' ') reader.at += 1;
  if (isEndOfLine(reader)) {
    skipLine(reader);
    return readBlock(reader, column + 1);
  }
  const isBlock = isItem(reader) || keyAt(text, reader.at) !== undefined;
  return isBlock ? readBlock(reader, column + 1) : readValue(reader, { least: column + 1, own: true });
}

function isEndOfLine({ text, at }: TextReader): boolean {
  const sign = text[at];
  return sign === undefined || sign === '\n' || sign === '\r' || sign === '#';
}

function readMap(reader: TextReader, column: number): OutlineMap {
  const start = reader.at;
  const entries: Entry[] = [];
  let end = start;
  for (let at = nextLine(reader); at !== undefined && at >= column; at = nextLine(reader)) {
    const before = reader.at;
    if (at === column && isItem(reader)) break;
    const entry = readEntry(reader, at);
    entries.push(entry);
    end = Math.max(entry.value.end, entry.key.end);
    if (reader.at === before) skipLine(reader);
  }
  return { kind: 'map', start, end, entries, flow: false };
}

function readEntry(reader: TextReader, column: number): Entry {
  const { text } = reader;
  const found = keyAt(text, reader.at);
  if (!found) {
    // Reads a line without a colon as a key that is being typed.
    const key = readPlain(reader, { least: Number.POSITIVE_INFINITY });
    skipLine(reader);
    return { key, hasColon: false, value: { kind: 'empty', start: key.end, end: key.end } };
  }
  reader.at = found.colon + 1;
  while (text[reader.at] === ' ' || text[reader.at] === '\t') reader.at += 1;
  const own = isEndOfLine(reader);
  const behind = Math.min(reader.at, found.colon + 2);
  if (!own) {
    return { key: found.key, hasColon: true, value: readValue(reader, { least: column + 1, own: false }) };
  }
  skipLine(reader);
  const at = nextLine(reader);
  // A list may have the same indent as its key.
  const least = at === column && isItem(reader) ? column : column + 1;
  const value = readBlock(reader, least);
  const none: OutlineNode = { kind: 'empty', start: behind, end: behind };
  return { key: found.key, hasColon: true, value: value.kind === 'empty' ? none : value };
}

/** Reads the value that begins here. `own`: it is on a line of its own. */
function readValue(reader: TextReader, { least, own }: Folded & { readonly own: boolean }): OutlineNode {
  const sign = reader.text[reader.at];
  if (sign === '{' || sign === '[') {
    const node = readFlow(reader, { least });
    skipLine(reader);
    return node;
  }
  const scalar = scalarAt(reader, { least });
  return { kind: 'scalar', start: scalar.start, end: scalar.end, scalar, own };
}

function scalarAt(reader: TextReader, folded: Folded): Scalar {
  const sign = reader.text[reader.at];
  if (sign === '|' || sign === '>') return readBlockText(reader, folded);
  const start = reader.at;
  const isQuoted = sign === '"' || sign === "'";
  const scalar = isQuoted ? readQuoted(reader, folded) : readPlain(reader, folded);
  // A quoted text followed by more is the start of an expression that lacks quotes of its own.
  const isWhole = !isQuoted || !scalar.closed || isRestEmpty(reader);
  if (!isWhole) reader.at = start;
  const read = isWhole ? scalar : readPlain(reader, folded);
  skipLine(reader);
  return read;
}

/** True if only a comment is on the rest of the line. */
function isRestEmpty({ text, at }: TextReader): boolean {
  let next = at;
  while (text[next] === ' ' || text[next] === '\t') next += 1;
  return text[next] === undefined || text[next] === '\n' || text[next] === '\r' || text[next] === '#';
}
