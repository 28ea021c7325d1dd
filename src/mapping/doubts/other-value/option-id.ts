import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { areSpeltAlike } from '../../../diagnostics/spellings.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { scalarText, shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { pathReader } from '../../../expressions/paths/path-values.ts';
import type { Call } from '../../../inbox/call.ts';
import { consentAnswer } from '../../convert/consent-answer.ts';
import { staysText } from '../../convert/stays-text.ts';
import type { Mapping, Rule } from '../../mapping.ts';
import { isOpaqueId, type OptionList, optionLists } from '../../offered-options.ts';
import { asksForOptOut } from '../../opt-out.ts';
import { consentParameters } from '../../parameters.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';
import { readQuietly } from '../read-quietly.ts';

/**
 * Returns warnings about ids of options that are sent as texts, although the event has the text of the option:
 * `opt_7` where `{id: "opt_7", label: "Nuts"}` stands in it. Of a look-up table, the result is compared with the text.
 */
export function optionIds(mapping: Mapping, scope: Scope, call?: Call): readonly Diagnostic[] {
  let known: readonly OptionList[] | undefined;
  const lists = () => {
    known ??= optionLists(scope.input);
    return known;
  };
  return rulesForTexts(mapping).flatMap(read => {
    const values = read.read ? elementsOf(readQuietly(read.read, scope)) : sentTexts(call, read.path);
    if (read.rule.lookup) return againstLabels(read, values, lists) ?? [];
    for (const value of values) {
      const found = idSent(read, value, scope, lists);
      if (found) return [found];
    }
    return [];
  });
}

type Lists = () => readonly OptionList[];

