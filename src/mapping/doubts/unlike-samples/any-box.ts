import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { treeOf } from '../../../expressions/parse.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { nodesOf } from '../../../expressions/syntax-tree.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { isConsentName } from '../../opt-out.ts';
import type { SampleBase } from './bases-of-samples.ts';
import { givesConsent } from './gives-consent.ts';
import type { EventShown, Ruled } from './ruled.ts';

/**
 * Returns a warning about a consent that only asks whether any box of a question is ticked, if the event has other boxes ticked
 * than each sample: `$exists(consents)` is true for the photos alone. `because` confirms the rule.
 */
export function anyBox(
  { path, rule, result }: Ruled,
  samples: readonly SampleBase[],
  scope: Scope,
  { where = 'the event', isShown = true }: EventShown,
): Diagnostic | undefined {
  if (rule.base.kind !== 'expression' || result.kind !== 'value' || !isYesTo(path, result.value.text))
    return undefined;
  const asked = anyAsked(rule.base.expression);
  const ticked = asked?.read(scope).filter(isOption) ?? [];
  const known = samples.map(each => asked?.read(each.scope).filter(isOption) ?? []);
  const areSeveral = [ticked, ...known].some(each => each.length > 1);
  if (!asked || ticked.length === 0 || !areSeveral || known.some(each => areSame(each, ticked)))
    return undefined;
  const what = isShown ? ticked.map(each => shown(each)).join(' and ') : 'another choice';
  const message = `${path}: the rule says yes, whatever is ticked at ${asked.text}; in ${where} it is ${what}, and no sample of the mapping has that`;
  const hint = `name the box that is meant, as in '"…" in ${asked.text}'; if each of them is a yes, add because: with the reason`;
  return diagnostic('mapping/new-branch', message, {
    hint,
    place: rule.base.place,
    path,
    severity: 'warning',
  });
}

function isYesTo(path: string, text: string): boolean {
  const name = path.replace(/^additionalFields\./, '');
  return givesConsent(path, text) || (consentAnswer(text) === true && isConsentName(name));
}

function isOption(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return first.size === second.size && first.isSubsetOf(second);
}

/** True if a rule may only ask whether there is an answer. */
export function asksForAny({ base }: Ruled['rule']): boolean {
  return base.kind === 'expression' && anyAsked(base.expression) !== undefined;
}

interface AnyAsked {
  readonly text: string;
  readonly read: PathReader;
}

/** The only path of an expression that compares with no text. */
const anyAsked = onceFor((expression: Expression): AnyAsked | undefined => {
  const { path, literal, answer } = expression;
  if (path !== null || literal !== null || answer !== undefined) return undefined;
  const [steps, ...others] = pathsRead(expression);
  if (!steps || others.length > 0 || steps[0] === '$linked' || steps[0] === '$event') return undefined;
  const nodes = nodesOf(treeOf(expression));
  const names = nodes.some(
    ({ type, value }) =>
      type === 'regex' ||
      type === 'lambda' ||
      (type === 'string' && value !== '' && consentAnswer(value) === undefined),
  );
  const text = pathText(steps);
  return names ? undefined : { text, read: pathReader({ steps, text }) };
});
