import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { numberText, shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import type { Rule } from '../../mapping.ts';
import type { SampleBase } from './bases-of-samples.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a note about an answer that the object of a `$lookup` does not have, so that nothing is sent, if no sample has it:
 * `$lookup({"de": "Deutsch"}, language)` for "DE". A table of the rule would refuse it.
 */
export function lookedUpNothing(
  { path, rule: { base }, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  if (base.kind !== 'expression' || result.kind === 'value') return undefined;
  const found = lookupOf(base.expression);
  if (!found) return undefined;
  const known = new Set(samples.flatMap(each => answersIn(found.read, each.scope)));
  const [fresh, ...others] = answersIn(found.read, scope).filter(each => !known.has(each));
  if (fresh === undefined || others.length > 0) return undefined;
  const answer = isShown ? `the answer ${shown(fresh)}` : `an answer in ${where}`;
  const message = `${path}: ${answer} is in no sample of the mapping, and the object of $lookup does not have it, so nothing is sent`;
  const hint = `write {from: ${visibleText(found.written)}, values: {…}} with the lines of the object: a table refuses an answer that it does not have; if it is right, keep the event as a test (fieldbridge capture), or add because: with the reason`;
  return diagnostic('mapping/new-branch', message, { hint, place: base.place, path });
}

/** True for a rule that looks its value up in an object of its own. */
export function looksUp({ base }: Rule): boolean {
  return base.kind === 'expression' && lookupOf(base.expression) !== undefined;
}

const lookupOf = onceFor(
  (expression: Expression): { readonly read: PathReader; readonly written: string } | undefined => {
    if (!expression.source.includes('$lookup')) return undefined;
    const { type, procedure, arguments: given = [] } = treeOf(expression);
    const [object] = given;
    const isLookup = type === 'function' && procedure?.type === 'variable' && procedure.value === 'lookup';
    const [steps, ...others] = pathsRead(expression);
    if (!isLookup || object?.type !== 'unary' || object.value !== '{' || !steps || others.length > 0)
      return undefined;
    return { read: pathReader({ steps, text: pathText(steps) }), written: pathText(steps) };
  },
);

function answersIn(read: PathReader, scope: Scope): readonly string[] {
  return read(scope)
    .flatMap(elementsOf)
    .flatMap(each => {
      const text = typeof each === 'number' ? numberText(each) : each;
      return typeof text === 'string' && text.trim() !== '' && text.length <= longest ? [text.trim()] : [];
    });
}

/** An answer that is looked up is short. */
const longest = 60;
