import { stepsOfPath } from '../../../expressions/comparisons/measured-paths.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { isNode, type Node } from '../../../expressions/syntax-tree.ts';

/**
 * Returns the path of a comparison by size that decides about the result of an expression, if the event has no value
 * there: `vip = "ja" ? "VIP" : age > 18 ? "A" : "B"` gives B without an age. Such a comparison is false. Undefined also if the
 * decision is unknown, as for functions.
 */
export function unmeasured(
  expression: Pick<Expression, 'source' | 'tree'>,
  scope: Scope,
): string | undefined {
  return openIn(treeOf(expression), scope);
}

/** The result of a condition: a missing path if it decides; undefined if it is unknown. */
type Outcome = boolean | { readonly missing: string } | undefined;

function openIn(written: unknown, scope: Scope): string | undefined {
  const node = unwrapped(written);
  if (node?.type === 'condition') {
    const outcome = outcomeOf(node.condition, scope);
    const otherwise: unknown = Reflect.get(node, 'else');
    if (typeof outcome === 'object') return givesLiteral(otherwise, scope) ? outcome.missing : undefined;
    return outcome === undefined ? undefined : openIn(outcome ? Reflect.get(node, 'then') : otherwise, scope);
  }
  // Alone, a comparison with a missing value gives nothing, and nothing is sent.
  const isJoined = node?.type === 'binary' && (node.value === 'and' || node.value === 'or');
  const outcome = isJoined || (node && isCall(node, 'not')) ? outcomeOf(node, scope) : undefined;
  return typeof outcome === 'object' ? outcome.missing : undefined;
}

/** True if the result is a text, a number or a yes or no of the expression itself, and not empty. */
function givesLiteral(written: unknown, scope: Scope): boolean {
  const node = unwrapped(written);
  if (node?.type !== 'condition')
    return (
      ['string', 'number', 'value'].includes(node?.type ?? '') && node?.value !== '' && node?.value !== null
    );
  const outcome = outcomeOf(node.condition, scope);
  if (outcome === undefined) return false;
  return givesLiteral(Reflect.get(node, outcome === true ? 'then' : 'else'), scope);
}

function unwrapped(node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  const [only, ...others] = node.type === 'block' ? (node.expressions ?? []) : [];
  return only && others.length === 0 ? unwrapped(only) : node;
}

function isCall({ type, procedure }: Node, name: string): boolean {
  return type === 'function' && procedure?.type === 'variable' && procedure.value === name;
}

const orders: ReadonlySet<unknown> = new Set(['<', '<=', '>', '>=']);

function outcomeOf(written: unknown, scope: Scope): Outcome {
  const node = unwrapped(written);
  if (!node) return undefined;
  if (node.type === 'value' && typeof node.value === 'boolean') return node.value;
  if (node.type === 'path') return truthOf(scalarAt(node, scope));
  if (node.type === 'function') return ofCall(node, scope);
  if (node.type !== 'binary') return undefined;
  const { value: operator, lhs, rhs } = node;
  if (operator === 'and' || operator === 'or')
    return joined(outcomeOf(lhs, scope), outcomeOf(rhs, scope), operator);
  if (orders.has(operator)) return ofOrder(node, scope);
  return operator === '=' || operator === '!=' ? ofEquality(node, scope) : undefined;
}

/** Returns the outcome of two conditions. A false side of `and` and a true one of `or` decide alone. */
function joined(one: Outcome, other: Outcome, operator: 'and' | 'or'): Outcome {
  const deciding = operator === 'or';
  if (one === deciding || other === deciding) return deciding;
  if (one === undefined || other === undefined) return undefined;
  return typeof one === 'object' ? one : typeof other === 'object' ? other : !deciding;
}

function ofCall(node: Node, scope: Scope): Outcome {
  const [argument] = node.arguments ?? [];
  if (isCall(node, 'exists')) {
    const value = scalarAt(argument, scope);
    return value === unknown ? undefined : value !== undefined;
  }
  const isNot = isCall(node, 'not');
  if (!isNot && !isCall(node, 'boolean')) return undefined;
  // $not of a missing value is missing as well.
  if (scalarAt(argument, scope) === undefined) return false;
  const outcome = outcomeOf(argument, scope);
  return isNot && typeof outcome === 'boolean' ? !outcome : outcome;
}

function ofOrder({ value: operator, lhs, rhs }: Node, scope: Scope): Outcome {
  for (const side of [lhs, rhs].map(measured)) {
    const [steps] = side ? stepsOfPath(side) : [];
    if (steps && scalarAt(side, scope) === undefined) return { missing: pathText(steps) };
  }
  const [left, right] = [scalarAt(lhs, scope), scalarAt(rhs, scope)];
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (operator === '<' || operator === '<=') return operator === '<' ? left < right : left <= right;
  return operator === '>' ? left > right : left >= right;
}

/** Returns the path whose size counts, also inside of `$number`. */
function measured(side: unknown): Node | undefined {
  const node = unwrapped(side);
  return node && isCall(node, 'number') ? unwrapped(node.arguments?.[0]) : node;
}

function ofEquality({ value: operator, lhs, rhs }: Node, scope: Scope): Outcome {
  const [left, right] = [scalarAt(lhs, scope), scalarAt(rhs, scope)];
  if (left === unknown || right === unknown) return undefined;
  if (left === undefined || right === undefined) return false;
  return (left === right) === (operator === '=');
}

const unknown = Symbol('unknown');

/** Returns the value of a literal or a path, if it is a single text, number or boolean. */
function scalarAt(written: unknown, scope: Scope): unknown {
  const node = unwrapped(written);
  if (!node) return unknown;
  if (['string', 'number', 'value'].includes(node.type)) return node.value;
  const [steps] = stepsOfPath(node);
  if (!steps || steps.length === 0) return unknown;
  const values = pathReader({ steps, text: pathText(steps) })(scope);
  if (values.length > 1) return unknown;
  const [value] = values;
  return typeof value === 'object' && value !== null ? unknown : value;
}

function truthOf(value: unknown): boolean | undefined {
  return value === unknown ? undefined : Boolean(value);
}
