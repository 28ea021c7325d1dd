import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { reportedPerFile } from '../findings.ts';

/** A fault of a YAML text, in plain words. `range` counts characters of the text. */
export interface YamlFault {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly range: readonly [start: number, end: number];
}

/** The result of converting the nodes of a document to plain values. */
export interface YamlValue {
  readonly value: unknown;
  /** The targets of the aliases. */
  readonly targets: ReadonlyMap<Node, Node>;
  readonly faults: readonly YamlFault[];
  /** The number of further faults. */
  readonly left: number;
}

const maxDepth = 64;
const maxAliases = 100;
const maxAliasedNodes = 10_000;

/**
 * Converts the nodes of a document to plain values, and finds faults that the parser does not check: repeated keys,
 * keys that are not texts, aliases without a target or with too large ones, values nested too deeply.
 */
export function yamlValue(root: Node | null, lineAt: (offset: number) => number): YamlValue {
  const walk: Walk = {
    lineAt,
    anchors: new Map(),
    targets: new Map(),
    faults: [],
    left: 0,
    aliases: 0,
    hasTooManyAliases: false,
    aliasedNodes: 0,
  };
  const value = plainValue(root, walk, 0, 'here');
  return { value, targets: walk.targets, faults: walk.faults, left: walk.left };
}

/** Returns the text of a key as written: `01099` and `true` are texts too. `undefined` for other keys. */
export function yamlKeyText(key: Node | null): string | undefined {
  if (key === null) return '';
  if (!isScalar(key)) return undefined;
  return key.type === 'PLAIN' && key.source !== undefined ? key.source : String(key.value);
}

interface Walk {
  readonly lineAt: (offset: number) => number;
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Node, Node>;
  readonly faults: YamlFault[];
  left: number;
  aliases: number;
  /** True if too many aliases were reported, which happens once. */
  hasTooManyAliases: boolean;
  aliasedNodes: number;
}

function plainValue(node: Node | null, walk: Walk, depth: number, from: 'here' | 'alias'): unknown {
  if (node === null) return null;
  if (depth > maxDepth) {
    return fault(walk, node, `values are nested deeper than ${maxDepth} levels here`);
  }
  if (from === 'alias') walk.aliasedNodes++;
  if (isAlias(node)) return aliasValue(node, walk, depth);
  if (from === 'here' && 'anchor' in node && node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  if (isMap<Node, Node | null>(node)) return mapValue(node, walk, depth, from);
  if (isSeq<Node>(node)) return node.items.map(item => plainValue(item, walk, depth + 1, from));
  return isScalar(node) ? scalarValue(node) : null;
}

function aliasValue(node: Node & { source: string }, walk: Walk, depth: number): unknown {
  const target = walk.targets.get(node) ?? walk.anchors.get(node.source);
  if (target === undefined) {
    return fault(
      walk,
      node,
      `"*${node.source}" refers to "&${node.source}", which does not stand before it`,
      {
        hint: 'put quotes around the text if the * belongs to it',
      },
    );
  }
  if (++walk.aliases > maxAliases || walk.aliasedNodes > maxAliasedNodes) {
    if (walk.hasTooManyAliases) return undefined;
    walk.hasTooManyAliases = true;
    return fault(walk, node, `too many aliases: a file may use at most ${maxAliases}, for little data`);
  }
  walk.targets.set(node, target);
  return plainValue(target, walk, depth + 1, 'alias');
}

function mapValue(
  map: YAMLMap<Node, Node | null>,
  walk: Walk,
  depth: number,
  from: 'here' | 'alias',
): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  const seen = new Map<string, Node>();
  for (const pair of map.items) {
    if (map.flow) checkColon(pair, walk);
    const key = checkedKey(pair, walk, seen);
    const item = plainValue(pair.value, walk, depth + 1, from);
    if (key !== undefined) value[key] = item;
  }
  return value;
}

/** Reports `{from:x}`, which YAML reads as a key alone. */
function checkColon({ key, value }: Pair<Node, Node | null>, walk: Walk): void {
  const isPlain = isScalar(key) && key.type === 'PLAIN' && /^[^\s:]+:[^\s:/]/.test(key.source ?? '');
  if (isPlain && (value === null || (isScalar(value) && value.value === null)))
    fault(walk, key, 'a space is missing after the colon', {
      hint: 'write the key, a colon, a space and the value',
    });
}

const forEmptyKey =
  'name the key; a look-up table never gets an empty value: write default: beside values for the result of an empty or a missing one';

/** Handles `{{name}}`: a variable of the config if its name has the usual form of one, or a field of the payload. */
function hintForBraces({ items }: YAMLMap): string {
  const name = isScalar(items[0]?.key) ? items[0].key.value : undefined;
  const variable =
    typeof name === 'string' ? /^(?:env\.)?([A-Z][A-Z\d]*_[A-Z\d_]+)$/.exec(name)?.[1] : undefined;
  return variable === undefined
    ? 'a field of the payload is written without braces (note: name), with text around it in a template (note: {template: "Name: {name}"})'
    : `write "\${${variable}}" for a variable of the config`;
}

function checkedKey(
  { key }: Pair<Node, Node | null>,
  walk: Walk,
  seen: Map<string, Node>,
): string | undefined {
  const text = yamlKeyText(key);
  if (text === undefined) {
    fault(walk, key, 'a key must be a text; this one is a list, a map or an alias', {
      hint: isMap(key) ? hintForBraces(key) : 'put quotes around the key if it begins with [ or *',
    });
  } else if (text === '__proto__') {
    fault(walk, key, 'a key may not be named "__proto__"');
  } else if (text === '') {
    const isQuoted = isScalar(key) && key.type?.startsWith('QUOTE') === true;
    if (isQuoted) fault(walk, key, 'a key is empty', { hint: forEmptyKey });
    else fault(walk, key, 'a key is missing before the colon');
  } else {
    const first = seen.get(text);
    if (first === undefined) {
      seen.set(text, key);
      return text;
    }
    const line = walk.lineAt(first.range?.[0] ?? 0);
    fault(walk, key, `the key "${text}" stands here a second time; the first is in line ${line}`, {
      hint: 'remove one of the two, or rename it',
    });
  }
  return undefined;
}

function scalarValue({ value, type, source }: Scalar): unknown {
  if (typeof value !== 'number' || type !== 'PLAIN' || source === undefined) return value;
  return String(value) === source ? value : source;
}

function fault(walk: Walk, node: Node, message: string, { hint }: { hint?: string } = {}): undefined {
  const [start, end] = node.range ?? [0, 0];
  if (walk.faults.length < reportedPerFile) walk.faults.push({ message, hint, range: [start, end] });
  else walk.left += 1;
  return undefined;
}
