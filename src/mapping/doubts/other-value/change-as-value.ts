import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { placedComparisons } from '../../../expressions/comparisons/placed-comparisons.ts';
import { possibleResults } from '../../../expressions/comparisons/possible-results.ts';
import { truthTests } from '../../../expressions/comparisons/truth-tests.ts';
import { saysYesOrNo } from '../../../expressions/comparisons/yes-or-no.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PlacedPath, placedPaths } from '../../../expressions/paths/placed-paths.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { asksForConsent } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../rules-of.ts';

/**
 * Returns warnings about rules that take the name of a changed field for its value: `"newsletter" in changed_fields`
 * is also true for a person who cancelled the newsletter. For a consent it is an error.
 */
export const changesAsValues = onceFor((mapping: Mapping): readonly Diagnostic[] =>
  namedRules(mapping).flatMap(named => changeAsValue(named) ?? []),
);

/** Returns the same for one rule. */
export function changeAsValue({ path, rule }: Pick<NamedRule, 'path' | 'rule'>): Diagnostic | undefined {
  const read = rule.because === undefined ? changeRead(rule) : undefined;
  if (!read || !isAbout(path, read.names)) return undefined;
  const name = path.replace(/^additionalFields\./, '');
  const message = `${name}: ${read.text} names a field that changed, and not its value: it is the same for a yes and for a no`;
  const hint =
    'read the new value, as in propertyName = "newsletter" ? propertyValue, with the paths of this sender; if every change means this value, add because: with the reason';
  const severity = consentParameters.has(path) ? 'error' : undefined;
  return diagnostic('mapping/change-as-value', message, { hint, place: rule.base.place, path, severity });
}

interface ChangeRead {
  /** The path as it is written. */
  readonly text: string;
  /** The names of changed fields that the rule asks for. */
  readonly names: readonly string[];
}

/** Returns the change by which alone a rule chooses its value; undefined if it reads any value. Every consent passes here. */
const changeRead = onceFor((rule: Rule): ChangeRead | undefined => {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0 || expression.literal !== null) return undefined;
  const keys = [...(rule.lookup?.entries.keys() ?? [])];
  if (expression.path !== null && keys.length === 0) return undefined;
  const paths = placedPaths(expression).filter(({ steps }) => !isOfKind(steps));
  const valued = valuesRead(expression);
  const [first] = paths;
  if (!first || !paths.every(each => tellsOnlyOfChange(each, valued))) return undefined;
  if (expression.path === null && !givesOnlyLiterals(expression)) return undefined;
  const literals = [...expression.source.matchAll(/(["'])([^"']{1,80})\1/g)].map(([, , text = '']) => text);
  const { steps } = first;
  return { text: pathText(steps), names: [...keys, ...literals, steps.at(-1) ?? ''] };
});

/** The type of an event is no value of the person. */
function isOfKind(steps: readonly string[]): boolean {
  return steps[0] === '$event' || kinds.test(plain(steps.at(-1) ?? ''));
}

/** Returns the paths whose values count: in a comparison, or as a condition, which is right for true and false. */
function valuesRead(expression: Expression): ReadonlySet<string> {
  const compared = placedComparisons(expression).flatMap(({ left, right }) => {
    const sides = [left, ...right];
    return sides.some(({ isLiteral, text }) => isLiteral && nothings.has(text.trim())) ? [] : sides;
  });
  const conditions = truthTests(expression).filter(({ asks }) => asks === 'truth');
  return new Set([...compared, ...conditions].flatMap(({ steps }) => (steps ? JSON.stringify(steps) : [])));
}

const nothings: ReadonlySet<string> = new Set(['null', '""', "''"]);

function tellsOnlyOfChange({ steps, from }: PlacedPath, valued: ReadonlySet<string>): boolean {
  const at = steps.findIndex(isContainer);
  const last = plain(steps.at(-1) ?? '');
  if (at === -1) return from === 0 && nameKeys.test(last);
  if (at === steps.length - 1 || nameKeys.test(last)) return true;
  return at === steps.length - 2 && !values.test(last) && !valued.has(JSON.stringify(steps));
}

function givesOnlyLiterals(expression: Expression): boolean {
  if (saysYesOrNo(expression)) return true;
  const results = possibleResults(expression, 'any')?.all ?? [];
  return results.length > 0 && results.every(({ kind }) => kind !== 'unknown');
}

/** True if a rule sets a consent, or the field whose change it asks for. A field may also record that there was a change. */
function isAbout(path: string, names: readonly string[]): boolean {
  if (consentParameters.has(path)) return true;
  const name = plain(path.replace(/^additionalFields\./, ''));
  if (recordsChange.test(name)) return false;
  if (path !== 'customerStatus' && asksForConsent(path.replace(/^additionalFields\./, ''))) return true;
  return names.map(plain).some(each => each.length > 3 && (name.includes(each) || each.includes(name)));
}

function plain(step: string): string {
  return step.replace(/[^\p{L}]/gu, '').toLowerCase();
}

function isContainer(step: string): boolean {
  return containers.some(each => each.test(plain(step)));
}

const containers = [
  /^(?:(?:previous|model|saved|last|recent)?changes|changed|changeset|changelog|änderungen|aenderungen|diff|delta)$/,
  /^(?:changed|updated|modified|dirty|edited|previous)(?:fields?|property|properties|attributes?|keys?|columns?|values?|data|names?|fieldnames|propertynames)$/,
  /^(?:fields|properties|attributes|keys|columns)(?:changed|updated|modified)$/,
  /^(?:geänderte|geaenderte)(?:felder|eigenschaften|attribute|daten|werte)$/,
];
const nameKeys =
  /^(?:changed|updated|modified)?(?:property|field|attribute|column)(?:name|key|id)?$|^(?:feld|eigenschaft|merkmal)(?:name)?$/;
const values =
  /^(?:(?:new|current|to|after|next)(?:value)?|values?|neu|neuerwert|nachher|wert|old|oldvalue|from|before)$/;
const kinds =
  /^(?:event|eventtype|eventname|type|action|topic|trigger|operation|subscriptiontype|ereignis|aktion|tipo|evento|acción|accion|azione|zdarzenie|akcja|gebeurtenis|événement|evenement)$/;
const recordsChange =
  /chang|updat|modif|edit|änder|aender|zmien|zmian|aktualiz|actualiz|atualiz|aggiorn|gewijzigd/;
