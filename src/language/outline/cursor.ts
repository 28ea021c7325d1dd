import { outlineOf } from './outline.ts';
import {
  decoded,
  type Entry,
  type Outline,
  type OutlineMap,
  type OutlineNode,
  type Scalar,
  writtenScalar,
} from './parts.ts';

/** A step on the path from the top of a file to a place: a key of a map, or an index in a list. */
export type OutlineStep = string | number;

/** The place of the cursor in the outline of a file. */
export interface Cursor {
  /** The keys that lead to the map of a key, or to a value. */
  readonly path: readonly OutlineStep[];
  /** `key`: a key is typed or to be typed; `value`: a value; `either`: below a key on a line of its own, it may be both. */
  readonly role: 'key' | 'value' | 'either';
  /** The map that contains the key, if there is one. */
  readonly map: OutlineMap | undefined;
  /** The decoded word, split at the cursor. */
  readonly before: string;
  readonly after: string;
  /** The start of the word in the file, including a quote; the word is empty if nothing is typed yet. */
  readonly start: number;
  readonly end: number;
  readonly style: Scalar['style'];
  /** True if a quote is open and not closed. */
  readonly unclosed: boolean;
  /** True if a colon follows the key already. */
  readonly hasColon: boolean;
  /** True inside braces or brackets. */
  readonly flow: boolean;
  /** The outline of the text with a mark at the cursor, which `withoutMark` removes. */
  readonly outline: Outline;
  /** True if a space is needed between the colon and the word. */
  readonly needsBlank: boolean;
}

/** Marks the cursor, so that a value exists there even if nothing is typed. Nobody types this character. */
const mark = '\uE000';

/** Returns the place of an offset of a text; undefined in a comment, or if no key and no value can be there. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const needsBlank = text[offset - 1] === ':' && /^[^\n]*[\w"'-]:$/.test(lineBefore(text, offset));
  const marked = `${text.slice(0, offset)}${needsBlank ? ' ' : ''}${mark}${text.slice(offset)}`;
  const shift = needsBlank ? 2 : 1;
  const outline = outlineOf(marked);
  const at = offset + shift - 1;
  const found = findIn(outline.root, { text: marked, at, path: [], flow: false });
  if (!found) return undefined;
  const { scalar } = found;
  const inner = innerRange(marked, scalar);
  const back = (place: number) => (place > at ? place - shift : Math.min(place, offset));
  return {
    path: found.path,
    role: found.role,
    map: found.map,
    before: decoded(marked.slice(inner.start, at), scalar.style).trimStart(),
    after: decoded(marked.slice(at + 1, Math.max(at + 1, inner.end)), scalar.style),
    start: back(scalar.start),
    end: back(scalar.end),
    style: scalar.style,
    unclosed: !scalar.closed,
    hasColon: found.hasColon,
    flow: found.flow,
    outline,
    needsBlank,
  };
}

function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

function innerRange(text: string, { start, end, style, closed }: Scalar): { start: number; end: number } {
  if (style === 'plain' || style === 'block') return { start, end };
  return { start: start + 1, end: closed ? Math.max(start + 1, end - 1) : trimmed(text, end) };
}

function trimmed(text: string, end: number): number {
  return text[end - 1] === '\n' ? end - 1 : end;
}

interface Search {
  readonly text: string;
  readonly at: number;
  readonly path: readonly OutlineStep[];
  readonly flow: boolean;
}

interface Found {
  readonly path: readonly OutlineStep[];
  readonly role: Cursor['role'];
  readonly map: OutlineMap | undefined;
  readonly scalar: Scalar;
  readonly hasColon: boolean;
  readonly flow: boolean;
}

function findIn(node: OutlineNode, search: Search): Found | undefined {
  switch (node.kind) {
    case 'map':
      return findInMap(node, search);
    case 'list': {
      const index = node.items.findIndex(each => holds(each, search.at));
      const item = node.items[index];
      return item && findIn(item, { ...search, flow: node.flow, path: [...search.path, index] });
    }
    case 'scalar': {
      if (!holds(node, search.at)) return undefined;
      const role = node.own && node.scalar.style === 'plain' ? 'either' : 'value';
      const { path, flow } = search;
      return { path, role, map: undefined, scalar: node.scalar, hasColon: false, flow };
    }
    default:
      return undefined;
  }
}

function findInMap(map: OutlineMap, search: Search): Found | undefined {
  for (const entry of map.entries) {
    const { key, value, hasColon } = entry;
    if (holds(key, search.at)) {
      return { path: search.path, role: 'key', map, scalar: key, hasColon, flow: map.flow };
    }
    if (!holds(value, search.at)) continue;
    const path = [...search.path, keyText(search.text, entry)];
    return findIn(value, { ...search, path, flow: map.flow });
  }
  return undefined;
}

function keyText(text: string, { key }: Entry): string {
  return writtenScalar(text, key);
}

function holds({ start, end }: { readonly start: number; readonly end: number }, at: number): boolean {
  return start <= at && at < end;
}

/** Removes the mark of the cursor from a text. */
export function withoutMark(text: string): string {
  return text.replace(mark, '');
}

/** Returns the value at a path. */
export function nodeAt(outline: Outline, path: readonly OutlineStep[]): OutlineNode | undefined {
  return path.reduce<OutlineNode | undefined>((node, step) => {
    if (node?.kind === 'list' && typeof step === 'number') return node.items[step];
    if (node?.kind !== 'map') return undefined;
    return node.entries.find(each => keyText(outline.text, each) === step && each.hasColon)?.value;
  }, outline.root);
}
