import { editsWithin } from '../../diagnostics/edit-distance.ts';
import { spellings } from '../../diagnostics/spellings.ts';

const longestName = 200;

/**
 * Returns the parts of a name in plain letters: `jorg`, `muller` and `ludenscheidt` of `Dr. Jörg von Mueller-Lüdenscheidt`.
 * An initial is no name. Greek and Cyrillic letters become Latin ones, since the calendar may have either.
 */
export function wordsOfName(name: string): readonly string[] {
  const small = name.slice(0, longestName).toLowerCase();
  const isPlain = ascii.test(small);
  return (isPlain ? small : latinSpelling(small))
    .replaceAll(/([aou])e/g, '$1')
    .split(isPlain ? /[^a-z]+/ : /[^\p{L}]+/u)
    .filter(word => word.length > 1 && !particles.has(word));
}

function latinSpelling(small: string): string {
  const [plain = ''] = spellings(small);
  return plain.replaceAll(/[øœæłđðþı]|ου|μπ|ντ|γκ|[\u0370-\u04ff]/g, letter => letters[letter] ?? letter);
}

const ascii = /^[\0-\x7f]*$/;

/** True if a part of a name can be compared: Latin letters, and no word for a company or for nobody. */
export function isComparableName(word: string): boolean {
  return latin.test(word) && !nobody.has(word);
}

/** True if one name may be another spelling or the short form of the other: `Meier` and `Mayer`, `Max` and `Maximilian`. */
export function areAlikeNames(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (one === other || (shorter >= 3 && (one.startsWith(other) || other.startsWith(one)))) return true;
  const edits = shorter >= 7 ? 2 : shorter >= 4 ? 1 : 0;
  return edits > 0 && editsWithin(one, other, edits) <= edits;
}

const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  œ: 'o',
  æ: 'a',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ...pairsOf(
    'ου u μπ b ντ d γκ g α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
  ),
  ...pairsOf(
    'а a б b в v г g д d е e ж sh з z и i к k л l м m н n о o п p р r с s т t у u ф f х ch ц ts ч ch ш sh щ sch ы y э e ю yu я ya і i є e ґ g ђ d ј j љ l њ n ћ c џ d',
  ),
  ъ: '',
  ь: '',
};

function pairsOf(text: string): Readonly<Record<string, string>> {
  const all = text.split(' ');
  return Object.fromEntries(all.flatMap((letter, at) => (at % 2 === 0 ? [[letter, all[at + 1] ?? '']] : [])));
}

const latin = /^[a-z]+$/;

/** Words that many names share and that are no names: forms of address, titles, particles. Spelt as in `wordsOfName`. */
const particles: ReadonlySet<string> = new Set(
  'herr herrn frau fraulein fr hr mr mrs ms miss mx sir madame mme monsieur mevrouw mw meneer dhr dr dott prof dipl ing med mag msc bsc mba phd jr sr van von vom zu zum zur den der de di da do dos das del della des du la le el al bin ibn und and geb nee'.split(
    ' ',
  ),
);

/** Words of customers and companies that are no person, or stand for one whose name is not known. */
const nobody: ReadonlySet<string> = new Set(
  'unbekannt unknown onbekend anonym anonymous gast guest kunde kundin customer client klant neukunde laufkundschaft privat test tester demo dummy nn na xxx gmbh ag ug kg ohg gbr ev ltd llc inc corp bv nv sarl sas spa srl co company firma verein praxis salon studio hotel restaurant familie family fam eheleute baby kind null undefined none keine vorname nachname name firstname lastname surname geloscht anonymisiert deleted inconnu inconnue anonyme prenom nom nombre apellido apellidos nome cognome desconocido sconosciuto anonimo societe entreprise empresa azienda'.split(
    ' ',
  ),
);
