import { sameThings, sendersWords } from './same-things.ts';

/** Small words that say nothing of what a field is about, in the languages of the API. */
export const fillers: ReadonlySet<string> = new Set(
  `a an and at by d das de den der des deine dein die du een en et for from fur fuer het ihr ihre in is l la le les
  mijn my of on or per the to und uw van vom von votre was what which you your zu zum zur`.split(/\s+/),
);

/** Words by which tools and people say whose field it is, or that it is one. */
export const owners: ReadonlySet<string> = new Set(
  `aktuelle all answer cf champ choose client contact crm current custom customer enter feld field form guest
  has have input is klant known kunde kunden name opt optin patient person please profile select selected
  signup user value veld wert`.split(/\s+/),
);

/** A name with one of these is of a tool's own making: that a part of it fits says nothing. */
export const technical: ReadonlySet<string> = new Set(
  `agent api campaign cookie created event gclid fbclid id ids ip order page processed referrer response session
  shipping status submission submitted ticket timestamp token tracking updated url user utm uuid webhook`.split(
    /\s+/,
  ),
);

/** One word for another, so that `colour` and `color` are the same. */
const sameWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    number: ['nr', 'no', 'num', 'nummer', 'numero'],
    favourite: ['favorite', 'preferred', 'prefered', 'preferee', 'favoriete'],
    color: ['colour'],
    phone: ['telephone', 'telefon', 'telefoon', 'tel'],
    address: ['addr', 'adresse', 'adres'],
  }).flatMap(([word, others]) => others.map(each => [each, word] as const)),
);

/** The word by which a word is compared: of several for the same the first, and without whose it is. */
export function plainWord(word: string): string {
  const bare = /^(?:kunden|klanten|patienten)(.{4,})$/.exec(word)?.[1] ?? word;
  return sameWords.get(bare) ?? bare;
}

const things = namesOfThings(sameThings);
const sendersThings = namesOfThings(sendersWords);

/** The first name of the thing that these plain words name, in whatever order; undefined where it is none that is known. */
export function thingOf(words: readonly string[]): string | undefined {
  return things.get(sortedKey(words)) ?? things.get(words.join(''));
}

/** As `thingOf`, also by what senders call it. */
export function thingOfSender(words: readonly string[]): string | undefined {
  return thingOf(words) ?? sendersThings.get(sortedKey(words)) ?? sendersThings.get(words.join(''));
}

function namesOfThings(table: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  return new Map(
    table.flatMap(names =>
      names.flatMap(each => {
        const words = each.split(' ').map(plainWord);
        return [sortedKey(words), words.join('')].map(key => [key, names[0] ?? each] as const);
      }),
    ),
  );
}

function sortedKey(words: readonly string[]): string {
  return [...words].sort().join(' ');
}
