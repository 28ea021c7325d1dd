import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, type YAMLMap } from 'yaml';
import { atOnce } from '../at-once.ts';
import type { DiagnosticCode } from '../codes.ts';
import { type Diagnostic, diagnostic, type Place } from '../diagnostic.ts';
import { createFindings } from '../findings.ts';
import { onceFor } from '../once-for.ts';
import type { KnownKeys } from './braces.ts';
import { parseYaml, type YamlLimits, yamlLimits } from './document.ts';
import { missingTestsKey } from './missing-tests-key.ts';
import { type Repair, repairYaml } from './repair.ts';
import { offsetInScalar } from './scalar-offset.ts';
import { describeSyntaxError } from './syntax.ts';
import { type YamlFault, yamlKeyText, yamlValue } from './value.ts';

/** The way to a value inside a document: keys of maps and indexes of lists, from the root. */
export type YamlPath = readonly (string | number)[];

/** A readable YAML file, with the places of its values. */
export interface YamlSource {
  readonly file: string;
  /** Its text, without a byte order mark. */
  readonly text: string;
  /**
   * The value as plain objects, lists, texts, numbers, booleans and null. Keys are always texts, as written.
   * A number whose spelling would be lost (`007`, `+49`, `1.50`, one with too many digits) is a text.
   */
  readonly value: unknown;
  /**
   * Returns the place of the value at `path`, or of its key. An element of a list has no key, so its value is used. If
   * `path` does not exist: the key of its nearest existing ancestor.
   */
  placeOf(path: YamlPath, part: 'key' | 'value'): Place;
  /**
   * Returns the place of a part of the text at `path`: `offset` and `length` count characters of the value, not of the
   * file. Exact except for double-quoted texts of several lines, for which it is the start of the text.
   */
  placeWithin(path: YamlPath, offset: number, length: number): Place;
  /**
   * Returns the range of `text` that contains the value at `path`; for an alias, the range of its target. Undefined if
   * it does not exist.
   */
  extentOf(path: YamlPath): readonly [start: number, end: number] | undefined;
  /** The characters of `text` that write the key at `path`, with its quotes. None if there is no such key. */
  keyExtentOf(path: YamlPath): readonly [start: number, end: number] | undefined;
}

/** The result of reading a YAML text. There is no source if it has any fault. */
export interface YamlRead {
  readonly source: YamlSource | undefined;
  readonly diagnostics: Diagnostic[];
  /** The lines with mistakes, and their corrections as far as YAML is concerned. */
  readonly repairs: readonly Repair[];
}

/** The options for reading a YAML text. */
export interface YamlOptions {
  readonly limits?: YamlLimits;
  /** The keys that the file may have, if they are known. */
  readonly keys?: KnownKeys;
  /** If false, no corrections of unreadable lines are searched. */
  readonly repairs?: boolean;
}

const noKeys: KnownKeys = { texts: new Set(), others: new Set() };

/**
 * Reads a YAML 1.2 text: core schema, unique keys, no tags, no merge keys, few aliases, within limits. It
 * finds all faults in one pass, at most one for each line.
 */
export function readYaml(file: string, text: string, options?: YamlOptions): YamlRead {
  return atOnce(readYamlInSteps(file, text, options));
}

/** Reads a YAML text in steps of a few milliseconds, except a last one that takes about as long as all the others. */
export function* readYamlInSteps(
  file: string,
  text: string,
  { limits = yamlLimits, keys = noKeys, repairs: isRepaired = true }: YamlOptions = {},
): Generator<void, YamlRead> {
  const refuse = (code: 'yaml/syntax' | 'yaml/too-large', message: string): YamlRead => {
    const found = diagnostic(code, message, { place: { file, line: 1, column: 1 } });
    return { source: undefined, diagnostics: [found], repairs: [] };
  };
  if (Buffer.byteLength(text) > limits.bytes) {
    return refuse('yaml/too-large', `the file is larger than ${limits.bytes / 1024} KiB`);
  }
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = new LineCounter();
  const parsed = yield* parseYaml(clean, lines, limits);
  if (parsed === 'too deep') return refuse('yaml/syntax', 'the file nests its values too deeply');
  if (parsed === 'too much') {
    const most = limits.tokens.toLocaleString('en');
    return refuse(
      'yaml/too-large',
      `the file has more than ${most} words and signs, which is too much for one`,
    );
  }
  const untitled = isRepaired && parsed.errors.length > 0 ? yield* missingTestsKey(clean, limits) : undefined;
  if (untitled) {
    const { message, hint, range } = untitled;
    const place = placeAt({ file, text: clean, lines }, ...range);
    const found = diagnostic('yaml/syntax', message, { hint, place });
    return { source: undefined, diagnostics: [found], repairs: [] };
  }
  const { repairs, document, ...mended } = isRepaired
    ? yield* repairYaml(clean, lines, parsed, { limits, keys })
    : { repairs: [], document: parsed, text: clean, lines };
  const edge = { file, ...mended };
  const { value, targets, faults, left } = yamlValue(
    document.contents,
    offset => edge.lines.linePos(offset).line,
  );
  const tell = ({ message, hint, range }: YamlFault) =>
    diagnostic('yaml/syntax', message, { hint, place: placeAt(edge, ...range) });
  const found = [
    ...repairs.map(repair => ({
      start: edge.lines.lineStarts[repair.line - 1] ?? 0,
      describe: () => repairDiagnostic(file, repair),
    })),
    ...[...document.errors, ...document.warnings].map(error => ({
      start: error.pos[0],
      describe: () => tell(describeSyntaxError(error, document, edge.text)),
    })),
    ...faults.map(fault => ({ start: fault.range[0], describe: () => tell(fault) })),
  ];
  const findings = createFindings();
  for (const { describe } of firstOfEachLine(found, edge.lines)) findings.add('error', describe);
  findings.count('error', left);
  const isReadable = findings.errors() === 0;
  return {
    source: isReadable ? locate(edge, document.contents, value, targets) : undefined,
    diagnostics: findings.all(file),
    repairs,
  };
}

