import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { editsWithin } from '../../../diagnostics/edit-distance.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { wrappedComparisons } from '../../../expressions/comparisons/wrapped-comparisons.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { keyText, pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader, wholeReader } from '../../../expressions/paths/path-values.ts';
import { resultPaths } from '../../../expressions/paths/result-paths.ts';
import { areSynonyms } from '../../convert/common-words.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { answerInWords } from '../../convert/convert-boolean.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { answerAlike, synonymInside } from './answer-alike.ts';
import { containedTexts } from './contained-texts.ts';
import { meantBy, nearHint } from './near-hint.ts';

/** A comparison of a path with literals by `=`, `!=` or `in`. */
export interface NearComparison {
  readonly comparison: PlacedComparison;
  readonly path: Side;
  readonly read: PathReader;
  /** Reads lists as they are. Undefined if the path cannot be read alone. */
  readonly readWhole: PathReader | undefined;
  readonly literals: readonly Side[];
  /** The literals of all comparisons of this path. A value equal to one of them was intended. */
  readonly known: ReadonlySet<unknown>;
  /** True if all of them are true or false. */
  readonly areBoolean: boolean;
  /** True if the expression may send the value itself: `pain != "none" ? pain : null`. */
  readonly isSent: boolean;
}

/** A value that differs from a literal only in its spelling, or contains it as one of several in a text. */
export interface NearValue {
  readonly value: unknown;
  readonly literal: Side;
  readonly isAmong: boolean;
  /** True if the value is an element of a list. */
  readonly isElement: boolean;
  /** True if one letter of the word differs: `canceled` for `cancelled`. */
  readonly isTypo?: boolean;
  /** True for another word of the same meaning: "PKV" for "privat". */
  readonly isSynonym?: boolean;
  /** True for a text that is compared with true or false only: a box became a choice. */
  readonly isWord?: boolean;
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
      const found = nearValue(near, scope) ?? answerAlike(near, use.expression, scope);
      if (found) return [told(near, found, use)];
    }
    return nearlyContained(use, scope) ?? synonymInside(use, scope, nearComparisons(use.expression)) ?? [];
  });
}

/** Every event passes here, but hardly any mapping compares values. */
const comparingUses = onceFor((mapping: Mapping) =>
  expressionUses(mapping).filter(
    ({ expression, because }) =>
      because === undefined &&
      (nearComparisons(expression).length > 0 || wrappedComparisons(expression).length > 0),
  ),
);

/** Returns the comparisons of a compiled expression. */
export const nearComparisons = onceFor((expression: Expression): readonly NearComparison[] => {
  const { literal, answer, source } = expression;
  const isNone = literal !== null || answer !== undefined || !/=|\bin\b/.test(source);
  const all = isNone ? [] : placedComparisons(expression).flatMap(each => comparedPath(each) ?? []);
  const sent = all.length === 0 ? [] : resultPaths(expression).paths;
  return all.map(each => {
    const same = all.filter(({ path }) => sameSteps(path, each.path));
    const sought = containedTexts(expression).filter(({ text }) => text === each.path.text);
    const known = new Set([
      ...same.flatMap(({ literals }) => literals.map(meantBy)),
      ...sought.map(({ literal: text }) => text),
    ]);
    const isSent = sent.some(steps => sameSteps({ steps }, each.path));
    return { ...each, known, isSent, areBoolean: [...known].every(value => typeof value === 'boolean') };
  });
});

function sameSteps(
  { steps: one = [] }: Pick<Side, 'steps'>,
  { steps: other = [] }: Pick<Side, 'steps'>,
): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}

function comparedPath(
  comparison: PlacedComparison,
): Omit<NearComparison, 'known' | 'areBoolean' | 'isSent'> | undefined {
  const { left, right, operator } = comparison;
  const path = left.steps ? left : right.find(({ steps }) => steps);
  const literals = [left, ...right].filter(({ isLiteral }) => isLiteral);
  if (!['=', '!=', 'in'].includes(operator) || !path?.steps || literals.length === 0) return undefined;
  if (path.steps[0] === '$event' || path.steps[0] === '$linked') return undefined;
  const { steps, text, from } = path;
  const read = pathReader({ steps, text: pathText(steps) });
  return { comparison, path, literals, read, readWhole: wholeReader({ steps, text, from }) };
}

/** Returns the first value at the path that is nearly a literal; undefined if a value equals the literal. */
export function nearValue(near: NearComparison, scope: Scope): NearValue | undefined {
  const { literals, known, comparison } = near;
  const all = near.read(scope);
  const values = all.filter(each => typeof each !== 'object');
  if (values.length === 0) return insideOf(all, literals);
  // Of most events, a value is the literal, and each other value is one of another comparison.
  if (literals.every(literal => values.includes(meantBy(literal))) && !near.areBoolean) return undefined;
  const isElement = near.readWhole?.(scope).some(Array.isArray) ?? false;
  const [only, ...others] = literals;
  for (const literal of literals) {
    const meant = meantBy(literal);
    if (values.includes(meant)) continue;
    const value = values.find(
      each =>
        !known.has(each) &&
        (folded(each) === folded(meant) ||
          (areSameAnswer(each, meant) && !(near.isSent && typeof each === 'number'))),
    );
    if (value !== undefined) return { value, literal, isAmong: false, isElement };
  }
  const word = values.find(each => isWordForBoolean(each, near));
  if (word !== undefined && only)
    return { value: word, literal: only, isAmong: false, isElement, isWord: true };
  const misspelt = similarIn(near, values, areNearWords);
  if (misspelt) return { ...misspelt, isAmong: false, isElement, isTypo: true };
  const synonym = similarIn(near, values, areSynonyms);
  if (synonym) return { ...synonym, isAmong: false, isElement, isSynonym: true };
  const meant = only && meantBy(only);
  if (!only || others.length > 0 || comparison.right.length > 1 || values.includes(meant)) return undefined;
  const value = values.find(each => typeof each === 'string' && partsOf(each).includes(String(meant)));
  return meant === '' || value === undefined ? undefined : { value, literal: only, isAmong: true, isElement };
}

