import type { Expression } from '../expression.ts';
import { walkPlaces } from '../paths/placed-paths.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';
import { kindOf } from './mixed-comparison.ts';

/** The types whose values are equal only to values of the same type. */
export type ValueType = 'text' | 'number' | 'boolean';

/** One side of a comparison: a text of a known type, or a path from the root. */
export interface Side {
  /** The text in the source. */
  readonly text: string;
  /** Undefined if it is a path, or if its type is unknown. */
  readonly type: ValueType | undefined;
  readonly steps: readonly string[] | undefined;
  /** The number of steps to the value that the path starts from: 1 for `ref` in `list[ref = "a"]`. */
  readonly from: number;
  readonly isLiteral: boolean;
}

/** A comparison of two values. */
export interface PlacedComparison {
  readonly operator: '=' | '!=' | 'in' | '<' | '<=' | '>' | '>=';
  /** The sides, one of which is a path. The right side of `in` has one entry for each element. */
  readonly left: Side;
  readonly right: readonly Side[];
  /** True if the right side of `in` is a literal list. */
  readonly isListed: boolean;
  /** In characters of the source. */
  readonly offset: number;
  readonly length: number;
}

const operators: ReadonlySet<unknown> = new Set(['=', '!=', 'in', '<', '<=', '>', '>=']);

/** Returns the comparisons with a path in a compiled expression, also those inside of brackets. */
export function placedComparisons(
  expression: Pick<Expression, 'source' | 'tree'>,
): readonly PlacedComparison[] {
  const { source } = expression;
  // The parser keeps two copies of the part to the left of ?? and ?:.
  const found = new Map<number, PlacedComparison>();
  walkPlaces(expression, (node, stepsOf, context = []) => {
    const { lhs, rhs, value, position = 0 } = node;
    if (node.type !== 'binary' || !operators.has(value) || !isNode(lhs) || !isNode(rhs)) return;
    const operator = String(value) as PlacedComparison['operator'];
    const [one, other] = [insideParentheses(lhs), insideParentheses(rhs)];
    const sideOf = (side: Node, text: string): Side => {
      const steps = stepsOf(side) ?? (side === lhs ? lookedUpSteps(side, stepsOf) : undefined);
      const type = steps ? undefined : typeOf(side);
      return { text, type, steps, from: isRelative(side) ? context.length : 0, isLiteral: isLiteral(side) };
    };
    const offset = startOf(lhs, source);
    const end = Math.max(position, endOf(rhs, source), endBehind(other, rhs, source));
    const elements = operator === 'in' ? elementsOf(other) : undefined;
    const textOf = (each: Node) => source.slice(startOf(each, source), endOf(each, source)).trim();
    const left = sideOf(
      one,
      one === lhs ? source.slice(offset, position - operator.length).trim() : textOf(one),
    );
    const right = elements
      ? elements.map(each => sideOf(each, textOf(each)))
      : [sideOf(other, other === rhs ? source.slice(position, end).trim() : textOf(other))];
    if (left.steps || right.some(({ steps }) => steps))
      found.set(offset, {
        operator,
        left,
        right,
        isListed: elements !== undefined,
        offset,
        length: end - offset,
      });
  });
  return [...found.values()];
}

/** Returns the steps to the property that `$lookup($answers, "Insurance")` reads; undefined for anything else. */
function lookedUpSteps(
  { type, procedure, arguments: [object, key] = [] }: Node,
  stepsOf: (path: Node) => readonly string[] | undefined,
): readonly string[] | undefined {
  const isLookup = type === 'function' && procedure?.type === 'variable' && procedure.value === 'lookup';
  const above = isLookup && object && key?.type === 'string' ? stepsOf(object) : undefined;
  return above && [...above, String(key?.value)];
}

/** Returns the value or path inside of parentheses, which do not change it. */
function insideParentheses(node: Node): Node {
  const [only, ...others] = node.type === 'block' ? (node.expressions ?? []) : [];
  return only && others.length === 0 && (isLiteral(only) || only.steps || only.type === 'variable')
    ? only
    : node;
}

/** Returns the offset after the parenthesis that closes around a value. */
function endBehind(inside: Node, whole: Node, source: string): number {
  const end = endOf(inside, source);
  return inside === whole ? end : end + (/^\s*\)/.exec(source.slice(end))?.[0].length ?? 0);
}

/** True if a path starts from the current value and not from a variable. */
function isRelative({ steps: [first] = [] }: Node): boolean {
  return first?.type === 'name' || (first?.type === 'variable' && first.value === '');
}

/** Returns the elements of a literal list. */
function elementsOf(node: Node): readonly Node[] | undefined {
  return node.type === 'unary' && node.value === '[' ? node.expressions : undefined;
}

const booleanOperators: ReadonlySet<unknown> = new Set([...operators, 'and', 'or']);
const booleanFunctions = new Set(['boolean', 'not', 'exists', 'contains']);

function typeOf(node: Node): ValueType | undefined {
  const kind = kindOf(node);
  if (kind === 'number') return 'number';
  if (kind === 'text' || kind === 'numeric text') return 'text';
  const isBoolean =
    (node.type === 'value' && typeof node.value === 'boolean') ||
    (node.type === 'binary' && booleanOperators.has(node.value)) ||
    (node.type === 'function' && booleanFunctions.has(String(node.procedure?.value)));
  return isBoolean ? 'boolean' : undefined;
}

function isLiteral({ type }: Node): boolean {
  return type === 'number' || type === 'string' || type === 'value';
}
