import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { visibleText } from '../diagnostics/visible-text.ts';
import { tableEntry } from '../diagnostics/yaml/table-entry.ts';
import { beginningAnswer } from '../mapping/convert/beginning-answer.ts';
import { consentAnswer } from '../mapping/convert/consent-answer.ts';
import { answerInWords, meansYes } from '../mapping/convert/convert-boolean.ts';
import { labelsInSamples } from '../mapping/doubts/questions-in-samples.ts';
import type { Mapping, Rule } from '../mapping/mapping.ts';
import { allowsContact, asksForConsent, asksForOptOut } from '../mapping/opt-out.ts';
import { namesPassedOn, readsOptOut } from '../mapping/opt-out-read.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { namedRules } from '../mapping/rules-of.ts';
import { areOppositeNames } from './names/opposite-names.ts';

/**
 * Warns about look-up tables that turn a no into a yes, or a yes into a no: `{on: false, off: true}`. No
 * warning if field and question are opposites by name, if a yes to an opt-out is a no, or with `because`. A person who did
 * not object has consented to nothing, so a yes to a consent needs the reason.
 */
export function reversedAnswers(mapping: Mapping): readonly Diagnostic[] {
  return namedRules(mapping).flatMap(({ path, rule }) => {
    const name = path.replace(/^additionalFields\./, '');
    const unlike = unlikeForOne(name, path, rule);
    if (unlike) return [unlike];
    if (rule.because !== undefined) return [];
    const isParameter = consentParameters.has(path);
    const all = reversedIn(rule, isParameter);
    if (all.length === 0) return alikeForBoth(name, path, rule);
    const isObjection = readsOptOut(rule) || labelsOf(mapping, rule).some(asksForOptOut);
    const found =
      isParameter || asksForConsent(name) || (isObjection && allowsContact(name))
        ? inConsent(all, { name, isParameter, isObjection })
        : inField(all, { name, rule, isObjection });
    if (!found) return [];
    const { message, hint, place } = found;
    return [diagnostic('mapping/reversed-answer', message, { hint, place, path })];
  });
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
  if (!isObjection) return { message, hint: cureOf(first, about), place: first.place };
  return {
    message: `${message}, which only says that the person did not object`,
    hint: nothingForNo(first.key),
    place: first.place,
  };
}

function inField(
  [first]: readonly Reversed[],
  about: { readonly name: string; readonly rule: Rule; readonly isObjection: boolean },
): Found | undefined {
  const { name, rule, isObjection } = about;
  if (!first || asksForOptOut(name) !== isObjection) return undefined;
  if (namesPassedOn(rule).some(each => areOppositeNames([name], each))) return undefined;
  return { message: messageOf(first, about), hint: cureOf(first, about), place: first.place };
}

function messageOf({ key, value }: Reversed, { name }: { readonly name: string }): string {
  return `the table of ${name} makes ${value ? 'a yes' : 'a no'} of "${visibleText(key)}"`;
}

function nothingForNo(key: string): string {
  const entry = tableEntry(key, null) ?? 'null as its result';
  return `write ${entry} in the table, then nothing is sent; if it is a yes, add because: with the reason`;
}

function cureOf(
  { key, value, right }: Reversed,
  { name, isParameter = false }: { readonly name: string; readonly isParameter?: boolean },
): string {
  const entry = right === undefined ? undefined : tableEntry(key, right);
  const written = isParameter ? '' : ' and write as: boolean';
  const cure =
    entry === undefined
      ? `remove values${written}, which reads ${visibleText(key)} as ${value ? 'no' : 'yes'}`
      : `write ${entry} in the table`;
  return `if it is a mistake, ${cure}; if the question asks the opposite of ${name}, add because: with its words`;
}

/** Returns the labels of the question that a rule reads by its id, as the samples show them. */
function labelsOf(mapping: Mapping, rule: Rule): readonly string[] {
  return namesPassedOn(rule).flatMap(each => labelsInSamples(mapping, each).labels);
}

interface Reversed {
  readonly key: string;
  readonly value: boolean;
  /** The choice of the field that is right for the key, if the table gives choices such as "ja" and "nein". */
  readonly right?: string | undefined;
  readonly place: Place;
}

/** Returns the entries of a table whose key is a yes or no, and whose result is the opposite. */
function reversedIn({ lookup }: Rule, isConsent: boolean): readonly Reversed[] {
  return [...(lookup?.entries ?? [])].flatMap(([key, { value, place }]) => {
    // A field may have a text such as "kein Bedarf" for a yes.
    const given = isConsent ? consentAnswer(value) : answerInWords(String(value));
    // A table that makes a yes of "unsubscribed" is reported as such.
    const asked = answerInWords(key) ?? (asksForOptOut(key) ? undefined : beginningAnswer(key));
    if (asked === undefined || given === undefined || asked === given) return [];
    return [{ key, value: given, right: choiceFor(asked, lookup), place }];
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
