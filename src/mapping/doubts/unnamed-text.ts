import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { treeOf } from '../../expressions/parse.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { isNode, type Node, nodesOf } from '../../expressions/syntax-tree.ts';
import { nearlyInTable } from '../evaluate/look-up.ts';
import type { Rule } from '../mapping.ts';

/**
 * Returns the text of an event that a rule does not name, if the rule then gives another one: `kind = "private" ?
 * "Private" : "Public"` gives Public for "Self". Only the account shows whether the text is a value of its own.
 * `given` is the value before the table of the rule, `sent` the one after it.
 */
export function unnamedText(
  { base, lookup, because }: Rule,
  given: unknown,
  sent: unknown,
  scope: Scope,
): string | undefined {
  if (because !== undefined || base.kind !== 'expression') return undefined;
  const text = lookup ? outsideTable(given, lookup) : chosenBy(base.expression, sent, scope);
  return text === undefined || text === '' || text.length > longest || folded(text) === folded(String(sent))
    ? undefined
    : text;
}

/** No choice or status of an account is longer. */
const longest = 200;

function outsideTable(given: unknown, lookup: NonNullable<Rule['lookup']>): string | undefined {
  if (typeof given !== 'string' || !lookup.otherwise || nearlyInTable(given, lookup)) return undefined;
  const text = withoutBlankEnds(given);
  return [...lookup.entries.keys()].some(key => folded(key) === folded(text)) ? undefined : text;
}

function chosenBy(expression: Expression, sent: unknown, scope: Scope): string | undefined {
  const choosing = choosingOf(expression);
  if (!choosing || typeof sent !== 'string' || !choosing.results.has(sent)) return undefined;
  const [given, ...others] = choosing.read(scope);
  if (typeof given !== 'string' || others.length > 0) return undefined;
  const text = folded(given);
  const isNamed = choosing.named.has(text) || choosing.searched.some(each => text.includes(each));
  return isNamed ? undefined : withoutBlankEnds(given);
}

/** An expression that chooses one of its own texts by the value of one path. */
interface Choosing {
  readonly read: PathReader;
  /** The texts that it compares with, in lower case. */
  readonly named: ReadonlySet<string>;
  /** The texts that it searches for, in lower case. */
  readonly searched: readonly string[];
  readonly results: ReadonlySet<string>;
}

/** Every value of a rule passes here. */
const choosingOf = onceFor((expression: Expression): Choosing | undefined => {
  const { path, literal, answer, source } = expression;
  if (path !== null || literal !== null || answer !== undefined || !source.includes('?')) return undefined;
  const [steps, ...others] = pathsRead(expression);
  if (!steps || others.length > 0 || steps[0] === '$linked' || steps[0] === '$event') return undefined;
  const nodes = nodesOf(treeOf(expression));
  if (nodes.some(({ type }) => type === 'regex' || type === 'lambda')) return undefined;
  const named = nodes.filter(isEquality).flatMap(({ lhs, rhs }) => [lhs, rhs].flatMap(textsIn));
  const searched = nodes.filter(isSearch).flatMap(each => (each.arguments ?? []).slice(1).flatMap(textsIn));
  const isAsked = nodes.some(({ type, condition }) => type === 'condition' && isOnlyPath(condition));
  if (named.length + searched.length === 0 && !isAsked) return undefined;
  const results = nodes
    .filter(({ type }) => type === 'condition')
    .flatMap(node => [Reflect.get(node, 'then'), Reflect.get(node, 'else')].flatMap(textsIn));
  return {
    read: pathReader({ steps, text: pathText(steps) }),
    named: new Set(named.map(folded)),
    searched: searched.map(folded),
    results: new Set(results),
  };
});

/** True for a condition that asks whether there is a value: `language ? "English" : "German"`. */
function isOnlyPath(node: Node | undefined): boolean {
  const [inner, ...others] = node?.type === 'block' ? (node.expressions ?? []) : [];
  if (inner) return others.length === 0 && isOnlyPath(inner);
  return node?.type === 'path';
}

const equalities: ReadonlySet<unknown> = new Set(['=', '!=', 'in']);

/** True for a comparison with `=`, `!=` or `in`. */
export function isEquality({ type, value }: Node): boolean {
  return type === 'binary' && equalities.has(value);
}

/** True for a `$contains`. */
export function isSearch({ type, procedure }: Node): boolean {
  return type === 'function' && procedure?.type === 'variable' && procedure.value === 'contains';
}

/** Returns the text of a literal, or the texts of a list of literals. */
export function textsIn(node: unknown): readonly string[] {
  if (!isNode(node)) return [];
  if (node.type === 'string') return [String(node.value)];
  return node.type === 'unary' && node.value === '[' ? (node.expressions ?? []).flatMap(textsIn) : [];
}

function folded(text: string): string {
  return withoutBlankEnds(text).toLowerCase();
}
