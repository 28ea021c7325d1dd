import type { Expression } from '../expression.ts';
import { treeOf } from '../parse.ts';
import { isNode, type Node, nodesOf } from '../syntax-tree.ts';
import { truthTests } from './truth-tests.ts';

const orders: ReadonlySet<unknown> = new Set(['<', '<=', '>', '>=']);

/**
 * Returns the paths that an expression compares by their size, also inside of a function: `$number(age) >= 18`. Leaves
 * out those of which it also tests whether they exist or are true.
 */
export function measuredPaths(
  expression: Pick<Expression, 'source' | 'tree'>,
): readonly (readonly string[])[] {
  if (!/[<>]/.test(expression.source)) return [];
  const tested = new Set(truthTests(expression).map(({ steps }) => JSON.stringify(steps)));
  const paths = nodesOf(treeOf(expression))
    .filter(({ type, value }) => type === 'binary' && orders.has(value))
    .flatMap(({ lhs, rhs }) => [lhs, rhs].filter(isNode).flatMap(nodesOf))
    .flatMap(stepsOfPath);
  const found = new Map(paths.map(steps => [JSON.stringify(steps), steps]));
  return [...found].filter(([key]) => !tested.has(key)).map(([, steps]) => steps);
}

/**
 * Returns the paths whose number an expression compares as the larger one: `$number(age) >= 18`, `18 <= $round(age)`, `2027 - year > 17`.
 * The length of a text and the count of a list are no numbers of the value, and `$number(optin) > 0` compares the code of an answer.
 */
export function pathsComparedAsNumbers(
  expression: Pick<Expression, 'source' | 'tree'>,
): readonly (readonly string[])[] {
  if (!/[<>]/.test(expression.source)) return [];
  return nodesOf(treeOf(expression)).flatMap(({ type, value, lhs, rhs }) => {
    if (type !== 'binary' || !orders.has(value)) return [];
    const [larger, smaller] = String(value).startsWith('>') ? [lhs, rhs] : [rhs, lhs];
    const isAmount = isNode(smaller) && smaller.type === 'number' && Number(smaller.value) >= leastAmount;
    return isAmount && isNode(larger) && !larger.steps ? pathsOfNumber(larger) : [];
  });
}

/** Codes of answers are smaller. */
const leastAmount = 10;

/** Returns the paths of which a number is calculated. */
function pathsOfNumber(node: Node): readonly (readonly string[])[] {
  const { type, value, lhs, rhs, procedure, arguments: given = [], expressions = [] } = node;
  if (type === 'path') return stepsOfPath(node);
  if (type === 'block') return expressions.flatMap(pathsOfNumber);
  if (type === 'binary' && calculations.has(value)) return [lhs, rhs].filter(isNode).flatMap(pathsOfNumber);
  return type === 'function' && numbers.has(procedure?.value) ? given.flatMap(pathsOfNumber) : [];
}

const calculations: ReadonlySet<unknown> = new Set(['+', '-', '*', '/']);
const numbers: ReadonlySet<unknown> = new Set(
  'number round floor ceil abs max min trim substring substringBefore substringAfter replace'.split(' '),
);

/** Returns the steps of a plain path of the payload, or of a variable such as `$answers`; none for another node. */
export function stepsOfPath({ type, steps = [] }: Node): readonly (readonly string[])[] {
  const [first] = steps;
  const isPlain = steps.every(step => step.type === 'name' || step === first);
  if (type !== 'path' || !first || !isPlain) return [];
  if (first.type !== 'name' && first.type !== 'variable') return [];
  const names = steps.map(step => (step.type === 'variable' ? `$${String(step.value)}` : String(step.value)));
  if (first.type === 'name') return [names];
  return first.value === '' ? [names.slice(1)] : roots.has(first.value) ? [names] : [];
}

const roots: ReadonlySet<unknown> = new Set(['answers', 'body', 'query', 'headers']);
