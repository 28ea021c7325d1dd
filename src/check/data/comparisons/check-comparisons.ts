import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
  type ValueType,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { nearHint } from '../../../mapping/doubts/comparisons/near-hint.ts';
import {
  type NearComparison,
  nearComparisons,
  nearValue,
} from '../../../mapping/doubts/comparisons/nearly-equal.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { knownPaths, type Roots } from '../paths/known-paths.ts';
import { treeAt } from '../paths/path-tree.ts';
import { rooted } from '../paths/paths-in.ts';
import { mostTried, showsValues, type Trial, trialScope, whereOf } from '../trial.ts';
import { asTexts, comparableHint } from './comparable-hint.ts';
import { isToldAsText } from './told-as-text.ts';

/**
 * Warns about comparisons whose sides have two types in all samples and stored events that show them, such as
 * a text of a form and a number. They are never equal. A note if only some events show it.
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
      // An ordering comparison is evaluated; it fails if the types differ.
      if (!equalities.has(each.comparison.operator)) return [];
      // A mapping that compares one path with several types expects all of them.
      const isForeseen = judged.some(other => other !== each && isOfSamePath(other, each));
      if (isForeseen || isToldAsText(each.comparison, use)) return [];
      const near = nearComparisons(use.expression).find(
        ({ comparison: { offset } }) => offset === each.comparison.offset,
      );
      const shownBy = { use, within, trials };
      return diagnosed(each, shownBy) ?? (near && otherwiseWritten(near, shownBy)) ?? [];
    });
  });
}

const equalities = new Set(['=', '!=', 'in']);

/** Returns the comparisons of an expression, with the known types of their paths. */
export function comparisonsOf({ expression }: ExpressionUse, known: Roots): readonly Judged[] {
  return placedComparisons(expression).map(each => judge(each, known));
}

/** A comparison, with the types of its path and of the other side. */
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
  // If the type of one element is unknown, the others prove nothing.
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

interface ShownBy {
  readonly use: ExpressionUse;
  readonly within: PlaceWithin;
  readonly trials: readonly Trial[];
}

/** Returns a text that events have in another case, with outer spaces, or as one of several: `vip,neu`. */
function otherwiseWritten(near: NearComparison, { use, within, trials }: ShownBy): Diagnostic | undefined {
  const { path, comparison } = near;
  const { operator, offset, length } = comparison;
  const found = trials.slice(0, mostTried).flatMap(trial => {
    const value = nearValue(near, trialScope(trial, { needsBody: true }));
    // Other types are reported above.
    return value && typeof value.value === 'string' && value.literal.type === 'text'
      ? [{ ...value, trial }]
      : [];
  });
  const first = found.find(({ trial }) => showsValues(trial)) ?? found[0];
  if (!first) return undefined;
  const { value, literal, isAmong, isElement, trial } = first;
  const isTypo = first.isTypo === true || first.isSynonym === true;
  const text = literal.text.trim().slice(1, -1);
  const isElsewhere = valuesAt(path, trials).includes(text);
  if ((isAmong || isTypo) && isElsewhere) return undefined;
  const isShown = showsValues(trial);
  const where = whereOf(trial);
  const otherwise = isAmong ? `a text of several values in ${where}` : `written otherwise in ${where}`;
  const there = isShown ? `${JSON.stringify(visibleText(String(value)))} in ${where}` : otherwise;
  const compared = JSON.stringify(visibleText(text));
  const end =
    operator === '!='
      ? isElsewhere
        ? 'differ there'
        : 'always differ'
      : isElsewhere
        ? 'are not equal there'
        : 'are never equal';
  const message = isAmong
    ? `${path.text} is ${there}, of which ${operator} compares only the whole with ${compared}`
    : `${path.text} is ${there}, and ${operator} compares it with ${compared}, so they ${end}`;
  // If events have both spellings, no literal is right.
  const shown = isAmong || (isShown && !isElsewhere) ? value : undefined;
  const hint = nearHint(
    { comparison, path, literal, near: shown, isAmong, isElement, isTypo, isEverywhere: true },
    use,
  );
  return diagnostic('check/never-equal', message, {
    hint,
    place: within(use, offset, length),
    path: use.path,
  });
}

/** Returns the texts at a path in events. */
function valuesAt({ steps = [] }: Side, trials: readonly Trial[]): readonly unknown[] {
  const values = pathReader({ steps, text: pathText(steps) });
  return trials.slice(0, mostTried).flatMap(trial => values(trialScope(trial, { needsBody: true })));
}

function diagnosed(
  { comparison, path, seen, wanted }: Judged,
  { use, within, trials }: ShownBy,
): Diagnostic | undefined {
  const { operator, offset, length } = comparison;
  if (seen.size === 0 || wanted.size === 0) return undefined;
  // A comparison with the empty text is a test for existence, for a value of any type.
  if (
    [comparison.left, ...comparison.right].some(
      side => side.isLiteral && /^(?:""|'')$/.test(side.text.trim()),
    )
  )
    return undefined;
  const where = { place: within(use, offset, length), path: use.path };
  if (seen.isDisjointFrom(wanted)) {
    const never = operator === '!=' ? 'so they always differ' : 'so they are never equal';
    const message = `${path.text} is ${words(seen)}${isOfProgram(path.steps) ? '' : thereIn(trials)} and ${operator} compares it with ${words(wanted)}, ${never}`;
    const hint = comparableHint(comparison, { seen, samples: samplesAt(path, trials), use });
    return diagnostic('check/never-equal', message, { ...where, hint });
  }
  if (seen.size === 1 || wanted.size > 1) return undefined;
  const message = `${path.text} is ${words(seen)} in the samples and the stored events, and ${operator} compares it with ${words(wanted)} only`;
  const hint = `if it can be either, compare texts: ${asTexts(comparison, samplesAt(path, trials))}`;
  return diagnostic('check/never-equal', message, { ...where, hint, severity: 'info' });
}

function thereIn(trials: readonly Trial[]): string {
  const given = trials.find(each => each.given);
  if (given) return ` in ${whereOf(given)},`;
  return ' wherever the samples and the stored events have it,';
}

/** Returns the values at a path in samples. They are not a customer's, so messages may show them. */
function samplesAt({ steps }: Side, trials: readonly Trial[]): readonly unknown[] {
  if (!steps) return [];
  const values = pathReader({ steps, text: pathText(steps) });
  const samples = trials.filter(showsValues).slice(0, mostTried);
  return samples.flatMap(trial => values(trialScope(trial, { needsBody: true })));
}

function typesOf({ type, steps }: Side, known: Roots): ReadonlySet<ValueType> {
  if (type) return new Set([type]);
  // A customer number is a text, and so are all properties of an event.
  if (isOfProgram(steps)) return new Set(['text']);
  const path = steps && rooted(steps);
  const tree = path && known.get(path.root);
  return (tree && treeAt(tree, path.steps)?.types) ?? new Set();
}

function isOfProgram([root, name]: readonly string[] = []): boolean {
  return root === '$linked' || (root === '$event' && name !== undefined);
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
