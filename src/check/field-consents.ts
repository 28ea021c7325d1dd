import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { placedPaths } from '../expressions/placed-paths.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import { givenConsent } from '../mapping/given-consent.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { asksForConsent, asksForOptOut, reversedTable } from '../mapping/opt-out.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { findField } from './call/field-key.ts';
import { ruleLiteral } from './static-values.ts';

/**
 * Warns about additional fields whose names stand for a consent, such as a newsletter, and that get a yes
 * without an answer. No warning if `when` reads a consent, or with `because`.
 */
export function fieldConsents(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  if (asksBefore(mapping)) return [];
  return mapping.additionalFields.flatMap(({ key, rule }) => {
    const name = catalog && findField(key, catalog)?.name;
    const isConsent = asksForConsent(key) || (name !== undefined && asksForConsent(name));
    if (!isConsent || rule.because !== undefined) return [];
    const path = `additionalFields.${key}`;
    return [...invented({ name: key, path, rule, isField: true }), ...reversed(key, path, rule)];
  });
}

/** True if `when` requires a consent. */
function asksBefore({ when }: Mapping): boolean {
  if (!when) return false;
  return placedPaths(when.value).some(({ steps }) => asksForConsent(steps.at(-1) ?? ''));
}

/** Returns the same warnings for the API's consents, which are reported on reading a mapping file. */
export function parameterConsents({ set }: Pick<Mapping, 'set'>): readonly Diagnostic[] {
  return set.flatMap(({ name, rule }) =>
    consentParameters.has(name) && rule.because === undefined ? invented({ name, path: name, rule }) : [],
  );
}

/** A yes to `unsubscribe` means a no to the newsletter. */
function reversed(name: string, path: string, { base, lookup }: Rule): readonly Diagnostic[] {
  const asked = base.kind === 'expression' ? base.expression.path?.at(-1) : undefined;
  if (base.kind !== 'expression' || asked === undefined || !asksForOptOut(asked) || lookup) return [];
  const hint = `write ${name}: {${beginning(base.expression)}, values: ${reversedTable('')}, because: "…"}, with the words that the sender uses, and the reason`;
  const message = `a yes to ${beginning(base.expression).replace(/^\w+: /, '')} is a no to ${name} by its name, but the rule reads it as a yes`;
  return [diagnostic('mapping/opt-out-as-consent', message, { hint, place: base.place, path })];
}

interface Consent {
  readonly name: string;
  readonly path: string;
  readonly rule: Rule;
  readonly isField?: true;
}

function invented({ name, path, rule, isField }: Consent): readonly Diagnostic[] {
  const tell = (what: string, place: Place, cure: string) =>
    diagnostic('mapping/invented-consent', what, {
      hint: `${cure}; if it is right, add because: with the reason`,
      place,
      path,
    });
  const read = isField
    ? 'read the answer, as in {from: PATH, as: boolean} with its path'
    : 'take the consent from the payload';
  const literals = literalsOf(rule).map(({ what, place }) =>
    tell(`${what} says yes to ${name} for a person who was not asked`, place, read),
  );
  const found = givenConsent(rule.base, tableOf(rule), { name, ...(isField && { isField }) });
  if (!found) return literals;
  return [...literals, tell(`the rule says yes to ${name} ${found.when}`, rule.base.place, found.cure)];
}

function literalsOf(rule: Rule): readonly { readonly what: string; readonly place: Place }[] {
  const given = [
    ['the literal', ruleLiteral(rule)],
    ['default', rule.default],
    ['otherwise', rule.lookup?.otherwise],
  ] as const;
  return given.flatMap(([what, literal]) =>
    literal && consentAnswer(literal.value) === true ? [{ what, place: literal.place }] : [],
  );
}

function tableOf({ lookup }: Rule): Parameters<typeof givenConsent>[1] {
  if (!lookup) return { values: undefined };
  const { entries, otherwise, ignoreCase } = lookup;
  const values = Object.fromEntries([...entries].map(([key, { value }]) => [key, value]));
  return { values, otherwise: otherwise?.value, ignoreCase } as Parameters<typeof givenConsent>[1];
}
