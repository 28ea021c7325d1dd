import { readableTree } from '../parse.ts';
import { isNode, type Node } from '../syntax-tree.ts';

/** A part of a text that an expression joins: `a` and `" "` in `a & " " & b`. */
export interface JoinedPart {
  /** The part as it is written. */
  readonly text: string;
  /** An expression with the value of the part, which can be evaluated alone. */
  readonly source: string;
  /** True if the part is a text or a number of the expression, or its author gave it an empty text on purpose. */
  readonly isFixed: boolean;
}

/**
 * Returns the parts of which an expression joins its text, with `&` or `$join([...])`, also inside of functions,
 * parentheses and conditions. None if it does not join, as with `$join` of a list of the payload.
 */
export function joinedParts(source: string): readonly JoinedPart[] {
  const text = source.trim();
  const tree = readableTree(text);
  if (!tree) return [];
  const { type, value, position = 0 } = tree;
  if (type === 'binary' && value === '&')
    return [text.slice(0, position - 1), text.slice(position)].flatMap(partsOf);
  if (type === 'apply') return partsOfApplied(text, tree);
  if (type === 'function') return partsOfCall(text, tree);
  if (type === 'condition') return partsOfCondition(text, position);
  const isInside = type === 'block' || tree.steps?.at(-1)?.type === 'block';
  return isInside && text.endsWith(')') ? partsInside(text) : [];
}

/** The parts of one side: its own, or the side itself. */
function partsOf(side: string): readonly JoinedPart[] {
  const text = side.trim();
  const parts = joinedParts(text);
  if (parts.length > 0) return parts;
  return [{ text, source: text, isFixed: isFixed(text) }];
}

function isFixed(text: string): boolean {
  const type = readableTree(text)?.type;
  const isLiteral = type === 'string' || type === 'number' || type === 'value';
  return isLiteral || /(?::|\?\?)\s*(?:""|'')[\s)]*$/.test(text);
}

function partsOfApplied(text: string, { lhs, rhs, position = 0 }: Node): readonly JoinedPart[] {
  const left = text.slice(0, position - 2).trim();
  const called = isNode(rhs) ? (rhs.procedure ?? rhs) : undefined;
  return isNode(lhs) && isList(lhs) && called?.value === 'join'
    ? (elementsIn(left, lhs) ?? []).flatMap(partsOf)
    : joinedParts(left);
}

function partsOfCall(
  text: string,
  { procedure, position = 0, arguments: [first] = [] }: Node,
): readonly JoinedPart[] {
  if (procedure?.type !== 'variable' || !first) return [];
  const argument = readablePrefix(text.slice(position), /[,)]/g);
  if (argument === undefined) return [];
  if (procedure.value !== 'join') return joinedParts(argument);
  return isList(first) ? (elementsIn(argument.trim(), first) ?? []).flatMap(partsOf) : [];
}

/** A part of a way that is not taken counts as there. */
function partsOfCondition(text: string, position: number): readonly JoinedPart[] {
  const condition = text.slice(0, position - 1).trim();
  const rest = text.slice(position);
  if (text[position - 1] !== '?' || condition.endsWith('?') || !readableTree(condition)) return [];
  const then = readablePrefix(rest, /:/g) ?? rest;
  const otherwise = rest.slice(then.length + 1);
  const wrapped = (parts: readonly JoinedPart[], wrap: (part: string) => string) =>
    parts.map(part => ({ ...part, source: wrap(part.source) }));
  return [
    ...wrapped(joinedParts(then), part => `(${condition}) ? (${part}) : "-"`),
    ...wrapped(joinedParts(otherwise), part => `(${condition}) ? "-" : (${part})`),
  ];
}

/** Returns the parts of the last expression in parentheses: `(a & b)`, `contact.(a & b)`, `($m := a; $m & b)`. */
function partsInside(text: string): readonly JoinedPart[] {
  for (const { index } of text.matchAll(/\(/g)) {
    const inner = text.slice(index + 1, -1);
    const last = inner.slice(inner.lastIndexOf(';') + 1);
    if (!readableTree(`(${inner})`) || !readableTree(last)) continue;
    const before = text.slice(0, text.length - 1 - last.length);
    return joinedParts(last).map(part => ({ ...part, source: `${before}(${part.source}))` }));
  }
  return [];
}

function isList({ type, value }: Node): boolean {
  return type === 'unary' && value === '[';
}

/** Returns the texts of the elements of a written list; undefined if they cannot be told apart. */
function elementsIn(list: string, { expressions = [] }: Node): readonly string[] | undefined {
  const found: string[] = [];
  let rest = list.slice(1);
  while (found.length < expressions.length) {
    const element = readablePrefix(rest, /[,\]]/g);
    if (element === undefined) return undefined;
    found.push(element);
    rest = rest.slice(element.length + 1);
  }
  return found;
}

/** Returns the text before the first of some signs that is an expression. */
function readablePrefix(text: string, signs: RegExp): string | undefined {
  for (const { index } of text.matchAll(signs)) {
    const before = text.slice(0, index);
    if (readableTree(before)) return before;
  }
  return undefined;
}
