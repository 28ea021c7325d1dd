import { literalOf, pathOf } from '../paths/path-of.ts';
import { isNode, type Node } from '../syntax-tree.ts';

/**
 * A condition's requirement on one path: it is one of some values, it is none of some values (a missing path is none of
 * them either), or it exists or does not exist.
 */
export type Requirement =
  | { readonly path: string; readonly values: readonly unknown[] }
  | { readonly path: string; readonly others: readonly unknown[] }
  | { readonly path: string; readonly exists: boolean };

/**
 * Returns the requirements of a condition, as far as its parts, joined by `and`, are plain: a path compared
 * with literals, or `$exists` of a path, also negated. The condition may require more.
 */
export function requirementsOf(tree: Node): readonly Requirement[] {
  return requirementsIf(tree, 'true');
}

/** Returns the requirements that hold if a condition is true, or if it is false. */
function requirementsIf(tree: Node, result: 'true' | 'false'): readonly Requirement[] {
  const { type, value, lhs, rhs, procedure, arguments: [argument] = [] } = tree;
  const isTrue = result === 'true';
  const only = tree.expressions?.length === 1 ? tree.expressions[0] : undefined;
  if (type === 'block') return only ? requirementsIf(only, result) : [];
  if (type === 'function' && procedure?.value === 'not' && argument)
    return requirementsIf(argument, isTrue ? 'false' : 'true');
  if (type === 'function') return existence(tree, isTrue);
  if (type !== 'binary' || !isNode(lhs) || !isNode(rhs)) return [];
  if (value === 'and' || value === 'or') {
    const [left, right] = [requirementsIf(lhs, result), requirementsIf(rhs, result)];
    return (value === 'and') === isTrue ? [...left, ...right] : either(left, right);
  }
  const equal = equalities(tree, lhs, rhs);
  const isEqual = (value === '!=') !== isTrue;
  return isEqual
    ? equal
    : equal.flatMap(each => ('values' in each ? [{ path: each.path, others: each.values }] : []));
}

/** True if two conditions with these requirements can never be true for the same event. */
export function excludeEachOther(one: readonly Requirement[], other: readonly Requirement[]): boolean {
  return one.some(mine => other.some(its => mine.path === its.path && contradict(mine, its)));
}

function contradict(one: Requirement, other: Requirement): boolean {
  if ('values' in one && 'values' in other) return !one.values.some(each => other.values.includes(each));
  if ('values' in one && 'others' in other) return one.values.every(each => other.others.includes(each));
  if ('others' in one && 'values' in other) return contradict(other, one);
  if ('others' in one || 'others' in other) return false;
  const exists = (each: { readonly values: readonly unknown[] } | { readonly exists: boolean }) =>
    'values' in each || each.exists;
  return exists(one) !== exists(other);
}

/** Returns the values of which a comparison requires one: `=`, `!=` and `in`. */
function equalities({ value }: Node, lhs: Node, rhs: Node): readonly Requirement[] {
  if (value === '=' || value === '!=') return comparison(lhs, rhs) ?? comparison(rhs, lhs) ?? [];
  return value === 'in' ? membership(lhs, rhs) : [];
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

/** Returns the requirements that two alternatives share. */
function either(one: readonly Requirement[], other: readonly Requirement[]): readonly Requirement[] {
  return one.flatMap((mine): Requirement[] => {
    const its = other.filter(each => each.path === mine.path);
    return its.flatMap(each => sharedBy(mine, each) ?? []);
  });
}

function sharedBy(one: Requirement, other: Requirement): Requirement | undefined {
  const { path } = one;
  if ('values' in one && 'values' in other) return { path, values: [...one.values, ...other.values] };
  if ('others' in one && 'others' in other)
    return { path, others: one.others.filter(each => other.others.includes(each)) };
  if ('others' in one && 'values' in other)
    return { path, others: one.others.filter(each => !other.values.includes(each)) };
  // A path that does not exist has none of the values.
  if ('others' in one && 'exists' in other) return other.exists ? undefined : one;
  return 'others' in other && !('others' in one) ? sharedBy(other, one) : undefined;
}

function existence({ procedure, arguments: [argument] = [] }: Node, exists: boolean): readonly Requirement[] {
  const path = argument && plainPath(argument);
  return procedure?.value === 'exists' && path !== undefined ? [{ path, exists }] : [];
}
