import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { beginningAnswer } from '../../mapping/convert/beginning-answer.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { answerInWords, meansYes } from '../../mapping/convert/convert-boolean.ts';
import { isLimited } from '../../mapping/convert/limited-answer.ts';
import { labelsInSamples } from '../../mapping/doubts/changed-form/questions-in-samples.ts';
import { yesOrNoIn } from '../../mapping/evaluate/answer-entry.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { allowsContact, asksForConsent, asksForOptOut } from '../../mapping/opt-out.ts';
import { namesPassedOn, readsOptOut } from '../../mapping/opt-out-read.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { namedRules } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { areOppositeNames } from '../names/opposite-names.ts';
import { type ConsentChoices, consentChoices } from './consent-choices.ts';

/**
 * Warns about look-up tables that turn a no into a yes, or a yes into a no: `{on: false, off: true}`. No
 * warning if field and question are opposites by name, if a yes to an opt-out is a no, or with `because`. A person who did
 * not object has consented to nothing, so a yes to a consent needs the reason.
 */
export function reversedAnswers(mapping: Mapping, catalog?: CatalogSnapshot): readonly Diagnostic[] {
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const unlike = unlikeForOne(name, path, rule);
    if (unlike) return [unlike];
    if (rule.because !== undefined) return [];
    const isParameter = consentParameters.has(path);
    const { names, choices } = namesOf(name, path, rule, catalog);
    const all = reversedIn(rule, { isParameter, choices });
    if (all.length === 0) return alikeForBoth(name, path, rule);
    const labels = labelsOf(mapping, rule);
    const isObjection = readsOptOut(rule) || labels.some(asksForOptOut);
    const isConsent = isParameter || asksForConsent(name) || choices !== undefined;
    const found =
      isConsent || (isObjection && names.some(allowsContact))
        ? inConsent(asksForOne(all, [...namesPassedOn(rule), ...labels]), { name, isParameter, isObjection })
        : inField(all, { name, names, asked: [...namesPassedOn(rule), ...labels], isObjection });
    if (!found) return [];
    const { message, hint, place } = found;
    return [diagnostic('mapping/reversed-answer', message, { hint, place, path })];
  });
}

/** Returns the names of a field, and its choices if it is a consent. */
function namesOf(
  name: string,
  path: string,
  rule: Rule,
  catalog: CatalogSnapshot | undefined,
): { readonly names: readonly string[]; readonly choices: ConsentChoices | undefined } {
  if (name === path) return { names: [name], choices: undefined };
  const field = catalog && findField(name, catalog);
  const names = [name, ...(field ? [field.name] : [])];
  return { names, choices: consentChoices(names, rule, field) };
}

interface Found {
  readonly message: string;
  readonly hint: string;
  readonly place: Place;
}

function inConsent(
  all: readonly Reversed[],
  about: { readonly name: string; readonly isParameter: boolean; readonly isObjection: boolean },
): Found | undefined {
  const { isObjection } = about;
  const [first] = isObjection ? all.filter(({ value }) => value) : all;
  if (!first) return undefined;
  const message = messageOf(first, about);
  if (!isObjection) return { message, hint: cureOf(all, { ...about, isConsent: true }), place: first.place };
  return {
    message: `${message}, which only says that the person did not object`,
    hint: nothingForNo(first.key),
    place: first.place,
  };
}

function inField(
  all: readonly Reversed[],
  about: {
    readonly name: string;
    readonly names: readonly string[];
    /** The names and labels of the question. */
    readonly asked: readonly string[];
    readonly isObjection: boolean;
  },
): Found | undefined {
  const { name, names, asked, isObjection } = about;
  const [first] = all;
  if (!first || asksForOptOut(name) !== isObjection) return undefined;
  if (asked.some(each => areOppositeNames(names, each))) return undefined;
  return { message: messageOf(first, about), hint: cureOf(all, about), place: first.place };
}

