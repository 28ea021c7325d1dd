import type { Reading } from '../event.ts';
import { foldText } from './fold-text.ts';
import { mendText } from './mend-text.ts';
import { phonePattern } from './phone-number.ts';
import { stretchesOf } from './stretches.ts';
import { undoEscapes } from './undo-escapes.ts';

/** The stored parts of an event that are searched. */
export interface SearchedEvent {
  readonly sequence: number;
  /** Its ids, links and customer numbers. */
  readonly names: readonly (string | null)[];
  /** The JSON of an item, or the whole body and how it is read. */
  readonly contents: string | { readonly bytes: Uint8Array; readonly reading: Reading };
  /** The sent calls and the corrections, in their stored JSON. */
  readonly rows: readonly string[];
}

/**
 * Searches for a text in an event. After each piece of work it yields the amount of searched characters, so that other
 * work gets its turn; the final value is true if the text was found.
 */
export type EventSearch = (event: SearchedEvent) => Generator<number, boolean>;

/** The number of layers of JSON inside JSON that are searched; deeper ones do not occur. */
const mostLayers = 4;
/** The maximum number of characters for one character: a UTF-8 character in a URL inside JSON. */
const longestWriting = 20;
/** The factor by which excluding a text quickly costs less than searching it thoroughly. */
const quicker = 16;

/** A searched word, or a phone number. */
interface Target {
  readonly has: (folded: string) => boolean;
  /** A run of ASCII letters and digits in the target; empty if there is none. */
  readonly run: string;
}

/**
 * Creates a search for a text in the values of an event, in every form that senders use: in any supported charset,
 * with the escapes of JSON, forms, URLs and XML, in upper and lower case, with separate accents, and with ue for ü.
 * The words of the text may be in several values, such as a first and a last name. A phone number is found in any
 * spelling. The sent calls are searched too.
 */
export function eventSearch(wanted: string): EventSearch {
  const text = wanted.trim() || wanted;
  const folded = foldUmlauts(foldGerman(text));
  const targets = targetsOf(text, folded);
  const overlap = Math.max(text.length, folded.length) * longestWriting;

  /** Removes the found targets from `missing`. */
  function* lookIn(given: string, writing: Writing, missing: Set<Target>): Generator<number> {
    const lower = given.toLowerCase();
    const mayHide = mayHideAscii.test(given);
    const likely = [...missing].filter(({ run }) => run.length < leastRun || mayHide || lower.includes(run));
    yield Math.ceil(given.length / quicker);
    if (likely.length === 0) return;
    for (const stretch of stretchesOf(given, overlap)) {
      for (const layer of layersOf(stretch, writing)) takeFound(layer, likely, missing);
      if (likely.every(each => !missing.has(each))) return;
      yield stretch.length;
    }
  }

  return function* search({ names, contents, rows }) {
    const missing = new Set(targets);
    for (const name of names) if (name !== null) takeFound(name, targets, missing);
    if (missing.size === 0) return true;
    yield* lookIn(typeof contents === 'string' ? contents : decoded(contents), writingOf(contents), missing);
    if (missing.size === 0) return true;
    yield* lookIn(rows.flatMap(valuesOf).join(between), 'other', missing);
    return missing.size === 0;
  };
}

/** Returns the targets of a search: a phone number as a whole, or the words of another text. */
function targetsOf(text: string, folded: string): readonly Target[] {
  const number = numberPattern(text);
  if (number) return [{ has: same => same.includes(folded) || number.test(same), run: '' }];
  const words = wordsOf(folded);
  return (words.length === 0 ? [folded] : words).map(word => ({
    has: same => same.includes(word),
    run: plainRun(word),
  }));
}

/** A single letter occurs everywhere, so it stays with the word before it. */
function wordsOf(folded: string): readonly string[] {
  const words: string[] = [];
  for (const word of folded.split(' ').filter(Boolean)) {
    const last = words.at(-1);
    if (last !== undefined && (word.length === 1 || last.length === 1))
      words.splice(-1, 1, `${last} ${word}`);
    else words.push(word);
  }
  return words;
}

