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
import { expectedText, optionalNames } from './differences.ts';
import type { ExpectedCall } from './run-tests.ts';

/** What a test of a mapping is to expect from now on; `index` is its place in `tests`. */
export interface NewExpectation {
  readonly index: number;
  readonly calls: readonly ExpectedCall[];
}

/**
 * The text of a mapping file whose tests expect other calls. All else stays as it is written: comments, layout, quotes,
 * and inside an expectation what is right already. Undefined where the tests are written in a way that no single place
 * of the text stands for an expectation (an alias, a merge key).
 */
export function updateExpectations(text: string, updates: readonly NewExpectation[]): string | undefined {
  const document = parseDocument(text, { keepSourceTokens: true });
  const tests = document.get('tests');
  if (!isSeq(tests)) return undefined;
  let result = text;
  for (const { index, calls } of [...updates].sort((one, other) => other.index - one.index)) {
    const test = tests.items[index];
    if (!isMap(test)) return undefined;
    const pair = test.items.find(each => isScalar(each.key) && each.key.value === 'expect');
    if (!pair || !isSeq(pair.value) || pair.value.anchor !== undefined) return undefined;
    const splice = spliceOf(text, pair as Pair<Scalar, YAMLSeq>, calls, test.flow === true);
    if (!splice) return undefined;
    result = result.slice(0, splice.from) + splice.text + result.slice(splice.to);
  }
  return result;
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function spliceOf(
  text: string,
  { key, value }: Pair<Scalar, YAMLSeq>,
  calls: readonly ExpectedCall[],
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
  // Not by a pattern over the whole block: some characters that end no line in YAML do so for `$`.
  const indented = lines.map((line, at) =>
    at === 0 || /^ *$/.test(line) ? line.trimEnd() : ' '.repeat(indent) + line,
  );
  const block = indented.join('\n');
  if (!wasInline) return { from, to, text: `${block}${ending}` };
  // What stood behind the inline list on its line is a comment, which stays with the key.
  const lineEnd = endOfLine(text, to);
  const rest = text.slice(to, lineEnd).trimEnd();
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

/** Whether a text has blanks or line ends where nobody would see them outside of quotes. */
function hasHiddenParts(text: string): boolean {
  return /^\s|\s$|[^\S ]|[\p{Cc}\p{Cf}]/u.test(text);
}

/** The lines with the blanks before their comments as they were, where a line is otherwise the same. */
function asBefore(lines: readonly string[], before: string): readonly string[] {
  const trimmed = (line: string) => line.replace(/^ +|(?<! ) +$/g, '');
  const plain = (line: string) => trimmed(line).replace(/(?<! ) +#/, ' #');
  const old = new Map(before.split('\n').map(line => [plain(line), trimmed(line)]));
  return lines.map(line => {
    const same = old.get(plain(line));
    return same === undefined ? line : `${/^ */.exec(line)?.[0] ?? ''}${same}`;
  });
}

/** Makes a list of expected calls the calls given, and keeps what is right already. */
function merge(list: YAMLSeq, calls: readonly ExpectedCall[], inFlow: boolean): void {
  const style = list.items.find(isMap)?.flow === true;
  if (list.items.length === 0) list.flow = inFlow;
  list.items.length = Math.min(list.items.length, calls.length);
  for (const [index, call] of calls.entries()) {
    const item = list.items[index];
    if (isMap(item)) mergeMap(item, call, optionalNames);
    else list.items[index] = newMap(call, inFlow || style);
  }
}

/** `ungiven`: names that are not added where they are not there. */
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

function newMap(call: ExpectedCall, flow: boolean): YAMLMap {
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
