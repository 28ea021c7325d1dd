import type { Expression } from './expression.ts';
import { parse } from './parse.ts';
import { type Node, nodesOf } from './syntax-tree.ts';

/** What an expression itself says about the payload that it is for. */
export interface ExpressionWords {
  /** The texts and numbers that stand in it, as texts: what it compares with. */
  readonly literals: ReadonlySet<string>;
  /** The names of its paths. */
  readonly names: ReadonlySet<string>;
}

/** The words of an expression that was compiled before. */
export function wordsOf({ source }: Expression): ExpressionWords {
  const nodes = nodesOf(parse(source).ast() as Node);
  const texts = (types: readonly string[]) =>
    new Set(nodes.filter(({ type }) => types.includes(type)).map(({ value }) => String(value)));
  return { literals: texts(['string', 'number', 'value']), names: texts(['name']) };
}
