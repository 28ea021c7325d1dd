import { readableTree } from '../parse.ts';
import type { Node } from '../syntax-tree.ts';

/** A condition split at its outermost operator. Each side is an expression. */
export interface ConditionParts {
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'and' | 'or' | 'not';
  /** Two sides, or one side for `not`. */
  readonly sides: readonly string[];
}

const operators: ReadonlySet<unknown> = new Set(['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or']);

/**
 * Splits a condition at its outermost comparison, `and`, `or` or `$not(...)`; undefined if it has none, or is not
 * readable. Parentheses around the whole are ignored.
 */
export function conditionParts(source: string): ConditionParts | undefined {
  const tree = readableTree(source);
  if (!tree) return undefined;
  const trimmed = source.trim();
  if (tree.type === 'block' && tree.expressions?.length === 1 && trimmed.endsWith(')')) {
    return conditionParts(trimmed.slice(1, -1));
  }
  const negated = negatedOf(tree, trimmed);
  if (negated !== undefined) return { operator: 'not', sides: [negated] };
  const { position = 0, value } = tree;
  if (tree.type !== 'binary' || !operators.has(value)) return undefined;
  const operator = String(value) as ConditionParts['operator'];
  const sides = [source.slice(0, position - operator.length), source.slice(position)].map(each =>
    each.trim(),
  );
  return sides.every(side => readableTree(side) !== undefined) ? { operator, sides } : undefined;
}

function negatedOf({ type, procedure, arguments: given }: Node, source: string): string | undefined {
  const isNot = type === 'function' && procedure?.value === 'not' && given?.length === 1;
  const inner = isNot ? /^\$not\s*\((.*)\)$/s.exec(source)?.[1]?.trim() : undefined;
  return inner !== undefined && readableTree(inner) ? inner : undefined;
}
