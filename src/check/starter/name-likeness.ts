import { nearest } from '../../diagnostics/nearest.ts';
import { spellings } from '../../diagnostics/spellings.ts';

/**
 * How much two names speak of the same thing, from 0 to 1: 1 the same but for case, blanks and diacritics; 0.95 the
 * same words, or words for the same thing in the languages of the API; below that a part of them.
 */
export function nameLikeness(one: string, other: string): number {
  const [left, right] = [termsOf(one), termsOf(other)];
  if (left.length === 0 || right.length === 0) return 0;
  if (spelling(one).replaceAll(' ', '') === spelling(other).replaceAll(' ', '')) return 1;
  const used = new Set<number>();
  let shared = 0;
  for (const term of left) {
    const [index, likeness] = likest(term, right, used);
    if (likeness === 0) continue;
    used.add(index);
    shared += likeness;
  }
  return Math.min(0.95, (2 * shared) / (left.length + right.length));
}

/** The terms of a name: what it speaks of where that is known, else its words. */
function termsOf(name: string): readonly string[] {
  const before = known.get(name);
  if (before) return before;
  let text = ` ${spelling(name)} `;
  const terms: string[] = [];
  for (const [concept, pattern] of concepts) {
    if (!pattern.test(text)) continue;
    terms.push(concept);
    text = text.replaceAll(pattern, ' ');
  }
  const words = text.split(' ').filter(word => word !== '' && !fillers.has(word));
  const all = [...new Set([...terms, ...words])];
  if (known.size > mostKnown) known.clear();
  known.set(name, all);
  return all;
}

const known = new Map<string, readonly string[]>();
const mostKnown = 10_000;

function likest(term: string, others: readonly string[], used: ReadonlySet<number>): [number, number] {
  const same = others.findIndex((other, index) => other === term && !used.has(index));
  if (same >= 0) return [same, 1];
  const near = others.findIndex((other, index) => !used.has(index) && isNear(term, other));
  return near >= 0 ? [near, 0.85] : [-1, 0];
}

/** Only long words, and words of like length: short ones are near to too much. */
function isNear(term: string, other: string): boolean {
  if (term.length <= 4 || other.length <= 4 || Math.abs(term.length - other.length) > 3) return false;
  return nearest(term, [other]).length > 0;
}

/** In the spelling without diacritics alone: that is how the concepts are written. */
function spelling(name: string): string {
  return spellings(name.slice(0, longestName))[0] ?? '';
}

const longestName = 200;

/** Words that say nothing of what something is about. */
const fillers: ReadonlySet<string> = new Set(
  `a about am an and any are as at be by can cf c custom customer d das de den der des did die do does du een ein
  eine en est et field for form from had has have how i ich ihr ihre ik in ist it kunde la le les me mein mijn mon my
  of on or our per question sf sie so some that the there this to und us uw van von vous votre was we were what when
  where which who will would you your zu`.split(/\s+/),
);

/** What people and forms call the things that calendars have fields for, in the languages of the API. */
const concepts: readonly (readonly [string, RegExp])[] = [
  [
    '#birthday',
    / (date of birth|birth ?(day|date)|born|dob|bday|geburts ?(tag|datum)|geboren|geboorte ?datum|verjaardag|date (de )?naissance|naissance|anniversaire)(?= )/g,
  ],
  [
    '#number',
    / ((customer|client|kunden?|klant) ?(number|no|nr|num|nummer)|custno|numero (de )?client)(?= )/g,
  ],
  [
    '#reach',
    / (contact by|contact (channel|method|preference)|(preferred|favou?rite) (channel|contact)|reach|channel|erreich(bar|en)|joignable|bereikbaar)(?= )/g,
  ],
  [
    '#newsletter',
    / (newsletter|news letter|opt ?in|subscri(be|bed|ption)|subscribed|mailing ?list|marketing( consent| state)?|may (we )?write( to you)?|nieuwsbrief|lettre d information|email marketing consent( state)?)(?= )/g,
  ],
  [
    '#interests',
    / (interests?|interested|interessen?|interesses?|centres? d interet|topics?|themen|tags?|hobb(y|ies))(?= )/g,
  ],
  ['#allergies', / (allerg(y|ies|ien|ie|ieen|ias)|intoleran(ce|ces|z|zen)|unvertraglichkeit(en)?)(?= )/g],
  [
    '#source',
    / (utm (source|campaign)|(lead )?(source|campaign|origin)|hear about|heard about|woher|aufmerksam geworden( durch)?|herkunft|herkomst|origine|kampagne)(?= )/g,
  ],
  ['#website', / (website|web ?site|web ?seite|homepage|site( web)?)(?= )/g],
  ['#language', / (language|sprache|langue|taal|locale|lang)(?= )/g],
  [
    '#visit',
    / (erster? besuch|first (visit|appointment)|eerste bezoek|premiere visite|start ?(time|date)|termin)(?= )/g,
  ],
  ['#hair', / (hair ?type|haar ?typ[e]?|type (de )?cheveux|hair)(?= )/g],
  ['#satisfaction', / (satisfaction|zufriedenheit|rating|bewertung|nps|score|tevredenheid)(?= )/g],
  ['#iban', / (iban|bank account|kontonummer)(?= )/g],
  ['#phone', / ((tele)?phone|telefon|telefoon|tel)(?= )/g],
  ['#email', / (e ?mail( adress?e?)?|courriel)(?= )/g],
  ['#sms', / (sms|text message)(?= )/g],
];
