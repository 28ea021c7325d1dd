import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import {
  type PlacedComparison,
  placedComparisons,
  type Side,
} from '../../../expressions/comparisons/placed-comparisons.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type PlacedPath, placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { isYesOrNo } from '../../../mapping/convert/convert-boolean.ts';
import type { ExpressionUse } from '../../../mapping/expression-uses.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { usualHeaders } from '../../../mapping/parse/usual-headers.ts';
import { meantPath } from '../paths/check-paths.ts';
import { isEnough, type KnownPaths, knownPaths } from '../paths/known-paths.ts';
import { hasPath } from '../paths/path-tree.ts';
import { type RootedPath, rooted } from '../paths/paths-in.ts';
import type { Trial } from '../trial.ts';

/**
 * Warns about a word without quotes in a comparison, such as `Status = gesperrt`: it is a path, so the comparison is
 * false for every event. Without samples only about words that hardly name a value; a sample with such a path
 * disproves it.
 */
export function checkComparedWords(
  source: string,
  uses: readonly ExpressionUse[],
  trials: readonly Trial[],
  within: PlaceWithin = use => use.place,
): readonly Diagnostic[] {
  const known = knownPaths(source, trials);
  const read = new Set(uses.flatMap(({ expression: { path } }) => (path ? [pathText(path)] : [])));
  return uses.flatMap(use => {
    const { path, source: text } = use.expression;
    if (use.because !== undefined || (path !== null && !text.includes('['))) return [];
    const comparisons = placedComparisons(use.expression).filter(({ operator }) => equalities.has(operator));
    const places = comparisons.length > 0 ? placedPaths(use.expression) : [];
    return comparisons.flatMap(comparison =>
      pairsOf(comparison)
        .filter(pair => isProbablyText(pair, known) && !read.has(pair.word.text))
        .flatMap(pair => warning(pair, placeIn(comparison, pair, places, use), use, within)),
    );
  });
}

const equalities: ReadonlySet<string> = new Set(['=', '!=', 'in']);

/** A word, and the path that it is compared with. */
interface Pair {
  readonly word: WordOrPath;
  readonly other: WordOrPath;
  readonly isRight: boolean;
}

interface WordOrPath {
  readonly text: string;
  readonly steps: readonly string[];
}

function pairsOf({ left, right }: PlacedComparison): readonly Pair[] {
  return right.flatMap(side => [
    ...pairOf(side, left).map(pair => ({ ...pair, isRight: true })),
    ...pairOf(left, side).map(pair => ({ ...pair, isRight: false })),
  ]);
}

function pairOf({ text, steps }: Side, other: Side): readonly Omit<Pair, 'isRight'>[] {
  const otherSteps = other.steps ?? inCall.exec(other.text)?.[1]?.split('.');
  if (!steps || steps.length === 0 || !otherSteps || otherSteps.length === 0) return [];
  return oneWord.test(text)
    ? [{ word: { text, steps }, other: { text: other.text, steps: otherSteps } }]
    : [];
}

const oneWord = /^\p{L}{2,}$/u;
/** A function that changes the letters of a path: `$lowercase(status)`. */
const inCall = /^\$(?:lowercase|uppercase|trim|string)\(\s?([$\p{L}\p{N}_.]{1,200})\s?\)$/u;

function isProbablyText({ word, other, isRight }: Pair, known: KnownPaths): boolean {
  const [path, compared] = [rooted(word.steps), rooted(other.steps)];
  if (path?.root !== '' || !compared) return false;
  const isThere = (each: RootedPath) => hasPath(known.all.get(each.root) ?? nothing, each.steps);
  if (isThere(path) || isThere({ root: '', steps: [word.text] })) return false;
  if (meantPath(path, known, 'only misspelt')) return false;
  const name = plain(compared.steps.at(-1) ?? '');
  const text = plain(word.text);
  if (name === '' || name.includes(text) || text.includes(name)) return false;
  if (isYesOrNo(word.text)) return true;
  if (usualHeaders.has(word.text.toLowerCase())) return false;
  const isOfWords = ofWords.test(name);
  if (!isOfWords && (comparedNames.has(text) || word.text.length < 3)) return false;
  if (isThere(compared) && isEnough(known)) return true;
  return isRight && (isOfWords || /^\p{Ll}+$/u.test(word.text));
}

const nothing = { children: new Map(), types: new Set<never>(), hasJson: false };

/** Returns a name without signs between its words. */
function plain(name: string): string {
  return (spellings(name)[0] ?? '').replaceAll(' ', '');
}

/** Names of values that are one of a few words. */
const ofWords =
  /(?:status|state|zustand|stage|phase|stufe|level|tier|typ|type|art|kind|kategorie|category|klasse|gruppe|group|segment|plan|tarif|paket|quelle|source|kanal|channel|rolle|role|anrede|salutation|geschlecht|gender|sprache|action|aktion|event|ereignis|priority|prioritat|grund|reason|result|ergebnis)$/;

/** The names of values that mappings compare with each other: `before = after`, `payer != patient`. In plain letters. */
const comparedNames: ReadonlySet<string> = new Set(
  `before after old new previous prev current last from to start end begin until total amount sum price paid due
  sender recipient receiver owner creator author user customer client contact patient guest member parent child
  partner payer id key label title value mobile fax iban confirm confirmation confirmed repeat repeated billing
  shipping delivery home work business created updated modified expected actual min max limit count first second
  vorher nachher alt neu bisher aktuell von bis beginn ende kunde klient gast absender empfanger inhaber zahler
  anrufer wiederholung bestatigung rechnung lieferung soll ist summe betrag preis menge anzahl
  erste zweite eltern kind wert other others own`.split(/\s+/),
);

/** Returns the place of a word among the paths of its comparison. */
function placeIn(
  { offset, length }: PlacedComparison,
  { word: { text }, isRight }: Pair,
  places: readonly PlacedPath[],
  { expression: { source } }: ExpressionUse,
): Pick<PlacedPath, 'offset' | 'length'> {
  const inside = places.filter(
    each =>
      each.offset >= offset &&
      each.offset < offset + length &&
      source.slice(each.offset, each.offset + each.length) === text,
  );
  return inside.at(isRight ? -1 : 0) ?? { offset, length };
}

function warning(
  { word: { text }, other }: Pair,
  { offset, length }: Pick<PlacedPath, 'offset' | 'length'>,
  use: ExpressionUse,
  within: PlaceWithin,
): Diagnostic {
  const message = `${text} is read as the path of a value in the payload, and is compared with ${other.text}`;
  const hint = `if you mean the text itself, write "${text}"; if the path is right, add a test with a payload that has it`;
  return diagnostic('expression/plain-word', message, {
    hint,
    place: within(use, offset, length),
    path: use.path,
  });
}
