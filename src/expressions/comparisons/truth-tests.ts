import type { Expression } from '../expression.ts';
import { placedPaths, walkPlaces } from '../paths/placed-paths.ts';
import { endOf, isNode, type Node, nodesOf, startOf } from '../syntax-tree.ts';

/** A place where an expression only tests whether a path is true or exists. */
export interface TruthTest {
  /** The steps from the root or a variable: `['$answers', 'optin']`. */
  readonly steps: readonly string[];
  /** The text in the source. */
  readonly text: string;
  /**
   * `truth`: as JSONata's `$boolean` counts it, so a text is true unless it is empty. `presence`: `$exists`,
   * `!= ""`, `!= null`, which are true for every existing value.
   */
  readonly asks: 'truth' | 'presence';
  /** The value of a presence for which it is false: `!= ""`, `!= null`. Undefined for `$exists`. */
  readonly rejects?: '' | null;
  /** True for the left side of `??`, which is used unless it is missing. */
  readonly isDefaulted: boolean;
  /** True inside of `$not`. */
  readonly isNegated: boolean;
  /** True if it is an operand of `or`, where the other operand may decide. */
  readonly isEither: boolean;
  /** In characters of the source. */
  readonly offset: number;
  readonly length: number;
  /** True if the expression also uses the value itself, as in `phone ? phone : mobile`. */
  readonly isUsed: boolean;
}

/**
 * Returns the paths that an expression uses as conditions: before `?`, as operands of `and` and `or`, in
 * `$boolean`, `$not` and `$exists`, in a predicate, compared with `""` or null. In the order of the text.
 */
export function truthTests(expression: Pick<Expression, 'source' | 'tree'>): readonly TruthTest[] {
  const { source } = expression;
  const found = new Map<number, Omit<TruthTest, 'isUsed' | 'isEither'>>();
  const either: (readonly [start: number, end: number])[] = [];
  walkPlaces(expression, (node, stepsOf) => {
    if (node.type === 'binary' && node.value === 'or' && isNode(node.lhs) && isNode(node.rhs)) {
      const ends = nodesOf(node.rhs).map(({ position = 0 }) => position);
      either.push([startOf(node.lhs, source), Math.max(...ends)]);
    }
    for (const { path, asks, rejects, isNegated = false } of testedBy(node, source)) {
      const steps = stepsOf(path);
      if (!steps || steps.length === 0) continue;
      const offset = startOf(path, source);
      const end = Math.max(endOf(path, source), closingBracket(path, source));
      found.set(offset, {
        steps,
        text: source.slice(offset, end),
        asks,
        ...(rejects !== undefined && { rejects }),
        isDefaulted:
          asks === 'presence' && rejects === undefined && !afterExists.test(source.slice(0, offset)),
        isNegated,
        offset,
        length: end - offset,
      });
    }
  });
  const used = placedPaths(expression).filter(({ offset }) => !found.has(offset));
  return [...found.values()]
    .sort((one, other) => one.offset - other.offset)
    .map(each => ({
      ...each,
      isEither: either.some(([start, end]) => each.offset >= start && each.offset < end),
      isUsed: used.some(({ steps }) => isSame(steps, each.steps)),
    }));
}

const afterExists = /\$exists\([\s(]*$/;

interface Tested {
  readonly path: Node;
  readonly asks: TruthTest['asks'];
  readonly rejects?: '' | null;
  readonly isNegated?: boolean;
}

function testedBy(node: Node, source: string): readonly Tested[] {
  switch (node.type) {
    case 'condition':
      return isElvis(node, source) ? [] : truthOf(node.condition);
    case 'filter':
      return truthOf(node.expr);
    case 'binary':
      return testedByOperator(node);
    case 'function':
      return node.procedure?.type === 'variable' ? testedByFunction(node) : [];
    default:
      return [];
  }
}

function testedByOperator({ value, lhs, rhs }: Node): readonly Tested[] {
  if (value === 'and' || value === 'or') return [...truthOf(lhs), ...truthOf(rhs)];
  if (value !== '!=') return [];
  const [path, nothing] = isNothing(rhs) ? [lhs, rhs] : [rhs, lhs];
  if (!isNothing(nothing)) return [];
  const rejects = nothing.value === '' ? '' : null;
  return presenceOf(path).map(each => ({ ...each, rejects }));
}

function testedByFunction({ procedure, arguments: [argument] = [] }: Node): readonly Tested[] {
  switch (procedure?.value) {
    case 'exists':
      return presenceOf(argument);
    case 'boolean':
      return truthOf(argument);
    case 'not':
      return truthOf(argument).map(each => ({ ...each, isNegated: true }));
    default:
      return [];
  }
}

function truthOf(path: unknown): readonly Tested[] {
  return isNode(path) ? [{ path: withoutParentheses(path), asks: 'truth' }] : [];
}

function presenceOf(path: unknown): readonly Tested[] {
  return isNode(path) ? [{ path: withoutParentheses(path), asks: 'presence' }] : [];
}

function withoutParentheses(node: Node): Node {
  const [inner, ...others] = node.type === 'block' ? (node.expressions ?? []) : [];
  return inner && others.length === 0 ? withoutParentheses(inner) : node;
}

/** True for `a ?: b`, where the condition is also the result. */
function isElvis({ condition, ...node }: Node, source: string): boolean {
  const given: unknown = Reflect.get(node, 'then');
  return isNode(given) && condition !== undefined && startOf(given, source) === startOf(condition, source);
}

function isNothing(node: unknown): node is Node {
  return (
    isNode(node) &&
    (node.type === 'string' || node.type === 'value') &&
    (node.value === '' || node.value === null)
  );
}

/** Returns the offset after the bracket that ends a path: `list[ref = "a"]`. */
function closingBracket(path: Node, source: string): number {
  const last = path.steps?.at(-1);
  const isOpen = last?.stages !== undefined || last?.predicate !== undefined;
  return isOpen ? source.indexOf(']', endOf(path, source)) + 1 : 0;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}
