import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { editsWithin } from '../../diagnostics/edit-distance.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import type { UpdateCustomer } from '../../inbox/call.ts';
import { ownDigits } from '../../inbox/finding/phone-number.ts';
import type { NamedPerson } from '../../inbox/named-person.ts';
import { type AnswerObject, textField } from './answer-body.ts';

/**
 * Returns the warning of an update that reached a customer with another first and last name than the person whom the
 * event names (API document 2.2). An update changes neither names nor addresses, so the response shows those of the
 * customer before it. Any agreement is enough: one part of a name, an e-mail address or a phone number.
 */
export function otherPerson(
  { person, id }: UpdateCustomer,
  customer: AnswerObject,
  doubled: ReadonlySet<string>,
): Diagnostic | undefined {
  if (!person || named.some(name => doubled.has(name))) return undefined;
  const first = textField(customer, 'firstName');
  const last = textField(customer, 'lastName') ?? textField(customer, 'name');
  if (first === undefined || last === undefined || isSamePerson(person, customer, { first, last }))
    return undefined;
  const message = `the update was applied, but first and last name of the customer are not those in the event (${person.at}), and no e-mail address or phone number agrees`;
  const number = id.linked
    ? 'import its link with the right number (fieldbridge links import --replace)'
    : 'correct the number where the event takes it from, and its link if it has one';
  const hint = `look up the customer in the calendar; if it is somebody else, undo the changes there (the event lists them), ${number}, and replay the event with --again; if such events are right, add because: with the reason to \`id\``;
  return diagnostic('call/other-person', message, { hint, path: 'id' });
}

const named = ['firstName', 'lastName', 'name', 'email', 'mobile'];

function isSamePerson(
  person: NamedPerson,
  customer: AnswerObject,
  { first, last }: { readonly first: string; readonly last: string },
): boolean {
  const [own, known] = [wordsOf(person.name), wordsOf(`${first} ${last}`)];
  // Without a whole name on both sides, in the same letters, there is nothing to compare.
  const areWhole = own.length > 1 && wordsOf(first).length > 0 && wordsOf(last).length > 0;
  if (!areWhole || [...own, ...known].some(word => !latin.test(word) || nobody.has(word))) return true;
  const others = new Set((person.others ?? []).flatMap(wordsOf));
  if (known.some(word => others.has(word) || own.some(each => areAlike(word, each)))) return true;
  const email = textField(customer, 'email');
  const emails = person.emails ?? [];
  if (email !== undefined && emails.some(each => plainAddress(each) === plainAddress(email))) return true;
  if (emails.some(each => namesOne(each, known))) return true;
  if (email !== undefined && namesOne(email, wordsOf(person.name))) return true;
  const mobile = textField(customer, 'mobile');
  return mobile !== undefined && (person.phones ?? []).some(each => areSameNumbers(each, mobile));
}

const longestName = 200;

/**
 * Returns the parts of a name in plain letters: `jorg`, `muller` and `ludenscheidt` of `Dr. Jörg von Mueller-Lüdenscheidt`.
 * An initial is no name.
 */
function wordsOf(name: string): readonly string[] {
  const [plain = ''] = spellings(name.slice(0, longestName).toLowerCase());
  return plain
    .replaceAll(/[øœæłđðþı]/g, letter => letters[letter] ?? letter)
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 1 && !particles.has(word));
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

/** Words that many names share and that are no names: forms of address, titles, particles. Spelt as in `wordsOf`. */
const particles: ReadonlySet<string> = new Set(
  'herr herrn frau fraulein fr hr mr mrs ms miss mx sir madame mme monsieur mevrouw mw meneer dhr dr dott prof dipl ing med mag msc bsc mba phd jr sr van von vom zu zum zur den der de di da do dos das del della des du la le el al bin ibn und and geb nee'.split(
    ' ',
  ),
);

/** Words of customers and companies that are no person, or stand for one whose name is not known. */
const nobody: ReadonlySet<string> = new Set(
  'unbekannt unknown onbekend anonym anonymous gast guest kunde kundin customer client klant neukunde laufkundschaft privat test tester demo dummy nn na xxx gmbh ag ug kg ohg gbr ev ltd llc inc corp bv nv sarl sas spa srl co company firma verein praxis salon studio hotel restaurant familie family fam eheleute baby kind null undefined none keine vorname nachname name firstname lastname surname geloscht anonymisiert deleted'.split(
    ' ',
  ),
);

/** True if one name may be another spelling or the short form of the other: `Meier` and `Mayer`, `Max` and `Maximilian`. */
function areAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (one === other || (shorter >= 3 && (one.startsWith(other) || other.startsWith(one)))) return true;
  const edits = shorter >= 7 ? 2 : shorter >= 4 ? 1 : 0;
  return edits > 0 && editsWithin(one, other, edits) <= edits;
}

/** True if an e-mail address contains one of the names: `lindqvist.mara@example.com`. */
function namesOne(email: string, names: readonly string[]): boolean {
  const [local = ''] = email.split('@', 1);
  const text = wordsOf(local).join('');
  return names.some(name => name.length > 3 && text.includes(name));
}

function plainAddress(email: string): string {
  return email.trim().toLowerCase();
}

/** Numbers may be written with or without their country: their last digits are enough. */
function areSameNumbers(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map(each => ownDigits(each) ?? each.replaceAll(/\D/g, ''))
    .sort((a, b) => a.length - b.length);
  return short.length >= 6 && long.endsWith(short.slice(-9));
}
