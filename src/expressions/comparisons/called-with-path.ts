import type { Expression } from '../expression.ts';
import { walkPlaces } from '../paths/placed-paths.ts';
import { endOf, startOf } from '../syntax-tree.ts';

/** A function that is called with a path from the root as its first argument. */
export interface CalledWithPath {
  readonly name: string;
  readonly steps: readonly string[];
  /** The path as it is written. */
  readonly text: string;
  /** True if the call has further arguments. */
  readonly isSeveral: boolean;
  /** The place of the path, in characters of the source. */
  readonly offset: number;
  readonly length: number;
}

/** Returns the calls of some functions with a path, in the order of the text. */
export function calledWithPath(
  expression: Pick<Expression, 'source' | 'tree'>,
  names: readonly string[],
): readonly CalledWithPath[] {
  const { source } = expression;
  if (!names.some(name => source.includes(`$${name}`))) return [];
  // The parser keeps two copies of the part to the left of ?? and ?:.
  const found = new Map<number, CalledWithPath>();
  walkPlaces(expression, ({ type, procedure, arguments: [path, ...others] = [] }, stepsOf, context) => {
    const name = type === 'function' && procedure?.type === 'variable' ? String(procedure.value) : '';
    const steps = names.includes(name) && path && context?.length === 0 ? stepsOf(path) : undefined;
    if (!path || !steps || steps.length === 0) return;
    const offset = startOf(path, source);
    const text = source.slice(offset, endOf(path, source)).trim();
    found.set(offset, { name, steps, text, isSeveral: others.length > 0, offset, length: text.length });
  });
  return [...found.values()].sort((one, other) => one.offset - other.offset);
}
