import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { genderMeant } from '../../convert/gender-meant.ts';
import { lookupKey } from '../../evaluate/look-up.ts';
import type { Rule } from '../../mapping.ts';
import { nearComparisons } from './nearly-equal.ts';

/**
 * Returns a doubt about a gender that is not in the event: `title = "Mr" ? "MALE" : "FEMALE"` is FEMALE for "Mr.", for
 * a company and for a missing title. No doubt if the rule names the value and does not turn it round, or if UNKNOWN is sent for an unclear one.
 */
export function otherGender(
  value: unknown,
  rule: Rule,
  { path, scope }: { readonly path: string; readonly scope: Scope },
): readonly Diagnostic[] {
  const { base, because } = rule;
  if (path !== 'genderType' || because !== undefined || base.kind !== 'expression') return [];
  const given = givenText(rule, base.expression, scope);
  if (!given) return [];
  const { read, text } = given;
  const meant = genderMeant(text);
  if (meant === value || (meant === undefined && value === 'UNKNOWN')) return [];
  const isOpposite = opposites.has(String(value)) && meant !== undefined && opposites.has(meant);
  if (text !== '' && isNamed(text, rule)) {
    if (!isOpposite) return [];
    const message = `genderType: the rule sends ${shown(value)} for ${shown(text)}, which means ${meant}`;
    const hint = `write ${JSON.stringify(text)}: ${meant} in the table; if it is right, add because: with the reason`;
    return [diagnostic('mapping/other-gender', message, { hint, place: base.place, path })];
  }
  const says = text === '' ? 'empty or missing' : `${shown(text)}, which it does not name`;
  const message = `genderType: the rule sends ${shown(value)}, and ${read} is ${says}`;
  const line = text === '' ? '' : `${JSON.stringify(text)}: ${meant ?? 'UNKNOWN'}`;
  const entry = line === '' ? '' : `, ${line}`;
  const cure =
    rule.lookup && line !== ''
      ? `add ${line} to the table`
      : `give it a table with the words of the sender, as in values: {Herr: MALE, Frau: FEMALE${entry}}, and otherwise: UNKNOWN`;
  const hint = `${cure}; if it is right, add because: with the reason`;
  return [diagnostic('mapping/other-gender', message, { hint, place: base.place, path })];
}

const opposites: ReadonlySet<string> = new Set(['MALE', 'FEMALE']);

/** Returns the only text by which a rule chooses a gender; an empty text if the event has none. */
function givenText(
  { lookup }: Rule,
  expression: Expression,
  scope: Scope,
): { readonly read: string; readonly text: string } | undefined {
  const { answer, evaluateDirectly, path } = expression;
  if (!lookup && (path !== null || answer !== undefined)) return undefined;
  const [steps, ...others] = answer === undefined ? pathsRead(expression) : [[]];
  if (!steps || others.length > 0) return undefined;
  const read = pathText(steps);
  const values =
    answer === undefined ? pathReader({ steps, text: read })(scope) : [evaluateDirectly?.(scope)];
  const [given = '', ...more] = values.filter(each => each !== undefined && each !== null);
  if (typeof given !== 'string' || more.length > 0) return undefined;
  return {
    read: answer === undefined ? read : `the answer to ${shown(answer)}`,
    text: withoutBlankEnds(given),
  };
}

/** True if the rule names a value. */
function isNamed(text: string, { lookup, base }: Rule): boolean {
  if (lookup?.entries.has(lookupKey(text, lookup))) return true;
  if (base.kind !== 'expression') return false;
  const { source } = base.expression;
  if (/\$(?:lower|upper)case/.test(source)) {
    const compared = source.replace(/[?:]\s*(?:"[^"]*"|'[^']*')/g, '');
    return compared.toLowerCase().includes(`"${text.toLowerCase()}"`);
  }
  return nearComparisons(base.expression).some(({ known }) => known.has(text));
}
