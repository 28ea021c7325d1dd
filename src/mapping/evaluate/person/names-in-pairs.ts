import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { personKeyOf } from './person-keys.ts';

/** A name of a person with the paths of its parts: `fields[label="Vorname"].value, fields[label="Nachname"].value`. */
export interface NameInPairs {
  readonly name: string;
  readonly at: string;
}

/**
 * Returns the name of a person in a list of pairs, as forms and shops send their own fields: `[{"label": "Vorname", "value":
 * "Anna"}, …]`. Undefined for another list, and if two pairs have the same label for a part.
 */
export function nameInPairs(list: readonly unknown[], steps: readonly string[]): NameInPairs | undefined {
  const pairs = pairsIn(list, steps);
  const only = (kind: string) => {
    const [one, ...more] = pairs.filter(each => each.kind === kind && each.text !== '');
    return more.length === 0 ? one : undefined;
  };
  const [first, last, full] = [only('first'), only('last'), only('full')];
  const parts = first && last ? [first, last] : full && /\S[\s,]+\S/.test(full.text) ? [full] : [];
  if (parts.length === 0) return undefined;
  return { name: parts.map(({ text }) => text).join(' '), at: parts.map(({ path }) => path).join(', ') };
}

/** Returns the pairs of a list; none if fewer than half of its entries are pairs. */
export function pairsIn(list: readonly unknown[], steps: readonly string[]): readonly Pair[] {
  const pairs = list.slice(0, mostPairs).flatMap(each => pairIn(each, steps) ?? []);
  return pairs.length < 2 || pairs.length < Math.min(list.length, mostPairs) / 2 ? [] : pairs;
}

/** A label with its value: `{"label": "Vorname", "value": "Anna"}`. */
export interface Pair {
  readonly kind: string | undefined;
  readonly label: string;
  readonly valueKey: string;
  readonly text: string;
  readonly path: string;
}

function pairIn(entry: unknown, steps: readonly string[]): Pair | undefined {
  if (!isPlainObject(entry)) return undefined;
  const labelKey = labelKeys.find(key => typeof ownValue(entry, key) === 'string');
  const valueKey = valueKeys.find(key => Object.hasOwn(entry, key));
  if (labelKey === undefined || valueKey === undefined) return undefined;
  const label = String(ownValue(entry, labelKey)).slice(0, longest);
  const value = ownValue(entry, valueKey);
  const text = typeof value === 'string' && value.length <= longest ? value.trim() : '';
  const path = `${pathText(steps)}[${labelKey}=${JSON.stringify(label)}].${valueKey}`;
  return { kind: personKeyOf(label), label, valueKey, text, path };
}

const labelKeys = ['label', 'title', 'question', 'name', 'key', 'field', 'id', 'ref'];
const valueKeys = ['value', 'answer', 'text', 'response', 'content'];
const mostPairs = 200;
const longest = 100;
