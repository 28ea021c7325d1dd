import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { placedComparisons } from '../../../expressions/comparisons/placed-comparisons.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { onlyEntry } from '../../evaluate/short-text.ts';
import { type ExpressionUse, expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { isValueOfPair, recordAround } from '../changed-form/labels-beside.ts';
import { listsTaken, objectsOfList, readEntry } from '../lists-taken.ts';
import { samplePayloads } from '../named-positions.ts';
import { dayOfReceipt, isBeforeDay } from '../received-at.ts';
import { endKind, isCanceledState } from './ended-states.ts';
import { compactKey } from './event-type-keys.ts';
import { inactivity } from './inactive-states.ts';
import { wordSet } from './record-words.ts';

/**
 * Returns warnings about rules that read an entry of a list which says that it was canceled or is over, as no entry in a sample
 * does: `talks[0].date` of a talk with `canceled: true`. A rule that looks at the key knows it, and so do all
 * if `when` does or if a rule sends it.
 */
export function endedEntries(mapping: Mapping, scope: Scope): readonly Diagnostic[] {
  const now = dayOfReceipt(scope);
  return entriesRead(mapping).flatMap(({ use, entry, before, isWhole }) => {
    const records = isWhole ? objectsOfList(entry, scope) : [entryIn(entry, scope)];
    const found = records.flatMap(record => {
      const keys = Object.keys(record ?? {}).slice(0, mostKeys);
      const isEnd = (each: string) => {
        const value = ownValue(record, each);
        return (
          (isOver(each, value, before) || isPast(each, value, before, now)) &&
          !isRead(mapping, use, entry, { key: each, value })
        );
      };
      return keys.filter(isEnd).map(key => ({ key, value: ownValue(record, key) }));
    })[0];
    if (!found) return [];
    const { key, value } = found;
    const name = use.path.replace(/^additionalFields\./, '');
    const from = visibleText(entry.source.trim().slice(0, longestShown));
    const message = `${name} reads ${from}${isWhole ? ', in which an entry' : ', an entry that'} says, unlike those of every sample of the mapping, that it was canceled or is over (${key}: ${shown(value)})`;
    const condition = `[$not(${keyText(key)} = ${JSON.stringify(value)})]`;
    const hint = `to leave such entries out, write ${visibleText(condition)} behind the list, before any position; if the value is right, keep the event as a test (fieldbridge capture)`;
    return [diagnostic('mapping/ended-record', message, { hint, place: use.place, path: use.path })];
  });
}

const mostKeys = 50;
const longestShown = 80;

/** A rule that reads an entry of a list, or makes a sum or a text of all, and the entries that it reads in the samples. */
interface EntryRead {
  readonly use: ExpressionUse;
  readonly entry: Expression;
  readonly before: readonly object[];
  /** True if the rule reads all entries. */
  readonly isWhole: boolean;
}

/** Every event passes here, and the samples stay the same. */
const entriesRead = onceFor((mapping: Mapping): readonly EntryRead[] =>
  expressionUses(mapping).flatMap(use => {
    const { expression, rule } = use;
    const mayRead = rule !== undefined && use.path !== 'id';
    if (!mayRead || expression.answer !== undefined || isOfQuestion(expression)) return [];
    const inputs = samplePayloads(mapping);
    if (!expression.path) return wholeLists(expression, inputs).map(each => ({ ...each, use }));
    const entry = recordAround(expression);
    if (!entry) return [];
    const before = inputs.flatMap(input => entryIn(entry, { input, bindings: {} }) ?? []);
    const isOfList = entry.source.includes('[') || inputs.some(input => isListAt(entry, input));
    return isOfList && before.length > 0 ? [{ use, entry, before, isWhole: false }] : [];
  }),
);

/** Returns the lists of which an expression makes one value, with their entries in the samples. */
function wholeLists(expression: Expression, inputs: readonly unknown[]): readonly Omit<EntryRead, 'use'>[] {
  const lists = new Map(listsTaken(expression).map(({ list }) => [list.source, list]));
  return [...lists.values()].flatMap(entry => {
    const before = inputs.flatMap(input => objectsOfList(entry, { input, bindings: {} }));
    return before.length > 0 ? [{ entry, before, isWhole: true }] : [];
  });
}

/** True for the answer in the entry of a form's question, which these keys choose. */
function isOfQuestion(expression: Expression): boolean {
  const { source } = expression;
  return ofQuestion.test(source) || (ofName.test(source) && isValueOfPair(expression));
}

const ofQuestion = /\[[^[\]]{0,80}\b(?:ref|id|key|slug|question|frage)\s?=/i;
const ofName = /\[[^[\]]{0,80}\b(?:label|title|name)\s?=/i;

function isListAt(entry: Expression, input: unknown): boolean {
  return Array.isArray(readEntry(entry, { input, bindings: {} }));
}

/** Returns the object that an expression gives, or the only one in its list. */
function entryIn(entry: Expression, scope: Scope): object | undefined {
  const found = readEntry(entry, scope);
  const only = typeof found === 'object' && found !== null ? onlyEntry(found) : undefined;
  return isPlainObject(only) ? only : undefined;
}

function isOver(key: string, value: unknown, before: readonly object[]): boolean {
  if (isTakenOut(key, value)) return !before.some(each => isTakenOut(key, ownValue(each, key)));
  if (isInactive(key, value, before) || isEndedState(key, value, before)) return true;
  const how = endKind(key, value);
  if (how === undefined || before.some(each => endKind(key, ownValue(each, key)) !== undefined)) return false;
  return how !== 'state' || isCanceledState(value) || before.some(each => Object.hasOwn(each, key));
}

/** True for an entry that counted until a day before the event, if no sample has such a day: `validUntil: "2025-12-31"`. */
function isPast(key: string, value: unknown, before: readonly object[], now: string): boolean {
  return (
    limits.has(compactKey(key)) && isBeforeDay(value, now) && !before.some(each => Object.hasOwn(each, key))
  );
}

const limits = wordSet(
  'validuntil validto validthrough until expires expiresat expireson expirydate expirationdate gültigbis gueltigbis bis befristetbis ablauf ablaufdatum endedat endedon enddate beendetam',
);

/** True for an entry that does not count: Shopify's `current_quantity: 0`, `removed: true`, `selected: false`. */
function isTakenOut(key: string, value: unknown): boolean {
  const name = compactKey(key);
  if (removals.has(name)) return value === true || value === 'true' || value === 1 || value === 'ja';
  if (value === 0 || value === '0') return name === 'currentquantity';
  return choices.has(name) && (value === false || value === 'false' || value === 'nein' || value === 'no');
}

/** True for an entry that is not active, as those of the samples are: `status: "pausiert"`, `valid: false`. */
function isInactive(key: string, value: unknown, before: readonly object[]): boolean {
  const isStateKey = stateKeys.test(compactKey(key));
  const how = inactivity(key, value, { isStateKey });
  if (how === undefined) return false;
  const known = before.map(each => inactivity(key, ownValue(each, key), { isStateKey }));
  return !known.includes(how) && (how === 'surely' || before.some(each => Object.hasOwn(each, key)));
}

/** True for a word of an entry that is not given or not there yet: "abgesetzt", "geplant". */
function isEndedState(key: string, value: unknown, before: readonly object[]): boolean {
  if (!stateKeys.test(compactKey(key)) || typeof value !== 'string') return false;
  const state = compactKey(value);
  if (endedSurely.has(state)) return !before.some(each => ownValue(each, key) === value);
  return (
    openStates.has(state) && before.some(each => Object.hasOwn(each, key) && ownValue(each, key) !== value)
  );
}

const endedSurely = wordSet(
  'abgesetzt verboten gestrichen entfällt entfallen removed entfernt revoked widerrufen declined denied banned former',
);
const openStates = wordSet(
  'geplant planned draft entwurf offer angebot quoted requested angefragt waitlist warteliste pending ausstehend',
);
const stateKeys = /status|state|stand|zustand|statut|estado|stato/;
const removals = wordSet(
  'former isformer blocked isblocked banned isbanned gesperrt removed isremoved entfernt abgesetzt gestrichen verboten beendet',
);
const choices = wordSet(
  'selected isselected gewählt ausgewählt included enthalten booked gebucht valid gültig gueltig approved confirmed bestätigt',
);

/**
 * True if the rule itself or `when` names the list and the key, or if another rule reads the key outside of brackets and thereby
 * sends it. A condition in the brackets of another rule chooses entries for that rule only, unless it asks for the very value.
 */
function isRead(
  mapping: Mapping,
  own: ExpressionUse,
  { path, source }: Expression,
  { key, value }: { readonly key: string; readonly value: unknown },
): boolean {
  const list = path?.at(-1) ?? '';
  return expressionUses(mapping).some(({ expression, path: of }) => {
    const words = expression.source.split(/[^\p{L}\p{N}_-]+/u);
    if (!words.includes(key) || !words.includes(list)) return false;
    if (of === own.path || of === 'when') return true;
    // Another position is another entry.
    const other = source.includes('[') ? recordAround(expression)?.source.trim() : undefined;
    if (other?.includes('[') && other !== source.trim()) return false;
    const paths = placedPaths(expression).filter(({ steps }) => steps.at(-1) === key);
    // Elsewhere, a function reads the key.
    return paths.length === 0 || paths.some(({ from }) => from === 0) || asksFor(expression, key, value);
  });
}

/** True for a condition that the value fulfils: `[state="canceled"]`. */
function asksFor(expression: Expression, key: string, value: unknown): boolean {
  return placedComparisons(expression).some(
    ({ operator, left, right }) =>
      (operator === '=' || operator === 'in') &&
      left.steps?.at(-1) === key &&
      right.some(({ text }) => text.replace(/^(["'])(.*)\1$/s, '$2') === String(value)),
  );
}