/** True for "Type 2" where a comparison expects true or false, and names no text. */
function isWordForBoolean(value: unknown, { areBoolean, comparison }: NearComparison): boolean {
  return (
    areBoolean &&
    typeof value === 'string' &&
    withoutBlankEnds(value) !== '' &&
    answerInWords(value) === undefined &&
    comparison.operator !== 'in'
  );
}

function similarIn(
  { literals, known }: NearComparison,
  values: readonly unknown[],
  areSimilar: (one: string, other: string) => boolean,
) {
  for (const literal of literals) {
    const meant = meantBy(literal);
    if (literal.type !== 'text' || values.includes(meant)) continue;
    const value = values.find(
      each => !known.has(each) && typeof each === 'string' && areSimilar(each, String(meant)),
    );
    if (value !== undefined) return { value, literal };
  }
  return undefined;
}

/**
 * True if two words differ by one letter inside: `cancelled` and `canceled`. A letter at the beginning or the end often
 * changes the meaning, as in `angemeldet` and `abgemeldet` or `soltero` and `soltera`.
 */
function areNearWords(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)];
  const areWords = [a, b].every(each => /^[\p{L}_-]{6,40}$/u.test(each));
  return areWords && a.slice(0, 3) === b.slice(0, 3) && a.at(-1) === b.at(-1) && editsWithin(a, b, 1) === 1;
}

/** True for true or 1 and "ja", and for 0 and "keine", of which one is a text and the other is not. */
function areSameAnswer(value: unknown, meant: unknown): boolean {
  const [one, other] = typeof value === 'string' ? [value, meant] : [meant, value];
  if (typeof one !== 'string') return false;
  if (typeof other === 'boolean') return answerInWords(one) === other;
  const answer = typeof other === 'number' ? consentAnswer(other) : undefined;
  return answer !== undefined && /\p{L}/u.test(one) && consentAnswer(one) === answer;
}

/** A list of objects of which one has the literal: `"vip" in tags` for `[{"name": "vip"}]`. */
function insideOf(all: readonly unknown[], literals: readonly Side[]): NearValue | undefined {
  for (const literal of literals) {
    const meant = meantBy(literal);
    for (const value of all) {
      const [key] = Object.entries(value ?? {}).find(([, each]) => each === meant && meant !== '') ?? [];
      if (key !== undefined) return { value, literal, isAmong: false, isElement: true, key };
    }
  }
  return undefined;
}

function partsOf(text: string): readonly string[] {
  const parts = text.split(/[,;|]/).map(withoutBlankEnds);
  return parts.length > 1 ? parts : [];
}

function folded(value: unknown): string {
  return withoutBlankEnds(String(value)).toLowerCase();
}

function told({ comparison, path }: NearComparison, found: NearValue, use: ExpressionUse) {
  const { value, literal, isAmong, isElement, isTypo = false, isSynonym = false, key } = found;
  const { operator } = comparison;
  const details = { place: use.place, path: use.path };
  const compares = `${use.path}: ${operator} compares ${path.text} with ${visibleText(literal.text)}`;
  if (key !== undefined) {
    const message = `${compares}, and it is an object that has this text at ${keyText(key)}`;
    const hint = `write ${path.text}.${keyText(key)} in place of ${path.text}`;
    return diagnostic('check/never-equal', message, { ...details, hint });
  }
  const shown = visibleText(JSON.stringify(value));
  if (found.isWord) {
    const hint = `write ${path.text} in [true, "…"] with each text that means yes; if such a text means nothing, add because: with the reason`;
    return diagnostic('check/never-equal', `${compares}, and it is ${shown}, a text`, { ...details, hint });
  }
  const otherwise = isSynonym
    ? ', which means the same'
    : isTypo
      ? ', which differs by one letter'
      : ', which is written otherwise';
  const whole = isAmong ? ', of which it compares only the whole' : otherwise;
  const message = `${compares}, and it is ${shown}${whole}`;
  const hint = nearHint(
    {
      comparison,
      path,
      literal,
      near: value,
      isAmong,
      isElement,
      isTypo: isTypo || isSynonym,
      isEverywhere: false,
    },
    use,
  );
  return diagnostic('check/never-equal', message, { ...details, hint });
}

/** Handles `$contains(optin, "ja")`, which is false for `Ja, gerne`. */
function nearlyContained(use: ExpressionUse, scope: Scope): readonly Diagnostic[] | undefined {
  const all = containedTexts(use.expression);
  for (const { read, text, literal } of all) {
    const ofPath = all.filter(other => other.text === text);
    const compared = nearComparisons(use.expression).find(({ path }) => path.text === text);
    const near = read(scope).find(
      (each): each is string =>
        typeof each === 'string' &&
        !compared?.known.has(each) &&
        !ofPath.some(other => each.includes(other.literal)) &&
        each.toLowerCase().includes(literal.toLowerCase()),
    );
    if (near === undefined) continue;
    const message = `${use.path}: $contains looks for ${JSON.stringify(literal)} in ${text}, and it is ${visibleText(JSON.stringify(near))}, which is written otherwise`;
    const hint = `to find it in any letters, write $contains($lowercase(${text}), ${JSON.stringify(literal.toLowerCase())})`;
    return [diagnostic('check/never-equal', message, { hint, place: use.place, path: use.path })];
  }
  return undefined;
}
