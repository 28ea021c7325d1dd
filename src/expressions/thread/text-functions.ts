import type jsonata from 'jsonata';
import { limits, tooLarge, tooLong, tooSlow } from '../meter.ts';
import { refuseLongText } from './written-length.ts';

/** The implementation of a JSONata function. `this` is the context of the call. */
export type Implementation = (this: jsonata.Focus, ...values: never[]) => unknown;

/** A limited function of JSONata: its signature, and a function that wraps the original. */
export interface Bounded {
  readonly name: string;
  readonly signature: string;
  readonly bound: (original: Implementation) => Implementation;
}

/**
 * JSONata's text functions that could use up time or memory in one call. Their arguments are limited
 * beforehand, since a thread cannot be ended within one step of V8. Their results are those of JSONata.
 */
export const textFunctions: readonly Bounded[] = [
  { name: 'string', signature: '<x-b?:s>', bound: afterLook(refuseLongString) },
  { name: 'clone', signature: '<(oa)-:o>', bound: afterLook(refuseLongString) },
  { name: 'join', signature: '<a<s>s?:s>', bound: afterLook(refuseLongJoin) },
  { name: 'contains', signature: '<s-(sf):b>', bound: afterLook(refuseLongSearch) },
  { name: 'substringBefore', signature: '<s-s:s>', bound: afterLook(refuseLongSearch) },
  { name: 'substringAfter', signature: '<s-s:s>', bound: afterLook(refuseLongSearch) },
  { name: 'replace', signature: '<s-(sf)(sf)n?:s>', bound: afterLook(refuseLongSearch) },
  { name: 'split', signature: '<s-(sf)n?:a<s>>', bound: splitFew },
  { name: 'length', signature: '<s-:n>', bound: () => length },
  { name: 'substring', signature: '<s-nn?:s>', bound: () => substring },
  { name: 'pad', signature: '<s-ns?:s>', bound: () => pad },
];

function afterLook(look: (...values: unknown[]) => void): Bounded['bound'] {
  return original =>
    function (this: jsonata.Focus, ...values: unknown[]) {
      look(...values);
      return original.call(this, ...(values as never[]));
    };
}

function refuseLongString(value: unknown, isPretty?: unknown): void {
  if (typeof value === 'object' && value !== null) refuseLongText(value, { isPretty: isPretty === true });
}

function refuseLongJoin(texts: unknown, separator: unknown): void {
  if (!Array.isArray(texts)) return;
  const between = typeof separator === 'string' ? separator.length : 0;
  let length = 0;
  for (const each of texts) {
    length += between + (typeof each === 'string' ? each.length : 0);
    if (length - between > limits.textLength) throw tooLong('text');
  }
}

/** The maximum number of character comparisons of one search. */
const mostComparisons = 100_000_000;

/** Refuses a search that may be too long: the worst case is the product of both lengths. */
function refuseLongSearch(text: unknown, sought: unknown): void {
  if (typeof text !== 'string' || typeof sought !== 'string' || sought.length <= 1) return;
  if (sought.length <= text.length && text.length * sought.length > mostComparisons) throw tooSlow();
}

function splitFew(original: Implementation): Implementation {
  return function (this: jsonata.Focus, text: unknown, separator: unknown, most?: unknown) {
    refuseLongSearch(text, separator);
    // One element above the limit is enough to find that there are too many.
    const isMany = typeof most !== 'number' || most > limits.listLength;
    return original.call(this, ...([text, separator, isMany ? limits.listLength + 1 : most] as never[]));
  };
}

const surrogates = /[\ud800-\udfff]/;

/** `$length`: the number of characters, some of which are two code units in JavaScript. */
function length(text: string | undefined): number | undefined {
  if (text === undefined || !surrogates.test(text)) return text?.length;
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** `$substring`: positions count characters, from the end where negative. */
function substring(text: string | undefined, start: number, count?: number): string | undefined {
  if (text === undefined) return undefined;
  if (count !== undefined && count <= 0) return '';
  const all = length(text) ?? 0;
  const first = all + start < 0 ? 0 : start;
  const end = count === undefined ? all : first >= 0 ? first + count : all + first + count;
  const from = offsetIn(text, all, Math.trunc(first));
  return text.slice(from, Math.max(from, offsetIn(text, all, Math.trunc(end))));
}

/** Returns the offset of the character at a position in the text. */
function offsetIn(text: string, all: number, position: number): number {
  const wanted = Math.min(all, Math.max(0, position < 0 ? all + position : position));
  if (all === text.length) return wanted;
  let at = 0;
  for (let passed = 0; passed < wanted; passed += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** `$pad`: pads to a number of characters, at the end, or at the start if the number is negative. */
function pad(text: string | undefined, width: number, filling: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const wanted = Math.abs(Math.trunc(width));
  if (wanted > limits.textLength) throw tooLong('text');
  const missing = wanted - (length(text) ?? 0);
  if (missing <= 0) return text;
  const unit = filling || ' ';
  const times = Math.ceil(missing / (length(unit) ?? 1));
  if (times * unit.length > 2 * limits.textLength) throw tooLarge();
  const padding = substring(unit.repeat(times), 0, missing) ?? '';
  return width > 0 ? text + padding : padding + text;
}
