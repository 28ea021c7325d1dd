import { isDeepStrictEqual } from 'node:util';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { pathText } from '../../expressions/path-text.ts';
import { pathReader } from '../../expressions/path-values.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
  type ValueType,
} from '../../expressions/placed-comparisons.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import type { ExpressionUse } from '../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { asTexts, comparableHint } from './comparable-hint.ts';
import { knownPaths, type Roots } from './known-paths.ts';
import { treeAt } from './path-tree.ts';
import { rooted } from './paths-in.ts';
import { mostTried, showsValues, type Trial, trialScope, whereOf } from './trial.ts';

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
      // An ordering comparison is evaluated, and fails if the types differ.
      if (!equalities.has(each.comparison.operator)) return [];
      // A mapping that compares one path with several types expects different types.
      const isForeseen = judged.some(other => other !== each && isOfSamePath(other, each));
      if (isForeseen || isTold(each.comparison, use)) return [];
      return (
        diagnosed(each, { use, within, trials }) ??
        otherLetters(each.comparison, judged, { use, within, trials }) ??
        amongOthers(each.comparison, { use, within, trials }) ??
        []
      );
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
  // If one element may be anything, the others prove nothing.
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

interface ShownBy {
  readonly use: ExpressionUse;
  readonly within: PlaceWithin;
  readonly trials: readonly Trial[];
}

/** Returns a text that events contain in another case, or with spaces around it. */
function otherLetters(
  { left, right, operator, offset, length }: PlacedComparison,
  all: readonly Judged[],
  { use, within, trials }: ShownBy,
): Diagnostic | undefined {
  const path = left.steps ? left : right.find(({ steps }) => steps);
  if (!path?.steps || isOfProgram(path.steps)) return undefined;
  const texts = [left, ...right].flatMap(side =>
    side.isLiteral && side.type === 'text' ? [textOf(side)] : [],
  );
  if (texts.length === 0) return undefined;
  const same = all.filter(({ comparison }) =>
    sidesOf(comparison).some(({ steps }) => isDeepStrictEqual(steps, path.steps)),
  );
  const known = new Set(same.flatMap(({ comparison }) => sidesOf(comparison).map(textOf)));
  const values = valuesAt(path, trials);
  const isNear = (value: string, text: string) =>
    value !== text && !known.has(value) && folded(value) === folded(text);
  const text = texts.find(each => values.some(({ value }) => isNear(value, each)));
  if (text === undefined) return undefined;
  const near = values.find(({ value }) => isNear(value, text));
  if (near === undefined) return undefined;
  const there = near.isShown
    ? `${JSON.stringify(visibleText(near.value))} in ${near.where}`
    : `written otherwise in ${near.where}`;
  const isElsewhere = values.some(({ value }) => value === text);
  const never = operator === '!=' ? 'so they always differ' : 'so they are never equal';
  const differ = operator === '!=' ? 'so they differ there' : 'so they are not equal there';
  const message = `${path.text} is ${there}, and ${operator} compares it with ${JSON.stringify(visibleText(text))}, ${isElsewhere ? differ : never}`;
  // With both letters among the events, no literal is the right one.
  const shown = near.isShown && !isElsewhere ? near.value : undefined;
  const hint = lettersHint({ path: path.text, text, near: shown }, use);
  return diagnostic('check/never-equal', message, {
    hint,
    place: within(use, offset, length),
    path: use.path,
  });
}

