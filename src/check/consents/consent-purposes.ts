import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { beginning } from '../../mapping/answers/answer-expression.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { asksForConsent } from '../../mapping/opt-out.ts';
import { type Purpose, purposesOf } from '../../mapping/purposes.ts';
import { ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { otherNames } from '../other-name.ts';

/**
 * Warns about boxes for a consent that read the consent to something else, by their names: `sms.ok: email_opt_in`,
 * `photo.ok: privacy_accepted`. `because` confirms that one answer gives both.
 */
export function consentPurposes(
  mapping: Mapping,
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  const told = new Set(otherNames(mapping).map(({ path }) => path));
  return mapping.additionalFields.flatMap(({ key, rule }) => {
    const path = `additionalFields.${key}`;
    const field = catalog && findField(key, catalog);
    const isBox = field ? field.type === 'checkbox' : rule.as === 'boolean' || asksForConsent(key);
    const read = isBox && rule.because === undefined && !told.has(path) ? purposeRead(rule) : undefined;
    const wanted = purposesOf([key, ...(field ? [field.name] : [])]);
    if (!read || wanted.length === 0 || wanted.includes(read.purpose)) return [];
    const message = `${key} reads ${read.written}, which by its name is about ${read.purpose.called}`;
    const hint = `read the question about ${key}; if one answer gives both, add because: with its words`;
    return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
  });
}

/** Returns the purpose of the only value that a rule reads; undefined if its name has none, or several. */
function purposeRead(rule: Rule): { readonly purpose: Purpose; readonly written: string } | undefined {
  const [expression, ...others] = ruleExpressions(rule);
  if (!expression || others.length > 0) return undefined;
  const steps = expression.answer === undefined ? expression.path : [expression.answer];
  if (!steps || expression.source.includes('[')) return undefined;
  const own = purposesOf(steps.slice(-1));
  const [purpose, ...more] = own.length > 0 ? own : purposesOf(steps.slice(-2, -1));
  if (!purpose || more.length > 0) return undefined;
  return { purpose, written: beginning(expression).replace(/^\w+: /, '') };
}

/** Returns the purpose of a question by its label, in words, if the field is for others by its keyName. */
export function otherPurpose(keyName: string, label: string): string | undefined {
  const wanted = purposesOf([keyName]);
  const [purpose, ...more] = purposesOf([label]);
  const isOther = purpose && more.length === 0 && wanted.length > 0 && !wanted.includes(purpose);
  return isOther ? purpose.called : undefined;
}
