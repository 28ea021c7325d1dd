import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { plainAnswer } from '../../mapping/convert/plain-answer.ts';
import { givenConsent, yesForEachAnswer } from '../../mapping/given-consent.ts';
import type { FieldRule, Mapping, Rule } from '../../mapping/mapping.ts';
import { allowsContact, asksForConsent, asksForOptOut, isConsentName } from '../../mapping/opt-out.ts';
import { namesPassedOn, optOutAsConsent } from '../../mapping/opt-out-read.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { findField } from '../call/field-key.ts';
import { answerSeen } from '../data/answers/answer-seen.ts';
import type { Wanted } from '../data/trial.ts';
import { areOppositeNames } from '../names/opposite-names.ts';
import { ruleLiteral } from '../static-values.ts';
import { consentBeside } from './consent-beside.ts';
import { type ConsentChoices, consentChoices, refusesFor } from './consent-choices.ts';

/**
 * Warns about additional fields whose names stand for a consent, such as a newsletter, and that get a yes
 * without an answer (unless `when` reads a consent), and about boxes that get the yes to an opt-out, or a yes for each
 * answer. `because` confirms them.
 */
export function fieldConsents(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const isAsked = asksBefore(mapping);
  return mapping.additionalFields.flatMap(field => {
    const { key, rule } = field;
    const configuration = catalog && findField(key, catalog);
    const names = [key, ...(configuration ? [configuration.name] : [])];
    const isBox = configuration?.type === 'checkbox';
    const isConsent = names.some(isConsentName) || (isBox && names.some(permitsSomething));
    const path = `additionalFields.${key}`;
    return [
      ...(isConsent && !isAsked && rule.because === undefined
        ? invented({
            name: key,
            path,
            rule,
            isField: true,
            choices: consentChoices(names, rule, configuration),
          })
        : []),
      ...(isConsent ? [] : yesOnly(field, configuration)),
      ...reversed(field, configuration),
    ];
  });
}

/** True for the name of a box by which a person permits something: "Darf ohne Leine laufen". */
function permitsSomething(name: string): boolean {
  return permitting.test(spellings(name)[0] ?? '');
}

const permitting =
  /\b(?:darf|durfen|duerfen|erlaubt|gestattet|zugelassen|allowed|permitted|authori[sz]ed|mag worden|peut etre|autorise|autorisee|puede|puo)\b|^(?:may|can) (?:be|we|the|go|run|leave|walk|eat|swim|take)\b/;

/** Warns about the table of a box that gives a yes for each of several answers: `{igen: true, nem: true}`. */
function yesOnly({ key, rule }: FieldRule, field: FieldConfiguration | undefined): readonly Diagnostic[] {
  const isBox = field?.type === 'checkbox' || rule.as === 'boolean';
  const found =
    isBox && rule.because === undefined
      ? yesForEachAnswer(rule.base, tableOf(rule), { name: key })
      : undefined;
  if (!found) return [];
  const hint = `${found.cure}; if each of them is a yes, add because: with the reason`;
  const place = rule.lookup?.entries.values().next().value?.place ?? rule.place;
  const path = `additionalFields.${key}`;
  const message = `the table of ${key} has a yes ${found.when}`;
  return [diagnostic('mapping/reversed-answer', message, { hint, place, path })];
}

/** True if `when` requires a consent. */
function asksBefore({ when }: Mapping): boolean {
  if (!when) return false;
  return placedPaths(when.value).some(({ steps }) => isConsentName(steps.at(-1) ?? ''));
}

/** Returns the same warnings for the API's consents, which are reported on reading a mapping file. */
export function parameterConsents({ set }: Pick<Mapping, 'set'>): readonly Diagnostic[] {
  return set.flatMap(({ name, rule }) =>
    consentParameters.has(name) && rule.because === undefined ? invented({ name, path: name, rule }) : [],
  );
}

/**
 * A yes to `unsubscribe` means a no to the newsletter. A box for anything else that is not an opt-out by its names
 * cannot be right either. Nor can one that is the opposite of its value by their names: `nichtraucher: raucher`.
 */
