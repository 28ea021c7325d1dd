import type { Reading } from '../event.ts';
import { foldText } from './fold-text.ts';
import { mendText } from './mend-text.ts';
import { phonePattern } from './phone-number.ts';
import { stretchesOf } from './stretches.ts';
import { undoEscapes } from './undo-escapes.ts';

/** What of an event is searched, as it is stored. */
export interface SearchedEvent {
  readonly sequence: number;
  /** Its ids, links and customer numbers. */
  readonly names: readonly (string | null)[];
  /** The JSON of an item, or the whole body and how it is read. */
  readonly contents: string | { readonly bytes: Uint8Array; readonly reading: Reading };
  /** What was sent and what was corrected, as rows have them: JSON. */
  readonly rows: readonly string[];
}

/**
 * Looks for a text in an event. After each piece of work it gives how much that was, in characters that were looked at
 * closely, so that others may have their turn; the last value says whether the text is there.
 */
export type EventSearch = (event: SearchedEvent) => Generator<number, boolean>;

/** JSON in a form in JSON: nobody writes deeper. */
const mostLayers = 4;
/** So many characters may stand for one: those of a character of UTF-8 in a URL that stands in JSON. */
const longestWriting = 20;
/** To see that a text cannot have it takes so much less than to look closely. */
const quicker = 16;

/** A word that is looked for, or a phone number. */
interface Target {
  readonly has: (folded: string) => boolean;
  /** A row of ASCII letters and digits in it; empty where there is none. */
  readonly run: string;
}

/**
 * Makes a search for a text by what the values of an event are, however its sender wrote them: in any charset that is read,
 * with the escapes of JSON, forms, URLs and XML, with capitals, with accents that stand apart, and with ue for ü. Its words
 * may stand in several values, as a first and a last name do. A phone number is found in any spelling. It is looked for in
 * what was sent too.
 */
export function eventSearch(wanted: string): EventSearch {
  const text = wanted.trim() || wanted;
  const folded = foldUmlauts(foldGerman(text));
  const targets = targetsOf(text, folded);
  const overlap = Math.max(text.length, folded.length) * longestWriting;

  /** Takes those out of `missing` that stand in a text. */
  function* lookIn(given: string, isForm: boolean, missing: Set<Target>): Generator<number> {
    const lower = given.toLowerCase();
    const mayHide = mayHideAscii.test(given);
    const likely = [...missing].filter(({ run }) => run.length < leastRun || mayHide || lower.includes(run));
    yield Math.ceil(given.length / quicker);
    if (likely.length === 0) return;
    for (const stretch of stretchesOf(given, overlap)) {
      for (const layer of layersOf(stretch, isForm)) takeFound(layer, likely, missing);
      if (likely.every(each => !missing.has(each))) return;
      yield stretch.length;
    }
  }

  return function* search({ names, contents, rows }) {
    const missing = new Set(targets);
    for (const name of names) if (name !== null) takeFound(name, targets, missing);
    if (missing.size === 0) return true;
    const isForm = typeof contents !== 'string' && contents.reading.kind === 'form';
    yield* lookIn(typeof contents === 'string' ? contents : decoded(contents), isForm, missing);
    if (missing.size === 0) return true;
    yield* lookIn(rows.flatMap(valuesOf).join(between), false, missing);
    return missing.size === 0;
  };
}

/** A phone number is one; of other texts each word is. */
function targetsOf(text: string, folded: string): readonly Target[] {
  const number = numberPattern(text);
  if (number) return [{ has: same => same.includes(folded) || number.test(same), run: '' }];
  const words = wordsOf(folded);
  return (words.length === 0 ? [folded] : words).map(word => ({
    has: same => same.includes(word),
    run: plainRun(word),
  }));
}

/** A letter alone stands everywhere, so it stays beside the word before it. */
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

/** What a text is, and what it is once each further layer of escapes is undone. */
function* layersOf(given: string, isForm: boolean): Generator<string> {
  let text = given;
  for (let layer = 0; layer <= mostLayers; layer += 1) {
    text = mendText(text);
    yield text;
    const further = undoEscapes(text, { plusIsBlank: isForm && layer === 0, isQuoted: false });
    if (further === text) return;
    text = further;
  }
}

/** The texts in which the search looks, folded; undefined where they are longer than so many characters. */
export function searchedTexts(
  { names, contents, rows }: SearchedEvent,
  most: number,
): readonly string[] | undefined {
  const body = typeof contents === 'string' ? contents : decoded(contents);
  const sent = rows.flatMap(valuesOf).join(between);
  if (body.length + sent.length > most) return undefined;
  const isForm = typeof contents !== 'string' && contents.reading.kind === 'form';
  const texts = [...names.flatMap(each => each ?? []), ...layersOf(body, isForm), ...layersOf(sent, false)];
  return texts.map(foldGerman);
}

function decoded({ bytes, reading: { kind, charset } }: Exclude<SearchedEvent['contents'], string>): string {
  if (kind === 'bytes') return '';
  return new TextDecoder(charset).decode(bytes);
}

/** Stands between two texts: no text that is looked for has it. */
const between = '\u0001';

/** Where a row of a call has no values of the call. */
const structure: ReadonlySet<string> = new Set(['operation', 'origin']);

/** The names and values of a call or a correction, without the words that a row is made of. */
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

/** Where there are no umlauts on the keyboard, two letters are written for one. */
export function foldUmlauts(folded: string): string {
  return umlaut.test(folded)
    ? folded.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
    : folded;
}

const umlaut = /[äöü]/;

/** Shorter ones stand everywhere. */
const leastRun = 2;

/**
 * The longest row of ASCII letters and digits in a text, which no other letters are written for: where even that is not,
 * the text is not.
 */
function plainRun(folded: string): string {
  const runs = folded.replaceAll(/ss|[aou]e/g, ' ').match(/[a-z0-9]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** ASCII letters and digits that are escaped, which nobody needs, and what is not seen between two of them. */
const mayHideAscii =
  /(?:%|(?:\\|%5c)u00|\\x)(?:3\d|[46][1-9a-f]|[57][\da])|&#|<!|[\0\u00ad\u200b-\u200f\u2060\ufeff]|\\u(?:00ad|20[016]|feff)|%(?:c2%ad|e2%80%8|e2%81%a0|ef%bb%bf)/i;

/** Fewer digits may be any number. */
const leastDigits = 7;
/** A longer row of digits is no phone number: it is searched for as it is written. */
const mostDigits = 18;

/** A phone number in any spelling; where it is written without a zero or a country, its digits however they are parted. */
function numberPattern(text: string): RegExp | undefined {
  const phone = phonePattern(text);
  if (phone) return phone;
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < leastDigits || digits.length > mostDigits) return undefined;
  if (!/^[\d\s()./+–-]+$/.test(text)) return undefined;
  return new RegExp([...digits].join('[\\s()./\\-–]{0,3}'));
}
