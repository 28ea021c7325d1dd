import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { presenceOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';
import { cutsText, textCut } from './text-cut.ts';

/**
 * Returns a warning about an expression that finds nothing in a text, although it finds a value in the text of every sample:
 * `/([0-9]+) g/` in "250 Gramm". The value is not sent.
 */
export function cutNothing(
  { path, rule: { base }, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  const isPart = base.kind === 'expression' && !base.expression.path && cutsText(base.expression);
  if (result.kind !== 'absent' || !isPart) return undefined;
  // A condition may leave the text out.
  if (base.kind !== 'expression' || base.expression.source.includes('?')) return undefined;
  const read = textCut(base.expression);
  const text = textIn(read?.(scope) ?? []);
  const found = samples.filter(each => textIn(read?.(each.scope) ?? []) !== undefined);
  const isAlways = found.length > 0 && found.every(({ value }) => presenceOf(value) === 'present');
  if (text === undefined || !isAlways) return undefined;
  const what = isShown ? shown(text) : `the text in ${where}`;
  const message = `${path}: the expression finds nothing in ${what}, so nothing is sent, and in every sample of the mapping it finds a value`;
  const hint =
    'have the expression read such a text as well; if nothing is right, keep the event as a test (fieldbridge capture)';
  return diagnostic('mapping/new-branch', message, { hint, place: base.place, path, severity: 'warning' });
}

function textIn([value, ...others]: readonly unknown[]): string | undefined {
  const isText = typeof value === 'string' && others.length === 0 && /[\p{L}\p{N}]/u.test(value);
  return isText && value.length <= longest ? value : undefined;
}

const longest = 500;
