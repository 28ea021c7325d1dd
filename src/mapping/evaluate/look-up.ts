import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { areSpeltAlike } from '../../diagnostics/spellings.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import { areSynonyms } from '../convert/common-words.ts';
import { answerInWords } from '../convert/convert-boolean.ts';
import type { Note } from '../explain/recorder.ts';
import type { Rule } from '../mapping.ts';
import { answerEntry } from './answer-entry.ts';

export type LookupTable = NonNullable<Rule['lookup']>;

/** The result of a table for a value. The value `undefined` counts as missing. */
export type LookedUp =
  | { readonly kind: 'found'; readonly value: unknown }
  | { readonly kind: 'unknown'; readonly fault: string; readonly values: readonly string[] }
  | { readonly kind: 'invalid'; readonly fault: string };

/**
 * Looks up a value, or each element of a list. Keys compare as texts, so 1 finds `1` and true finds `true`.
 * If outer spaces are ignored (`trim`), a text is first looked up with them. A value outside the table
 * becomes `otherwise`, or is unknown without it; a null result counts as missing.
 */
export function lookUp(
  value: unknown,
  table: LookupTable & { readonly trim?: boolean },
  note?: Note,
): LookedUp {
  const looked = Array.isArray(value)
    ? lookUpElements(elementsOf(value), table, values => (values.length === 0 ? undefined : values), note)
    : lookUpElements([value], table, values => values[0], note);
  note?.({ kind: 'table', input: value, looked });
  return looked;
}

/**
 * Returns a value that was replaced by `otherwise` although a key differs from it only in case, separators,
 * the form of a number (01, 1.0), a count after it, or the word for yes or no, or although it is a result of the
 * table itself.
 */
export function nearlyInTable(
  value: unknown,
  table: LookupTable,
):
  | { readonly text: string; readonly key: string; readonly isPart?: true; readonly isResult?: true }
  | undefined {
  if (!table.otherwise) return undefined;
  for (const element of elementsOf(value)) {
    const written = scalarText(element);
    if ('fault' in written || written.value.length > 200) continue;
    const text = withoutBlankEnds(written.value);
    if (text === '' || entryOf(written.value, table) || entryOf(text, table)) continue;
    const key = [...table.entries.keys()].find(each => areSpeltAlike(each, text) || meanTheSame(each, text));
    if (key !== undefined) return { text, key };
    const part = partInTable(text, table);
    if (part !== undefined) return { text, key: part, isPart: true };
    const result = resultAlike(text, table);
    if (result !== undefined) return { text, key: result, isResult: true };
    const synonym = synonymIn(text, table);
    if (synonym !== undefined) return { text, key: synonym };
  }
  return undefined;
}

/** Returns the key of a table that is another word for a text, unless `otherwise` gives the same. */
function synonymIn(text: string, { entries, otherwise }: LookupTable): string | undefined {
  return [...entries].find(([key, { value }]) => value !== otherwise?.value && areSynonyms(key, text))?.[0];
}

/** Returns the result for a word of a table that a text already is, unless `otherwise` gives it anyway. */
function resultAlike(text: string, table: LookupTable): string | undefined {
  const resultOf = (key: string) => {
    const looked = lookUp(key, table);
    const result = looked.kind === 'found' ? scalarText(looked.value) : undefined;
    return result && 'value' in result ? result.value : undefined;
  };
  const words = [...table.entries.keys()].filter(key => !isNumber.test(key));
  const isAlike = (result: string | undefined) => result !== undefined && areSpeltAlike(result, text);
  return isAlike(resultOf(text)) ? undefined : words.map(resultOf).find(isAlike);
}

/** Returns the first key of a table that is one of several values in a text: `vip,neu`, but not `Nein, danke`. */
export function partInTable(text: string, table: LookupTable): string | undefined {
  if (/[,;|\n]/.test(text) && answerEntry(text, table) !== undefined) return undefined;
  const parts = text.split(/[,;|\n]/).map(withoutBlankEnds);
  return parts.length > 1 ? parts.find(each => each !== '' && entryOf(each, table)) : undefined;
}

/** True if a table has an entry for a text. */
export function isInTable(text: string, table: LookupTable): boolean {
  return entryOf(text, table) !== undefined;
}

/** Equal apart from their form: `01` and `1`, `gold (3)` and `gold`, `true` and `ja`. */
function meanTheSame(key: string, text: string): boolean {
  const [one, other] = [key, text].map(each => each.replace(',', '.'));
  if (isNumber.test(key) && isNumber.test(text)) return Number(one) === Number(other);
  const answer = answerInWords(text);
  if (answer !== undefined && answerInWords(key) === answer) return true;
  const counted = text.replace(/ ?[([]\d{1,9}[)\]]$/, '');
  return counted !== text && counted !== '' && areSpeltAlike(key, counted);
}

const isNumber = /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/;

/** Returns a key of a table for comparison: in NFC, and in lower case with `ignoreCase`. */
export function lookupKey(text: string, { ignoreCase }: { readonly ignoreCase: boolean }): string {
  const key = composedText(text);
  return ignoreCase ? key.toLowerCase() : key;
}

function lookUpElements(
  elements: readonly unknown[],
  table: LookupTable & { readonly trim?: boolean },
  gather: (values: readonly unknown[]) => unknown,
  note: Note | undefined,
): LookedUp {
  const values: unknown[] = [];
  const unknown: string[] = [];
  for (const element of elements) {
    const step = scalarText(element);
    if ('fault' in step) return { kind: 'invalid', fault: step.fault };
    const text = table.trim ? withoutBlankEnds(step.value) : step.value;
    // An element of only spaces does not count.
    if (text === '') continue;
    const entry = entryOf(step.value, table) ?? entryOf(text, table);
    const found = entry ?? table.otherwise;
    note?.({ kind: 'looked-up', text, by: entry ? 'entry' : found && 'otherwise' });
    if (!found) unknown.push(text);
    else if (found.value !== null) values.push(found.value);
  }
  if (unknown.length > 0) {
    const fault = `${unknown.map(shown).join(', ')} ${unknown.length === 1 ? 'is' : 'are'} not in the table`;
    return { kind: 'unknown', fault, values: unknown };
  }
  return { kind: 'found', value: gather(values) };
}

function entryOf(
  text: string,
  { entries, ignoreCase }: LookupTable,
): { readonly value: unknown } | undefined {
  return entries.get(lookupKey(text, { ignoreCase }));
}
