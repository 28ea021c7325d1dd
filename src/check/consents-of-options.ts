import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import type { Expression } from '../expressions/expression.ts';
import { treeOf } from '../expressions/parse.ts';
import { pathText } from '../expressions/path-text.ts';
import { placedPaths } from '../expressions/placed-paths.ts';
import { ownValue } from '../expressions/plain-value.ts';
import { nodesOf } from '../expressions/syntax-tree.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { offersOptions } from '../mapping/offered-options.ts';
import { asksForOptOut, isConsentName } from '../mapping/opt-out.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { namedRules, ruleExpressions } from '../mapping/rules-of.ts';
import type { Wanted } from './data/trial.ts';

/**
 * Warns about consents that read only the options that a question offers: they are the same for everybody. Only an
 * event shows that a list has the options and not the answer.
 */
export function consentsOfOptions(
  mapping: Mapping,
  events: readonly Pick<Wanted, 'scope'>[],
): readonly Diagnostic[] {
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const isConsent =
      consentParameters.has(path) || (name !== path && (isConsentName(name) || asksForOptOut(name)));
    const expressions = ruleExpressions(rule);
    if (!isConsent || rule.because !== undefined || expressions.length === 0) return [];
    const [first, ...others] = expressions.map(readSurely);
    if (!first || others.includes(undefined)) return [];
    const read = [first, ...others].flatMap(each => each ?? []);
    const isOffered = ({ scope }: Pick<Wanted, 'scope'>) =>
      read.every(steps => leadsToOptions(scope.input, steps));
    if (!events.some(isOffered)) return [];
    const text = visibleText(pathText(read[0] ?? []));
    return [
      diagnostic(
        'mapping/invented-consent',
        `the rule reads only the options that a question offers (${text}), so ${name} is the same for everybody, whatever they answered`,
        {
          hint: `read the answer of the person, as in {answer: QUESTION} with the label or the id of the question; if it is right, add because: with the reason`,
          place: rule.base.place,
          path,
        },
      ),
    ];
  });
}

/** Returns all paths that an expression reads; undefined if it may read others, or none. */
function readSurely(expression: Expression): readonly (readonly string[])[] | undefined {
  if (expression.answer !== undefined || expression.literal) return undefined;
  const isUncertain = nodesOf(treeOf(expression)).some(
    ({ type, focus, index }) => uncertain.has(type) || focus !== undefined || index !== undefined,
  );
  const paths = isUncertain ? [] : placedPaths(expression);
  const ofRoot = paths.filter(({ from, steps }) => from === 0 || steps[0]?.startsWith('$'));
  if (ofRoot.length === 0) return undefined;
  // Conditions select a question or an option; those by another key, such as `selected`, may be the answer.
  const conditions = paths.filter(each => !ofRoot.includes(each)).map(({ steps }) => steps);
  if (!conditions.every(steps => selecting.test(steps.at(-1) ?? ''))) return undefined;
  return ofRoot.map(({ steps }) => steps);
}

/** Kinds of nodes behind which a path is not followed. */
const uncertain: ReadonlySet<string> = new Set([
  'lambda',
  'transform',
  'wildcard',
  'descendant',
  'parent',
  'bind',
  'partial',
]);

const selecting =
  /^(?:\w*(?:id|label|key|ref|slug|name|title|text|uuid|type|kind)|value|frage|titel|bezeichnung|beschriftung|position|index|order)$/i;

/** True if a path passes options in a payload, everywhere that it leads, and ends at their ids or labels. */
function leadsToOptions(root: unknown, steps: readonly string[]): boolean {
  let objects = objectsIn(root);
  for (const [at, key] of steps.entries()) {
    const having = objects.filter(each => ownValue(each, key) !== undefined);
    if (having.length === 0) return false;
    if (having.every(each => offersOptions(each, key)))
      return steps.slice(at + 1).every(each => selecting.test(each));
    objects = having.flatMap(each => objectsIn(ownValue(each, key)));
  }
  return false;
}

function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.slice(0, mostElements).flatMap(objectsIn);
  return typeof value === 'object' && value !== null ? [value as Readonly<Record<string, unknown>>] : [];
}

const mostElements = 200;
