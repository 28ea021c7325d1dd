import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { compile } from '../../../expressions/compile.ts';
import type { Expression, Scope } from '../../../expressions/expression.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { asksForConsent } from '../../../mapping/opt-out.ts';
import { consentParameters } from '../../../mapping/parameters.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { kindKeys, systemKey } from '../../starter/typing-key.ts';
import { type Wanted, whereOf } from '../trial.ts';

/**
 * Warns about rules that read one entry of a list by its position, if a sample or a stored event has several
 * entries that differ: the first of several people, or the first phone number of any type. `because` confirms
 * the position.
 */
export function checkTypedLists(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return expressionUses(mapping).flatMap(use => {
    const read = use.because === undefined ? readByPosition(use.expression) : undefined;
    if (!read) return [];
    const isSubject = subjects.has(use.path);
    for (const event of events) {
      const entries = entriesAt(read.list, event.scope);
      if (entries.length < 2) continue;
      const found =
        ofPairs(read, entries, use) ??
        (isSubject
          ? (otherSystems(read, entries, use, mapping) ?? severalPeople(read, entries, use, event))
          : otherTypes(read, entries, use, event));
      if (found) return [found];
    }
    return [];
  });
}

/** Parameters that identify the person or the appointment. */
const subjects: ReadonlySet<string> = new Set(['id', 'customerId', 'appointmentId', 'link']);

/** A path that is split at its first position: `phones[0].number`. */
interface ReadByPosition {
  readonly list: Expression;
  readonly text: string;
  /** The path after the position. */
  readonly rest: string;
}

function readByPosition({ path, source }: Expression): ReadByPosition | undefined {
  if (path === null) return undefined;
  const at = source.indexOf('[');
  const end = source.indexOf(']', at);
  if (at <= 0 || !/^\s*-?\d{1,6}\s*$/.test(source.slice(at + 1, end))) return undefined;
  const text = source.slice(0, at).trim();
  // A body that is a list is reported once for all rules.
  if (text === '$' || text === '$$') return undefined;
  const rest = source.slice(end + 1).trim();
  const compiled = /^[.[]/.test(rest) ? compile(text) : undefined;
  const list = compiled && 'expression' in compiled ? compiled.expression : undefined;
  return list?.evaluateDirectly ? { list, text, rest } : undefined;
}

function entriesAt({ evaluateDirectly }: Expression, scope: Scope): readonly unknown[] {
  const value = evaluateDirectly?.(scope);
  return Array.isArray(value) ? value : [];
}

/** Handles a list of names with their values: `[["Kundennummer", "1001"], ["Name", "Ada"]]`. */
function ofPairs(
  { text, rest }: ReadByPosition,
  entries: readonly unknown[],
  { expression, place, path }: ExpressionUse,
): Diagnostic | undefined {
  const names = entries.map(entry => (Array.isArray(entry) && entry.length === 2 ? entry[0] : undefined));
  const arePairs = names.every(name => typeof name === 'string' && /\p{L}/u.test(name));
  if (rest !== '[1]' || !arePairs || new Set(names).size < names.length) return undefined;
  const message = `${expression.source.trim()} is the entry at a position, and the ${entries.length} entries are names with their values`;
  const hint = `write '(${text}[$[0] = "…"])[1]' with the name of the value that is meant; if the position is right, add because: with the reason`;
  return diagnostic('check/answer-by-position', message, { hint, place, path });
}

/** Handles the ids of one person in several systems. The entry for the destination is meant, or the one that is read. */
function otherSystems(
  { text, rest }: ReadByPosition,
  entries: readonly unknown[],
  { expression, place, path }: ExpressionUse,
  { destination }: Mapping,
): Diagnostic | undefined {
  const objects = entries.filter(isPlainObject) as readonly Readonly<Record<string, unknown>>[];
  const key = objects.length === entries.length ? systemKey(objects) : undefined;
  if (key === undefined || !rest.startsWith('.') || rest === `.${keyText(key)}`) return undefined;
  const labels = objects.map(entry => String(entry[key]));
  const [, at = '0'] = /\[\s*(-?\d{1,6})\s*\]/.exec(expression.source) ?? [];
  const own = 'name' in destination ? labels.find(each => each === destination.name) : undefined;
  const label = own ?? labels.at(Number(at)) ?? labels[0] ?? '';
  const message = `${expression.source.trim()} is the entry at a position, and the ${entries.length} entries differ in ${key} (${labels.slice(0, mostLabels).map(visibleText).join(', ')})`;
  const hint = `write '${text}[${keyText(key)} = ${JSON.stringify(label)}]${rest}' with the ${key} of the numbers in the calendar; if the position is right, add because: with the reason`;
  return diagnostic('check/answer-by-position', message, { hint, place, path });
}

const mostLabels = 5;

function severalPeople(
  { text, rest }: ReadByPosition,
  entries: readonly unknown[],
  { expression, place, path }: ExpressionUse,
  { trial }: Wanted,
): Diagnostic | undefined {
  const behind = compile(`$${rest}`);
  const values = entries.map(entry =>
    'expression' in behind ? behind.expression.evaluateDirectly?.({ input: entry, bindings: {} }) : undefined,
  );
  if (new Set(values.filter(each => each !== undefined).map(String)).size < 2) return undefined;
  const message = `${expression.source.trim()} is one of ${entries.length} in ${whereOf(trial)}; the others are not sent`;
  const hint = `if each is an event of its own, write split: ${text} at the source in the config, and ${path}: ${rest.startsWith('[') ? `$${rest}` : rest.replace(/^\./, '')} here; if one is meant, add because: with the reason`;
  return diagnostic('intake/several-events', message, { hint, place, path });
}

function otherTypes(
  { text, rest }: ReadByPosition,
  entries: readonly unknown[],
  { expression, place, path }: ExpressionUse,
  { trial }: Wanted,
): Diagnostic | undefined {
  const objects = entries.filter(isPlainObject) as readonly Readonly<Record<string, unknown>>[];
  const isAnswer = isConsent(path) || answers.test(rest);
  const key = [...kindKeys(objects[0]), ...(isAnswer ? names : [])].find(
    each =>
      rest !== `.${keyText(each)}` &&
      objects.length === entries.length &&
      objects.every(entry => ['string', 'boolean'].includes(typeof entry[each])) &&
      new Set(objects.map(entry => entry[each])).size > 1,
  );
  if (key === undefined || !rest.startsWith('.')) return undefined;
  const message = `${expression.source.trim()} is the entry at a position, and the ${entries.length} entries in ${whereOf(trial)} differ in ${key}`;
  const wanted = typeof objects[0]?.[key] === 'boolean' ? 'true' : '"…"';
  const hint = `write '${text}[${keyText(key)} = ${wanted}]${rest}' with the one that is meant; if the position is right, add because: with the reason`;
  return diagnostic('check/answer-by-position', message, { hint, place, path });
}

function isConsent(path: string): boolean {
  return consentParameters.has(path) || asksForConsent(path.replace(/^additionalFields\./, ''));
}

/** The keys of the answer to a question, or of a consent, beside its name. */
const answers =
  /^\.(?:val(?:ue)?s?|answers?|antwort|wert|response|checked|selected|ticked|opted_?in|granted|accepted|enabled|consent)\b/i;
const names = ['name', 'title', 'key', 'question', 'field', 'slug', 'code', 'frage', 'feld', 'bezeichnung'];
