import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { nodesOf } from '../syntax-tree.ts';

/** The words in the text of an expression. */
export interface ExpressionWords {
  /** Its literal texts and numbers, as texts: the values that it compares payloads with. */
  readonly literals: ReadonlySet<string>;
  /** The names of its paths. */
  readonly names: ReadonlySet<string>;
}

/** Returns the words of a compiled expression. */
export function wordsOf(expression: Expression): ExpressionWords {
  const nodes = nodesOf(treeOf(expression));
  const texts = (types: readonly string[]) =>
    new Set(nodes.filter(({ type }) => types.includes(type)).map(({ value }) => String(value)));
  return { literals: texts(['string', 'number', 'value']), names: texts(['name']) };
}
