import { hasOnly, type Node } from '../syntax-tree.ts';

/** Returns the steps of a tree that is only a path, without the contents of brackets. */
export function pathOf(tree: Node): readonly string[] | null {
  if (tree.type === 'variable' && hasOnly(tree, ['type', 'value', 'position', 'predicate'])) {
    return [`$${String(tree.value)}`];
  }
  if (tree.type !== 'path' || !hasOnly(tree, ['type', 'steps', 'keepArray', 'keepSingletonArray']))
    return null;
  const steps: string[] = [];
  for (const [index, step] of (tree.steps ?? []).entries()) {
    const isVariable = step.type === 'variable' && index === 0;
    if (step.type !== 'name' && !isVariable) return null;
    steps.push(isVariable ? `$${String(step.value)}` : String(step.value));
  }
  return steps;
}

/** Returns the value of a tree that is only a literal. */
export function literalOf(tree: Node): { readonly value: unknown } | null {
  const isLiteral = tree.type === 'string' || tree.type === 'number' || tree.type === 'value';
  return isLiteral && hasOnly(tree, ['type', 'value', 'position']) ? { value: tree.value } : null;
}
