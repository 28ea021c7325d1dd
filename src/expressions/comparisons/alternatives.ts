import type { Expression } from '../expression.ts';
import { walkPlaces } from '../paths/placed-paths.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';

/** A value and its replacement: `a ?? b`, `a ?: b`, `$exists(a) ? a : b`, `a ? a : b`. */
export interface Alternative {
  /** The steps of the first value, from the root. */
  readonly steps: readonly string[];
  /** The first value, as it is written. */
  readonly text: string;
  /** `missing`: the other value is used only if the first one is missing. `false`: also if it is empty, 0 or false. */
  readonly usedIf: 'missing' | 'false';
  /** The form in the expression. */
  readonly form: '??' | '?:' | 'condition';
  /** The other value: a path, a literal text, or unknown. */
  readonly other:
    | { readonly steps: readonly string[]; readonly text: string }
    | { readonly literal: string }
    | undefined;
  /** The place of the first value, in characters of the source. */
  readonly offset: number;
  readonly length: number;
}

/** Returns the values with alternatives of an expression, in the order of the text. */
export function alternatives(expression: Pick<Expression, 'source' | 'tree'>): readonly Alternative[] {
  const { source } = expression;
  // The parser keeps two copies of the part to the left of ?? and ?:.
  const found = new Map<number, Alternative>();
  walkPlaces(expression, (node, stepsOf, context) => {
    const first = node.type === 'condition' && context?.length === 0 ? nodeAt(node, 'then') : undefined;
    const steps = first && stepsOf(first);
    const { condition } = node;
    if (!first || !steps || steps.length === 0 || !condition) return;
    const isPresence = condition.type === 'function' && condition.procedure?.value === 'exists';
    const asked = isPresence ? condition.arguments?.[0] : condition;
    const pathOf = (each: Node) => source.slice(startOf(each, source), endOf(each, source)).trim();
    if (!asked || pathOf(asked) !== pathOf(first)) return;
    const isOneText = startOf(asked, source) === startOf(first, source);
    const form = isOneText ? (isPresence ? '??' : '?:') : 'condition';
    const offset = startOf(first, source);
    const text = pathOf(first);
    const other = otherOf(nodeAt(node, 'else'), stepsOf, pathOf);
    const usedIf = isPresence ? 'missing' : 'false';
    found.set(offset, { steps, text, usedIf, form, other, offset, length: text.length });
  });
  return [...found.values()].sort((one, another) => one.offset - another.offset);
}

function nodeAt(node: Node, key: 'then' | 'else'): Node | undefined {
  const value: unknown = Reflect.get(node, key);
  return isNode(value) ? value : undefined;
}

/** In `a ?? b ?? c`, the replacement of `a` is `b`. */
function otherOf(
  node: Node | undefined,
  stepsOf: (path: Node) => readonly string[] | undefined,
  textOf: (path: Node) => string,
): Alternative['other'] {
  if (!node) return undefined;
  if (node.type === 'string' || node.type === 'number') return { literal: String(node.value) };
  if (node.type === 'condition') return otherOf(nodeAt(node, 'then'), stepsOf, textOf);
  const steps = stepsOf(node);
  return steps && steps.length > 0 ? { steps, text: textOf(node) } : undefined;
}
