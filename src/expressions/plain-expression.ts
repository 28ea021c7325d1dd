import { constantOf } from './conversion-calls.ts';
import { type ConversionName, convertByFunction } from './conversions.ts';
import type { Scope } from './expression.ts';
import { builtInFunctions } from './functions.ts';
import { limits, tooLong } from './meter.ts';
import type { TakeNotice } from './notice.ts';
import {
  type EvaluationScope,
  type Filter,
  follow,
  followAll,
  type PathStep,
  select,
  unwrapped,
} from './paths/plain-path.ts';
import { isEqual, isTrue, ownValue, stringOf } from './plain-value.ts';
import { hasOnly, isNode, type Node } from './syntax-tree.ts';
import { turningPoints } from './turns.ts';

type Getter = (input: unknown, surroundings: EvaluationScope) => unknown;

/**
 * Compiles the plain subset of JSONata to functions that read the payload directly: paths with positions and
 * equality conditions, variables, literals, `&`, `=`, `!=`, `and`, `or`, parentheses. The results equal those
 * of JSONata (a property test checks this) and may be parts of the payload. `undefined` for anything else.
 *
 * No part of a plain expression reads a value of the payload more than once. So its time is linear in the
 * size of the expression and the payload, and it needs no thread that can be ended.
 * @throws ExpressionFailed if `&` makes a text that is too long
 */
export function compilePlain(tree: Node): ((scope: Scope, take?: TakeNotice) => unknown) | undefined {
  const getter = compileNode(tree);
  if (getter === undefined) return undefined;
  const points = turningPoints(tree);
  return ({ input, bindings, reading }, take) => {
    const turned = take && points.length > 0 ? noticeOf(points, take) : undefined;
    return getter(input, { root: input, bindings, reading, take, turned });
  };
}

function noticeOf(points: readonly Node[], take: TakeNotice): (node: Node, isTrue: boolean) => void {
  return (node, isTrue) => {
    const at = points.indexOf(node);
    if (at !== -1) take({ kind: 'turns', turns: [{ at, isTrue }] });
  };
}

function compileNode(node: Node): Getter | undefined {
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return hasOnly(node, ['type', 'value', 'position']) ? () => node.value : undefined;
    case 'variable':
      return compileVariable(node);
    case 'path':
      return compilePath(node);
    case 'binary':
      return compileBinary(node, compileNode);
    case 'block':
      return compileBlock(node, compileNode);
    case 'function':
      return compileConversion(node);
    default:
      return undefined;
  }
}

/** Compiles a function that reads one value; its other arguments are constant. */
function compileConversion(node: Node): Getter | undefined {
  const { procedure, arguments: given = [] } = node;
  const [first, second] = given;
  if (!hasOnly(node, ['type', 'value', 'position', 'arguments', 'procedure'])) return undefined;
  if (procedure?.type !== 'variable' || !hasOnly(procedure, ['type', 'value', 'position'])) return undefined;
  const name = String(procedure.value);
  const value = first && compileNode(first);
  const option = second && constantOf(second);
  if (!value || given.length > 2 || (second && !option)) return undefined;
  if (name === 'choice') return second ? undefined : value;
  if (!(name === 'number' && option) && !plainConversions.has(name)) return undefined;
  return (input, surroundings) => {
    const { bindings, reading, take } = surroundings;
    const receivedAt = ownValue(bindings.event, 'receivedAt');
    const values = [value(input, surroundings), option?.value];
    return convertByFunction(name as ConversionName, values, { reading, receivedAt, take });
  };
}

const plainConversions: ReadonlySet<string> = new Set(['date', 'phone', 'age']);

function compileVariable(node: Node): Getter | undefined {
  const name = node.value;
  if (!hasOnly(node, ['type', 'value', 'position', 'predicate']) || typeof name !== 'string')
    return undefined;
  if (builtInFunctions.has(name)) return undefined;
  const read = variableGetter(name);
  const filters = compileFilters(node.predicate ?? []);
  if (filters === undefined || filters.length === 0) return filters && read;
  return (input, surroundings) => unwrapped(select(read(input, surroundings), filters, surroundings));
}

function variableGetter(name: string): Getter {
  if (name === '') return input => input;
  if (name === '$') return (_input, { root }) => root;
  return (_input, { bindings }) => (Object.hasOwn(bindings, name) ? bindings[name] : undefined);
}

function compilePath(node: Node): Getter | undefined {
  const [first, ...rest] = node.steps ?? [];
  if (first === undefined || !hasOnly(node, ['type', 'steps'])) return undefined;
  const head = first.type === 'variable' ? compileVariable(first) : undefined;
  if (first.type === 'variable' && head === undefined) return undefined;
  const steps = compileSteps(head === undefined ? [first, ...rest] : rest);
  if (steps === undefined) return undefined;
  return (input, surroundings) => {
    const start = head === undefined ? startOf(input, surroundings) : head(input, surroundings);
    return Array.isArray(start)
      ? followAll(steps, 0, start, surroundings)
      : follow(steps, start, surroundings);
  };
}

