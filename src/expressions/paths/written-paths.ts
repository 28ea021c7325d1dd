import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { type Node, nodesOf } from '../syntax-tree.ts';

/** A path in an expression, whatever value it starts from. */
export interface WrittenPath {
  /** The variable that it starts from, without the dollar sign; undefined for the payload. */
  readonly variable: string | undefined;
  /** The names of its steps, up to the first step that is not a name, such as a wildcard. */
  readonly steps: readonly string[];
  /** True if the expression is only this path. The start of any other path is unknown. */
  readonly isWhole: boolean;
}

/**
 * Returns all paths that an expression may read, also inside of conditions and functions. It does not find
 * the value that a path starts from: `placedPaths` does, but leaves out the uncertain ones.
 */
export function writtenPaths(expression: Expression): readonly WrittenPath[] {
  const { variables } = expression;
  const tree = treeOf(expression);
  const nodes = nodesOf(tree);
  const steps = new Set(nodes.flatMap(({ steps: inner = [] }) => inner));
  const isOwn = ({ type, value }: Node) => type === 'variable' && variables.has(String(value));
  return nodes
    .filter(node => node.type === 'path' || (isOwn(node) && !steps.has(node)))
    .flatMap(node => partsOf(node, node === tree));
}

function partsOf(node: Node, isRoot: boolean): readonly WrittenPath[] {
  if (node.type === 'variable') return [{ variable: String(node.value), steps: [], isWhole: isRoot }];
  const parts: WrittenPath[] = [];
  let variable: string | undefined;
  let steps: string[] = [];
  const end = (isWhole: boolean) => {
    if (steps.length > 0 || variable !== undefined) parts.push({ variable, steps, isWhole });
    variable = undefined;
    steps = [];
  };
  for (const step of node.steps ?? []) {
    if (step.type === 'name') steps.push(String(step.value));
    else {
      end(isRoot && parts.length === 0);
      if (step.type === 'variable' && !['', '$'].includes(String(step.value))) variable = String(step.value);
    }
  }
  end(isRoot && parts.length === 0);
  return parts;
}
