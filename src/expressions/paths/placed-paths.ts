import { onceFor } from '../../diagnostics/once-for.ts';
import type { Expression } from '../expression.ts';
import { boundNames, builtInFunctions } from '../functions.ts';
import { treeOf } from '../parse.ts';
import { endOf, isNode, type Node, nodesOf, startOf } from '../syntax-tree.ts';

/** A path that an expression certainly reads from its root or from one of its variables. */
export interface PlacedPath {
  /** The steps from the root or a variable: `['list', 'ref']` in `list[ref = "a"]`, `['$answers', 'dob']`. */
  readonly steps: readonly string[];
  /** The number of steps that lead to the value that the path starts from. */
  readonly from: number;
  /** The number of steps before the first condition, position or order: 1 in `list[ref = "a"].text`. */
  readonly bare: number;
  /** The position of the steps after `from`, in characters of the source. */
  readonly offset: number;
  readonly length: number;
  /** True if the expression handles a missing value itself: `a ?? b`, `$exists(a)`, `[a, b]`. */
  readonly mayMiss: boolean;
}

/**
 * Returns the paths of a compiled expression, also those inside of functions, conditions and brackets, in the
 * order of the text. It leaves out paths with an unknown start: inside of function literals, after a
 * wildcard, a parent or a calculated step. Every event passes here, and an expression stays the same.
 */
export const placedPaths = onceFor((expression: Pick<Expression, 'source' | 'tree'>): readonly PlacedPath[] =>
  walkPlaces(expression, () => {}),
);

/**
 * Calls `look` for every node, and returns the same paths. `look` can find the target of a path if it is
 * certain. `context`: the steps to the value that the node reads from; empty outside of brackets.
 */
export function walkPlaces(
  expression: Pick<Expression, 'source' | 'tree'>,
  look: (
    node: Node,
    stepsOf: (path: Node) => readonly string[] | undefined,
    context: readonly string[] | undefined,
  ) => void,
): readonly PlacedPath[] {
  const { source } = expression;
  const tree = treeOf(expression);
  const bound = boundNames(nodesOf(tree));
  const found = new Map<string, PlacedPath>();
  visit(tree, { context: [], mayMiss: false }, { bound, found, source, look });
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

/**
 * Returns the paths that an expression reads from its root or a variable, whatever it does with the values:
 * each once, up to its first condition, position or order, in the order of the text.
 */
export const pathsRead = onceFor(
  (expression: Pick<Expression, 'source' | 'tree'>): readonly (readonly string[])[] => {
    const fromRoot = placedPaths(expression).filter(({ from, bare }) => from === 0 && bare > 0);
    const paths = fromRoot.map(({ steps, bare }) => steps.slice(0, bare));
    return [...new Map(paths.map(path => [JSON.stringify(path), path])).values()];
  },
);

interface Walk {
  readonly source: string;
  /** Names of variables that the expression defines. */
  readonly bound: ReadonlySet<string>;
  readonly found: Map<string, PlacedPath>;
  readonly look: Parameters<typeof walkPlaces>[1];
}

/** The steps to the value that a part of an expression reads from; undefined if they are uncertain. */
interface Reading {
  readonly context: readonly string[] | undefined;
  readonly mayMiss: boolean;
}

function visit(node: Node, reading: Reading, walk: Walk): void {
  if (node.type === 'lambda' || node.type === 'transform') return;
  walk.look(node, path => stepsOf(path, reading.context, walk), reading.context);
  if (node.steps || node.type === 'variable') {
    followPath(node, reading, walk);
    return;
  }
  const inside = toleratesNothing(node) ? { ...reading, mayMiss: true } : reading;
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'procedure')
      visitAll(value, behind.has(key) ? { ...inside, context: undefined } : inside, walk);
  }
}

/** Brackets and braces after a calculated value, which read that value. */
const behind = new Set(['predicate', 'stages', 'group']);

/** Visits the value of a node's key: one node, or several in lists and pairs. */
function visitAll(value: unknown, reading: Reading, walk: Walk): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
  if (isNode(value)) visit(value, reading, walk);
  else for (const each of Object.values(value)) visitAll(each, reading, walk);
}

/** Functions that return a result for a missing value. */
const tolerant = new Set(['exists', 'boolean', 'not', 'append', 'merge', 'count', 'type']);

function toleratesNothing({ type, value, procedure }: Node): boolean {
  if (type === 'condition') return true;
  if (type === 'binary') return value === 'or' || value === '!=';
  if (type === 'unary') return value === '[';
  return type === 'function' && procedure?.type === 'variable' && tolerant.has(String(procedure.value));
}

/** Follows the steps of a path. An expression inside a step reads the values of the steps before it. */
function followPath(path: Node, { context, mayMiss }: Reading, walk: Walk): void {
  const steps = path.steps ?? [path];
  let reached = context;
  let written: Node[] = [];
  let bare: number | undefined;
  for (const step of steps) {
    const next = placeBehind(step, reached, step === steps[0], walk);
    if (reached && !next) {
      addPath({ written, bare }, { context: reached, mayMiss }, walk);
      written = [];
    } else if (next && next !== reached && next.length > 0) written.push(step);
    if (step.type === 'name' || step.type === 'variable') {
      visitAll([step.stages, step.predicate], { context: next, mayMiss }, walk);
    } else visit(step, { context: reached, mayMiss }, walk);
    if (step.stages || step.predicate || step.type === 'sort') bare ??= next?.length;
    reached = next;
  }
  addPath({ written, bare }, { context: reached, mayMiss }, walk);
  visitAll(Reflect.get(path, 'group'), { context: reached, mayMiss }, walk);
}

/** Returns the target of a whole path; undefined if that is uncertain, or if it is not a path. */
function stepsOf(path: Node, context: Reading['context'], walk: Walk): Reading['context'] {
  if (!path.steps && path.type !== 'variable') return undefined;
  const steps = path.steps ?? [path];
  return steps.reduce<Reading['context']>(
    (reached, step) => placeBehind(step, reached, step === steps[0], walk),
    context,
  );
}

/** Returns the target of a step; undefined if that is uncertain. */
function placeBehind(
  step: Node,
  reached: Reading['context'],
  isFirst: boolean,
  walk: Walk,
): Reading['context'] {
  if (step.focus !== undefined) return undefined;
  const name = String(step.value);
  if (step.type === 'name') return reached && [...reached, name];
  if (step.type === 'sort' || (step.type === 'variable' && name === '')) return reached;
  if (step.type !== 'variable' || !isFirst || walk.bound.has(name) || builtInFunctions.has(name))
    return undefined;
  return name === '$' ? [] : [`$${name}`];
}

function addPath(
  { written, bare }: { readonly written: readonly Node[]; readonly bare: number | undefined },
  { context: steps, mayMiss }: Reading,
  { source, found }: Walk,
): void {
  const [first] = written;
  const last = written.at(-1);
  if (!steps || !first || !last) return;
  const offset = startOf(first, source);
  const length = endOf(last, source) - offset;
  // The parser keeps two copies of the part to the left of ?? and ?:.
  const key = `${offset} ${steps.length}`;
  const isKnownToMiss = found.get(key)?.mayMiss ?? false;
  found.set(key, {
    steps,
    from: steps.length - written.length,
    bare: bare ?? steps.length,
    offset,
    length,
    mayMiss: mayMiss || isKnownToMiss,
  });
}
