import { spellings } from '../../diagnostics/spellings.ts';
import { isYesOrNo } from '../../mapping/convert/convert-boolean.ts';
import { nameLikeness } from '../names/name-likeness.ts';
import { otherSubject } from '../names/other-subject.ts';
import { isScalar, type PayloadPath } from './payload-path.ts';
import { subjectNames } from './subject-names.ts';

/**
 * Returns the customer number of the calendar by its name and its value, and after it the values that may be that number
 * instead: the sender may have numbers of its own.
 */
export function customerNumbersIn(paths: readonly PayloadPath[]): readonly PayloadPath[] {
  const found = paths
    .filter(path => isWhole.test(String(path.value).trim()))
    .map(path => ({ path, score: ofAnyName(path) }))
    .filter(({ path, score }) => score > 0 && isOfPerson(withoutPlace(path), paths));
  const [first] = ranked(found);
  if (!first) return [];
  const others = found.map(({ path }) => path).filter(path => !isSameNumber(path.value, first.value));
  return [first, ...others];
}

const isWhole = /^\d{1,15}$/;

/** True if two numbers differ only in zeros at the beginning. */
export function isSameNumber(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    String(value)
      .trim()
      .replace(/^0+(?=\d)/, '');
  return plain(one) === plain(other);
}

/** A number of the calendar by its name is nearer than any other. */
function ofAnyName(path: PayloadPath): number {
  const [own = ''] = path.names;
  const score = Math.max(numberScore(path.names, path), isNumberWithWords(own) ? 0.8 : 0);
  return score === 0 ? 0 : score + (isNumberOfCalendar(own) ? 0.3 : 0);
}

/** True if a name says that a customer number is that of the calendar: `salon_customer_number`. */
export function isNumberOfCalendar(name: string): boolean {
  const text = spellings(name)[0] ?? '';
  return text !== text.replace(ownPlace, '');
}

/** True for the name of a customer number with few other words: `salon_customer_number`, `Kundennummer Studio`. */
function isNumberWithWords(name: string): boolean {
  const text = spellings(name.slice(0, 100))[0] ?? '';
  return text.split(' ').length <= 5 && isNumber(text) && !otherWords.test(text);
}

function isNumber(text: string): boolean {
  return numberWords.test(text) || foreignNumberWords.test(text);
}

/** The place whose calendar it is. Beside the words for a customer number, it does not name somebody else. */
const ownPlace =
  /\b(?:kalenders?|calendar|calendrier|agenda|salons?|studios?|praxis|practice|termin\w*|booking|buchung\w*|fieldbridge)\b/g;
const numberWords =
  /\b(?:(?:customer|client|cust|kunden?|klant(?:en)?|patient(?:en)?|mandanten|debitor(?:en)?) (?:number|no|nr|num|nummer)|(?:kunden|klant(?:en)?|patienten|mandanten|debitor(?:en)?)(?:nummer|nr)|kd ?nr|num(?:ero)? (?:de |du )?client|numero cliente)\b|\b(?:salon|studio|praxis|kalender|calendar|termin\w*|booking) (?:customer|client|kunden?|klant|patient(?:en)?) (?:id|ref)\b/;
/** The same words in further languages, which have to be exact: a `hundnummer` is nearly a `kundnummer`. */
const foreignNumberWords =
  /\b(?:kund(?:e)?(?:nummer|nr)|kund(?:e)? nr|asiakasnumero|ugyfelszam|vevoszam|codice cliente|(?:numero|nr|no|num) (?:de |do |da |del |della )?(?:clientes?|utente|paciente|paziente)|codigo (?:de |do |del )?cliente|cislo (?:zakaznika|klienta|klientky|pacienta)|zakaznicke cislo|numer (?:klienta|pacjenta)|nr klienta|musteri (?:no|nr|numaras[i]?)|numar(?:ul)? client(?:ului)?|broj (?:klijenta|kupca)|stevilka stranke)\b/;
