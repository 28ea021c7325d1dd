import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { answerIn } from '../../mapping/answers/answer-expression.ts';
import { isValueOfPair, labelsBeside } from '../../mapping/doubts/changed-form/labels-beside.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { allowsContact, asksForConsent, asksForOptOut, isConsentName } from '../../mapping/opt-out.ts';
import { namesPassedOn, optOutAsConsent } from '../../mapping/opt-out-read.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { type NamedRule, namedRules } from '../../mapping/rules-of.ts';
import { textsOfQuestion } from '../../receive/answers/find-answer.ts';
import { findField } from '../call/field-key.ts';
import { answerSeen } from '../data/answers/answer-seen.ts';
import type { Trial, Wanted } from '../data/trial.ts';
import { areOppositeNames } from '../names/opposite-names.ts';
import { isOptOutFor } from '../names/opt-out-for.ts';
import { type ConsentChoices, consentChoices } from './consent-choices.ts';

/**
 * Returns warnings for consents and boxes that get the yes to their opposite, and that name the question by its reference,
 * `{answer: q7}`, or read the value of a pair, `fields[id = "q7"].value`. Only an event shows that its label asks for the
 * opposite. `because` confirms them.
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
  { path, rule, name, asked, isConsent, isOpposite, choices }: BoxAsked,
  events: readonly Wanted[],
): readonly Diagnostic[] {
  const forms = events.map(({ trial, scope }) => ({ trial, labels: labelsRead(scope, rule, asked) }));
  const label = latestOf(forms)
    .map(({ labels }) => oppositeLabel(labels, isOpposite))
    .find(each => each !== undefined);
  if (label === undefined) return [];
  const by = `its label "${visibleText(label)}"`;
  const { base, lookup } = rule;
  const answerOf = choices?.answerOf ?? (result => result);
  const results = lookup && new Map([...lookup.entries].map(([key, { value }]) => [key, answerOf(value)]));
  const found = optOutAsConsent({ base, results }, name, {
    isOptOut: each => each === asked,
    isConsent,
    no: choices ? choices.no : false,
    by,
    seen: answerSeen(rule, events),
  });
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
  /** Those of a field that is no box. */
  readonly choices: ConsentChoices | undefined;
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
      const names = namesOf(name, field);
      const choices = name === path ? undefined : consentChoices(names, rule, field);
      const isOpposite = oppositeFor({ path, names, rule, field, choices });
      const isPair = rule.base.kind === 'expression' && isValueOfPair(rule.base.expression);
      const isConsent = consentParameters.has(path) || names.some(allowsContact);
      return !isOpposite || isOpposite(asked)
        ? []
        : [{ ...named, name, asked, isPair, isConsent, choices, isOpposite: rememberedLabels(isOpposite) }];
    }),
  ),
);

/** Remembers the result for the labels of a form, which are the same in each event. */
export function rememberedLabels(isOpposite: (label: string) => boolean): (label: string) => boolean {
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
  names,
  rule,
  field,
  choices,
}: {
  readonly path: string;
  readonly names: readonly string[];
  readonly rule: Rule;
  readonly field: FieldConfiguration | undefined;
  readonly choices: ConsentChoices | undefined;
}): ((label: string) => boolean) | undefined {
  if (consentParameters.has(path)) return asksForOptOut;
  if (!path.startsWith('additionalFields.')) return undefined;
  const isConsent = names.some(isConsentName);
  const isDenied = names.some(asksForOptOut);
  const isBox = field?.type === 'checkbox' || rule.as === 'boolean';
  if (!isConsent && !isDenied && !isBox && !choices) return undefined;
  if (choices && !isConsent && !rule.lookup && !choices.hasWordForYes) return undefined;
  const isOptOut = isConsent ? asksForOptOut : (label: string) => isOptOutFor(names, label);
  return label => (!isDenied && isOptOut(label)) || areOppositeNames(names, label);
}

function namesOf(name: string, field: FieldConfiguration | undefined): readonly string[] {
  return [name, ...(field ? [field.name] : [])];
}

/** Returns the labels of the question, or of the pair, whose value a rule reads. */
export function labelsRead(scope: Scope, { base }: Rule, asked: string): readonly string[] {
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
