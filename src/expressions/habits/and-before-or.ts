import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Remark } from '../syntax.ts';
import { endOf, isNode, type Node, nodesOf, startOf } from '../syntax-tree.ts';

/**
 * Warns about `a = "x" or a = "y" and b = "z"`: `and` binds more strongly, so b applies only to "y". A note if all
 * three are different paths, for which it may be meant.
 */
export function andBeforeOr(node: Node, tree: Node, source: string): Remark | undefined {
  const { lhs, rhs } = node;
  if (!isOperator(node, 'or') || !isNode(lhs) || !isNode(rhs)) return undefined;
  const isBehind = isOperator(rhs, 'and');
  const [alone, both] = isBehind ? [lhs, rhs] : [rhs, lhs];
  if (!isOperator(both, 'and') || !isNode(both.lhs) || !isNode(both.rhs)) return undefined;
  const [beside, other] = isBehind ? [both.lhs, both.rhs] : [both.rhs, both.lhs];
  const read = comparedText(isOperator(alone, 'or') ? alone.rhs : alone, source);
  if (read === undefined || comparedText(beside, source) !== read || comparedText(other, source) === read)
    return ofDifferentPaths({ node, alone, both }, tree, source);
  const offset = startOf(lhs, source);
  // Only the end of the whole expression is certain.
  const end = node === tree ? source.trimEnd().length : endOf(rhs, source);
  const at = both.position ?? 0;
  const meant = isBehind
    ? `(${source.slice(offset, at - 3).trim()}) and${source.slice(at, end)}`
    : `${source.slice(offset, at)} (${source.slice(at, end).trim()})`;
  return {
    diagnostic: diagnostic(
      'expression/and-before-or',
      `and binds more strongly than or, so the condition beside and counts for one comparison of ${read} only.`,
    ),
    offset,
    length: end - offset,
    ...(node === tree && { meant: source.slice(0, offset) + meant + source.slice(end) }),
    besides: 'If it is meant like that, put the two conditions with and in parentheses.',
  };
}

interface Mixed {
  readonly node: Node;
  /** The side of or without and. */
  readonly alone: Node;
  readonly both: Node;
}

/** Notes `a = "x" or b = "y" and c = "z"`, which means the first or both others. Parentheses confirm it. */
function ofDifferentPaths({ node, alone, both }: Mixed, tree: Node, source: string): Remark | undefined {
  // (a and b) or (c and d) is written like that, and a condition on the same value guards the other.
  if (hasAnd(alone) || isGuard(both)) return undefined;
  const offset = isNode(node.lhs) ? startOf(node.lhs, source) : 0;
  const ends = nodesOf(node).map(({ position = 0 }) => position);
  const end = node === tree ? source.trimEnd().length : Math.max(...ends);
  const message =
    'and binds more strongly than or: without parentheses, the condition beside and does not count for the one beside or.';
  return {
    diagnostic: diagnostic('expression/and-before-or', message, {
      severity: 'info',
      hint: 'Write a or (b and c) if it is meant like that, (a or b) and c if not.',
    }),
    offset,
    length: end - offset,
  };
}

function hasAnd(node: unknown): boolean {
  if (isOperator(node, 'or')) return hasAnd(node.lhs) || hasAnd(node.rhs);
  return isOperator(node, 'and');
}

/** True if a value is read on both sides of and: `$exists(age) and age > 18`. */
function isGuard({ lhs, rhs }: Node): boolean {
  const read = namesIn(rhs);
  return [...namesIn(lhs)].some(each => read.has(each));
}

function namesIn(node: unknown): ReadonlySet<string> {
  const paths = isNode(node) ? nodesOf(node).filter(({ type }) => type === 'path') : [];
  return new Set(paths.map(({ steps = [] }) => steps.map(({ value }) => String(value)).join('.')));
}

function comparedText(node: unknown, source: string): string | undefined {
  if (!isOperator(node, '=') || !isNode(node.lhs)) return undefined;
  return source.slice(startOf(node.lhs, source), (node.position ?? 0) - 1).trim();
}

function isOperator(node: unknown, operator: string): node is Node {
  return isNode(node) && node.type === 'binary' && node.value === operator;
}
