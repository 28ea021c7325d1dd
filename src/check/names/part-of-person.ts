import { spellings } from '../../diagnostics/spellings.ts';
import { personKeyOf } from '../../mapping/evaluate/person/person-keys.ts';
import { ownersNamed, type Subjects, wordsExcept } from './other-subject.ts';

/** A value that is a part of a name, a number, a birthday or an address, and whose it is by its name. */
export interface PartOfPerson {
  readonly steps: readonly string[];
  readonly kind: Kind;
  /** The people in the names, without the customer. 0: nobody else. */
  readonly owner: Subjects;
  /** Which of two parents, if the names say it. */
  readonly parent: 'mother' | 'father' | undefined;
  /** The object of the part, as text. */
  readonly holder: string;
  /** True for a part of the object of a question or a person, whose key has no other word: `first`. */
  readonly isBare: boolean;
}

type Kind = keyof typeof families;

/** The kinds of parts, and what they are parts of. */
const families = {
  first: 'name',
  last: 'name',
  area: 'number',
  number: 'number',
  day: 'day',
  month: 'day',
  year: 'day',
  street: 'address',
  zip: 'address',
  city: 'address',
} as const;

/** Returns what a part is a part of. */
export function familyOfPart({ kind }: Pick<PartOfPerson, 'kind'>): string {
  return families[kind];
}

/** Returns the part that a path leads to; undefined for another value. `nameOf`: the name that people know a question by. */
export function partOfPerson(
  steps: readonly string[],
  nameOf: (question: string) => string = question => question,
): PartOfPerson | undefined {
  const [root, question, ...below] = steps;
  const isAnswer = root === '$answers' && question !== undefined;
  const own = isAnswer ? [nameOf(question), ...below] : root?.startsWith('$') ? steps.slice(1) : steps;
  const last = own.at(-1) ?? '';
  const kind = kindOf(last);
  if (!kind) return undefined;
  const owner = ownersNamed(own.filter(each => own.length > 1 || each !== 'kind'));
  const isBare = own.length > 1 && bare.test(last);
  return { steps, kind, owner, parent: parentOf(own), holder: JSON.stringify(own.slice(0, -1)), isBare };
}

function parentOf(steps: readonly string[]): PartOfPerson['parent'] {
  const text = steps.map(each => spellings(each)[0] ?? '').join(' ');
  const [isMother, isFather] = [mothers.test(text), fathers.test(text)];
  if (isMother === isFather) return undefined;
  return isMother ? 'mother' : 'father';
}

const mothers = /\b(?:mutter|mothers?|moeder|mere|madre|mama|mom|mum|matk[ai])/;
const fathers = /\b(?:vater|fathers?|vader|pere|padre|papa|dad|ojc|tat[ay])/;

const bare = /^(?:first|last|day|month|year|area)$/;

/** Returns the kind of a part by its key, also beside the word for its owner: `mutter_vorname`, "Nachname des Kindes". */
function kindOf(key: string): Kind | undefined {
  const words = wordsExcept(key).filter(word => !fillers.has(word));
  const name = words.join(' ');
  const person = personKeyOf(name);
  if (person === 'first' || person === 'bare-first') return 'first';
  if (person === 'last' || person === 'bare-last') return 'last';
  const [plain = ''] = spellings(name);
  return kinds.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Words between a part and its owner. */
const fillers: ReadonlySet<string> = new Set(
  'ihr ihre ihrer ihres dein deine deiner deines mein meine your my our votre ton uw je su tu suo tuo seu l d der die das des dem den von vom of the s du de la le les del della di dei van het een contact kontakt person kontaktperson e el il o a do da dos das'.split(
    ' ',
  ),
);

const kinds: readonly (readonly [Kind, RegExp])[] = [
  [
    'area',
    /^(?:area(?: ?code)?|vorwahl|lander ?vorwahl|laender ?vorwahl|country ?code|dial ?code|prefix|indicatif|netnummer|kengetal|prefijo|prefisso)$/,
  ],
  [
    'number',
    /^(?:(?:telefon|tele?phone|phone|mobil|mobile|handy|ruf|tel)? ?(?:number|nummer|nr)|telefon|tele?phone|phone|mobil|mobile|handy|tel|durchwahl)$/,
  ],
  ['day', /^(?:(?:geburts|birth)? ?(?:tag|day)|jour|dia|giorno|dag)$/],
  ['month', /^(?:(?:geburts|birth)? ?(?:monat|month)|mois|mes|mese|maand)$/],
  ['year', /^(?:(?:geburts|birth)? ?(?:jahr|year)|annee|ano|anno|jaar)$/],
  [
    'street',
    /^(?:strasse|street|street ?address|addr ?line ?1|address ?1|address ?line ?1|rue|straat|calle|via|anschrift)$/,
  ],
  ['zip', /^(?:plz|postleitzahl|zip|zip ?code|postal|post ?code|postal ?code|code ?postal|cap|cp)$/],
  ['city', /^(?:ort|wohnort|stadt|city|town|ville|plaats|woonplaats|ciudad|citta|localite)$/],
];
