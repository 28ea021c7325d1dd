/**
 * A node of JSONata's syntax tree, as its parser returns it. Only the keys that this code reads are named
 * here. `position` is the offset just after the token of the node.
 */
export interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly position?: number;
  readonly lhs?: unknown;
  readonly rhs?: unknown;
  readonly steps?: readonly Node[];
  readonly stages?: readonly Node[];
  readonly predicate?: readonly Node[];
  readonly expr?: Node;
  readonly expression?: Node;
  readonly expressions?: readonly Node[];
  readonly procedure?: Node;
  readonly arguments?: readonly Node[];
  readonly condition?: Node;
  readonly focus?: string;
  readonly index?: string;
}

/** True if a value in a tree is a node. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Returns every node of a tree once, parents before their children. */
export function nodesOf(root: Node): readonly Node[] {
  const found = new Set<Node>();
  const seen = new Set<object>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || value instanceof RegExp || seen.has(value)) return;
    seen.add(value);
    if (isNode(value)) found.add(value);
    for (const child of Object.values(value)) visit(child);
  };
  visit(root);
  return [...found];
}

/** True if a node has no other keys, which could change its meaning. */
export function hasOnly(node: Node, keys: readonly string[]): boolean {
  return Object.keys(node).every(key => keys.includes(key));
}

/** Returns the start of a node's text, as an offset in the source. */
export function startOf(node: Node, source: string): number {
  const first = node.steps?.[0] ?? node.procedure ?? node.condition;
  if (first !== undefined) return startOf(first, source);
  if (node.type === 'binary' && isNode(node.lhs)) return startOf(node.lhs, source);
  return tokenStart(node, source);
}

/** Returns the offset just after the last token of a literal, a variable or a path without predicates. */
export function endOf(node: Node, source: string): number {
  const last = node.steps?.at(-1);
  return last === undefined ? (node.position ?? source.length) : endOf(last, source);
}

/** Returns the start of a quoted text or name that ends at `end`; `undefined` if nothing quoted ends there. */
export function quotedStart(source: string, end: number): number | undefined {
  const last = source[end - 1];
  if (last === '`') return Math.max(0, source.lastIndexOf('`', end - 2));
  return last === '"' || last === "'" ? openingQuote(source, end - 1) : undefined;
}

function tokenStart(node: Node, source: string): number {
  const end = node.position ?? 0;
  const quoted = node.type === 'name' || node.type === 'string' ? quotedStart(source, end) : undefined;
  if (quoted !== undefined) return quoted;
  if (node.type === 'variable') return end - 1 - String(node.value).length;
  if (node.type === 'number')
    return end - (/(?<![\d.])[\d.]+(?:[eE][-+]?\d+)?$/.exec(source.slice(0, end))?.[0].length ?? 0);
  if (node.type === 'regex') return openingSlash(node, end);
  return node.type === 'name' || node.type === 'value' ? end - String(node.value).length : end - 1;
}

function openingQuote(source: string, closing: number): number {
  let at = closing - 1;
  while (at > 0 && (source[at] !== source[closing] || isEscaped(source, at))) at -= 1;
  return at;
}

function isEscaped(source: string, at: number): boolean {
  const before = /(?<!\\)\\*$/.exec(source.slice(0, at));
  return (before?.[0].length ?? 0) % 2 === 1;
}

function openingSlash(node: Node, end: number): number {
  const pattern = node.value instanceof RegExp ? node.value : undefined;
  const flags = pattern?.flags.replace('g', '') ?? '';
  return end - (pattern?.source.length ?? 0) - flags.length - 2;
}