function reversed(
  { key, rule }: FieldRule,
  field: FieldConfiguration | undefined,
  seen?: unknown,
): readonly Diagnostic[] {
  const names = [key, ...(field ? [field.name] : [])];
  if (rule.because !== undefined) return [];
  const isDenied = names.some(asksForOptOut);
  const isBox = field?.type === 'checkbox' || rule.as === 'boolean';
  const isAsked = names.some(asksForConsent);
  const choices = consentChoices(names, rule, field);
  const isText = !choices && isYesInText(names, rule, field, seen);
  if (!isAsked && !isBox && !isDenied && !choices && !isText) return [];
  const { base, lookup } = rule;
  if (choices && !isAsked && !lookup && !choices.hasWordForYes) return [];
  const answerOf = choices?.answerOf ?? (result => result);
  const results = lookup && new Map([...lookup.entries].map(([each, { value }]) => [each, answerOf(value)]));
  const no = choices ? choices.no : isText ? 'nein' : false;
  const isConsent = names.some(allowsContact);
  const isOptOut = refusesFor(names);
  const isOpposite = (name: string) => areOppositeNames(names, name);
  const found =
    (isDenied ? undefined : optOutAsConsent({ base, results }, key, { isOptOut, isConsent, no, seen })) ??
    optOutAsConsent({ base, results }, key, {
      isOptOut: isOpposite,
      isConsent: choices !== undefined,
      is: 'the opposite',
      no,
      seen,
    });
  if (!found) return [];
  const { message, hint } = found;
  const details = { hint, place: base.place, path: `additionalFields.${key}` };
  return [diagnostic('mapping/opt-out-as-consent', message, details)];
}

/** True for a text about messages or pictures to which a rule sends the yes or no of a sample as it is. */
function isYesInText(
  names: readonly string[],
  { lookup }: Rule,
  field: FieldConfiguration | undefined,
  seen: unknown,
): boolean {
  if (!field || field.type === 'checkbox' || field.selectItems || lookup) return false;
  const isWord = typeof seen === 'string' || typeof seen === 'boolean';
  return isWord && names.some(allowsContact) && plainAnswer(seen) !== undefined;
}

/**
 * Returns the same warnings about the rules whose answer a sample shows, with the words of that answer in their hints.
 */
export function reversedInWords(
  mapping: Mapping,
  events: readonly Wanted[],
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  return mapping.additionalFields.flatMap(field => {
    const configuration = catalog && findField(field.key, catalog);
    const isSuspect =
      reversed(field, configuration).length > 0 || namesPassedOn(field.rule).some(asksForOptOut);
    const seen = isSuspect ? answerSeen(field.rule, events) : undefined;
    const names = [field.key, ...(configuration ? [configuration.name] : [])];
    const beside = isSuspect ? consentBeside(mapping, field.rule, names, events) : undefined;
    if (seen === undefined && beside === undefined) return [];
    const found = reversed(field, configuration, seen);
    return beside === undefined ? found : found.map(each => withConsent(each, beside));
  });
}

/** Adds the consent itself, which the event has too, to the hint about an opt-out. */
function withConsent({ hint = '', ...found }: Diagnostic, beside: string): Diagnostic {
  return {
    ...found,
    hint: `read ${beside} instead, since the event has the consent itself; or, to read the opt-out, ${hint}`,
  };
}

interface Consent {
  readonly name: string;
  readonly path: string;
  readonly rule: Rule;
  readonly isField?: true;
  /** Those of a field that is no box. */
  readonly choices?: ConsentChoices | undefined;
}

function invented({ name, path, rule, isField, choices }: Consent): readonly Diagnostic[] {
  const tell = (what: string, place: Place, cure: string) =>
    diagnostic('mapping/invented-consent', what, {
      hint: `${cure}; if it is right, add because: with the reason`,
      place,
      path,
    });
  const read = isField
    ? `read the answer, as in {from: PATH, ${choices ? tableFor(choices) : 'as: boolean'}} with its path`
    : 'take the consent from the payload';
  const answerOf = choices?.answerOf ?? consentAnswer;
  const literals = literalsOf(rule, answerOf).map(({ what, place }) =>
    tell(`${what} says yes to ${name} for a person who was not asked`, place, read),
  );
  const found = givenConsent(rule.base, tableOf(rule), { name, ...(isField && { isField }) });
  if (!found) return literals;
  return [...literals, tell(`the rule says yes to ${name} ${found.when}`, rule.base.place, found.cure)];
}

/** Returns a table with the choices of a field for a yes and a no: `values: {ja: monatlich, nein: keiner}`. */
function tableFor({ yes: [yes], no }: ConsentChoices): string {
  return `values: {${tableEntry('ja', yes ?? null) ?? 'ja: …'}, ${tableEntry('nein', no) ?? 'nein: …'}}`;
}

function literalsOf(
  rule: Rule,
  answerOf: (value: unknown) => boolean | undefined,
): readonly { readonly what: string; readonly place: Place }[] {
  const given = [
    ['the literal', ruleLiteral(rule)],
    ['default', rule.default],
    ['otherwise', rule.lookup?.otherwise],
  ] as const;
  return given.flatMap(([what, literal]) =>
    literal && answerOf(literal.value) === true ? [{ what, place: literal.place }] : [],
  );
}

function tableOf({ lookup }: Rule): Parameters<typeof givenConsent>[1] {
  if (!lookup) return { values: undefined };
  const { entries, otherwise, ignoreCase } = lookup;
  const values = Object.fromEntries([...entries].map(([key, { value }]) => [key, value]));
  return { values, otherwise: otherwise?.value, ignoreCase } as Parameters<typeof givenConsent>[1];
}
