import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../../../expressions/syntax-tree.ts';

/** The only path of an expression, and the texts with which the expression compares its value. */
export interface ComparedTexts {
  readonly read: PathReader;
  readonly nodes: readonly Node[];
  /** The texts that it compares with, in lower case. */
  readonly named: readonly string[];
  /** The texts that it searches for, in lower case. */
  readonly searched: readonly string[];
}

/**
 * Returns the texts with which an expression compares the value of its only path. Undefined for a plain path or a literal, and for
 * an expression whose tests cannot be listed, such as one with a regular expression.
 */
export function comparedTexts(expression: Expression): ComparedTexts | undefined {
  const { path, literal, answer } = expression;
  if (path !== null || literal !== null || answer !== undefined) return undefined;
  const [steps, ...others] = pathsRead(expression);
  if (!steps || others.length > 0 || steps[0] === '$linked' || steps[0] === '$event') return undefined;
  const nodes = nodesOf(treeOf(expression));
  if (nodes.some(({ type }) => type === 'regex' || type === 'lambda')) return undefined;
  const named = nodes.filter(isEquality).flatMap(({ lhs, rhs }) => [lhs, rhs].flatMap(textsIn));
  const searched = nodes.filter(isSearch).flatMap(each => (each.arguments ?? []).slice(1).flatMap(textsIn));
  return {
    read: pathReader({ steps, text: pathText(steps) }),
    nodes,
    named: named.map(inComparedForm),
    searched: searched.map(inComparedForm),
  };
}

const equalities: ReadonlySet<unknown> = new Set(['=', '!=', 'in']);

/** True for a comparison with `=`, `!=` or `in`. */
function isEquality({ type, value }: Node): boolean {
  return type === 'binary' && equalities.has(value);
}

/** True for a `$contains`. */
function isSearch({ type, procedure }: Node): boolean {
  return type === 'function' && procedure?.type === 'variable' && procedure.value === 'contains';
}

/** Returns the text of a literal, or the texts of a list of literals. */
export function textsIn(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  if (node.type === 'string') return [String(node.value)];
  return node.type === 'unary' && node.value === '[' ? (node.expressions ?? []).flatMap(textsIn) : [];
}

/** Returns a text in the form in which texts are compared. */
export function inComparedForm(text: string): string {
  return withoutBlankEnds(text).toLowerCase();
}
