import { editsWithin } from '../../diagnostics/edit-distance.ts';
import { spellings } from '../../diagnostics/spellings.ts';

const longestName = 200;

/**
 * Returns the parts of a name in plain letters: `jorg`, `muller` and `ludenscheidt` of `Dr. Jörg von Mueller-Lüdenscheidt`.
 * An initial is no name.
 */
export function wordsOfName(name: string): readonly string[] {
  const [plain = ''] = spellings(name.slice(0, longestName).toLowerCase());
  return plain
    .replaceAll(/[øœæłđðþı]/g, letter => letters[letter] ?? letter)
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 1 && !particles.has(word));
}

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
};
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
