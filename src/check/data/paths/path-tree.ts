import { nearest } from '../../../diagnostics/nearest.ts';
import type { ValueType } from '../../../expressions/comparisons/placed-comparisons.ts';
import { isJson } from '../../../mapping/json-in-text.ts';
import { ownersNamed } from '../../names/other-subject.ts';

/** The paths in some values: each key with those below it. Elements of lists are searched, as by a path. */
export interface PathTree {
  readonly children: Map<string, PathTree>;
  /** The types of the values at this place. */
  readonly types: Set<ValueType>;
  /** True if a text here contains JSON. */
  hasJson: boolean;
}

/** The maximum depth of paths, and number of keys at one place: more keys are data, not names. */
const maxDepth = 20;
const maxKeys = 1_000;

/** Returns a tree without any path. */
export function emptyTree(): PathTree {
  return { children: new Map(), types: new Set(), hasJson: false };
}

/** Adds every path of a value to a tree. */
export function addPaths(tree: PathTree, value: unknown, depth = 0): void {
  const type = typeOf(value);
  if (type !== undefined) tree.types.add(type);
  tree.hasJson ||= isJson(value);
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const each of value) addPaths(tree, each, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    let child = tree.children.get(key);
    if (child === undefined) {
      if (tree.children.size >= maxKeys) return;
      child = emptyTree();
      tree.children.set(key, child);
    }
    addPaths(child, (value as Record<string, unknown>)[key], depth + 1);
  }
}

function typeOf(value: unknown): ValueType | undefined {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : undefined;
}

/** True if a tree has a path. */
export function hasPath(tree: PathTree, steps: readonly string[]): boolean {
  return treeAt(tree, steps) !== undefined;
}

/** Returns the steps of a path that lead to a text with JSON, if the path continues below it. */
export function jsonOn(tree: PathTree, steps: readonly string[]): readonly string[] | undefined {
  const at = steps.findIndex((_, index) => index > 0 && treeAt(tree, steps.slice(0, index))?.hasJson);
  return at === -1 ? undefined : steps.slice(0, at);
}

/**
 * The same for a path that was written without its beginning, as in `message.json.name` where `entry.message.json` is a
 * text with JSON.
 */
export function jsonBelow(tree: PathTree, steps: readonly string[]): readonly string[] | undefined {
  const [first = ''] = steps;
  return placesOf(tree, first)
    .map(before => ({ before, json: jsonOn(treeAt(tree, before) ?? emptyTree(), steps) }))
    .flatMap(({ before, json }) => (json ? [[...before, ...json]] : []))[0];
}

/** Returns the part of a tree at a path. */
export function treeAt(tree: PathTree, steps: readonly string[]): PathTree | undefined {
  return steps.reduce<PathTree | undefined>((at, step) => at?.children.get(step), tree);
}

/**
 * Returns the path of a tree that was probably meant by a missing one: with misspelt steps corrected, else
 * the shortest one that ends in the same name, unless that is about another person: `mother.weight` for `baby.weight`.
 */
export function nearestPath(tree: PathTree, steps: readonly string[]): readonly string[] | undefined {
  const near = misspeltPath(tree, steps) ?? endingIn(tree, steps.at(-1) ?? '');
  const [own, other] = [steps, near ?? []].map(ownersNamed);
  return own && other && (own & other) === 0 ? undefined : near;
}

/** Returns the path of a tree that results from correcting the steps of a missing one. */
export function misspeltPath(tree: PathTree, steps: readonly string[]): readonly string[] | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  const names = tree.children.has(step) ? [step] : nearest(step, tree.children.keys(), 3);
  for (const name of names) {
    const below = misspeltPath(tree.children.get(name) ?? emptyTree(), rest);
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

/** Returns the part of a tree at the first missing step of a path: the steps before it, and the keys. */
export function firstMissing(
  tree: PathTree,
  steps: readonly string[],
): { readonly before: readonly string[]; readonly keys: readonly string[] } {
  let at = tree;
  for (const [index, step] of steps.entries()) {
    const next = at.children.get(step);
    if (next === undefined) return { before: steps.slice(0, index), keys: [...at.children.keys()] };
    at = next;
  }
  return { before: steps, keys: [...at.children.keys()] };
}

function endingIn(tree: PathTree, name: string): readonly string[] | undefined {
  const [before] = placesOf(tree, name);
  return before && [...before, name];
}

/** Returns the paths of a tree to places with a key, the shortest first, without places below another one. */
function placesOf(tree: PathTree, name: string): readonly (readonly string[])[] {
  const places: (readonly string[])[] = [];
  let level: { readonly node: PathTree; readonly path: readonly string[] }[] = [{ node: tree, path: [] }];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    places.push(...level.filter(({ node }) => node.children.has(name)).map(({ path }) => path));
    level = level
      .filter(({ node }) => !node.children.has(name))
      .flatMap(({ node, path }) =>
        [...node.children].map(([key, child]) => ({ node: child, path: [...path, key] })),
      )
      .slice(0, 5_000);
  }
  return places;
}
