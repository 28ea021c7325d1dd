import { onceFor } from '../../diagnostics/once-for.ts';
import type { Expression } from '../expression.ts';
import { walkPlaces } from '../paths/placed-paths.ts';
import { endOf, isNode, type Node, startOf } from '../syntax-tree.ts';

/** A text that is searched for in the value of a path, or compared with it, after functions changed the value. */
export interface WrappedComparison {
  /** The steps from the root or a variable: `['$answers', 'optin']` in `$lowercase($answers.optin) = "ja"`. */
  readonly steps: readonly string[];
  /** The path as it is written. */
  readonly text: string;
  /** The texts; of a pattern, its words. */
  readonly texts: readonly string[];
  /** True if a text is equal to one of them, or may be. */
  readonly mayHold: (value: string) => boolean;
}

/**
 * Returns the comparisons of an expression with the result of functions over a path: `$lowercase(a) = "ja"`, `$trim(a) in
 * ["ja", "yes"]`, `$contains($lowercase(a), "ja")`, `$match(a, /^ja$/i)`. In the order of the text.
 */
export const wrappedComparisons = onceFor(
  (expression: Pick<Expression, 'source' | 'tree'>): readonly WrappedComparison[] => {
    const { source } = expression;
    if (!source.includes('$')) return [];
    // The parser keeps two copies of the part to the left of ?? and ?:.
    const found = new Map<number, WrappedComparison>();
    walkPlaces(expression, (node, stepsOf) => {
      const compared = comparedIn(node);
      const inside = compared && insideFunctions(compared.side, compared.isSearch);
      const steps = inside && stepsOf(inside.path);
      if (!compared || !inside || !steps || steps.length === 0) return;
      const { path, names } = inside;
      const text = source.slice(startOf(path, source), endOf(path, source)).trim();
      const { literals } = compared;
      const texts = literals.flatMap(wordsIn);
      if (texts.length === 0) return;
      const isCut = compared.isSearch || names.some(each => cutting.has(each));
      const folds = names.some(each => folding.has(each));
      found.set(startOf(path, source), { steps, text, texts, mayHold: holderOf(literals, { isCut, folds }) });
    });
    return [...found.values()];
  },
);

interface Compared {
  readonly side: Node;
  readonly literals: readonly Node[];
  /** True if a part of the text is enough. */
  readonly isSearch: boolean;
}

function comparedIn({ type, value, lhs, rhs, procedure, arguments: given = [] }: Node): Compared | undefined {
  if (type === 'function') {
    const [side, ...literals] = given;
    const isSearch = procedure?.type === 'variable' && searches.has(String(procedure.value));
    return isSearch && side ? { side, literals: literals.filter(isText), isSearch } : undefined;
  }
  if (type !== 'binary' || !operators.has(value) || !isNode(lhs) || !isNode(rhs)) return undefined;
  const elements = value === 'in' && rhs.type === 'unary' && rhs.value === '[' ? rhs.expressions : undefined;
  const [side, others] = isText(lhs) ? [rhs, [lhs]] : [lhs, elements ?? [rhs]];
  return { side, literals: others.filter(isText), isSearch: false };
}

const operators: ReadonlySet<unknown> = new Set(['=', '!=', 'in']);
const searches: ReadonlySet<string> = new Set(['contains', 'match']);

function isText({ type }: Node): boolean {
  return type === 'string' || type === 'regex';
}

/** Returns the path inside of functions that change a text, and their names; undefined for a path outside of them. */
function insideFunctions(
  side: Node,
  isSearch: boolean,
): { readonly path: Node; readonly names: readonly string[] } | undefined {
  const names: string[] = [];
  let node = side;
  for (let next = insideOf(node); next; next = insideOf(node)) {
    names.push(...next.names);
    node = next.value;
  }
  const isPath = node.steps !== undefined || node.type === 'variable';
  return isPath && (names.length > 0 || isSearch) ? { path: node, names } : undefined;
}

/** Returns the value inside of parentheses or of a function that changes a text. */
function insideOf({ type, expressions = [], procedure, arguments: given = [], lhs, rhs }: Node) {
  const [only, ...others] = type === 'block' ? expressions : [];
  if (only) return others.length === 0 ? { value: only, names: [] } : undefined;
  const isChained = type === 'apply' && isNode(lhs) && isNode(rhs);
  const called = isChained ? (rhs.procedure ?? rhs) : procedure;
  const value = isChained ? lhs : given[0];
  const name = called?.type === 'variable' ? String(called.value) : '';
  return value && changing.has(name) ? { value, names: [name] } : undefined;
}

const folding: ReadonlySet<string> = new Set(['lowercase', 'uppercase']);

/** The functions that remove a part of a text, or join several. */
const cutting: ReadonlySet<string> = new Set([
  ...['substring', 'substringBefore', 'substringAfter', 'replace', 'split', 'join'],
]);

const changing: ReadonlySet<string> = new Set([...folding, ...cutting, 'trim', 'string']);

function wordsIn({ value }: Node): readonly string[] {
  return value instanceof RegExp ? (value.source.match(/\p{L}{2,}/gu) ?? []) : [String(value)];
}

function holderOf(
  literals: readonly Node[],
  { isCut, folds }: { readonly isCut: boolean; readonly folds: boolean },
): WrappedComparison['mayHold'] {
  const tests = literals.map(literal => {
    const { value } = literal;
    const isPattern = value instanceof RegExp;
    const inForm = folds || (isPattern && value.ignoreCase) ? foldedText : trimmedText;
    const isPart = isPattern ? !isWhole.test(value.source) : isCut;
    const texts = wordsIn(literal).map(inForm);
    // A pattern is not run: it may search more than its words.
    return (given: string) =>
      texts.some(each => (isPart ? hasPart(inForm(given), each) : inForm(given) === each));
  });
  return given => tests.some(holds => holds(given));
}

/** True for a text with a part. One letter or two are those at the beginning, as of `$substring(a, 0, 1)`. */
function hasPart(text: string, part: string): boolean {
  return part.length < shortestPart ? text.startsWith(part) : text.includes(part);
}

const shortestPart = 3;

/** A pattern for whole words: `/^(ja|yes)$/`. */
const isWhole = /^\^\(?(?:\?:)?\p{L}+(?:\|\p{L}+)*\)?\$$/u;

function trimmedText(text: string): string {
  return text.trim();
}

function foldedText(text: string): string {
  return text.trim().toLowerCase();
}
