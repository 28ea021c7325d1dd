import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { isNode, type Node, nodesOf } from '../syntax-tree.ts';

/** The payloads considered: any, those with all paths of the expression, or those with none of them. */
export type Payloads = 'any' | 'with all paths' | 'with none of its paths';

/** The results that an expression can give, as far as its text shows them. */
export interface PossibleResults {
  /** Each result once. `unknown` stands for a result that depends on a value of the payload. */
  readonly all: readonly PossibleResult[];
  /** True if it compares values, or if a condition was tried with both results. */
  readonly hasCondition: boolean;
}

export type PossibleResult =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

/** The maximum number of ways through an expression; further ones are not followed. */
const mostWays = 128;

/**
 * Returns the results of an expression over all ways through its conditions, each tried as true and as false.
 * Undefined if there are too many ways.
 */
export function possibleResults(
  expression: Pick<Expression, 'source' | 'tree'>,
  payloads: Payloads,
): PossibleResults | undefined {
  const tree = treeOf(expression);
  const found = new Map<string, PossibleResult>();
  const open: ReadonlyMap<string, boolean>[] = [new Map()];
  let ways = 0;
  for (let way = open.pop(); way; way = open.pop()) {
    ways += 1;
    if (ways > mostWays) return undefined;
    const walk: Walk = { payloads, assumed: way, asked: undefined };
    const result = resultOf(tree, walk);
    const { asked } = walk;
    if (asked === undefined) found.set(JSON.stringify(result), result);
    else for (const answer of [true, false]) open.push(new Map(way).set(asked, answer));
  }
  return { all: [...found.values()], hasCondition: ways > 1 || nodesOf(tree).some(isComparison) };
}

/** One way through an expression. */
interface Walk {
  readonly payloads: Payloads;
  /** The assumed results of conditions. */
  readonly assumed: ReadonlyMap<string, boolean>;
  /** The first condition without an assumed result. If there is one, the result is not used. */
  asked: string | undefined;
}

function isComparison({ type, value }: Node): boolean {
  return type === 'binary' && (equalities.has(value) || orders.has(value));
}

const missing: PossibleResult = { kind: 'missing' };
const unknown: PossibleResult = { kind: 'unknown' };

function resultOf(node: unknown, walk: Walk): PossibleResult {
  if (!isNode(node)) return missing;
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return constant(node.value);
    case 'condition':
      return isTrue(node.condition, walk)
        ? resultOf(Reflect.get(node, 'then'), walk)
        : resultOf(Reflect.get(node, 'else'), walk);
    case 'block':
      return node.expressions?.length === 1 ? resultOf(node.expressions[0], walk) : unknown;
    case 'binary':
      return binary(node, walk);
    case 'function':
      return call(node, walk);
    case 'path':
      return ofPath(node, walk);
    default:
      return unknown;
  }
}

function constant(value: unknown): PossibleResult {
  const isScalar = value === null || ['string', 'number', 'boolean'].includes(typeof value);
  return isScalar ? { kind: 'value', value: value as string | number | boolean | null } : unknown;
}

/** Returns the result of a path of the payload or of a form's answers. Other variables always exist. */
function ofPath(path: Node, walk: Walk): PossibleResult {
  const [first] = path.steps ?? [];
  const isOfPayload = first?.type === 'name' || (first?.type === 'variable' && ofPayload.has(first.value));
  if (walk.payloads === 'with all paths' || (!isOfPayload && walk.payloads !== 'any')) return unknown;
  return walk.payloads === 'any' && assumption({ type: 'exists', expr: path }, walk) ? unknown : missing;
}

const ofPayload: ReadonlySet<unknown> = new Set(['', '$', 'body', 'answers', 'query']);

const equalities: ReadonlySet<unknown> = new Set(['=', '!=', 'in']);
const orders: ReadonlySet<unknown> = new Set(['<', '<=', '>', '>=']);
const sums: ReadonlySet<unknown> = new Set(['+', '-', '*', '/', '%']);

function binary(node: Node, walk: Walk): PossibleResult {
  const { value: operator } = node;
  if (operator === 'and') return constant(isTrue(node.lhs, walk) && isTrue(node.rhs, walk));
  if (operator === 'or') return constant(isTrue(node.lhs, walk) || isTrue(node.rhs, walk));
  const [left, right] = [resultOf(node.lhs, walk), resultOf(node.rhs, walk)];
  if (operator === '&') return joined(left, right);
  const isNothing = left.kind === 'missing' || right.kind === 'missing';
  if (sums.has(operator)) return isNothing ? missing : unknown;
  if (orders.has(operator)) return isNothing ? missing : constant(assumption(node, walk));
  return equalities.has(operator) ? constant(comparison(node, left, right, walk)) : unknown;
}