function startOf(input: unknown, { root }: EvaluationScope): unknown {
  // JSONata counts a payload that is a list as one value, not many, until a step reads from it.
  return input === root && Array.isArray(root) ? [root] : input;
}

function compileSteps(nodes: readonly Node[]): readonly PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (const node of nodes) {
    const isPlain = node.type === 'name' && hasOnly(node, ['type', 'value', 'position', 'stages']);
    const filters = compileFilters(node.stages ?? []);
    if (!isPlain || typeof node.value !== 'string' || filters === undefined) return undefined;
    steps.push({ key: node.value, filters });
  }
  return steps;
}

function compileFilters(nodes: readonly Node[]): readonly Filter[] | undefined {
  const filters: Filter[] = [];
  for (const { type, expr } of nodes) {
    const filter = type === 'filter' && expr !== undefined ? compileFilter(expr) : undefined;
    if (filter === undefined) return undefined;
    filters.push(filter);
  }
  return filters;
}

function compileFilter(node: Node): Filter | undefined {
  const getter = compileCondition(node);
  if (getter === undefined) return undefined;
  if (node.type === 'number') return { position: Math.floor(Number(node.value)) };
  // A condition that is true for a missing value would need JSONata's rules for counting missing elements.
  if (!failsForMissing(node)) return undefined;
  return { accepts: (item, surroundings) => getter(item, surroundings) === true };
}

/** Compiles a condition on every element: without `&`, and with shared values read only once. */
function compileCondition(node: Node): Getter | undefined {
  if (node.type === 'binary') return node.value === '&' ? undefined : compileBinary(node, compileCondition);
  if (node.type === 'block') return compileBlock(node, compileCondition);
  // A function call for every element takes too long for this.
  if (node.type === 'function') return undefined;
  const getter = compileNode(node);
  const isSameForAll = node.type === 'variable' || node.type === 'path';
  if (getter === undefined || !isSameForAll || isRelative(node)) return getter;
  return (input, surroundings) => {
    surroundings.known ??= new Map();
    const { known } = surroundings;
    if (!known.has(node)) known.set(node, getter(input, surroundings));
    return known.get(node);
  };
}

function failsForMissing(node: Node): boolean {
  const [left, right] = [node.lhs, node.rhs];
  if (node.type !== 'binary' || !isNode(left) || !isNode(right)) return false;
  if (node.value === '=' || node.value === '!=') return isRelative(left) || isRelative(right);
  if (node.value === 'and')
    return isCondition(left) && isCondition(right) && (failsForMissing(left) || failsForMissing(right));
  return node.value === 'or' && failsForMissing(left) && failsForMissing(right);
}

function isCondition(node: Node): boolean {
  return node.type === 'binary' && node.value !== '&';
}

function isRelative(node: Node): boolean {
  const first = node.steps?.[0] ?? node;
  return first.type === 'name' || (first.type === 'variable' && first.value === '');
}

type Compile = (node: Node) => Getter | undefined;

function compileBlock(node: Node, compilePart: Compile): Getter | undefined {
  const inner = node.expressions?.length === 1 ? node.expressions[0] : undefined;
  return inner && hasOnly(node, ['type', 'position', 'expressions']) ? compilePart(inner) : undefined;
}

function compileBinary(node: Node, compilePart: Compile): Getter | undefined {
  const { lhs, rhs } = node;
  if (!isNode(lhs) || !isNode(rhs)) return undefined;
  if (!hasOnly(node, ['type', 'value', 'position', 'lhs', 'rhs'])) return undefined;
  const left = compilePart(lhs);
  const right = compilePart(rhs);
  if (left === undefined || right === undefined) return undefined;
  switch (node.value) {
    case '&':
      return (input, surroundings) => joined(left(input, surroundings), right(input, surroundings));
    case '=':
      return (input, surroundings) => areEqual(left(input, surroundings), right(input, surroundings));
    case '!=':
      return (input, surroundings) => differ(left(input, surroundings), right(input, surroundings));
    case 'and':
      return (input, surroundings) =>
        isTrueAt(lhs, left, input, surroundings) && isTrueAt(rhs, right, input, surroundings);
    case 'or':
      return (input, surroundings) =>
        isTrueAt(lhs, left, input, surroundings) || isTrueAt(rhs, right, input, surroundings);
    default:
      return undefined;
  }
}

/** Returns the truth of an operand, and notes it for an operand outside of conditions on elements. */
function isTrueAt(operand: Node, getter: Getter, input: unknown, surroundings: EvaluationScope): boolean {
  const truth = isTrue(getter(input, surroundings));
  surroundings.turned?.(operand, truth);
  return truth;
}

function joined(left: unknown, right: unknown): string {
  const text = stringOf(left) + stringOf(right);
  if (text.length > limits.textLength) throw tooLong('text');
  return text;
}

// A missing side makes both = and != false in JSONata.

function areEqual(left: unknown, right: unknown): boolean {
  return left !== undefined && right !== undefined && isEqual(left, right);
}

function differ(left: unknown, right: unknown): boolean {
  return left !== undefined && right !== undefined && !isEqual(left, right);
}
