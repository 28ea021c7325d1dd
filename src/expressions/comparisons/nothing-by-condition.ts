import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';

/** A condition that makes an expression return nothing while the condition is false. */
export interface ConditionForNothing {
  /** The text of the condition. */
  readonly text: string;
  /** The result of the expression in that case: missing, or null or an empty text. */
  readonly gives: 'missing' | 'empty';
}

/**
 * Returns the conditions that can leave out a value of the payload: `a = 1 ? b`, `list[ref = "a"].text`, `a =
 * 1 ? b : null`. A position (`list[0]`) is not one, nor is `a ? a : b`, which tests the value itself.
 */
export function conditionsForNothing(expression: Expression): readonly ConditionForNothing[] {
  const isPlain = expression.path !== null && !expression.source.includes('[');
  if (isPlain || expression.literal !== null) return [];
  return inResult(treeOf(expression), expression.source);
}

/** Only nodes whose value becomes the result count, not those that a condition reads. */
function inResult(node: unknown, source: string): readonly ConditionForNothing[] {
  if (!isNode(node)) return [];
  const filters = filtersOf(node, source);
  switch (node.type) {
    case 'condition':
      return [...filters, ...ofCondition(node, source)];
    case 'block':
      return [...filters, ...inResult(node.expressions?.at(-1), source)];
    case 'path':
      return [...filters, ...(node.steps ?? []).flatMap(step => inResult(step, source))];
    case 'apply':
      return [...filters, ...inResult(node.lhs, source)];
    case 'function':
      return [...filters, ...ofFunction(node, source)];
    default:
      return filters;
  }
}

function ofCondition(node: Node, source: string): readonly ConditionForNothing[] {
  const { condition } = node;
  const given: unknown = Reflect.get(node, 'then');
  const other: unknown = Reflect.get(node, 'else');
  const further = [...inResult(given, source), ...inResult(other, source)];
  if (!condition || asksForItself(condition, given, source)) return further;
  const gives = !isNode(other)
    ? 'missing'
    : isEmpty(other) || (isNode(given) && isEmpty(given))
      ? 'empty'
      : undefined;
  return gives === undefined ? further : [{ text: textOf(condition, source), gives }, ...further];
}

/** True for `a ? a`, `a ?: b`, `a ?? b`, `$exists(a) ? a`: the result is missing only if `a` is missing. */
function asksForItself(condition: Node, given: unknown, source: string): boolean {
  if (!isNode(given)) return false;
  const asked = condition.type === 'function' ? (condition.arguments?.[0] ?? condition) : condition;
  return textOf(asked, source) === textOf(given, source);
}

function isEmpty({ type, value }: Node): boolean {
  return (type === 'value' && value === null) || (type === 'string' && value === '');
}

/** Returns the conditions in brackets, without positions: `list[ref = "a"]`. */
function filtersOf(node: Node, source: string): readonly ConditionForNothing[] {
  return [...(node.stages ?? []), ...(node.predicate ?? [])].flatMap(({ type, expr }) =>
    type === 'filter' && expr && isCondition(expr)
      ? [{ text: textOf(expr, source), gives: 'missing' as const }]
      : [],
  );
}

const comparisons: ReadonlySet<unknown> = new Set(['=', '!=', '<', '<=', '>', '>=', 'in', 'and', 'or']);
const questions: ReadonlySet<unknown> = new Set(['boolean', 'contains', 'exists', 'not']);

function isCondition({ type, value, procedure }: Node): boolean {
  if (type === 'binary') return comparisons.has(value);
  return type === 'path' || (type === 'function' && questions.has(procedure?.value));
}

/** A function without a value returns nothing; `$filter` and the like also do if no element matches. */
function ofFunction(node: Node, source: string): readonly ConditionForNothing[] {
  const { procedure, arguments: [first] = [] } = node;
  const name = String(procedure?.value);
  if (questions.has(name) || name === 'count') return [];
  const chosen = name === 'filter' || name === 'single' || name === 'sift';
  const own = chosen ? [{ text: `$${name}(...)`, gives: 'missing' as const }] : [];
  return [...own, ...inResult(first, source)];
}

function textOf(node: Node, source: string): string {
  const end = isNode(node.rhs) ? endOf(node.rhs, source) : endOf(node, source);
  return source.slice(startOf(node, source), end).trim();
}