function idSent(
  { path, place, isOfId, names }: ReadText,
  value: unknown,
  scope: Scope,
  lists: Lists,
): Diagnostic | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? scalarText(value) : undefined;
  if (!text || !('value' in text) || isIban.test(text.value)) return undefined;
  const label =
    isOfId || isId.test(text.value)
      ? labelOf(value, scope.input, deepest)
      : mayBeOption.test(text.value)
        ? chosenOption(value, names, lists())
        : undefined;
  if (label === undefined || label.text === text.value) return undefined;
  const message = `${path}: ${shown(text.value)} is the id of an option, whose ${label.key} is ${shown(label.text)}`;
  const hint = `read the ${label.key} beside the ${label.idKey}, or give the rule a look-up table (values); if the id is meant, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place, path });
}

/** Warns about a table whose result is the label of another option, or a yes for a label that says no. */
function againstLabels(
  { path, rule, names }: ReadText,
  values: readonly unknown[],
  lists: Lists,
): readonly Diagnostic[] | undefined {
  const entries = rule.lookup?.entries ?? new Map();
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const entry = entries.get(String(value));
    const chosen = entry && mayBeOption.test(String(value)) ? chosenOption(value, names, lists()) : undefined;
    if (!chosen || chosen.text === entry.value) continue;
    const result = String(entry.value);
    const isYes = consentAnswer(entry.value) === true && consentAnswer(chosen.text) === false;
    const isOpposite = isYes && !asksForOptOut(path.replace(/^additionalFields\./, ''));
    if (!isOpposite && !isOfOther(result, value, chosen, entries)) continue;
    const message = `${path}: the table makes ${shown(result)} of ${shown(String(value))}, the id of an option whose ${chosen.key} is ${shown(chosen.text)}`;
    const hint = `correct the line of ${visibleText(String(value))} in values; if it is right, add because: with the reason`;
    return [diagnostic('mapping/other-name', message, { hint, place: entry.place, path })];
  }
  return undefined;
}

/**
 * True for the label of another option, or for the only result that differs from its label, where all other lines of
 * the table, at least two, have the same text as theirs. Other tables have texts of their own.
 */
function isOfOther(
  result: string,
  id: unknown,
  { labels, text }: Label & Pick<OptionList, 'labels'>,
  entries: Entries,
): boolean {
  if (areSpeltAlike(result, text)) return false;
  if ([...labels.values()].some(label => areSpeltAlike(label, result))) return true;
  const others = [...labels].flatMap(([each, label]) => {
    const entry = each === id ? undefined : entries.get(String(each));
    return entry ? [areSpeltAlike(String(entry.value), label)] : [];
  });
  const isRelated = [result.toLowerCase(), text.toLowerCase()];
  const [one = '', other = ''] = isRelated;
  return others.length >= 2 && others.every(Boolean) && !one.includes(other) && !other.includes(one);
}

type Entries = NonNullable<Rule['lookup']>['entries'];

/** Returns the option with an id: of the question that the rule names, or the only one. A number alone is no id. */
function chosenOption(
  id: unknown,
  names: readonly string[],
  lists: readonly OptionList[],
): (Label & Pick<OptionList, 'labels'>) | undefined {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const having = lists.filter(({ labels }) => isOpaqueId(id, labels.get(id) ?? String(id)));
  const named = having.filter(list => list.names.some(name => names.includes(name)));
  const [only, ...more] = named.length > 0 || !/[a-z]/i.test(String(id)) ? named : having;
  const text = only?.labels.get(id);
  if (!only || text === undefined || more.some(({ labels }) => labels.get(id) !== text)) return undefined;
  return { idKey: only.idKey, key: only.labelKey, text, labels: only.labels };
}

/** Returns the texts that a call sets for a field. */
function sentTexts(call: Call | undefined, path: string): readonly string[] {
  const field = call?.additionalFields.find(({ key }) => path === `additionalFields.${key}`);
  if (!field || !('set' in field.change)) return [];
  const { text, elements } = field.change.set;
  return elements ?? [text];
}

interface ReadText {
  readonly path: string;
  readonly place: Place;
  readonly rule: Rule;
  /** Undefined for an expression or a template that only the sent value shows. */
  readonly read: ((scope: Scope) => unknown) | undefined;
  /** True if the path ends with the name of an id. */
  readonly isOfId: boolean;
  /** The questions that it names. */
  readonly names: readonly string[];
}

/** Every event passes here. Fields for ids may have them. */
const rulesForTexts = onceFor((mapping: Mapping): readonly ReadText[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const [expression, ...others] = ruleExpressions(rule);
    const isConsent = consentParameters.has(path);
    if (!expression || rule.because !== undefined) return [];
    if (!(carriesText.test(path) || isConsent) || forIds.test(wordsIn(path))) return [];
    if (!rule.lookup && (isConsent || !staysText(rule.as))) return [];
    const read = rule.base.kind === 'expression' ? readerOf(expression) : undefined;
    if (!read && (rule.lookup || rule.base.kind === 'literal' || others.length > 0)) return [];
    const isOfId =
      read !== undefined && expression.answer === undefined && idKey.test(expression.path?.at(-1) ?? '');
    return [{ path, place: rule.base.place, rule, read, isOfId, names: namesIn(expression) }];
  }),
);

function namesIn({ answer, path, source }: Expression): readonly string[] {
  const quoted = [...source.matchAll(/"([^"]{1,200})"/g)].flatMap(([, name]) => name ?? []);
  return [answer ?? path?.at(-1) ?? '', ...quoted];
}

/** Reads the path or the answer of an expression; the expression itself runs once an event, for its rule. */
function readerOf({
  path,
  source,
  answer,
  evaluateDirectly,
}: Expression): ((scope: Scope) => unknown) | undefined {
  if (path) return pathReader({ steps: path, text: source });
  return answer === undefined ? undefined : evaluateDirectly;
}

const carriesText = /^(?:additionalFields\.|note$|appointmentParticipant\.customerComment$|firstName$|name$)/;
const forIds =
  /\b(?:ids?|uuid|guid|nr|nummer|number|ref|reference|referenz|key|code|token|external|extern)\b/;
const idKey = /^(?:id|uuid|key|ref|option_?id|choice_?id|value_?id)$/i;
const labelKey = /^(?:label|title|text|caption|name|display_?(?:name|value|text)|bezeichnung|beschriftung)$/i;
/** Ids as senders make them; words of people have another form. */
const isId =
  /^(?:(?:opt|option|choice|ch|item|sel|val|answer)[_-]?\w{0,20}\d\w{0,20}|(?:rec|sel)[A-Za-z0-9]{14}|[0-9a-f]{24}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;
/** The form of other ids, which count only in the options of a question. */
const mayBeOption = /^(?=.*\d)[\w-]{1,40}$/;
const isIban = /^[a-z]{2}\d{2}[a-z0-9]{11,30}$/i;
/** An object with such keys is a person or a record, and no option. */
const ofRecords = /mail|phone|telefon|mobil|first|last|vorname|nachname|address|created|updated/i;
const deepest = 8;
const mostKeys = 8;

interface Label {
  readonly idKey: string;
  readonly key: string;
  readonly text: string;
}

/** Returns the label in the object of an option with this id. */
function labelOf(id: unknown, value: unknown, depth: number): Label | undefined {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  const entries = Object.entries(value);
  const isOption = !Array.isArray(value) && depth < deepest && entries.length <= mostKeys;
  if (isOption && !entries.some(([key]) => ofRecords.test(key))) {
    const own = entries.find(([key, each]) => each === id && (idKey.test(key) || key === 'value'));
    const label = entries.find(
      ([key, each]) => labelKey.test(key) && typeof each === 'string' && each.trim() !== '' && each !== id,
    );
    if (own && label) return { idKey: own[0], key: label[0], text: String(label[1]) };
  }
  for (const [, each] of entries.slice(0, 200)) {
    const found = labelOf(id, each, depth - 1);
    if (found) return found;
  }
  return undefined;
}

function wordsIn(path: string): string {
  return path
    .replace(/^additionalFields\./, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}