/** Leaves out a no to a question about one of several choices: {answer: Weekly?, values: {yes: weekly, no: monthly}}. */
function asksForOne(all: readonly Reversed[], asked: readonly string[]): readonly Reversed[] {
  const words = asked.flatMap(each => spellings(each)).join(' ');
  const isAsked = (choice: string) =>
    spellings(choice).some(each => each.length >= shortestStem && words.includes(each.slice(0, longestStem)));
  return all.filter(({ value, others }) => !value || !others.some(isAsked));
}

const shortestStem = 4;
const longestStem = 6;

function messageOf({ key, value, result }: Reversed, { name }: { readonly name: string }): string {
  const shown = result === undefined ? '' : `: "${visibleText(result)}"`;
  return `the table of ${name} makes ${value ? 'a yes' : 'a no'} of "${visibleText(key)}"${shown}`;
}

function nothingForNo(key: string): string {
  const entry = tableEntry(key, null) ?? 'null as its result';
  return `write ${entry} in the table, then nothing is sent; if it is a yes, add because: with the reason`;
}

function cureOf(
  all: readonly Reversed[],
  {
    name,
    isParameter = false,
    isConsent = false,
  }: { readonly name: string; readonly isParameter?: boolean; readonly isConsent?: boolean },
): string {
  const [{ key, value } = { key: '', value: true }] = all;
  // `as: boolean` does not read "Sì".
  const isForeign = all.some(({ key: each }) => answerInWords(each) === undefined);
  const entries = all.slice(0, mostShown).map(each => {
    const right = each.right ?? (isForeign ? String(!each.value) : undefined);
    return right && tableEntry(each.key, right);
  });
  const written = isParameter ? '' : ' and write as: boolean';
  const cure = entries.every(each => each !== undefined)
    ? `write ${entries.join(', ')} in the table`
    : `remove values${written}, which reads ${visibleText(key)} as ${value ? 'no' : 'yes'}`;
  // A person who did not object has consented to nothing.
  const notObjected = isConsent ? all.find(each => each.value) : undefined;
  const nothing = notObjected && tableEntry(notObjected.key, null);
  const opposite = nothing === undefined ? '' : `write ${nothing} and `;
  return `if it is a mistake, ${cure}; if the question asks the opposite of ${name}, ${opposite}add because: with its words`;
}

const mostShown = 4;

/** Returns the labels of the question that a rule reads by its id, as the samples show them. */
function labelsOf(mapping: Mapping, rule: Rule): readonly string[] {
  return namesPassedOn(rule).flatMap(each => labelsInSamples(mapping, each).labels);
}

interface Reversed {
  readonly key: string;
  readonly value: boolean;
  /** The choice that the table gives, unless it is a word for yes or no. */
  readonly result?: string | undefined;
  /** The choice of the field that is right for the key, if the table gives choices such as "ja" and "nein". */
  readonly right?: string | undefined;
  /** The other choices that the table gives for a yes. */
  readonly others: readonly string[];
  readonly place: Place;
}

/** Returns the entries of a table whose key is a yes or no, and whose result is the opposite. */
function reversedIn(
  { lookup }: Rule,
  { isParameter, choices }: { readonly isParameter: boolean; readonly choices: ConsentChoices | undefined },
): readonly Reversed[] {
  // Without a choice for a no, the field does not say whether there is a consent.
  const ofConsent = choices && choices.no !== null ? choices.answerOf : undefined;
  // Another field may have a text such as "kein Bedarf" for a yes.
  const answerOf =
    ofConsent ?? (isParameter ? consentAnswer : (value: unknown) => answerInWords(String(value)));
  const entries = [...(lookup?.entries ?? [])];
  // Beside 10 and 6, a 1 is no yes.
  const isScale = entries.some(([, { value }]) => /^(?:[2-9]|\d{2,6})$/.test(String(value)));
  return entries.flatMap(([key, { value, place }]) => {
    const given = isScale && /^[01]$/.test(String(value)) ? undefined : answerOf(value);
    // A table that makes a yes of "unsubscribed" is reported as such.
    const isUnclear = asksForOptOut(key) || isLimited(key);
    const asked = answerInWords(key) ?? (isUnclear ? undefined : beginningAnswer(key));
    if (asked === undefined || given === undefined || asked === given) return [];
    const isWord = typeof value !== 'string' || answerInWords(value) !== undefined;
    const others = entries.flatMap(([each, other]) =>
      yesOrNoIn(each) === true && typeof other.value === 'string' && other.value !== value
        ? [other.value]
        : [],
    );
    const ofField = asked ? choices?.yes[0] : (choices?.no ?? undefined);
    const right = ofConsent ? ofField : choiceFor(asked, lookup);
    return [{ key, value: given, result: isWord ? undefined : value, right, others, place }];
  });
}