/** Returns a text that events contain only as one of several in a text: `vip,neu`. */
function amongOthers(
  { left, right, operator, offset, length }: PlacedComparison,
  { use, within, trials }: ShownBy,
): Diagnostic | undefined {
  const [only, ...more] = right;
  const [path, literal] = left.steps ? [left, only] : [only, left];
  if (!path?.steps || !literal?.isLiteral || literal.type !== 'text' || more.length > 0) return undefined;
  const text = textOf(literal);
  const values = valuesAt(path, trials);
  const parts = (value: string) => value.split(/[,;|]/).map(withoutBlankEnds);
  if (text === '' || values.some(({ value }) => value === text)) return undefined;
  const found = values.filter(({ value }) => parts(value).length > 1 && parts(value).includes(text));
  const shown = found.find(({ isShown }) => isShown) ?? found[0];
  if (!shown) return undefined;
  const there = shown.isShown
    ? `${JSON.stringify(visibleText(shown.value))} in ${shown.where}`
    : `a text of several values in ${shown.where}`;
  const [separator = ','] = /[,;|]/.exec(shown.value) ?? [];
  const search = `${JSON.stringify(text)} in $map($split(${path.text}, "${separator}"), $trim)`;
  const message = `${path.text} is ${there}, of which ${operator} compares only the whole with ${JSON.stringify(visibleText(text))}`;
  const hint = `to ask for one of them, write ${operator === '!=' ? `$not(${search})` : search}`;
  return diagnostic('check/never-equal', message, {
    hint,
    place: within(use, offset, length),
    path: use.path,
  });
}

function sidesOf({ left, right }: PlacedComparison): readonly Side[] {
  return [left, ...right];
}

/** Returns the text of a literal. */
function textOf({ text }: Side): string {
  return text.trim().replace(/^(["'])(.*)\1$/s, '$2');
}

function folded(text: string): string {
  return withoutBlankEnds(text).toLowerCase();
}

/** Returns the texts of events at a path, and their places. */
function valuesAt({ steps = [] }: Side, trials: readonly Trial[]) {
  const values = pathReader({ steps, text: pathText(steps) });
  return trials
    .slice(0, mostTried)
    .flatMap(trial =>
      values(trialScope(trial, { needsBody: true })).flatMap(value =>
        typeof value === 'string' ? [{ value, where: whereOf(trial), isShown: showsValues(trial) }] : [],
      ),
    );
}

/** The text as the events have it; a rule that only asks for yes or no is written shorter. */
function lettersHint(
  { path, text, near }: { readonly path: string; readonly text: string; readonly near: string | undefined },
  use: ExpressionUse,
): string {
  const { source } = use.expression;
  const isWhole = use.rule !== undefined && source.trim() === `${path} = ${JSON.stringify(text)}`;
  if (isWhole && answerInWords(text) === true) {
    const from = /^[\w$.]+$/.test(path) ? path : JSON.stringify(path);
    return `write {from: ${from}, as: boolean}, which reads ja, nein, on, 0 and the like`;
  }
  const isCopied = near !== undefined && withoutBlankEnds(near) === near;
  const written = !isCopied ? undefined : source.replaceAll(JSON.stringify(text), JSON.stringify(near));
  if (written !== undefined && written !== source && written.length < longestHint) return `write ${written}`;
  return `compare with the text as the events have it; to compare in any letters, write $lowercase($trim(${path})) = ${JSON.stringify(text.toLowerCase())}`;
}

/** Longer expressions are not shown again. */
const longestHint = 120;

function diagnosed(
  { comparison, path, seen, wanted }: Judged,
  { use, within, trials }: ShownBy,
): Diagnostic | undefined {
  const { operator, offset, length } = comparison;
  if (seen.size === 0 || wanted.size === 0) return undefined;
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

/** The values of the samples at a path. They are no customer's, so messages may show them. */
function samplesAt({ steps }: Side, trials: readonly Trial[]): readonly unknown[] {
  if (!steps) return [];
  const values = pathReader({ steps, text: pathText(steps) });
  const samples = trials.filter(showsValues).slice(0, mostTried);
  return samples.flatMap(trial => values(trialScope(trial, { needsBody: true })));
}

function typesOf({ type, steps }: Side, known: Roots): ReadonlySet<ValueType> {
  if (type) return new Set([type]);
  // A customer number is a text, and so is all that is known of an event.
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
