import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { type Alternative, alternatives } from '../../../expressions/comparisons/alternatives.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { wholeReader } from '../../../expressions/paths/path-values.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { type Wanted, whereOf } from '../trial.ts';

/**
 * Warns if an empty value prevents an expression from using another one, as a sample or a stored event shows:
 * in JSONata `a ?? b` uses `b` only if `a` is missing, and forms send an empty text for unanswered questions.
 */
export function checkEmpties(
  uses: readonly ExpressionUse[],
  events: readonly Wanted[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  return uses.flatMap(use => {
    const { path, literal, answer } = use.expression;
    if (path !== null || literal !== null || answer !== undefined || use.because !== undefined) return [];
    return alternatives(use.expression).flatMap(each => {
      const event = events.find(({ scope }) => isHeldUp(each, scope));
      return event ? [warning(each, event, use, within, events)] : [];
    });
  });
}

/** True if the first value exists but is empty, and the other one is not empty. */
function isHeldUp({ steps, text, usedIf, other }: Alternative, scope: Wanted['scope']): boolean {
  const [value] = readerOf(steps, text)?.(scope) ?? [];
  if (presenceOf(value) !== 'empty') return false;
  // Of the empty values, only a text of blanks counts as true.
  if (usedIf === 'false' && (typeof value !== 'string' || value === '')) return false;
  if (!other) return false;
  if ('literal' in other) return presenceOf(other.literal) === 'present';
  const [instead] = readerOf(other.steps, other.text)?.(scope) ?? [];
  return presenceOf(instead) === 'present';
}

function readerOf(steps: readonly string[], text: string) {
  return wholeReader({ steps, text, from: 0 }) ?? wholeReader({ steps, text: pathText(steps), from: 0 });
}

function warning(
  alternative: Alternative,
  { trial, scope }: Wanted,
  use: ExpressionUse,
  within: PlaceWithin,
  events: readonly Wanted[],
): Diagnostic {
  const { text, usedIf, form, offset, length } = alternative;
  const [value] = readerOf(alternative.steps, text)?.(scope) ?? [];
  const isBlank = typeof value === 'string' && value !== '';
  const what = isBlank ? 'only blanks' : 'empty';
  const why =
    usedIf === 'missing'
      ? `${form === '??' ? '??' : '$exists'} uses the other value only if ${text} is missing`
      : `a text of blanks counts as true, so the other value is not used`;
  const message = `${text} is ${what} in ${whereOf(trial)}, and ${why}`;
  const place = within(use, offset, length);
  return diagnostic('check/empty-differs', message, {
    hint: hintOf(alternative, { isBlank, hasNumbers: events.some(each => isNumber(alternative, each)) }),
    place,
    path: use.path,
  });
}

function hintOf(
  { text, other }: Alternative,
  { isBlank, hasNumbers }: { readonly isBlank: boolean; readonly hasNumbers: boolean },
): string {
  const instead = !other ? '…' : 'literal' in other ? JSON.stringify(other.literal) : other.text;
  if (hasNumbers) return `write (${text} != "" ? ${text}) ?? ${instead}, which keeps 0 and false`;
  const first = isBlank ? `$trim(${text})` : text;
  return `write ${first} ?: ${instead}, which also uses the other value if ${text} is ${isBlank ? 'only blanks' : 'empty'}`;
}

function isNumber({ steps, text }: Alternative, { scope }: Wanted): boolean {
  const values = readerOf(steps, text)?.(scope) ?? [];
  return values.some(value => typeof value === 'number' || typeof value === 'boolean');
}
