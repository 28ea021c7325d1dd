import { literalOf, pathOf } from './path-of.ts';
import { isNode, type Node } from './syntax-tree.ts';

/** A condition's requirement on one path: one of some values, or that it exists or does not exist. */
export type Requirement =
  | { readonly path: string; readonly values: readonly unknown[] }
  | { readonly path: string; readonly exists: boolean };

/**
 * Returns the requirements of a condition, as far as its parts, joined by `and`, are plain: a path compared
 * with literals, or `$exists` of a path, also negated. The condition may require more.
 */
export function requirementsOf(tree: Node): readonly Requirement[] {
  const { type, value, lhs, rhs } = tree;
  const only = tree.expressions?.length === 1 ? tree.expressions[0] : undefined;
  if (type === 'block') return only ? requirementsOf(only) : [];
  if (type === 'function') return existence(tree);
  if (type !== 'binary' || !isNode(lhs) || !isNode(rhs)) return [];
  if (value === 'and') return [...requirementsOf(lhs), ...requirementsOf(rhs)];
  if (value === 'or') return either(requirementsOf(lhs), requirementsOf(rhs));
  if (value === '=') return comparison(lhs, rhs) ?? comparison(rhs, lhs) ?? [];
  return value === 'in' ? membership(lhs, rhs) : [];
}

/** True if two conditions with these requirements can never be true for the same event. */
export function excludeEachOther(one: readonly Requirement[], other: readonly Requirement[]): boolean {
  return one.some(mine => other.some(its => mine.path === its.path && contradict(mine, its)));
}

function contradict(one: Requirement, other: Requirement): boolean {
  if ('values' in one && 'values' in other) return !one.values.some(each => other.values.includes(each));
  const exists = (each: Requirement) => 'values' in each || each.exists;
  return exists(one) !== exists(other);
}

/** Returns a path without brackets as a key. Brackets may select two different values of one path. */
function plainPath(tree: Node): string | undefined {
  const steps = tree.steps ?? [tree];
  const isPlain = steps.every(({ stages, predicate }) => stages === undefined && predicate === undefined);
  const path = isPlain ? pathOf(tree) : null;
  return path === null ? undefined : JSON.stringify(path);
}

function comparison(one: Node, other: Node): readonly Requirement[] | undefined {
  const path = plainPath(one);
  const literal = literalOf(other);
  return path === undefined || literal === null ? undefined : [{ path, values: [literal.value] }];
}

function membership(one: Node, list: Node): readonly Requirement[] {
  const path = plainPath(one);
  const elements = list.type === 'unary' && list.value === '[' ? (list.expressions ?? []) : [];
  const literals = elements.flatMap(each => literalOf(each) ?? []);
  if (path === undefined || elements.length === 0 || literals.length < elements.length) return [];
  return [{ path, values: literals.map(each => each.value) }];
}

function either(one: readonly Requirement[], other: readonly Requirement[]): readonly Requirement[] {
  return one.flatMap((mine): Requirement[] => {
    const its = other.find(each => each.path === mine.path);
    if (its === undefined || !('values' in mine && 'values' in its)) return [];
    return [{ path: mine.path, values: [...mine.values, ...its.values] }];
  });
}

function existence({ procedure, arguments: [argument] = [] }: Node): readonly Requirement[] {
  if (argument === undefined) return [];
  const path = plainPath(argument);
  if (procedure?.value === 'exists' && path !== undefined) return [{ path, exists: true }];
  if (procedure?.value !== 'not' || argument.type !== 'function') return [];
  const inner = existence(argument);
  return inner.flatMap(each => ('exists' in each ? [{ path: each.path, exists: !each.exists }] : []));
}
