import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { calledWithPath } from '../../expressions/called-with-path.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { keyText, pathText } from '../../expressions/path-text.ts';
import { type PathReader, pathReader } from '../../expressions/path-values.ts';
import { type PlacedComparison, placedComparisons, type Side } from '../../expressions/placed-comparisons.ts';
import { answerInWords } from '../convert/convert-boolean.ts';
import type { MappingInput } from '../evaluate/evaluation.ts';
import { type ExpressionUse, expressionUses } from '../expression-uses.ts';
import type { Mapping } from '../mapping.ts';

/** A comparison of a path with literals by `=`, `!=` or `in`. */
export interface NearComparison {
  readonly comparison: PlacedComparison;
  readonly path: Side;
  readonly read: PathReader;
  readonly literals: readonly Side[];
  /** The literals of all comparisons of this path. A value equal to one of them was intended. */
  readonly known: ReadonlySet<unknown>;
}

/** A value that differs from a literal only in its spelling, or contains it as one of several in a text. */
export interface NearValue {
  readonly value: unknown;
  readonly literal: Side;
  readonly isAmong: boolean;
  /** The key of an object that has the literal. */
  readonly key?: string;
}

/**
 * Returns warnings about comparisons whose result for an event depends only on the spelling of a value: `type
 * = "neu"` is false for `Neu`, ` neu` and `neu,vip`, and `level = "5"` is false for the number 5. `only`
 * selects one expression.
 */
export function nearlyEqual(mapping: Mapping, input: MappingInput, only?: 'when'): readonly Diagnostic[] {
  const { payload, answers, headers, query, event } = input;
  const scope = { input: payload, bindings: { answers, headers, query, event } };
  return comparingUses(mapping).flatMap(use => {
    if (only !== undefined && use.path !== only) return [];
    for (const near of nearComparisons(use.expression)) {
      const found = nearValue(near, scope);
      if (found) return [told(near, found, use)];
    }
    return nearlyContained(use, scope) ?? [];
  });
}

/** Every event passes here, but hardly any mapping compares values. */
const comparingUses = onceFor((mapping: Mapping) =>
  expressionUses(mapping).filter(
    ({ expression, rule }) =>
      rule?.because === undefined &&
      (nearComparisons(expression).length > 0 || expression.source.includes('$contains(')),
  ),
);

/** Returns the comparisons of a compiled expression. */
export const nearComparisons = onceFor((expression: Expression): readonly NearComparison[] => {
  const { literal, answer, source } = expression;
  const isNone = literal !== null || answer !== undefined || !/=|\bin\b/.test(source);
  const all = isNone ? [] : placedComparisons(expression).flatMap(each => comparedPath(each) ?? []);
  return all.map(each => {
    const same = all.filter(({ path }) => sameSteps(path, each.path));
    return { ...each, known: new Set(same.flatMap(({ literals }) => literals.map(meantBy))) };
  });
});

function sameSteps({ steps: one = [] }: Side, { steps: other = [] }: Side): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}

function comparedPath(comparison: PlacedComparison): Omit<NearComparison, 'known'> | undefined {
  const { left, right, operator } = comparison;
  const path = left.steps ? left : right.find(({ steps }) => steps);
  const literals = [left, ...right].filter(({ isLiteral }) => isLiteral);
  if (!['=', '!=', 'in'].includes(operator) || !path?.steps || literals.length === 0) return undefined;
  if (path.steps[0] === '$event' || path.steps[0] === '$linked') return undefined;
  return { comparison, path, literals, read: pathReader({ steps: path.steps, text: pathText(path.steps) }) };
}

/** Returns the first value at the path that is nearly a literal; undefined if a value equals the literal. */
export function nearValue(near: NearComparison, scope: Scope): NearValue | undefined {
  const { literals, known, comparison } = near;
  const all = near.read(scope);
  const values = all.filter(each => typeof each !== 'object');
  if (values.length === 0) return insideOf(all, literals);
  const [only, ...others] = literals;
  for (const literal of literals) {
    const meant = meantBy(literal);
    if (values.includes(meant)) continue;
    const value = values.find(
      each => !known.has(each) && (folded(each) === folded(meant) || areSameAnswer(each, meant)),
    );
    if (value !== undefined) return { value, literal, isAmong: false };
  }
  const meant = only && meantBy(only);
  if (!only || others.length > 0 || comparison.right.length > 1 || values.includes(meant)) return undefined;
  const value = values.find(each => typeof each === 'string' && partsOf(each).includes(String(meant)));
  return meant === '' || value === undefined ? undefined : { value, literal: only, isAmong: true };
}

/** True for true and "ja", of which one is a text and the other is not. */
function areSameAnswer(value: unknown, meant: unknown): boolean {
  const [one, other] = typeof value === 'string' ? [value, meant] : [meant, value];
  return typeof one === 'string' && typeof other === 'boolean' && answerInWords(one) === other;
}

