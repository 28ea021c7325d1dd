import type { SharedText } from '../../inbox/event.ts';

/** The JSON text of one element of a list, without the texts that it shares with other elements. */
export interface WrittenItem {
  readonly payload: string;
  readonly shared: readonly SharedText[];
}

/** Shorter texts are repeated instead of shared. */
const worthSharing = 200;

/**
 * Writes each element of a list as JSON. An object in several places, such as the contact that `split` adds
 * to every item of an order, is written once.
 */
export function writeItems(elements: readonly unknown[]): readonly WrittenItem[] {
  const shared = new Map<object, string>();
  for (const value of repeated(elements)) {
    const json = JSON.stringify(value);
    if (json.length >= worthSharing) shared.set(value, json);
  }
  return elements.map(element => {
    const cuts: SharedText[] = [];
    const payload = shared.size === 0 ? JSON.stringify(element) : write(element, shared, 0, cuts);
    return { payload: payload ?? 'null', shared: cuts };
  });
}

/** Returns the values that occur in several places; the values inside them are not examined again. */
function repeated(elements: readonly unknown[]): ReadonlySet<object> {
  const seen = new Set<object>();
  const found = new Set<object>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (seen.has(value)) {
      found.add(value);
      return;
    }
    seen.add(value);
    for (const child of Object.values(value)) look(child);
  };
  for (const element of elements) look(element);
  return found;
}

/** Writes JSON like `JSON.stringify`, but leaves out each shared text; `at` is the start of this text. */
function write(value: unknown, shared: ReadonlyMap<object, string>, at: number, cuts: SharedText[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const json = shared.get(value);
  if (json !== undefined) {
    cuts.push({ at, json });
    return '';
  }
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  let between = '';
  for (const [key, child] of Object.entries(value)) {
    if (child === undefined && !isList) continue;
    text += `${between}${isList ? '' : `${JSON.stringify(key)}:`}`;
    text += write(child, shared, at + text.length, cuts);
    between = ',';
  }
  return `${text}${isList ? ']' : '}'}`;
}