const otherWords =
  /\b(?:prefix|suffix|range|length|format|next|type|pattern|werbers?|referr\w*|freund\w*|friend\w*|supplier|lieferant\w*|old|alte?|previous|former|fruhere?|bisherige|count|anzahl)\b/;

function withoutPlace(path: PayloadPath): PayloadPath {
  const plain = (name: string) =>
    isNumberWithWords(name) ? (spellings(name)[0] ?? '').replace(ownPlace, ' ').trim() : name;
  return { ...path, names: path.names.map(plain), keys: path.keys.map(plain) };
}

/** True if a value is by one of its names a customer number. */
export function isCustomerNumber(names: readonly string[]): boolean {
  return numberScore(names, { isAnswer: false, expression: '' }) > 0 || isNumberWithWords(names[0] ?? '');
}

/** True for a single value that is not about somebody else. */
export function isOfPerson(path: PayloadPath, paths: readonly PayloadPath[]): boolean {
  return (
    isScalar(path.value) &&
    typeof path.value !== 'boolean' &&
    !(typeof path.value === 'string' && isYesOrNo(path.value)) &&
    String(path.value).trim() !== '' &&
    otherSubject(subjectNames(path, paths), { names: ['email'], type: 'text' }) === undefined
  );
}

/** Sorts paths by their scores. Of two equally good paths, the one in more events counts. */
function ranked(
  all: readonly { readonly path: PayloadPath; readonly score: number }[],
): readonly PayloadPath[] {
  const most = Math.max(1, ...all.map(({ path }) => path.events));
  const rank = ({ path, score }: (typeof all)[number]) => score + (path.events / most) * 0.02;
  return all.toSorted((one, other) => rank(other) - rank(one)).map(({ path }) => path);
}

const numberNames = [
  ...['customer number', 'customer no', 'Kundennummer', 'Kundennr', 'KdNr', 'Debitorennummer', 'Debitorennr'],
  ...[
    'cust no',
    'Patientennr',
    'Mandantennummer',
    'klantnummer',
    'klantnr',
    'numéro de client',
    'numero cliente',
  ],
];
/** The number at the calendar is the one that is wanted. */
const ofCalendar = /kalenders?|calendar/giu;
/** Words around the name, as in "Ihre Kundennummer (falls bekannt)". */
const aroundName =
  /^(?:ihre|deine|eure|meine|your|my|votre|uw) |\((?:falls|wenn|sofern|soweit|if|optional|freiwillig|si|indien)\b[^()]*\)|,? (?:falls|wenn|sofern|if) (?:bekannt|vorhanden|known|available)$/giu;
/** `Nr.` or `Nummer` alone is often the number of a row: it would be somebody else's customer number. */
const ofRow = /^(?:lfd|laufende|row|line|zeilen?)?[\s._-]*(?:n[ro]|num|nummer|number|num[eé]ro|№|#)[\s.]*$/iu;

/**
 * The name of an answer counts more than its title, since unreadable keys have titles too. Of two equally
 * good names of one answer, the shorter one is the key, which stays when the label changes.
 */
function numberScore(
  names: readonly string[],
  { isAnswer, expression }: Pick<PayloadPath, 'isAnswer' | 'expression'>,
): number {
  const likeness = names.map((name, index) => {
    // Forms number their questions: `1. Kundennummer`.
    const asked = name.replace(/^\d{1,2}[.)]\s+/, '').replace(ofCalendar, ' ');
    const own = asked.replace(aroundName, ' ').trim();
    if (ofRow.test(name) || ofRow.test(own)) return 0;
    return Math.max(...numberNames.map(each => nameLikeness(own, each))) - Math.min(index, 2) * 0.02;
  });
  const like = Math.max(...likeness);
  return like >= 0.88 ? like + (isAnswer ? 0.01 : 0) - expression.length / 100_000 : 0;
}