function joined(left: PossibleResult, right: PossibleResult): PossibleResult {
  if (left.kind === 'unknown' || right.kind === 'unknown') return unknown;
  const [one, other] = [left, right].map(each => (each.kind === 'value' ? String(each.value) : ''));
  return constant(`${one}${other}`);
}

/** JSONata treats a comparison with a missing value as false, also with `!=`. */
function comparison(node: Node, left: PossibleResult, right: PossibleResult, walk: Walk): boolean {
  if (left.kind === 'missing' || right.kind === 'missing') return false;
  const isNegated = node.value === '!=';
  if (left.kind === 'value' && right.kind === 'value' && node.value !== 'in')
    return (left.value === right.value) !== isNegated;
  const elements = node.value === 'in' ? listed(node.rhs) : undefined;
  if (elements)
    return elements.some(each =>
      comparison({ ...node, value: '=', rhs: each }, left, resultOf(each, walk), walk),
    );
  // The result of a function may be missing, and then both = and != are false.
  if (![node.lhs, node.rhs].every(isThere)) return assumption(node, walk);
  if (keyOf(node.lhs) === keyOf(node.rhs)) return !isNegated;
  if (node.value === 'in') return assumption(node, walk);
  return isEqual(node, left, right, walk) !== isNegated;
}

/** True if two sides are equal. A side equal to one literal is equal to no other. */
function isEqual({ lhs, rhs }: Node, left: PossibleResult, right: PossibleResult, walk: Walk): boolean {
  const [path, literal] = left.kind === 'value' ? [rhs, left] : [lhs, right];
  if (literal.kind !== 'value') return assumption({ type: 'equality', lhs, rhs }, walk);
  const ofPath = `equality ${keyOf(path)} `;
  const key = `${ofPath}${JSON.stringify(literal.value)}`;
  const isOther = [...walk.assumed].some(([each, is]) => is && each !== key && each.startsWith(ofPath));
  return !isOther && answerTo(key, walk);
}

/** True if a side of a comparison certainly has a value: a literal, or a path that was found to exist. */
function isThere(node: unknown): boolean {
  return isNode(node) && ['path', 'string', 'number', 'value'].includes(node.type);
}

/** Returns the elements of a literal list. */
function listed(node: unknown): readonly Node[] | undefined {
  return isNode(node) && node.type === 'unary' && node.value === '[' ? node.expressions : undefined;
}

/** The functions that return a value for a missing one. All others return nothing. */
const tolerant: ReadonlySet<unknown> = new Set([
  'count',
  'append',
  'join',
  'now',
  'millis',
  'error',
  'assert',
]);

function call(node: Node, walk: Walk): PossibleResult {
  const { procedure, arguments: [argument] = [] } = node;
  if (procedure?.type !== 'variable' || argument === undefined) return unknown;
  const given = resultOf(argument, walk);
  if (procedure.value === 'exists') {
    return constant(
      given.kind === 'unknown' && !isThere(argument) ? assumption(node, walk) : given.kind !== 'missing',
    );
  }
  if (given.kind === 'missing') return tolerant.has(procedure.value) ? unknown : missing;
  if (procedure.value === 'boolean') return constant(isTrue(argument, walk));
  // $not of a missing value is missing, too.
  if (procedure.value === 'not') return constant(!isTrue(argument, walk));
  return unknown;
}

/** True if a value counts as true in a condition. */
function isTrue(node: unknown, walk: Walk): boolean {
  const result = resultOf(node, walk);
  if (result.kind === 'missing') return false;
  if (result.kind === 'value') return Boolean(result.value);
  return assumption(node, walk);
}

/** Returns the assumed result of a condition; the same wherever it occurs. */
function assumption(node: unknown, walk: Walk): boolean {
  return answerTo(keyOf(node), walk);
}

function answerTo(key: string, walk: Walk): boolean {
  const answer = walk.assumed.get(key);
  if (answer === undefined) walk.asked ??= key;
  return answer ?? false;
}

/** Nodes with the same key have the same text, except white space and parentheses. */
function keyOf(node: unknown): string {
  return JSON.stringify(node, (name, value: unknown) => {
    if (name === 'position') return undefined;
    if (value instanceof RegExp) return String(value);
    return isNode(value) && value.type === 'block' && value.expressions?.length === 1
      ? value.expressions[0]
      : value;
  });
}
