import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
  type ValueType,
} from '../../expressions/placed-comparisons.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { knownPaths, type Roots } from './known-paths.ts';
import { treeAt } from './path-tree.ts';
import { rooted } from './paths-in.ts';
import type { Trial } from './trial.ts';

/**
 * Warnings about values that are never equal, since they are of two types wherever a sample or a stored event shows
 * them: a text of a form and a number. A note where only some of them show it.
 */
export function checkComparisons(
  source: string,
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  const { all } = knownPaths(source, trials);
  return uses.flatMap(use => {
    const { path, literal, source: text } = use.expression;
    if (literal || (path && !text.includes('['))) return [];
    const judged = comparisonsOf(use, all);
    return judged.flatMap(each => {
      // What is put in order is tried, and fails where the types differ.
      if (!equalities.has(each.comparison.operator)) return [];
      // Who compares one path with several types knows that it has now this one, now that.
      const isForeseen = judged.some(other => other !== each && isOfSamePath(other, each));
      return isForeseen || isTold(each.comparison, use) ? [] : (diagnosed(each, use, within) ?? []);
    });
  });
}

const equalities = new Set(['=', '!=', 'in']);

/** The comparisons of an expression, with what these paths show of their types. */
export function comparisonsOf({ expression }: ExpressionUse, known: Roots): readonly Judged[] {
  return placedComparisons(expression).map(each => judge(each, known));
}

/** A comparison, and of which types its path and what it is compared with are. */
export interface Judged {
  readonly comparison: PlacedComparison;
  readonly path: Side;
  readonly seen: ReadonlySet<ValueType>;
  readonly wanted: ReadonlySet<ValueType>;
}

function judge(comparison: PlacedComparison, known: Roots): Judged {
  const { left, right } = comparison;
  const one = typesOf(left, known);
  const others = right.map(side => typesOf(side, known));
  // Of one element that may be anything the others say nothing.
  const other = others.some(types => types.size === 0) ? new Set<ValueType>() : union(others);
  const path = left.steps ? left : (right.find(({ steps }) => steps) ?? left);
  return {
    comparison,
    path,
    ...(path === left ? { seen: one, wanted: other } : { seen: other, wanted: one }),
  };
}

function isOfSamePath({ path, wanted }: Judged, other: Judged): boolean {
  return isDeepStrictEqual(path.steps, other.path.steps) && wanted.isDisjointFrom(other.wanted);
}

function isTold({ offset }: PlacedComparison, { expression }: ExpressionUse): boolean {
  return expression.warnings.some(
    each => each.offset === offset && each.diagnostic.code === 'expression/text-number-comparison',
  );
}

function diagnosed(
  { comparison, path, seen, wanted }: Judged,
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic | undefined {
  const { operator, offset, length } = comparison;
  if (seen.size === 0 || wanted.size === 0) return undefined;
  const where = { place: within(use, offset, length), path: use.path };
  if (seen.isDisjointFrom(wanted)) {
    const never = operator === '!=' ? 'so they always differ' : 'so they are never equal';
    const message = `${path.text} is ${words(seen)} wherever the samples and the stored events have it, and ${operator} compares it with ${words(wanted)}, ${never}`;
    return diagnostic('check/never-equal', message, { ...where, hint: meant(comparison, seen) });
  }
  if (seen.size === 1 || wanted.size > 1) return undefined;
  const message = `${path.text} is ${words(seen)} in the samples and the stored events, and ${operator} compares it with ${words(wanted)} only`;
  const hint = `where it may be either, compare texts: ${asTexts(comparison)}`;
  return diagnostic('check/never-equal', message, { ...where, hint, severity: 'info' });
}

function typesOf({ type, steps }: Side, known: Roots): ReadonlySet<ValueType> {
  if (type) return new Set([type]);
  const path = steps && rooted(steps);
  const tree = path && known.get(path.root);
  return (tree && treeAt(tree, path.steps)?.types) ?? new Set();
}

function union(sets: readonly ReadonlySet<ValueType>[]): ReadonlySet<ValueType> {
  return new Set(sets.flatMap(each => [...each]));
}

const names: Readonly<Record<ValueType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

function words(types: ReadonlySet<ValueType>): string {
  return [...types].map(each => names[each]).join(' or ');
}

/** What to write: literals as the payload has such values, or both sides as texts. */
function meant(comparison: PlacedComparison, seen: ReadonlySet<ValueType>): string {
  const { left, right } = comparison;
  const [type] = seen;
  const literals = [left, ...right].filter(({ isLiteral }) => isLiteral);
  if (literals.length === 0) {
    const arePaths = [left, ...right].every(({ steps }) => steps);
    return arePaths ? `compare both as texts: ${asTexts(comparison)}` : 'make both texts with $string(…)';
  }
  const isSure = seen.size === 1 && type && literals.every(({ text }) => asType(text, type) !== undefined);
  if (!isSure) return 'compare it with a value as the payload has it';
  const text = written(
    comparison,
    side => (side.isLiteral ? asType(side.text, type) : undefined) ?? side.text,
  );
  return `did you mean ${text}?`;
}

function asTexts(comparison: PlacedComparison): string {
  return written(comparison, ({ text, isLiteral }) =>
    isLiteral ? (asType(text, 'text') ?? text) : `$string(${text})`,
  );
}

function written({ left, right, operator }: PlacedComparison, textOf: (side: Side) => string): string {
  const others = right.map(textOf).join(', ');
  return `${textOf(left)} ${operator} ${operator === 'in' ? `[${others}]` : others}`;
}

function asType(literal: string, type: ValueType): string | undefined {
  const plain = literal.replace(/^(["'])(.*)\1$/s, '$2').trim();
  if (type === 'text') return JSON.stringify(plain);
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(plain) ? String(Number(plain)) : undefined;
  return /^(true|false)$/i.test(plain) ? plain.toLowerCase() : undefined;
}
