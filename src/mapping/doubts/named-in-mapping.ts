import { onceFor } from '../../diagnostics/once-for.ts';
import { treeOf } from '../../expressions/parse.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import { comparedName } from '../../receive/answers/find-answer.ts';
import { expressionUses } from '../expression-uses.ts';
import type { Mapping } from '../mapping.ts';

/** True if an expression or a table of a mapping has a name, as a step of a path or as a text. */
export function isNamedInMapping(mapping: Mapping, name: string): boolean {
  return namesInExpressions(mapping).has(comparedName(name));
}

/** Returns the names and texts that the expressions and tables of a mapping have. */
const namesInExpressions = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    new Set(
      expressionUses(mapping).flatMap(({ expression, rule }) => [
        ...[expression.answer ?? [], expression.path ?? []].flat(2).map(comparedName),
        ...nodesOf(treeOf(expression)).flatMap(({ value }) =>
          typeof value === 'string' ? comparedName(value) : [],
        ),
        ...[...(rule?.lookup?.entries.keys() ?? [])].map(comparedName),
      ]),
    ),
);