function takeFound(text: string, targets: readonly Target[], missing: Set<Target>): void {
  const same = foldUmlauts(foldGerman(text));
  for (const each of targets) if (missing.has(each) && each.has(same)) missing.delete(each);
}

/** In a form, a plus is a space. */
type Writing = 'form' | 'other';

function writingOf(contents: SearchedEvent['contents']): Writing {
  return typeof contents !== 'string' && contents.reading.kind === 'form' ? 'form' : 'other';
}

/** Yields a text, and the text after each further layer of escapes is undone. */
function* layersOf(given: string, writing: Writing): Generator<string> {
  let text = given;
  for (let layer = 0; layer <= mostLayers; layer += 1) {
    text = mendText(text);
    yield text;
    const further = undoEscapes(text, { plusIsBlank: writing === 'form' && layer === 0, isQuoted: false });
    if (further === text) return;
    text = further;
  }
}

/** Yields the folded texts that are searched; undefined for those longer than `most` characters. */
export function searchedTexts(
  { names, contents, rows }: SearchedEvent,
  most: number,
): readonly string[] | undefined {
  const body = typeof contents === 'string' ? contents : decoded(contents);
  const sent = rows.flatMap(valuesOf).join(between);
  if (body.length + sent.length > most) return undefined;
  const texts = [
    ...names.flatMap(each => each ?? []),
    ...layersOf(body, writingOf(contents)),
    ...layersOf(sent, 'other'),
  ];
  return texts.map(foldGerman);
}

function decoded({ bytes, reading: { kind, charset } }: Exclude<SearchedEvent['contents'], string>): string {
  if (kind === 'bytes') return '';
  return new TextDecoder(charset).decode(bytes);
}

/** A separator between two texts, which no searched text contains. */
const between = '\u0001';

/** The keys in a call's row that are not values of the call. */
const structure: ReadonlySet<string> = new Set(['operation', 'origin']);

/** Returns the names and values of a call or a correction, without the keys of the stored form. */
function valuesOf(text: string): readonly string[] {
  return textsIn(JSON.parse(text) as unknown);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (structure.has(key) ? [] : textsIn(each)));
}

/** In capitals, ß is written as two letters. */
export function foldGerman(text: string): string {
  return foldText(text).replaceAll('ß', 'ss');
}

/** Replaces umlauts by the two letters that people type on keyboards without umlauts. */
export function foldUmlauts(folded: string): string {
  return umlaut.test(folded)
    ? folded.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
    : folded;
}

const umlaut = /[äöü]/;

/** The minimum length of a run; shorter ones occur everywhere. */
const leastRun = 2;

/**
 * Returns the longest run of ASCII letters and digits that has only one spelling. A text without this run does not
 * contain the target.
 */
function plainRun(folded: string): string {
  const runs = folded.replaceAll(/ss|[aou]e/g, ' ').match(/[a-z0-9]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Matches unnecessarily escaped ASCII letters and digits, and invisible characters between two of them. */
const mayHideAscii =
  /(?:%|(?:\\|%5c)u00|\\x)(?:3\d|[46][1-9a-f]|[57][\da])|&#|<!|[\0\u00ad\u200b-\u200f\u2060\ufeff]|\\u(?:00ad|20[016]|feff)|%(?:c2%ad|e2%80%8|e2%81%a0|ef%bb%bf)/i;

/** The minimum number of digits; fewer may be any number. */
const leastDigits = 7;
/** The maximum number of digits. A longer run is no phone number, and is searched as written. */
const mostDigits = 18;

/**
 * Returns a target for a phone number in any spelling; without a zero or a country code, its digits with any
 * separators.
 */
function numberPattern(text: string): RegExp | undefined {
  const phone = phonePattern(text);
  if (phone) return phone;
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < leastDigits || digits.length > mostDigits) return undefined;
  if (!/^[\d\s()./+–-]+$/.test(text)) return undefined;
  return new RegExp([...digits].join('[\\s()./\\-–]{0,3}'));
}
