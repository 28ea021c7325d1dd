import type { Expression } from '../expression.ts';
import { walkPlaces } from '../paths/placed-paths.ts';
import { endOf, isNode, type Node, nodesOf, startOf } from '../syntax-tree.ts';

/**
 * A comparison of texts with a calculated value: `"vip" in $split(tags, ",")`, `$substringBefore(size, " ") = "M"`; or a
 * search for a text in any value: `$contains(tags, "vip")`.
 */
export interface ComputedComparison {
  /** The text in the source. It can be evaluated alone. */
  readonly calculation: string;
  readonly operator: '=' | '!=' | 'in' | '$contains';
  readonly texts: readonly string[];
  /** True if the calculated value is the list that is searched for the text. */
  readonly isList: boolean;
  /** In characters of the source. */
  readonly offset: number;
  readonly length: number;
}

const operators: ReadonlySet<unknown> = new Set(['=', '!=', 'in']);

/** Returns the comparisons of literal texts with calculated values that read from the root, in the order of the text. */
export function computedComparisons(
  expression: Pick<Expression, 'source' | 'tree'>,
): readonly ComputedComparison[] {
  const { source } = expression;
  // The parser keeps two copies of the part to the left of ?? and ?:.
  const found = new Map<number, ComputedComparison>();
  walkPlaces(expression, (node, _stepsOf, context) => {
    if (context?.length !== 0) return;
    const search = searchIn(node, source);
    if (search) found.set(search.offset, search);
    const { type, value, lhs, rhs, position = 0 } = node;
    if (type !== 'binary' || !operators.has(value) || !isNode(lhs) || !isNode(rhs)) return;
    const operator = value as ComputedComparison['operator'];
    const offset = startOf(lhs, source);
    const left = source.slice(offset, position - operator.length).trim();
    const place = { operator, offset, length: position - offset };
    const ofLeft = textsOf(lhs);
    const ofRight = textsOf(rhs);
    const calculation = ofLeft && isCalculated(rhs) ? callAt(source, position) : undefined;
    if (ofLeft && calculation !== undefined)
      found.set(offset, { calculation, texts: ofLeft, isList: operator === 'in', ...place });
    else if (ofRight && isCalculated(lhs))
      found.set(offset, { calculation: left, texts: ofRight, isList: false, ...place });
  });
  return [...found.values()].sort((one, other) => one.offset - other.offset);
}

/** Handles `$contains(tags, "vip")`. */
function searchIn({ type, procedure, arguments: [value, text] = [] }: Node, source: string) {
  const isSearch = type === 'function' && procedure?.type === 'variable' && procedure.value === 'contains';
  if (!isSearch || !value || text?.type !== 'string') return undefined;
  const start = startOf(value, source);
  const offset = startOf(procedure, source);
  const calculation = source.slice(start, startOf(text, source)).replace(/,\s*$/, '').trim();
  const length = endOf(text, source) - offset;
  return {
    calculation,
    operator: '$contains' as const,
    texts: [String(text.value)],
    isList: false,
    offset,
    length,
  };
}

/** The texts of a literal, or of a list of literals. */
function textsOf(node: Node): readonly string[] | undefined {
  if (node.type === 'string') return [String(node.value)];
  const elements = node.type === 'unary' && node.value === '[' ? (node.expressions ?? []) : [];
  const texts = elements.flatMap(each => (each.type === 'string' ? [String(each.value)] : []));
  return texts.length > 0 && texts.length === elements.length ? texts : undefined;
}

/** True for a call of a built-in function without variables of the expression, also if a position follows. */
function isCalculated(node: Node): boolean {
  const [first] = node.steps ?? [node];
  const isCall = first?.type === 'function' && first.procedure?.type === 'variable';
  return (
    isCall && nodesOf(node).every(({ type }) => type !== 'lambda' && type !== 'bind' && type !== 'apply')
  );
}

/** Returns the text of the call at an offset, with a position after it. The tree has no end of a call. */
function callAt(source: string, from: number): string | undefined {
  const rest = source.slice(from).trimStart();
  let depth = 0;
  for (const { 0: token, index } of rest.matchAll(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[([{]|[)\]}]/gs,
  )) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth -= 1;
    const end = index + token.length;
    if (depth < 0) return undefined;
    if (depth === 0 && ')]}'.includes(token) && !/^\s*\[/.test(rest.slice(end))) return rest.slice(0, end);
  }
  return undefined;
}
