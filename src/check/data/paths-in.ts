import { isDeepStrictEqual } from 'node:util';
import type { Place } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type PlacedPath, placedPaths } from '../../expressions/placed-paths.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';

/** A path from the payload, whose root is an empty text, or from a variable (`$headers`). */
export interface RootedPath {
  readonly root: string;
  readonly steps: readonly string[];
}

/** A path that an expression reads. */
export interface ReadPath extends RootedPath {
  readonly use: ExpressionUse;
  /** As it is written, or from the root where it is written inside of another. */
  readonly text: string;
  readonly place: () => Place;
  /** The number of its steps that another path of the expression has, which is reported separately. */
  readonly from: number;
  /** It is missing now and then, and that is meant so. */
  readonly mayMiss: boolean;
  /** The rule has a default, so the value may be missing in many events, though hardly in all. */
  readonly hasDefault: boolean;
  /** True if the expression reads these steps, too: then it means something else by this path. */
  readonly isRead: (steps: readonly string[]) => boolean;
}

/** Every path that an expression surely reads: itself, or those inside of it. */
export function pathsIn(use: ExpressionUse, within: PlaceWithin): readonly ReadPath[] {
  const { source, path, literal } = use.expression;
  const whole = path && rooted(path);
  const hasDefault = use.rule?.default !== undefined;
  const itself = { use, text: source, place: () => use.place, from: 0, isRead: () => false };
  const seldom = { ...itself, mayMiss: false, hasDefault };
  const found = whole ? [{ ...seldom, ...whole }] : [];
  const isPlain = literal !== null || (path !== null && !source.includes('['));
  // A misread name with a hyphen is reported, and then its parts have no meaning.
  const isMisread = use.expression.warnings.some(each => each.diagnostic.code === 'expression/subtraction');
  if (isPlain || isMisread) return found;
  const all = placedPaths(use.expression);
  const inside = all.filter(({ steps }) => !isDeepStrictEqual(steps, path));
  return [...found, ...inside.flatMap(each => placed(each, all, seldom, within))];
}

/** The steps of a path with what it starts from, where that is a variable. */
export function wholePath({ root, steps }: RootedPath): readonly string[] {
  return root === '' ? steps : [root, ...steps];
}

function placed(
  { steps, from, offset, length, mayMiss }: PlacedPath,
  all: readonly PlacedPath[],
  itself: Omit<ReadPath, keyof RootedPath>,
  within: PlaceWithin,
): readonly ReadPath[] {
  const path = rooted(steps);
  if (!path) return [];
  return [
    {
      ...itself,
      ...path,
      text: pathText(wholePath(path)),
      place: () => within(itself.use, offset, length),
      from: Math.max(0, from - (steps.length - path.steps.length)),
      mayMiss,
      isRead: other => all.some(each => isDeepStrictEqual(rooted(each.steps), { ...path, steps: other })),
    },
  ];
}

/** Returns the root of a path; undefined if it is no part of a webhook. */
export function rooted(path: readonly string[]): RootedPath | undefined {
  const [first = '', ...rest] = path;
  if (first === '' && rest.length === 0) return undefined;
  if (first === '$linked' || first === '$event') return undefined;
  if (first === '$' || first === '$$') return rest.length === 0 ? undefined : { root: '', steps: rest };
  return first.startsWith('$') ? { root: first, steps: rest } : { root: '', steps: path };
}
