import { isDeepStrictEqual } from 'node:util';
import type { Place } from '../../../diagnostics/diagnostic.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PlacedPath, placedPaths } from '../../../expressions/paths/placed-paths.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';

/** A path from the payload, whose root is an empty text, or from a variable (`$headers`). */
export interface RootedPath {
  readonly root: string;
  readonly steps: readonly string[];
}

/** A path that an expression reads. */
export interface ReadPath extends RootedPath {
  readonly use: ExpressionUse;
  /** The text in the source; the path from the root if it is inside another one. */
  readonly text: string;
  readonly place: () => Place;
  /** The number of first steps that are another path of the expression, which is reported separately. */
  readonly from: number;
  /** True if the expression allows that the value is missing. */
  readonly mayMiss: boolean;
  /** True if the rule has a default, so that the value may be missing in many events, but hardly in all. */
  readonly hasDefault: boolean;
  /** Returns true if the expression also reads these steps. Then the path does not mean them. */
  readonly isRead: (steps: readonly string[]) => boolean;
}

/** Returns every path that an expression certainly reads, or the expression itself if it is a path. */
export function pathsIn(use: ExpressionUse, within: PlaceWithin): readonly ReadPath[] {
  const { source, path, literal } = use.expression;
  const whole = path && rooted(path);
  const hasDefault = use.rule?.default !== undefined;
  const itself = { use, text: source, place: () => use.place, from: 0, isRead: () => false };
  const seldom = { ...itself, mayMiss: false, hasDefault };
  const found = whole ? [{ ...seldom, ...whole }] : [];
  const isPlain = literal !== null || (path !== null && !source.includes('['));
  // A name with a hyphen that is read as a subtraction is reported, so its parts do not matter.
  const isMisread = use.expression.warnings.some(each => each.diagnostic.code === 'expression/subtraction');
  if (isPlain || isMisread) return found;
  const all = placedPaths(use.expression);
  const inside = all.filter(({ steps }) => !isDeepStrictEqual(steps, path));
  return [...found, ...inside.flatMap(each => placed(each, all, seldom, within))];
}

/** Returns the steps of a path including the variable that it starts from. */
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

/** Returns the root of a path; undefined if it does not read the webhook. */
export function rooted(path: readonly string[]): RootedPath | undefined {
  const [first = '', ...rest] = path;
  if (first === '' && rest.length === 0) return undefined;
  if (first === '$linked' || first === '$event') return undefined;
  if (first === '$' || first === '$$') return rest.length === 0 ? undefined : { root: '', steps: rest };
  return first.startsWith('$') ? { root: first, steps: rest } : { root: '', steps: path };
}