/** Reports the fault of a line, with the corrected line and a mark at the difference. */
export function repairDiagnostic(
  file: string,
  repair: Repair,
  code: DiagnosticCode = 'yaml/syntax',
): Diagnostic {
  const { line, before, after, message, hint } = repair;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = before.length;
  while (end > start + 1 && before[end - 1] === after[end - 1 + after.length - before.length]) end -= 1;
  const place = { file, line, column: start + 1, length: Math.max(1, end - start) };
  return diagnostic(code, message, { hint, place, ...(hint === undefined && { instead: after }) });
}

interface Edge {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
}

type Range = readonly [start: number, end: number];

/** The result of `find`: the pair that contains the node, if a map does. */
interface Found {
  readonly pair: Pair<Node, Node | null> | undefined;
  readonly node: Node | null;
  readonly exact: boolean;
}

/** One fault causes further errors of the parser, so only the first on each line is reported. */
function firstOfEachLine<Finding extends { readonly start: number }>(
  findings: readonly Finding[],
  lines: LineCounter,
): Finding[] {
  const byLine = new Map<number, Finding>();
  for (const each of findings.toSorted((a, b) => a.start - b.start)) {
    const { line } = lines.linePos(each.start);
    if (!byLine.has(line)) byLine.set(line, each);
  }
  return [...byLine.values()];
}

function locate(edge: Edge, root: Node | null, value: unknown, targets: ReadonlyMap<Node, Node>): YamlSource {
  const placeOf: YamlSource['placeOf'] = (path, part) =>
    placeAt(edge, ...rangeOf(find(root, path, targets), part));
  return {
    file: edge.file,
    text: edge.text,
    value,
    placeOf,
    placeWithin: (path, offset, length) => {
      const { node, exact } = find(root, path, targets);
      const scalar = node && (targets.get(node) ?? node);
      if (!exact || !isScalar(scalar)) return placeOf(path, 'value');
      const start = offsetInScalar(scalar, edge.text, offset);
      const end = offsetInScalar(scalar, edge.text, offset + Math.max(length, 1) - 1);
      if (start === undefined || end === undefined) return placeOf(path, 'value');
      return placeAt(edge, start, end + 1);
    },
    extentOf: path => {
      const { node, exact } = find(root, path, targets);
      const range = node && (targets.get(node) ?? node).range;
      return exact && range ? [range[0], range[1]] : undefined;
    },
    keyExtentOf: path => {
      const { pair, exact } = find(root, path, targets);
      const range = pair?.key.range;
      return exact && range ? [range[0], range[1]] : undefined;
    },
  };
}

function placeAt({ file, text, lines }: Edge, start: number, end: number): Place {
  const { line, col } = lines.linePos(start);
  const newline = text.indexOf('\n', start);
  const lineEnd = newline < 0 ? text.length : newline;
  const length = text.slice(start, Math.min(end, lineEnd)).trimEnd().length;
  return { file, line: Math.max(line, 1), column: Math.max(col, 1), ...(length > 0 && { length }) };
}

function find(root: Node | null, path: YamlPath, targets: ReadonlyMap<Node, Node>): Found {
  let found: Found = { pair: undefined, node: root, exact: true };
  for (const step of path) {
    const node: Node | null = (found.node && targets.get(found.node)) ?? found.node;
    let next: Found | undefined;
    if (isMap<Node, Node | null>(node)) {
      const pair = pairsOf(node).get(String(step));
      if (pair !== undefined) next = { pair, node: pair.value, exact: true };
    } else if (isSeq<Node>(node)) {
      const item = node.items[Number(step)];
      if (item !== undefined) next = { pair: undefined, node: item, exact: true };
    }
    if (next === undefined) return { ...found, exact: false };
    found = next;
  }
  return found;
}

type AnyPair = Pair<Node, Node | null>;

/** The pairs of a map by their keys, since many places are looked up in maps with thousands of pairs. */
const pairsOf = onceFor(
  (map: YAMLMap<Node, Node | null>): ReadonlyMap<string | undefined, AnyPair> =>
    new Map(map.items.map(pair => [yamlKeyText(pair.key), pair])),
);

function rangeOf({ pair, node, exact }: Found, part: 'key' | 'value'): Range {
  const key = pair?.key.range;
  const value = node?.range;
  const empty = !value || value[0] === value[1];
  if (key && (part === 'key' || !exact || empty)) return [key[0], key[1]];
  return value ? [value[0], value[1]] : [0, 0];
}
