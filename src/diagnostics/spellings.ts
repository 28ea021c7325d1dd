import { normalized } from './composed.ts';

/**
 * Returns the forms in which a name is compared: small letters and digits without diacritics, one space between its
 * words. Words are separated by anything else and by a capital letter (`birthDate`). With German umlauts there are two
 * forms: `Größe` as `grosse` and as `groesse`.
 */
export function spellings(name: string): readonly string[] {
  if (ascii.test(name)) return [asciiSpelling(name)];
  const lower = normalized(name, 'NFC')
    .replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  const plain = lettersOf(lower);
  const spelledOut = lettersOf(
    lower.replace(/[äöü]/g, letter => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? ''),
  );
  return plain === spelledOut ? [plain] : [plain, spelledOut];
}

const ascii = /^[\0-\x7f]*$/;

/** The only form of most names, in a third of the time: they have neither diacritics nor umlauts. */
function asciiSpelling(name: string): string {
  // To look behind each character takes most of the time, and few names have a capital letter inside of a word.
  const words = joined.test(name)
    ? name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    : name;
  return words
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim();
}

const joined = /[a-z\d][A-Z]|[A-Z][A-Z][a-z]/;

/** True if two names differ only in case, separators and diacritics. */
export function areSpeltAlike(one: string, other: string): boolean {
  const forms = compact(other);
  return compact(one).some(each => each !== '' && forms.includes(each));
}

function compact(name: string): readonly string[] {
  return spellings(name).map(each => each.replaceAll(' ', ''));
}

function lettersOf(text: string): string {
  return normalized(text, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
