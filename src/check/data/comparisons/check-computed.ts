import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import {
  type ComputedComparison,
  computedComparisons,
} from '../../../expressions/comparisons/computed-comparisons.ts';
import { compile } from '../../../expressions/compile.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { endless, type Patience } from '../patience.ts';
import { showsValues, type Trial, tryOn, type Wanted, whereOf } from '../trial.ts';

/** The number of events for which a calculation is evaluated. */
const mostTried = 40;

/**
 * Warns if the result of a function has a compared text only with outer spaces or in another case, also in
 * `$contains`: `"vip" in $split(tags, ",")` is false for `a, vip`. Not reported if any event has the exact text.
 */
export async function checkComputed(
  conditions: UsesAndEvents,
  rules: UsesAndEvents,
  {
    patience = endless,
    within = use => use.place,
  }: { readonly patience?: Patience; readonly within?: PlaceWithin | undefined } = {},
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const [uses, events] of [conditions, rules]) {
    for (const use of uses) {
      const { path, literal, answer } = use.expression;
      if (path !== null || literal !== null || answer !== undefined) continue;
      for (const comparison of computedComparisons(use.expression)) {
        const near = isTold(comparison, use) ? undefined : await nearIn(comparison, events, patience);
        if (near) found.push(warning(comparison, near, use, within));
      }
    }
  }
  return found;
}

/** Expressions, and the events for which they are evaluated. */
type UsesAndEvents = readonly [readonly ExpressionUse[], readonly Wanted[]];

/** True if the function never gives the text for any event, which is reported without events. */
function isTold({ texts }: ComputedComparison, { expression: { source, warnings } }: ExpressionUse): boolean {
  return warnings.some(
    ({ diagnostic: { code }, offset, length }) =>
      code === 'expression/impossible-text' &&
      texts.includes(source.slice(offset, offset + length).slice(1, -1)),
  );
}

/** A text of an event that is nearly the compared one. */
interface Near {
  readonly text: string;
  readonly value: string;
  readonly trial: Trial;
}

async function nearIn(
  { calculation, texts, operator }: ComputedComparison,
  events: readonly Wanted[],
  patience: Patience,
): Promise<Near | undefined> {
  const compiled = compile(calculation);
  if (!('expression' in compiled)) return undefined;
  const values: { readonly value: string; readonly trial: Trial }[] = [];
  for (const { trial, scope } of events.slice(0, mostTried)) {
    if (trial.test === undefined && !patience()) break;
    const tried = await tryOn(compiled.expression, scope);
    if ('failed' in tried) continue;
    // A list never equals a text, but `in` searches it.
    const all = Array.isArray(tried.value) && operator !== 'in' ? [] : [tried.value].flat();
    values.push(...all.flatMap(value => (typeof value === 'string' ? [{ value, trial }] : [])));
  }
  const known = new Set(texts);
  const isSearch = operator === '$contains';
  const has = (value: string, text: string) => (isSearch ? value.includes(text) : value === text);
  for (const text of texts) {
    if (values.some(({ value }) => has(value, text))) continue;
    const near = values.filter(({ value }) => !known.has(value) && has(folded(value), folded(text)));
    const shown = near.find(({ trial }) => showsValues(trial)) ?? near[0];
    if (shown) return { text, ...shown };
  }
  return undefined;
}

function folded(text: string): string {
  return withoutBlankEnds(text).toLowerCase();
}

function warning(
  comparison: ComputedComparison,
  { text, value, trial }: Near,
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic {
  const { calculation, operator, offset, length } = comparison;
  const verb = calculation.startsWith('$') ? 'gives' : 'is';
  const given = showsValues(trial) ? `${verb} ${JSON.stringify(visibleText(value))}` : 'has it otherwise';
  const literal = JSON.stringify(visibleText(text));
  const outcome = operator === '!=' ? 'so they always differ' : 'so they are never equal';
  const compared =
    operator === '$contains'
      ? `$contains never finds ${literal} in it`
      : `${operator} compares it with ${literal}, ${outcome}`;
  const message = `${calculation} ${given} in ${whereOf(trial)}, and ${compared}`;
  return diagnostic('check/never-equal', message, {
    hint: `write ${cure(comparison, value)}`,
    place: within(use, offset, length),
    path: use.path,
  });
}

/** Returns the comparison without outer spaces, and in lower case if only the case differs. */
function cure({ calculation, operator, texts, isList }: ComputedComparison, value: string): string {
  const inLetters = texts.includes(withoutBlankEnds(value));
  const written = (text: string) => JSON.stringify(inLetters ? text : text.toLowerCase());
  const trimmed = isList ? `$map(${calculation}, $trim)` : `$trim(${calculation})`;
  const one = inLetters
    ? trimmed
    : isList
      ? `$map(${calculation}, function($each) {$lowercase($trim($each))})`
      : `$lowercase(${trimmed})`;
  if (operator === '$contains') {
    const [text = ''] = texts;
    const inTrimmed = value.toLowerCase().includes(text.toLowerCase()) ? text : withoutBlankEnds(text);
    return `$contains($lowercase(${calculation}), ${JSON.stringify(inTrimmed.toLowerCase())})`;
  }
  if (isList) return `${written(texts[0] ?? '')} in ${one}`;
  return operator === 'in'
    ? `${one} in [${texts.map(written).join(', ')}]`
    : `${one} ${operator} ${written(texts[0] ?? '')}`;
}
