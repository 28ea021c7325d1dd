import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { isNode, type Node } from '../syntax-tree.ts';
import { walkPlaces } from './placed-paths.ts';

/** The paths whose values an expression can give. */
export interface ResultPaths {
  /** The steps of each, in the order of the text. */
  readonly paths: readonly (readonly string[])[];
  /** True if a condition chooses among several results: `a ? a : b`, `a ?? b`. */
  readonly isChosen: boolean;
}

/**
 * Returns the paths whose values an expression gives, one for each way through its conditions, also inside of functions that
 * keep the meaning of a value: `mobile` and `parents.phone` of `mobile ? mobile : $trim(parents.phone)`. The paths of
 * conditions and of joined texts are left out.
 */
export function resultPaths(expression: Pick<Expression, 'source' | 'tree' | 'path'>): ResultPaths {
  if (expression.path) return { paths: [expression.path.map(String)], isChosen: false };
  const results = resultsOf(treeOf(expression));
  const found = new Map<Node, readonly string[]>();
  walkPlaces(expression, (node, stepsOf, context) => {
    const steps = context?.length === 0 && results.includes(node) ? stepsOf(node) : undefined;
    if (steps && steps.length > 0) found.set(node, steps);
  });
  const paths = results.flatMap(node => {
    const steps = found.get(node);
    return steps ? [steps] : [];
  });
  const distinct = [...new Map(paths.map(steps => [JSON.stringify(steps), steps])).values()];
  return { paths: distinct, isChosen: results.length > 1 };
}

/** Returns the nodes that are results, with those that are no paths. */
function resultsOf(node: unknown): readonly Node[] {
  if (!isNode(node)) return [];
  if (node.type === 'condition')
    return [...resultsOf(Reflect.get(node, 'then')), ...resultsOf(Reflect.get(node, 'else'))];
  if (node.type === 'block') return resultsOf(node.expressions?.at(-1));
  const name = node.procedure?.type === 'variable' ? String(node.procedure.value) : '';
  if (node.type === 'function' && keeping.has(name)) return resultsOf(node.arguments?.[0]);
  if (node.type === 'apply' && isNode(node.rhs)) {
    const called = node.rhs.procedure ?? node.rhs;
    if (called.type === 'variable' && keeping.has(String(called.value))) return resultsOf(node.lhs);
  }
  return [node];
}

/** Functions whose result is their first argument in another form. */
const keeping: ReadonlySet<string> = new Set(
  'string trim lowercase uppercase phone date replace substring substringBefore substringAfter pad number'.split(
    ' ',
  ),
);
