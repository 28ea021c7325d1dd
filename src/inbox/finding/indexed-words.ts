import { foldGerman, foldUmlauts, type SearchedEvent, searchedTexts } from './event-search.ts';
import { ownDigits } from './phone-number.ts';

/** Longer events are not indexed: the search reads them. In characters. */
const mostCharacters = 64 * 1024;

const everyWord = /[\p{L}\p{M}\p{N}]+/gu;
/** A row of digits however they are parted, as in a phone number. */
const everyNumber = /\d(?:[\s()./\\\-–]{0,3}\d){5,}/g;

/**
 * The words that an index finds an event by: those of every text in which the search looks, and the digits of whatever may
 * be a phone number. Undefined where there is too much of it.
 */
export function indexedWords(event: SearchedEvent): string | undefined {
  const texts = searchedTexts(event, mostCharacters);
  if (!texts) return undefined;
  const words = new Set<string>();
  for (const text of texts) {
    for (const [word] of text.matchAll(everyWord)) words.add(word);
    for (const [number] of text.matchAll(everyNumber)) words.add(digitsOf(number));
  }
  return [...words].filter(word => word.length >= leastPiece).join(' ');
}

/** The minimum number of characters that an index can search. */
const leastPiece = 3;
/** The number of pieces that is enough to select an event. */
const mostPieces = 4;

/** A piece of a text, in each way in which it may be written. */
export type Piece = readonly string[];

/**
 * Returns the pieces that the words of an event contain if the search finds a text in it: all pieces of one of these
 * lists, each inside some word, in one of its forms. Undefined if the text is too short for an index.
 */
export function piecesToFind(wanted: string): readonly (readonly Piece[])[] | undefined {
  const text = wanted.trim() || wanted;
  const number = ownDigits(text) ?? looseDigits(text);
  const isNumber = number.length >= leastNumber;
  // The number may also be part of a text that looks like a phone number.
  if (isNumber && !farApart.test(text)) return [[[number]]];
  const pieces = piecesOf(foldGerman(text));
  if (pieces.length === 0) return undefined;
  const written = pieces.map(writingsOf);
  return isNumber ? [written, [[number]]] : [written];
}

const leastNumber = 6;
const farApart = /\D{4}/;

function piecesOf(folded: string): readonly string[] {
  const pieces = [...new Set(folded.match(everyWord))].filter(each => Array.from(each).length >= leastPiece);
  return pieces.sort((one, other) => other.length - one.length).slice(0, mostPieces);
}

/** An umlaut, or the two letters for one. Of a word with more of them, only this many are taken for both. */
const either = /(ä|ae|ö|oe|ü|ue)/;
const mostEither = 4;

/** A word with umlauts, and with two letters for each; every way to mix them. */
function writingsOf(piece: string): Piece {
  const parts = piece.split(either);
  return parts.reduce<readonly string[]>(
    (written, part, at) => {
      const both = at % 2 === 1 && at <= 2 * mostEither ? bothWays(part) : [part];
      return both.flatMap(each => written.map(before => before + each));
    },
    [''],
  );
}

function bothWays(part: string): readonly string[] {
  const two = foldUmlauts(part);
  return [two, { ae: 'ä', oe: 'ö', ue: 'ü' }[two] ?? two];
}

/** Returns the digits of a possible number without its leading zero or its country code. */
function looseDigits(text: string): string {
  return /^[\d\s()./+–-]+$/.test(text) ? digitsOf(text) : '';
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
