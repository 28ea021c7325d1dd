import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { onceFor } from '../diagnostics/once-for.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import type { Scope } from '../expressions/expression.ts';
import { pathText } from '../expressions/path-text.ts';
import { pathReader } from '../expressions/path-values.ts';
import { placedPaths } from '../expressions/placed-paths.ts';
import { answerIn } from '../mapping/answers/answer-expression.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import { givenConsent, yesForEachAnswer } from '../mapping/given-consent.ts';
import type { FieldRule, Mapping, Rule } from '../mapping/mapping.ts';
import { asksForConsent, asksForOptOut, isConsentName, statesOptOut } from '../mapping/opt-out.ts';
import { namesPassedOn, optOutAsConsent } from '../mapping/opt-out-read.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { type NamedRule, namedRules } from '../mapping/rules-of.ts';
import { textsOfQuestion } from '../receive/answers/find-answer.ts';
import { findField } from './call/field-key.ts';
import { isValueOfPair, labelsBeside } from './data/check-labels.ts';
import { showsValues, type Trial, type Wanted } from './data/trial.ts';
import { nameLikeness } from './names/name-likeness.ts';
import { areOppositeNames } from './names/opposite-names.ts';
import { ruleLiteral } from './static-values.ts';

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
    const isConsent = [key, configuration?.name ?? ''].some(isConsentName);
    const path = `additionalFields.${key}`;
    return [
      ...(isConsent && !isAsked && rule.because === undefined
        ? invented({ name: key, path, rule, isField: true })
        : []),
      ...(isConsent ? [] : yesOnly(field, configuration)),
      ...reversed(field, configuration),
    ];
  });
}

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
  if (!isAsked && !isBox && !isDenied) return [];
  const { base, lookup } = rule;
  const results = lookup && new Map([...lookup.entries].map(([each, { value }]) => [each, value]));
  const isOptOut = isAsked ? asksForOptOut : (name: string) => isOptOutFor(names, name);
  const isConsent = names.some(isConsentName);
  const isOpposite = (name: string) => areOppositeNames(names, name);
  const found =
    (isDenied ? undefined : optOutAsConsent({ base, results }, key, { isOptOut, isConsent, seen })) ??
    optOutAsConsent({ base, results }, key, {
      isOptOut: isOpposite,
      isConsent: false,
      is: 'the opposite',
      seen,
    });
  if (!found) return [];
  const { message, hint } = found;
  const details = { hint, place: base.place, path: `additionalFields.${key}` };
  return [diagnostic('mapping/opt-out-as-consent', message, details)];
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
    const all = reversed(field, catalog && findField(field.key, catalog));
    const seen = all.length > 0 ? answerSeen(field.rule, events) : undefined;
    return seen === undefined ? [] : reversed(field, catalog && findField(field.key, catalog), seen);
  });
}

/** Returns the first answer that a rule reads in a sample; undefined for another value than a word. */
function answerSeen({ base }: Rule, events: readonly Wanted[]): unknown {
  if (base.kind !== 'expression') return undefined;
  const { answer, path, source } = base.expression;
  const steps = answer === undefined ? path : ['$answers', answer];
  if (!steps) return undefined;
  const read = pathReader({ steps, text: answer === undefined ? source : pathText(steps) });
  return events
    .filter(({ trial }) => showsValues(trial))
    .flatMap(({ scope }) => read(scope))
    .find(value => (typeof value === 'string' && value.trim() !== '') || typeof value === 'boolean');
}

/** True for a name that says no, for a field that need not be a consent. */
function isOptOutFor(names: readonly string[], name: string): boolean {
  return statesOptOut(name) || (asksForOptOut(name) && isAbout(name, names));
}

/** True if a question is about the same as a field: `pregnant: nicht_schwanger`. */
function isAbout(question: string, names: readonly string[]): boolean {
  return names.some(name => nameLikeness(question, name) >= 0.5);
}

/**
 * Returns the same warning for a consent or a box that names a question by its reference, `{answer: q7}`, or that reads the
 * value of a pair, `fields[id = "q7"].value`. Only an event shows that its label asks for the opposite.
 */
export function oppositeQuestions(
  mapping: Mapping,
  events: readonly Wanted[],
  catalog?: CatalogSnapshot,
): readonly Diagnostic[] {
  return boxesAsked(mapping)(catalog ?? noCatalog).flatMap(box => oppositeOf(box, events));
}

/** Returns those of them that read the value of a pair. Every event passes here. */
export function oppositePairs(
  mapping: Mapping,
  events: readonly Wanted[],
  catalog: CatalogSnapshot,
): readonly Diagnostic[] {
  return boxesAsked(mapping)(catalog).flatMap(box => (box.isPair ? oppositeOf(box, events) : []));
}

