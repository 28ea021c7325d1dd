import { boundNames, builtInFunctions } from './functions.ts';
import { parse } from './parse.ts';
import { isNode, type Node, nodesOf } from './syntax-tree.ts';

/**
 * The paths by which an expression reads what it is given, each once, in the order of the text: `$answers.dob` as
 * `['$answers', 'dob']`. A path counts up to its first condition, position or function; what stands inside of those
 * reads something else than the root, and is left out. Empty where the text is no expression.
 */
export function pathsRead(source: string): readonly (readonly string[])[] {
  let tree: unknown;
  try {
    tree = parse(source).ast();
  } catch {
    return [];
  }
  if (!isNode(tree)) return [];
  const found = new Map<string, readonly string[]>();
  collect(tree, boundNames(nodesOf(tree)), found);
  return [...found.values()];
}

function collect(node: Node, bound: ReadonlySet<string>, found: Map<string, readonly string[]>): void {
  if (node.type === 'lambda') return;
  if (node.type === 'path' || node.type === 'variable' || node.type === 'name') {
    const path = pathOf(node, bound);
    if (path.length > 0) found.set(JSON.stringify(path), path);
    const [first] = node.steps ?? [];
    if (path.length === 0 && first && first.type !== 'name') collect(first, bound, found);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === 'procedure' || key === 'stages' || key === 'predicate') continue;
    for (const each of [value].flat(2)) if (isNode(each)) collect(each, bound, found);
  }
}

function pathOf(node: Node, bound: ReadonlySet<string>): readonly string[] {
  const steps: string[] = [];
  for (const step of node.steps ?? [node]) {
    const isFirst = steps.length === 0;
    if (step.type === 'variable' && isFirst) {
      const name = String(step.value);
      if (name === '' || name === '$' || bound.has(name) || builtInFunctions.has(name)) return [];
      steps.push(`$${name}`);
    } else if (step.type === 'name') steps.push(String(step.value));
    else return steps;
    if (step.stages || step.predicate) return steps;
  }
  return steps;
}