/** Returns the result for a yes or no if it is a word of its own. Undefined for true and false, which `as: boolean` gives. */
function choiceFor(answer: boolean, lookup: Rule['lookup']): string | undefined {
  const results = [...(lookup?.entries.values() ?? [])].map(({ value }) => String(value));
  return results.find(each => !/^(?:true|false|[01])$/.test(each) && answerInWords(each) === answer);
}

/** Warns about a table with the same text for a yes and for a no: `{subscribe: monthly, unsubscribe: monthly}`. */
function alikeForBoth(name: string, path: string, { lookup }: Rule): readonly Diagnostic[] {
  const entries = [...(lookup?.entries ?? [])]
    .map(([key, { value, place }]) => ({ key, value, place }))
    .filter(({ value }) => answerInWords(String(value)) === undefined);
  const no = entries.find(each => {
    const isSame = (other: typeof each) => other.value === each.value && saysYes(other.key);
    return each.value !== null && saysNo(each.key) && entries.some(isSame);
  });
  const yes = entries.find(each => each.value === no?.value && saysYes(each.key));
  if (!no || !yes) return [];
  const message = `the table of ${name} gives "${visibleText(String(no.value))}" for "${visibleText(yes.key)}" and for "${visibleText(no.key)}"`;
  const hint = `write the value for "${visibleText(no.key)}" in the table, or null to send nothing; if both mean the same, add because: with the reason`;
  return [diagnostic('mapping/reversed-answer', message, { hint, place: no.place, path })];
}

function saysNo(key: string): boolean {
  return asksForOptOut(key) || beginningAnswer(key) === false || answerInWords(key) === false;
}

function saysYes(key: string): boolean {
  return !saysNo(key) && (meansYes(key) || beginningAnswer(key) === true);
}

/**
 * Returns a warning about a table that contradicts itself, whatever its reason is: `{ja: false, "true": "true"}` has a no and
 * a yes for the same answer.
 */
function unlikeForOne(name: string, path: string, { lookup }: Rule): Diagnostic | undefined {
  const entries = [...(lookup?.entries ?? [])].flatMap(([key, { value, place }]) => {
    const asked = answerInWords(key);
    const given = value === null ? null : answerInWords(String(value));
    return asked === undefined || given === undefined ? [] : [{ key, asked, given, place }];
  });
  const [found] = entries.flatMap((later, at) => {
    const earlier = entries
      .slice(0, at)
      .find(each => each.asked === later.asked && each.given !== later.given);
    return earlier ? [{ earlier, later }] : [];
  });
  if (!found) return undefined;
  const { earlier, later } = found;
  const said = ({ key, given }: (typeof entries)[number]) =>
    `${given === null ? 'nothing' : given ? 'a yes' : 'a no'} for "${visibleText(key)}"`;
  const message = `the table of ${name} gives ${said(earlier)} and ${said(later)}, which mean the same`;
  const hint = `give "${visibleText(later.key)}" and "${visibleText(earlier.key)}" the same result`;
  return diagnostic('mapping/reversed-answer', message, { hint, place: later.place, path });
}