/** A list of objects of which one has the literal: `"vip" in tags` for `[{"name": "vip"}]`. */
function insideOf(all: readonly unknown[], literals: readonly Side[]): NearValue | undefined {
  for (const literal of literals) {
    const meant = meantBy(literal);
    for (const value of all) {
      const [key] = Object.entries(value ?? {}).find(([, each]) => each === meant && meant !== '') ?? [];
      if (key !== undefined) return { value, literal, isAmong: false, key };
    }
  }
  return undefined;
}

function partsOf(text: string): readonly string[] {
  const parts = text.split(/[,;|]/).map(withoutBlankEnds);
  return parts.length > 1 ? parts : [];
}

/** Returns the value of a literal as it is written. */
function meantBy({ text, type }: Side): unknown {
  const plain = text.trim();
  if (type === 'number') return Number(plain);
  if (type === 'boolean') return plain === 'true';
  return plain.replace(/^(["'])(.*)\1$/s, '$2');
}

function folded(value: unknown): string {
  return withoutBlankEnds(String(value)).toLowerCase();
}

function told({ comparison: { operator }, path }: NearComparison, found: NearValue, use: ExpressionUse) {
  const { value, literal, isAmong, key } = found;
  const details = { place: use.place, path: use.path };
  const compares = `${use.path}: ${operator} compares ${path.text} with ${visibleText(literal.text)}`;
  if (key !== undefined) {
    const message = `${compares}, and it is an object that has this text at ${keyText(key)}`;
    const hint = `write ${path.text}.${keyText(key)} in place of ${path.text}`;
    return diagnostic('check/never-equal', message, { ...details, hint });
  }
  const shown = visibleText(JSON.stringify(value));
  const whole = isAmong ? ', of which it compares only the whole' : ', which is written otherwise';
  const message = `${compares}, and it is ${shown}${whole}`;
  const hint = nearHint({ operator, path: path.text, literal, near: value, isAmong }, use);
  return diagnostic('check/never-equal', message, { ...details, hint });
}

/** Handles `$contains(optin, "ja")`, which is false for `Ja, gerne`. */
function nearlyContained(use: ExpressionUse, scope: Scope): readonly Diagnostic[] | undefined {
  const { source } = use.expression;
  for (const { steps, text, offset } of calledWithPath(use.expression, ['contains'])) {
    const behind = source.slice(offset + text.length);
    const [, , literal] = /^\s*,\s*(["'])([^"']{1,80})\1\s*\)/.exec(behind) ?? [];
    if (literal === undefined) continue;
    const texts = pathReader({ steps, text })(scope).filter(each => typeof each === 'string');
    const near = texts.find(
      each => !each.includes(literal) && each.toLowerCase().includes(literal.toLowerCase()),
    );
    if (near === undefined) continue;
    const message = `${use.path}: $contains looks for ${JSON.stringify(literal)} in ${text}, and it is ${visibleText(JSON.stringify(near))}, which is written otherwise`;
    const hint = `to find it in any letters, write $contains($lowercase(${text}), ${JSON.stringify(literal.toLowerCase())})`;
    return [diagnostic('check/never-equal', message, { hint, place: use.place, path: use.path })];
  }
  return undefined;
}

interface Hinted {
  readonly operator: PlacedComparison['operator'];
  readonly path: string;
  readonly literal: Side;
  /** Undefined if it may not be shown, or if other events have the literal itself. */
  readonly near: unknown;
  readonly isAmong: boolean;
}

/** Writes the comparison with the text of the events; a rule for a yes or no is written shorter. */
export function nearHint({ operator, path, literal, near, isAmong }: Hinted, use: ExpressionUse): string {
  const { source } = use.expression;
  const meant = meantBy(literal);
  if (isAmong) {
    const [separator = ','] = /[,;|]/.exec(String(near)) ?? [];
    const search = `${literal.text.trim()} in $map($split(${path}, "${separator}"), $trim)`;
    return `to ask for one of them, write ${operator === '!=' ? `$not(${search})` : search}`;
  }
  const isWhole = use.rule !== undefined && source.trim() === `${path} = ${JSON.stringify(meant)}`;
  if (isWhole && typeof meant === 'string' && answerInWords(meant) === true) {
    const from = /^[\w$.]+$/.test(path) ? path : JSON.stringify(path);
    return `write {from: ${from}, as: boolean}, which reads ja, nein, on, 0 and the like`;
  }
  const isCopied = near !== undefined && (typeof near !== 'string' || withoutBlankEnds(near) === near);
  const written = isCopied ? source.replaceAll(literal.text.trim(), JSON.stringify(near)) : source;
  if (written !== source && written.length < longestHint) return `write ${written}`;
  const any = typeof meant === 'string' ? meant.toLowerCase() : String(meant);
  return `compare with the text as the events have it; to compare in any letters, write $lowercase($trim(${path})) = ${JSON.stringify(any)}`;
}

/** Longer expressions are not repeated in a hint. */
const longestHint = 120;
