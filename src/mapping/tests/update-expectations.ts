import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { ExpectedCall, ExpectedPart } from './compare-calls.ts';
import { expectedText, optionalNames } from './differences.ts';
import type { TestResult } from './run-tests.ts';

/** The new expectation of a test; `index` is its position in `tests`. */
export type NewExpectation = { readonly index: number } & RewrittenExpectation;

/** The kinds of rewritten expectations: calls (`expect`), parts (`includes`) or a code (`fails`). */
export type RewrittenExpectation =
  | { readonly calls: readonly ExpectedCall[] }
  | { readonly parts: readonly ExpectedPart[] }
  | { readonly code: string };

/** Returns the new expectation of a test; undefined if a person must write it. */
export function expectationOf({
  calls,
  parts,
  code,
}: Pick<TestResult, 'calls' | 'parts' | 'code'>): RewrittenExpectation | undefined {
  if (calls) return { calls };
  if (parts) return { parts };
  return code === undefined ? undefined : { code };
}

/**
 * Returns the text of a mapping file with changed expectations. Everything else stays unchanged: comments,
 * layout, quotes, and the right values inside an expectation. Undefined if an expectation has no single place
 * in the text (an alias, a merge key).
 */
export function updateExpectations(text: string, updates: readonly NewExpectation[]): string | undefined {
  const document = parseDocument(text, { keepSourceTokens: true });
  const tests = document.get('tests');
  if (!isSeq(tests)) return undefined;
  let result = text;
  for (const update of [...updates].sort((one, other) => other.index - one.index)) {
    const test = tests.items[update.index];
    if (!isMap(test)) return undefined;
    const splice = 'code' in update ? codeSplice(test, update.code) : listSplice(text, test, update);
    if (!splice) return undefined;
    result = result.slice(0, splice.from) + splice.text + result.slice(splice.to);
  }
  return result;
}

function listSplice(
  text: string,
  test: YAMLMap,
  update: Exclude<NewExpectation, { readonly code: string }>,
): Splice | undefined {
  const pair = pairOf(test, 'calls' in update ? 'expect' : 'includes');
  if (!pair || !isSeq(pair.value) || pair.value.anchor !== undefined) return undefined;
  const calls = 'calls' in update ? update.calls : update.parts;
  return spliceOf(text, pair as Pair<Scalar, YAMLSeq>, calls, test.flow === true);
}

/** A code needs no quotes. */
function codeSplice(test: YAMLMap, code: string): Splice | undefined {
  const pair = pairOf(test, 'fails');
  if (!isScalar(pair?.value) || pair.value.anchor !== undefined || !pair.value.range) return undefined;
  const [from, to] = pair.value.range;
  return { from, to, text: code };
}

