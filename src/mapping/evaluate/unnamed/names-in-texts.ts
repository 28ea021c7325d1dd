import { isComparableName, wordsOfName } from '../../../booking/answers/name-words.ts';
import { comparedEmail, namesOne } from '../../../booking/answers/person-addresses.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { isOfElse } from '../../../inbox/keys-of-others.ts';
import { lettersOfKey, type PlacedText } from '../../../inbox/named-person.ts';
import { type PersonKey, personKeyOf } from '../person/person-keys.ts';
import { type Elsewhere, isOfThing, isRead } from './elsewhere.ts';
import type { EventText } from './event-texts.ts';

const longestName = 60;
/** A form with more texts asks for names at its start. */
const mostSearched = 60;

/** Returns the names in the texts of one object. */
export function namesInTexts(
  texts: readonly EventText[],
  email: PlacedText,
  { sample, read }: Elsewhere,
): readonly PlacedText[] {
  const entries = texts.slice(0, mostSearched);
  // Most texts are no names, which takes less time to see than whether a rule reads them.
  const parts = entries.map(entry => {
    const found = partsOfName(entry);
    return found.length === 0 || isRead(entry, read) ? [] : found;
  });
  if (parts.every(({ length }) => length === 0)) return [];
  const isEmailAt = (at: number) => comparedEmail(entries[at]?.text ?? '') === comparedEmail(email.text);
  const isInEmail = searchOf(email.text);
  const inEmail = (at: number) => isInEmail(entries[at]?.text ?? '');
  const positions = parts.flatMap((each, at) => (each.length > 0 ? [at] : []));
  const singles = positions.filter(at => parts[at]?.length === 1);
  const used = new Set<number>();
  const groups = [
    ...positions.filter(at => !singles.includes(at)).map(at => [at]),
    ...singles.filter(at => singles.includes(at + 1)).map(at => [at, at + 1]),
    ...(singles.length < 2 ? [] : [singles.filter(inEmail).slice(0, 2)]).filter(({ length }) => length === 2),
  ];
  return groups.flatMap(group => {
    const written = group.map(at => entries[at]?.text ?? '');
    const isBeforeEmail = () => {
      const from = (group.at(-1) ?? 0) + 1;
      const to = entries.findIndex((_, at) => at >= from && isEmailAt(at));
      return to !== -1 && to - from <= 2 && entries.slice(from, to).every(({ text }) => !/\p{L}/u.test(text));
    };
    const isName = group.some(inEmail) || (written.every(isCapitalised) && isBeforeEmail());
    const isUsed = group.some(at => used.has(at));
    if (!isName || isUsed || written.every(text => sample.has(text.toLowerCase()))) return [];
    for (const at of group) used.add(at);
    return [{ text: written.join(' '), at: group.map(at => pathText(entries[at]?.steps ?? [])).join(', ') }];
  });
}

/** Returns the parts of a text that may be a name; none for another text. */
function partsOfName({ key, text }: EventText): readonly string[] {
  if (text.length > longestName || !letters.test(text)) return [];
  const kind = personKeyOf(key);
  const mayBe =
    kind === undefined ||
    ofNames.has(kind) ||
    ((kind === 'other' || kind === 'name') && ofName.test(lettersOfKey(key)));
  if (!mayBe || isOfElse(key) || isOfThing(key)) return [];
  const parts = text.split(/[\s,]+/);
  if (parts.length > mostParts || !parts.every(part => part.length > 1)) return [];
  const words = wordsOfName(text);
  return words.length > 0 && words.every(isComparableName) ? parts : [];
}

const letters = /^\p{L}[\p{L}\p{M}'’ ,.-]*$/u;
const mostParts = 4;
const ofNames: ReadonlySet<PersonKey> = new Set(['first', 'last', 'full', 'given']);
/** Words for a name that are those of people with more letters around them: `eesnimi`. */
const ofName = /nimi|nume|nama|prezime/;

/** Particles (`van`) may be small. */
function isCapitalised(text: string): boolean {
  const parts = text.split(/[\s,]+/).filter(part => wordsOfName(part).length > 0);
  return parts.every(part => /^\p{Lu}/u.test(part));
}

/** Returns the test whether an e-mail address contains a part of a name, or one of its words is a short one. */
function searchOf(email: string): (name: string) => boolean {
  const [local = ''] = email.split('@', 1);
  const inLocal = wordsOfName(local.replaceAll(/\d+/g, ' '));
  return name => {
    const words = wordsOfName(name);
    return namesOne(email, words) || words.some(word => word.length === 3 && inLocal.includes(word));
  };
}
