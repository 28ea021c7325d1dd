import type { FieldConfiguration } from '../../../booking/catalog/field.ts';
import { translatedChoices } from '../../../booking/catalog/translated-choices.ts';
import { tableEntry } from '../../../diagnostics/yaml/table-entry.ts';
import { lookupKey } from '../../../mapping/evaluate/look-up.ts';
import type { ChosenValue } from './choices.ts';

/** A longer table is not written into a hint. */
const mostEntries = 24;

/**
 * Returns the advice to look up a text that is no choice. A table refuses an answer that it does not have, so this one
 * has an entry for each choice too. Undefined if a table would not find the value, or would change another choice.
 */
export function wholeTable(
  field: FieldConfiguration,
  value: ChosenValue,
  { text, choice }: { readonly text: string; readonly choice: string },
): string | undefined {
  const choices = field.selectItems ?? [];
  const given = value.elements ?? [value.untrimmed ?? value.text];
  const isApart = !given.some(each => each.trim() === text.trim());
  if (isApart && choices.some(each => /[,;]/.test(each))) return undefined;
  const names = value.choice === undefined ? [] : translatedChoices(field);
  const all = [{ name: text, choice }, ...choices.map(each => ({ name: each, choice: each })), ...names];
  const entries = distinct(all, { ignoreCase: false });
  const cased = distinct(all, { ignoreCase: true });
  if (!entries) return undefined;
  const added = [...(cased ?? entries).values()].map(each => tableEntry(each.name, each.choice));
  const [first] = added;
  if (first === undefined) return undefined;
  const isLong = added.length > mostEntries || added.includes(undefined);
  const table = `values: {${isLong ? first : added.join(', ')}}${cased ? ', ignoreCase: true' : ''}`;
  const from = isApart ? "from: '$map(PATH.$split($, /[,;]/), $trim)', " : '';
  const path = isApart ? ', with its path for PATH' : '';
  const others = isLong ? ' and each of the choices' : '';
  return `add ${from}${table} to the rule${path}, with an entry for each other answer${others}, because a table refuses all others`;
}

interface Named {
  readonly name: string;
  readonly choice: string;
}

/** Returns the entries by their key in a table; undefined if one key would be two choices. */
function distinct(
  all: readonly Named[],
  how: { readonly ignoreCase: boolean },
): ReadonlyMap<string, Named> | undefined {
  const entries = new Map<string, Named>();
  for (const each of all) {
    const key = lookupKey(each.name, how);
    const earlier = entries.get(key);
    if (earlier && earlier.choice !== each.choice) return undefined;
    if (!earlier) entries.set(key, each);
  }
  return entries;
}
