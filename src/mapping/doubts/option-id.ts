import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { pathReader } from '../../expressions/path-values.ts';
import { staysText } from '../convert/stays-text.ts';
import type { Mapping } from '../mapping.ts';
import { namedRules, ruleExpressions } from '../rules-of.ts';
import { readQuietly } from './read-quietly.ts';

/**
 * Returns warnings about ids of options that are sent as texts, although the event has the text of the option:
 * `opt_7` where `{id: "opt_7", label: "Nuts"}` stands in it.
 */
export function optionIds(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  return rulesForTexts(mapping).flatMap(({ path, place, read, isOfId }) => {
    const values = elementsOf(readQuietly(read, scope));
    for (const value of values) {
      const text = typeof value === 'string' || typeof value === 'number' ? scalarText(value) : undefined;
      if (!text || !('value' in text) || !(isOfId || isId.test(text.value)) || isIban.test(text.value))
        continue;
      const label = labelOf(value, scope.input, deepest);
      if (label === undefined || label.text === text.value) continue;
      const message = `${path}: ${shown(text.value)} is the id of an option, whose ${label.key} is ${shown(label.text)}`;
      const hint = `read the ${label.key} beside the ${label.idKey}, or give the rule a look-up table (values); if the id is meant, add because: with the reason`;
      return [diagnostic('mapping/other-name', message, { hint, place, path })];
    }
    return [];
  });
}

interface ReadText {
  readonly path: string;
  readonly place: Place;
  readonly read: (scope: Scope) => unknown;
  /** True if the path ends with the name of an id. */
  readonly isOfId: boolean;
}

/** Every event passes here. Fields for ids may have them. */
const rulesForTexts = onceFor((mapping: Mapping): readonly ReadText[] =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const [expression, ...others] = ruleExpressions(rule);
    const read = expression && readerOf(expression);
    if (!expression || !read || others.length > 0 || rule.base.kind !== 'expression') return [];
    if (!carriesText.test(path) || forIds.test(wordsIn(path))) return [];
    if (rule.because !== undefined || rule.lookup || !staysText(rule.as)) return [];
    const last = expression.path?.at(-1) ?? '';
    return [
      { path, place: rule.base.place, read, isOfId: expression.answer === undefined && idKey.test(last) },
    ];
  }),
);

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