function oppositeOf(
  { path, rule, name, asked, isConsent, isOpposite }: BoxAsked,
  events: readonly Wanted[],
): readonly Diagnostic[] {
  const forms = events.map(({ trial, scope }) => ({ trial, labels: labelsRead(scope, rule, asked) }));
  const label = latestOf(forms)
    .map(({ labels }) => oppositeLabel(labels, isOpposite))
    .find(each => each !== undefined);
  if (label === undefined) return [];
  const by = `its label "${visibleText(label)}"`;
  const { base, lookup } = rule;
  const results = lookup && new Map([...lookup.entries].map(([key, { value }]) => [key, value]));
  const found = optOutAsConsent({ base, results }, name, { isOptOut: each => each === asked, isConsent, by });
  if (!found) return [];
  return [
    diagnostic('mapping/opt-out-as-consent', found.message, { hint: found.hint, place: base.place, path }),
  ];
}

interface AskingForm {
  readonly trial: Trial;
  readonly labels: readonly string[];
}

/** Returns the samples with a label, and the newest such event: the form of older events may have been another one. */
function latestOf(forms: readonly AskingForm[]): readonly AskingForm[] {
  const labelled = forms.filter(({ labels }) => labels.length > 0);
  const samples = labelled.filter(({ trial }) => trial.test !== undefined);
  const stored = labelled.filter(({ trial }) => trial.test === undefined);
  const timeOf = ({ trial }: AskingForm) => trial.input.event.receivedAt;
  const [newest] = stored.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one), 'en'));
  return newest ? [...samples, newest] : samples;
}

/** True if a mapping has a rule for a question that `oppositeQuestions` may warn about. */
export function asksByReference(mapping: Mapping, catalog: CatalogSnapshot): boolean {
  return boxesAsked(mapping)(catalog).some(({ isPair }) => !isPair);
}

interface BoxAsked extends NamedRule {
  readonly name: string;
  /** The name of the question in the rule. */
  readonly asked: string;
  /** True for the value of a pair in a list. */
  readonly isPair: boolean;
  readonly isConsent: boolean;
  /** True for a label to which a yes is a no for the rule. */
  readonly isOpposite: (label: string) => boolean;
}

const noCatalog = {};

const boxesAsked = onceFor((mapping: Mapping) =>
  onceFor((catalog: CatalogSnapshot | object): readonly BoxAsked[] =>
    namedRules(mapping).flatMap(named => {
      const { path, rule } = named;
      const [asked] = rule.because === undefined && asksQuestion(rule) ? namesPassedOn(rule) : [];
      if (asked === undefined) return [];
      const name = path.replace(/^additionalFields\./, '');
      const field = name !== path && 'fields' in catalog ? findField(name, catalog) : undefined;
      const isOpposite = oppositeFor({ path, name, rule, field });
      const isPair = rule.base.kind === 'expression' && isValueOfPair(rule.base.expression);
      const isConsent = consentParameters.has(path) || [name, field?.name ?? ''].some(isConsentName);
      return !isOpposite || isOpposite(asked)
        ? []
        : [{ ...named, name, asked, isPair, isConsent, isOpposite: known(isOpposite) }];
    }),
  ),
);

/** Remembers the result for the labels of a form, which are the same in each event. */
function known(isOpposite: (label: string) => boolean): (label: string) => boolean {
  const found = new Map<string, boolean>();
  return label => {
    const before = found.get(label);
    if (before !== undefined) return before;
    if (found.size >= mostLabels) found.clear();
    found.set(label, isOpposite(label));
    return found.get(label) === true;
  };
}

const mostLabels = 200;

function asksQuestion({ base }: Rule): boolean {
  if (base.kind !== 'expression') return false;
  const { answer, source } = base.expression;
  return answer !== undefined || source.includes('$answers') || isValueOfPair(base.expression);
}

/** Returns what decides whether a label is the opposite of a consent or of a box; undefined for other rules. */
function oppositeFor({
  path,
  name,
  rule,
  field,
}: {
  readonly path: string;
  readonly name: string;
  readonly rule: Rule;
  readonly field: FieldConfiguration | undefined;
}): ((label: string) => boolean) | undefined {
  if (consentParameters.has(path)) return asksForOptOut;
  if (name === path) return undefined;
  const names = [name, ...(field ? [field.name] : [])];
  const isConsent = names.some(isConsentName);
  const isDenied = names.some(asksForOptOut);
  const isBox = field?.type === 'checkbox' || rule.as === 'boolean';
  if (!isConsent && !isDenied && !isBox) return undefined;
  const isOptOut = isConsent ? asksForOptOut : (label: string) => isOptOutFor(names, label);
  return label => (!isDenied && isOptOut(label)) || areOppositeNames(names, label);
}

/** Returns the labels of the question, or of the pair, whose value a rule reads. */
function labelsRead(scope: Scope, { base }: Rule, asked: string): readonly string[] {
  if (base.kind === 'expression' && isValueOfPair(base.expression))
    return labelsBeside(base.expression, scope).map(({ label }) => label);
  const found = answerIn(scope, asked);
  return found.kind === 'found' ? textsOfQuestion(found.question) : [];
}

/** Returns the label that asks for the opposite, if no other label asks for a consent. */
function oppositeLabel(
  labels: readonly string[],
  isOpposite: (label: string) => boolean,
): string | undefined {
  const opposite = labels.find(isOpposite);
  return opposite === undefined || labels.some(each => each !== opposite && asksForConsent(each))
    ? undefined
    : opposite;
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