function pairOf(test: YAMLMap, name: string): Pair | undefined {
  return test.items.find(each => isScalar(each.key) && each.key.value === name);
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function spliceOf(
  text: string,
  { key, value }: Pair<Scalar, YAMLSeq>,
  calls: readonly ExpectedPart[],
  inFlow: boolean,
): Splice | undefined {
  if (!key.range || !value?.range) return undefined;
  const [from, to] = value.range;
  const colon = text.indexOf(':', key.range[1]) + 1;
  const wasInline = value.flow === true;
  merge(value, calls, inFlow);
  const isInline = value.items.length === 0 || value.flow === true;
  value.commentBefore = null;
  if (wasInline) value.comment = null;
  const lines = asBefore(written(value), text.slice(from, to));
  const ending = text.slice(from, to).endsWith('\n') ? '\n' : '';
  if (isInline) {
    const one = lines.join('\n');
    return wasInline ? { from, to, text: one } : { from: colon, to, text: ` ${one}${ending}` };
  }
  const indent = wasInline ? columnOf(text, key.range[0]) + 2 : columnOf(text, from);
  // No pattern over the whole block is used: `$` matches at some characters that do not end a line in YAML.
  const indented = lines.map((line, at) =>
    at === 0 || /^ *$/.test(line) ? line.trimEnd() : ' '.repeat(indent) + line,
  );
  const block = indented.join('\n');
  if (!wasInline) return { from, to, text: `${block}${ending}` };
  // The text after the inline list on its line is a comment, which stays with the key.
  const lineEnd = endOfLine(text, to);
  // The comment of a first mapping about its empty list no longer applies.
  const rest = text
    .slice(to, lineEnd)
    .trimEnd()
    .replace(/^ # nothing is sent$/, '');
  return { from: colon, to: lineEnd, text: `${rest}\n${' '.repeat(indent)}${block}` };
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

function written(node: YAMLSeq): readonly string[] {
  visit(node, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && hasHiddenParts(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  const options = { lineWidth: 0, flowCollectionPadding: false, indentSeq: true };
  return stringify(node, options).replace(/\n$/, '').split('\n');
}

/** True if a text has spaces or line ends that are invisible outside of quotes. */
function hasHiddenParts(text: string): boolean {
  return /^\s|\s$|[^\S ]|[\p{Cc}\p{Cf}]/u.test(text);
}

/** Restores the spaces before comments on lines that are otherwise equal. */
function asBefore(lines: readonly string[], before: string): readonly string[] {
  const trimmed = (line: string) => line.replace(/^ +|(?<! ) +$/g, '');
  const plain = (line: string) => trimmed(line).replace(/(?<! ) +#/, ' #');
  const old = new Map(before.split('\n').map(line => [plain(line), trimmed(line)]));
  return lines.map(line => {
    const same = old.get(plain(line));
    return same === undefined ? line : `${/^ */.exec(line)?.[0] ?? ''}${same}`;
  });
}

/** Replaces a list of expected calls by the given calls, and keeps unchanged values. */
function merge(list: YAMLSeq, calls: readonly ExpectedPart[], inFlow: boolean): void {
  const style = list.items.find(isMap)?.flow === true;
  if (list.items.length === 0) list.flow = inFlow;
  list.items.length = Math.min(list.items.length, calls.length);
  for (const [index, call] of calls.entries()) {
    const item = list.items[index];
    if (isMap(item)) mergeMap(item, call, optionalNames);
    else list.items[index] = newMap(call, inFlow || style);
  }
}

/** `ungiven`: names that are not added if they do not exist. */
function mergeMap(
  map: YAMLMap,
  values: Readonly<Record<string, unknown>>,
  ungiven: ReadonlySet<string>,
): void {
  map.items = map.items.filter(pair => Object.hasOwn(values, keyOf(pair)));
  for (const [name, value] of Object.entries(values)) {
    const pair = map.items.find(each => keyOf(each) === name);
    if (!pair) {
      if (!ungiven.has(name)) map.add(new Document({}).createPair(name, valueNode(value, map.flow === true)));
    } else if (isMap(pair.value) && isRecord(value)) mergeMap(pair.value, value, new Set());
    else if (!isScalar(pair.value) || expectedText(pair.value.value) !== value) replace(pair, value);
  }
}

function replace(pair: Pair, value: unknown): void {
  const before = pair.value;
  const node = valueNode(value, isMap(before) && before.flow === true);
  if (isScalar(before) && isScalar(node)) {
    node.comment = before.comment ?? null;
    if (typeof before.value === 'string' && before.type !== undefined) node.type = before.type;
  }
  pair.value = node;
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function newMap(call: ExpectedPart, flow: boolean): YAMLMap {
  const { destination: _, ...values } = call;
  return valueNode(values, flow) as YAMLMap;
}

function valueNode(value: unknown, flow: boolean) {
  const node = new Document({}).createNode(isRecord(value) ? { ...value } : value);
  if (isMap(node)) setFlow(node, flow);
  return node;
}

function setFlow(map: YAMLMap, flow: boolean): void {
  map.flow = flow;
  for (const { value } of map.items) if (isMap(value)) setFlow(value, flow);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
