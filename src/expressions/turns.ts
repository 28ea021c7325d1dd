import { endOf, isNode, type Node, nodesOf, startOf } from './syntax-tree.ts';

/** How a condition of an expression turned out. `at`: its position among the turning points of the expression. */
export interface Turn {
  readonly at: number;
  readonly isTrue: boolean;
}

/**
 * Returns the parts of an expression that decide which other parts give its result: the condition of `? :`, and the operands of
 * `and` and `or`. Outer ones come before those inside of them. Conditions on the elements of a list are left out, since they
 * turn out differently for each element.
 */
export function turningPoints(tree: Node): readonly Node[] {
  const found = new Set<Node>();
  visit(tree, found);
  return [...found];
}

function visit(node: Node, found: Set<Node>): void {
  if (node.type === 'lambda' || node.type === 'transform') return;
  const { type, value, condition, lhs, rhs, steps } = node;
  if (type === 'condition' && condition) found.add(condition);
  if (type === 'binary' && (value === 'and' || value === 'or'))
    for (const each of [lhs, rhs]) if (isNode(each)) found.add(each);
  if (steps) {
    // The later steps are evaluated for each element of the first.
    if (steps[0]) visit(steps[0], found);
    return;
  }
  for (const [key, child] of Object.entries(node)) if (!ofElements.has(key)) visitAll(child, found);
}

/** The keys of the parts that are evaluated for each element. */
const ofElements: ReadonlySet<string> = new Set(['predicate', 'stages', 'group']);

function visitAll(value: unknown, found: Set<Node>): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
  if (isNode(value)) visit(value, found);
  else for (const each of Object.values(value)) visitAll(each, found);
}

/** Returns the text of a turning point in the source of its expression. */
export function textOfPoint(node: Node, source: string): string {
  const start = startOf(node, source);
  const end = Math.max(...nodesOf(node).map(each => endOf(each, source)));
  return withClosing(source, start, end);
}

/** Adds the brackets after the last token that close those of the text. */
function withClosing(source: string, start: number, end: number): string {
  let to = end;
  let open = openIn(source.slice(start, end));
  while (open > 0 && to < source.length) {
    const sign = source[to] ?? '';
    if (!/[\s)\]}]/.test(sign)) break;
    if (sign.trim() !== '') open -= 1;
    to += 1;
  }
  return source.slice(start, to).trim();
}

function openIn(text: string): number {
  const plain = text.replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '');
  return (plain.match(/[([{]/g)?.length ?? 0) - (plain.match(/[)\]}]/g)?.length ?? 0);
}
