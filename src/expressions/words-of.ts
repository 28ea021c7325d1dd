import type { Expression } from './expression.ts';
import { treeOf } from './parse.ts';
import { nodesOf } from './syntax-tree.ts';

/** The texts of an expression about its payload. */
export interface ExpressionWords {
  /** Its literal texts and numbers, as texts: the values that it compares with. */
  readonly literals: ReadonlySet<string>;
  /** The names of its paths. */
  readonly names: ReadonlySet<string>;
}

/** The words of an expression that was compiled before. */
export function wordsOf(expression: Expression): ExpressionWords {
  const nodes = nodesOf(treeOf(expression));
  const texts = (types: readonly string[]) =>
    new Set(nodes.filter(({ type }) => types.includes(type)).map(({ value }) => String(value)));
  return { literals: texts(['string', 'number', 'value']), names: texts(['name']) };
}
