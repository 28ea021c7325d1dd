import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { StarterRule } from './starter-rule.ts';
import { inLines, inOneLine, ruleInOneLine } from './yaml-words.ts';

/** A replacement for a part of a text. Offsets are in UTF-16 units. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const longestLine = 100;

/**
 * Returns the edit that writes a rule into the text of a mapping. `part`: `when`, `link`, a parameter, or
 * `additionalFields.` and a keyName. An existing rule is replaced; comments and everything else stay
 * unchanged. Undefined if the text has a form into which no rule can be inserted.
 */
export function putRule(text: string, part: string, rule: StarterRule): TextEdit | undefined {
  const steps = stepsOf(part);
  const root = readRoot(text);
  const edit = root === 'empty' ? atEnd(text, steps, rule) : root && put(root, steps, { text, rule });
  if (!edit) return undefined;
  const isBroken = text.includes('\r\n');
  const written = isBroken ? { ...edit, text: edit.text.replaceAll(/\r?\n/g, '\r\n') } : edit;
  return isWritten(apply(text, written), steps, rule) ? written : undefined;
}

function stepsOf(part: string): readonly string[] {
  if (headParts.includes(part)) return [part];
  const keyName = /^additionalFields\.(.+)$/s.exec(part)?.[1];
  return keyName === undefined ? ['set', part] : ['set', 'additionalFields', keyName];
}

/** The parts at the head of a mapping, in their order after `source` and `destination`. */
const headParts: readonly string[] = ['when', 'link'];

const yamlOptions = { version: '1.2', logLevel: 'silent' } as const;

function readRoot(text: string): YAMLMap | 'empty' | undefined {
  const { contents } = parseDocument(text, yamlOptions);
  if (contents === null || (isScalar(contents) && contents.value === null)) return 'empty';
  return isMap(contents) ? contents : undefined;
}

function apply(text: string, edit: TextEdit): string {
  return text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}

/** True if the rule was inserted and nothing else changed. */
function isWritten(text: string, steps: readonly string[], rule: StarterRule): boolean {
  const document = parseDocument(text, yamlOptions);
  if (document.errors.length > 0) return false;
  let node: unknown = document.contents;
  for (const step of steps) node = isMap(node) ? pairOf(node, step)?.value : undefined;
  const value = isMap(node) || isScalar(node) ? node.toJS(document) : undefined;
  return isDeepStrictEqual(value, yamlValue(rule));
}

/** A rule that only has an expression is written as that expression. */
function yamlValue({ from, ...others }: StarterRule): unknown {
  if (from === undefined) return others;
  return Object.keys(others).length === 0 ? from : { from, ...others };
}

/** The text of a mapping, and the rule to insert. */
interface Writing {
  readonly text: string;
  readonly rule: StarterRule;
}

function put(map: YAMLMap, steps: readonly string[], writing: Writing): TextEdit | undefined {
  const [step = '', ...below] = steps;
  const pair = pairOf(map, step);
  if (!pair) return map.flow ? intoFlow(map, steps, writing) : behindLast(map, steps, writing);
  if (below.length === 0) return replaceValue(map, pair, writing);
  const { value } = pair;
  if (isMap(value) && (value.flow || value.items.length > 0)) return put(value, below, writing);
  return isNothing(value) && !map.flow ? belowKey(pair, below, writing) : undefined;
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(each => isScalar(each.key) && each.key.value === key);
}

function isNothing(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null);
}

/** Inserts at the end of a text that has only comments. */
function atEnd(text: string, steps: readonly string[], rule: StarterRule): TextEdit {
  const before = text === '' || text.endsWith('\n') ? '' : '\n';
  return { from: text.length, to: text.length, text: before + blockLines(steps, rule, '') };
}

/** Returns the lines of a rule in block style, with the keys above it. Ends with a newline. */
function blockLines(steps: readonly string[], rule: StarterRule, indent: string): string {
  const [step = '', ...below] = steps;
  const key = `${indent}${inOneLine(step)}:`;
  if (below.length > 0) return `${key}\n${blockLines(below, rule, `${indent}  `)}`;
  const line = `${key} ${ruleInOneLine(rule)}`;
  const isLong = line.length > longestLine || rule.values !== undefined;
  return isLong && typeof yamlValue(rule) === 'object'
    ? `${key}\n${inLines(rule, `${indent}  `)}\n`
    : `${line}\n`;
}

