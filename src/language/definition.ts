import { dirname, join } from 'node:path';
import type { OpenText } from './complete/complete.ts';
import { expressionFor } from './complete/expressions.ts';
import { pathOfRule, plainSteps } from './complete/rule-values.ts';
import { expressionWord } from './expression-word.ts';
import type { Knowledge } from './knowledge.ts';
import { fileKind } from './language-file.ts';
import { rawBase, ruleOf } from './meaning.ts';
import { type Cursor, cursorAt, nodeAt } from './outline/cursor.ts';
import { outlineOf } from './outline/outline.ts';
import { type Outline, type OutlineNode, writtenScalar } from './outline/parts.ts';
import { type Position, type Range, type TextLines, textLines } from './text-lines.ts';

/** A place in a file. */
export interface Definition {
  /** The mapping file itself, or a payload file beside it by the name that the test uses. */
  readonly file: string;
  readonly range: Range;
}

/** Returns the target of a path: the value in the sample of a test, or the sample itself. */
export function definition(
  { file, text }: OpenText,
  position: Position,
  knowledge: Pick<Knowledge, 'events' | 'readFile'>,
): Definition | undefined {
  const lines = textLines(text);
  const cursor = cursorAt(text, lines.offsetAt(position));
  const outline = outlineOf(text);
  if (!cursor || fileKind(file, outline) === 'config') return undefined;
  if (cursor.path[0] === 'tests' && cursor.path[2] === 'payload' && cursor.path.length === 3) {
    return sampleFile(cursor.before + cursor.after, file, knowledge);
  }
  const keys = keysAt(cursor, outline, knowledge);
  return keys && valueIn({ file, text }, lines, outline, keys, knowledge);
}

function sampleFile(
  path: string,
  mapping: string,
  { readFile }: Pick<Knowledge, 'readFile'>,
): Definition | undefined {
  const text = textOf(path, mapping, readFile);
  return text === undefined ? undefined : { file: path, range: textLines(text).rangeOf(0, 0) };
}

function textOf(path: string, mapping: string, readFile: Knowledge['readFile']): string | undefined {
  try {
    return Buffer.from(readFile(join(dirname(mapping), path))).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Returns the keys of the path under the cursor. On the name of a rule, returns the keys of its expression. */
function keysAt(
  cursor: Cursor,
  outline: Outline,
  knowledge: Pick<Knowledge, 'events'>,
): readonly string[] | undefined {
  if (cursor.role === 'key') {
    const rule = ruleOf([...cursor.path, cursor.before + cursor.after]);
    return rule && rule.rest.length === 0 ? pathOfRule(rawBase(outline, rule.path), knowledge) : undefined;
  }
  const rule = ruleOf(cursor.path);
  if (rule?.rest[0] === 'answer') return pathOfRule({ answer: cursor.before + cursor.after }, knowledge);
  const expression = expressionFor({ kind: 'mapping', cursor });
  if (!expression) return undefined;
  const word = wordToEnd(cursor, expression.text);
  const whole = expressionWord(word);
  if (whole.kind !== 'path') return plainSteps(word);
  const own = [...whole.steps, whole.word];
  return own[0]?.startsWith('$') ? own : [...(whole.within ?? []), ...own];
}

/** The expression up to the end of the word under the cursor. */
export function wordToEnd({ after }: Pick<Cursor, 'after'>, before: string): string {
  const [rest = ''] = /^[\p{L}\p{N}_$]*["`]?/u.exec(after) ?? [];
  return before + rest;
}

function valueIn(
  { file, text }: OpenText,
  lines: TextLines,
  outline: Outline,
  keys: readonly string[],
  { readFile }: Pick<Knowledge, 'readFile'>,
): Definition | undefined {
  const tests = nodeAt(outline, ['tests']);
  if (tests?.kind !== 'list') return undefined;
  for (const [index] of tests.items.entries()) {
    const payload = nodeAt(outline, ['tests', index, 'payload']);
    if (!payload) continue;
    if (payload.kind !== 'scalar') {
      const place = placeOf(text, payload, keys);
      if (place) return { file, range: lines.rangeOf(place.start, place.end) };
      continue;
    }
    const path = writtenScalar(text, payload.scalar);
    const sample = textOf(path, file, readFile);
    if (sample === undefined) continue;
    const place = placeOf(sample, outlineOf(sample).root, keys);
    if (place) return { file: path, range: textLines(sample).rangeOf(place.start, place.end) };
  }
  return undefined;
}

/**
 * Returns the place of a path in a payload, also below its top in a body with several events; or of a question's
 * name.
 */
function placeOf(
  text: string,
  root: OutlineNode,
  keys: readonly string[],
): { readonly start: number; readonly end: number } | undefined {
  const [first, question] = keys;
  if (first === '$answers' && question !== undefined) return textIn(text, root, question);
  if (first?.startsWith('$')) return undefined;
  const below = [root];
  for (let at = 0; at < below.length && at < 5_000; at += 1) {
    const node = below[at];
    const found = node && reach(text, node, keys);
    if (found) return found;
    if (node) below.push(...childrenOf(node));
  }
  return undefined;
}

function childrenOf(node: OutlineNode): readonly OutlineNode[] {
  if (node.kind === 'map') return node.entries.map(each => each.value);
  return node.kind === 'list' ? node.items : [];
}

function reach(
  text: string,
  node: OutlineNode,
  [key, ...rest]: readonly string[],
): { readonly start: number; readonly end: number } | undefined {
  if (node.kind === 'list') {
    for (const item of node.items) {
      const found = reach(text, item, key === undefined ? [] : [key, ...rest]);
      if (found) return found;
    }
    return undefined;
  }
  if (node.kind !== 'map') return undefined;
  const entry = node.entries.find(each => writtenScalar(text, each.key) === key);
  if (!entry) return undefined;
  return rest.length === 0 ? entry.key : reach(text, entry.value, rest);
}

/** Returns the place of a text as a key or as a value. */
function textIn(
  text: string,
  root: OutlineNode,
  wanted: string,
): { readonly start: number; readonly end: number } | undefined {
  const below = [root];
  for (let at = 0; at < below.length && at < 5_000; at += 1) {
    const node = below[at];
    if (node?.kind === 'scalar' && writtenScalar(text, node.scalar) === wanted) return node.scalar;
    if (node?.kind === 'map') {
      const entry = node.entries.find(each => writtenScalar(text, each.key) === wanted);
      if (entry) return entry.key;
    }
    if (node) below.push(...childrenOf(node));
  }
  return undefined;
}
