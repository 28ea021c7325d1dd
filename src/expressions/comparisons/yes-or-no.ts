import { onceFor } from '../../diagnostics/once-for.ts';
import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { isNode, type Node } from '../syntax-tree.ts';

/**
 * True if an expression itself returns true or false, as a comparison does. Its false is then not a value of
 * the payload.
 */
export function saysYesOrNo(expression: Expression): boolean {
  return expression.path === null && expression.literal === null && found(expression);
}

const found = onceFor((expression: Expression) => isYesOrNo(treeOf(expression)));

/**
 * True if an expression is a comparison, or conditions joined by and, or. It never returns a value that it
 * reads.
 */
export function isCondition(expression: Expression): boolean {
  return expression.path === null && expression.literal === null && condition(expression);
}

const condition = onceFor((expression: Expression) => {
  let node: Node | undefined = treeOf(expression);
  while (node?.type === 'block' && node.expressions?.length === 1) node = node.expressions[0];
  return node?.type === 'binary' && operators.has(node.value);
});

const operators: ReadonlySet<unknown> = new Set(['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or']);
const functions: ReadonlySet<unknown> = new Set(['boolean', 'contains', 'exists', 'not']);

function isYesOrNo(node: Node | undefined): boolean {
  switch (node?.type) {
    case 'binary':
      return operators.has(node.value);
    case 'function':
      return functions.has(node.procedure?.value);
    case 'value':
      return typeof node.value === 'boolean';
    case 'block':
      return isYesOrNo(node.expressions?.at(-1));
    case 'condition':
      return branchesOf(node).every(isYesOrNo);
    default:
      return false;
  }
}

/** Returns the results of a condition: after the question mark, and after the colon if there is one. */
function branchesOf(node: Node): readonly Node[] {
  return [Reflect.get(node, 'then'), Reflect.get(node, 'else')].filter(isNode);
}
