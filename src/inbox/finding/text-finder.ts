import { type EncodedRuns, runDecoder } from './encoded-runs.ts';
import { foldText } from './fold-text.ts';
import { mendText } from './mend-text.ts';
import { phonePattern } from './phone-number.ts';
import { cutMark, stretchesOf } from './stretches.ts';
import { type EscapeWay, undoEscapes } from './undo-escapes.ts';

/** The result for a text. `unclear`: nothing was found, but a part could not be read. */
export type SearchResult = 'found' | 'absent' | 'unclear';

/** Searches for a text in any spelling and encoding. */
export interface Finder {
  /** Searches one part of a text. The cost grows only with the length of the part. */
  look(stretch: string): SearchResult;
  /** The maximum length of the searched text in its encoded form, in characters. */
  readonly overlap: number;
}

/** The number of layers of escapes and encodings that are undone; deeper ones are reported as unclear. */
const mostLayers = 6;
/** The number of Base64 layers that are searched: each may make three texts of its length. */
const mostEncoded = 2;
/** The maximum number of characters for one character. */
const longestWriting = 40;
/** The minimum length of a text that is searched in bytes; shorter ones may occur by chance. */
const telling = 6;
/** The minimum length of a text that is searched in any Base64; shorter ones are searched only in longer Base64. */
const leastBytes = 12;
const leastText = 16;

/**
 * Creates a search for a text in every form that senders and APIs use: in any supported charset and in UTF-16, in a
 * URL or a form, in JSON, XML or HTML with escapes, also unnecessary ones, in quoted-printable, in Base64 and in hex,
 * and in combinations of these. Case, spaces, composed or separate accents and the spelling of a phone number are
 * ignored.
 */
export function textFinder(wanted: string): Finder {
  const text = withoutZeros(wanted);
  const spellings = [...new Set([foldText(text), foldText(text.toUpperCase())])];
  const phone = phonePattern(text);
  const lengths = spellings.map(each => each.length);
  return finderOf({
    // A phone number must not match inside a longer one.
    has: folded => phone?.test(folded) ?? spellings.some(each => folded.includes(each)),
    hasBlank: /\s/.test(text),
    // A phone number may be written without its country code and without spaces.
    least: phone ? text.replaceAll(/\D/g, '').length - 4 : Math.min(...lengths),
    most: Math.max(text.length, ...lengths),
  });
}

/** Creates a search for values that are separate words. */
export function wordFinder(values: readonly string[]): Finder {
  const any = values.map(each => RegExp.escape(foldText(withoutZeros(each)))).join('|');
  const word = new RegExp(`(?<![\\p{L}\\p{N}${cutMark}])(?:${any})(?![\\p{L}\\p{N}${cutMark}])`, 'u');
  const lengths = values.map(each => each.length);
  return finderOf({
    has: folded => values.length > 0 && word.test(folded),
    hasBlank: values.some(each => /\s/.test(each)),
    least: Math.min(...lengths),
    most: Math.max(0, ...lengths),
  });
}

/** Texts are searched without zero characters, which UTF-16 has between letters (`mendText`). */
function withoutZeros(text: string): string {
  return text.replaceAll('\0', '') || text;
}

/** True if a short text contains the text of a finder. */
export function isIn(finder: Finder, text: string): boolean {
  for (const stretch of stretchesOf(text, finder.overlap)) {
    if (finder.look(stretch) === 'found') return true;
  }
  return false;
}

interface Wanted {
  readonly has: (folded: string) => boolean;
  readonly hasBlank: boolean;
  /** The minimum and the maximum length, in characters. */
  readonly least: number;
  readonly most: number;
}

function finderOf(wanted: Wanted): Finder {
  const isTelling = wanted.least >= telling;
  const layers = {
    ...wanted,
    isTelling,
    decodeRuns: isTelling ? runDecoder(wanted.least, telling) : runDecoder(leastBytes, leastText),
  };
  return {
    overlap: Math.max(1, wanted.most) * longestWriting,
    look(stretch) {
      const first = layerOf(stretch, layers);
      if (first === 'found') return first;
      let sight: SearchResult = compressed.test(stretch) ? 'unclear' : 'absent';
      for (const way of waysOf(stretch + first.encoded, wanted)) {
        const seen = lookBelow(stretch, first, way, layers);
        if (seen === 'found') return seen;
        if (seen === 'unclear') sight = seen;
      }
      return sight;
    },
  };
}

/** A compressed file in a text: gzip, ZIP and its derivatives, PDF, 7z, RAR, Zstandard; as bytes, and in Base64. */
const compressed = new RegExp(
  '(?:^|\\r\\n\\r\\n)(?:\\x1f\\x8b\\x08|PK\\x03\\x04|%PDF-|7z\\xbc\\xaf|Rar!\\x1a|\\x28\\xb5\\x2f\\xfd)' +
    '|(?<![A-Za-z0-9+/])(?:H4sI|UEsDB|JVBERi0|N3q8r|UmFyIRo|KLUv/)[A-Za-z0-9+/_\\\\%-]{32}',
);

function* waysOf(text: string, { hasBlank }: Wanted): Generator<EscapeWay> {
  yield { plusIsBlank: false, isQuoted: false };
  if (hasBlank && plus.test(text)) yield { plusIsBlank: true, isQuoted: false };
  if (quoted.test(text)) yield { plusIsBlank: hasBlank, isQuoted: true };
}

/** A plus, or a possible escape. */
const plus = /\+|%2b|&#|\\u002b/i;
/** The escapes of quoted-printable, with digits in capitals, also after an escaped equals sign. */
const quoted = /(?:=|%3[Dd]|&#(?:61|x0*3[Dd]);|\\u003[Dd])(?:\r?\n|[%&\\]|[0-9A-F]{2})/;

interface Layers extends Wanted {
  readonly isTelling: boolean;
  readonly decodeRuns: (text: string) => EncodedRuns;
}

/** A text without a direct match, and the texts that are encoded in it. */
interface Layer {
  readonly mended: string;
  readonly encoded: string;
}

function layerOf(text: string, { has, isTelling, decodeRuns }: Layers): Layer | 'found' {
  const mended = mendText(text);
  if (has(foldText(mended))) return 'found';
  const { bytes, texts } = decodeRuns(mended);
  // The texts already contain those in UTF-8.
  if (isTelling && bytes.some(each => has(foldText(each)))) return 'found';
  return { mended, encoded: texts };
}

/** Searches below the first layer of escapes. */
function lookBelow(stretch: string, first: Layer, way: EscapeWay, layers: Layers): SearchResult {
  let text = stretch;
  let layer = first;
  for (let depth = 1; depth <= mostLayers; depth += 1) {
    const further = undoEscapes(layer.mended, way);
    const isEncoded = layer.encoded !== '' && depth <= mostEncoded;
    const next = isEncoded ? `${further}\u0001${layer.encoded}` : further;
    if (next === text) return 'absent';
    text = next;
    const found = layerOf(text, layers);
    if (found === 'found') return found;
    layer = found;
  }
  return 'unclear';
}