function flowLine(steps: readonly string[], rule: StarterRule): string {
  const [step = '', ...below] = steps;
  const value = below.length > 0 ? `{${flowLine(below, rule)}}` : inFlow(yamlValue(rule));
  return `${inFlow(step)}: ${value}`;
}

/** Writes a rule inside braces, where more characters need quotes. */
function inFlow(value: unknown): string {
  return inOneLine([value]).slice(1, -1);
}

function intoFlow(map: YAMLMap, steps: readonly string[], { text, rule }: Writing): TextEdit | undefined {
  const close = (map.range?.[1] ?? 0) - 1;
  if (text[close] !== '}') return undefined;
  const line = flowLine(steps, rule);
  const last = map.items.at(-1);
  if (!last) return { from: close, to: close, text: line };
  const end = endOf(last);
  const comma = /^\s*,/.exec(text.slice(end, close))?.[0];
  const at = end + (comma?.length ?? 0);
  return { from: at, to: at, text: `${comma === undefined ? ',' : ''} ${line}` };
}

function behindLast(map: YAMLMap, steps: readonly string[], { text, rule }: Writing): TextEdit | undefined {
  const [first] = map.items;
  const last = map.items.at(-1);
  if (!first || !last) return undefined;
  const start = (first.key as Node).range?.[0] ?? 0;
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/^\uFEFF/, '');
  if (indent.trim() !== '') return undefined;
  const before =
    steps.length === 1 && headParts.includes(steps[0] ?? '') ? lastOfHead(map, steps[0]) : undefined;
  return insertLines(text, endOf(before ?? last), blockLines(steps, rule, indent));
}

/** Returns the last existing key that comes before a part of the head; undefined if there is none. */
function lastOfHead(map: YAMLMap, part = ''): Pair | undefined {
  const earlier = ['source', 'destination', ...headParts.slice(0, headParts.indexOf(part))];
  return map.items.findLast(({ key }) => isScalar(key) && earlier.includes(String(key.value)));
}

function belowKey(pair: Pair, steps: readonly string[], { text, rule }: Writing): TextEdit {
  const key = (pair.key as Node).range ?? [0, 0];
  const indent = ' '.repeat(key[0] - text.lastIndexOf('\n', key[0] - 1) - 1);
  return insertLines(text, text.indexOf(':', key[1]) + 1, blockLines(steps, rule, `${indent}  `));
}

/** Inserts lines after the line of an end, since a comment on that line belongs to it. */
function insertLines(text: string, end: number, lines: string): TextEdit {
  const newline = text[end - 1] === '\n' ? end - 1 : text.indexOf('\n', end);
  if (newline === -1) return { from: text.length, to: text.length, text: `\n${lines}` };
  return { from: newline + 1, to: newline + 1, text: lines };
}

/** Returns the end of the last part of a pair. */
function endOf({ key, value }: Pair): number {
  if (isMap(value) && !value.flow && value.items.length > 0) return endOf(value.items.at(-1) as Pair);
  if (isSeq(value) && !value.flow && value.items.length > 0) {
    const last = value.items.at(-1);
    if (isMap(last) && !last.flow && last.items.length > 0) return endOf(last.items.at(-1) as Pair);
    return (last as Node).range?.[1] ?? 0;
  }
  const range = (value as Node | null)?.range;
  return Math.max(range?.[1] ?? 0, (key as Node).range?.[1] ?? 0);
}

function replaceValue(map: YAMLMap, pair: Pair, { text, rule }: Writing): TextEdit {
  const key = (pair.key as Node).range ?? [0, 0];
  const behindColon = text.indexOf(':', key[1]) + 1;
  const value = pair.value as Node | null;
  const line = map.flow ? inFlow(yamlValue(rule)) : ruleInOneLine(rule);
  if (isNothing(value)) return { from: behindColon, to: behindColon, text: ` ${line}` };
  const [start, end] = value?.range ?? [behindColon, behindColon];
  const isBlock = text.slice(behindColon, start).includes('\n');
  if (!isBlock) {
    const isLiteral = text[end - 1] === '\n' && /^[|>]/.test(text.slice(start));
    return { from: start, to: end, text: isLiteral ? `${line}\n` : line };
  }
  const comment = /^[ \t]*(#[^\n\r]*)/.exec(text.slice(behindColon))?.[1];
  const to = text.slice(0, endOf(pair)).trimEnd().length;
  return { from: behindColon, to, text: ` ${line}${comment === undefined ? '' : ` ${comment}`}` };
}
