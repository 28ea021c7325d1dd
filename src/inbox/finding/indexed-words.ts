import { foldGerman, foldUmlauts, type SearchedEvent, searchedTexts } from './event-search.ts';
import { ownDigits } from './phone-number.ts';

/** The maximum length of an indexed event, in characters. Longer ones are found by reading them. */
const mostCharacters = 64 * 1024;

const everyWord = /[\p{L}\p{M}\p{N}]+/gu;
/** A run of digits, also with separators as in a phone number. */
const everyNumber = /\d(?:[\s()./\\\-–]{0,3}\d){5,}/g;

/**
 * Returns the words under which an event is indexed: those of every searched text, and the digits of possible phone
 * numbers. Undefined if there are too many.
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
/** The maximum number of pieces; this many are enough to select an event. */
const mostPieces = 4;

/** The possible spellings of a piece of a text. */
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

/** An umlaut, or its two letters. Only the first `mostEither` of a word are tried in both spellings. */
const either = /(ä|ae|ö|oe|ü|ue)/;
const mostEither = 4;

/** Returns all spellings of a word with umlauts or two letters in each place. */
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
