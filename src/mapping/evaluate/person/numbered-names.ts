import { isComparableName, wordsOfName } from '../../../booking/answers/name-words.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { genderMeant } from '../../convert/gender-meant.ts';
import { isThing } from './plain-name.ts';

/**
 * Returns `name1` and `name2`, as merchandise systems call the parts of a name, if both together are the name of a person: in
 * any order, and without a word for a company or a form of address for one.
 */
export function numberedNames(keys: readonly string[], textOf: (key: string) => string): readonly string[] {
  const found = keys.flatMap(key => {
    const number = numberOf(key);
    return number === undefined ? [] : [{ key, number, text: textOf(key) }];
  });
  const [one, two] = ['1', '2'].map(number => found.filter(each => each.number === number));
  const [first, ...others] = one ?? [];
  const [second, ...more] = two ?? [];
  if (!first || !second || others.length + more.length > 0) return [];
  const isPerson = [first, second].every(({ text }) => isPartOfName(text));
  const isCompany = keys.some(key => address.test(key) && company.test(textOf(key)));
  return isPerson && !isCompany ? [first.key, second.key] : [];
}

const numberOf = onceForText((key: string): string | undefined => numbered.exec(key)?.[1]);

const numbered = /^(?:(?:kunden?|kd|adress|address|customer|cust|debitor|partner)[ _-]?)?name[ _-]?([12])$/i;
const address = /^(?:anrede|salutation|title|titel|kundenart|kundentyp|typ|type|art)$/i;
const company = /firma|company|gesellschaft|verein|unternehmen|gewerbe|business|juristisch/i;

/** True for one or two words with a capital letter, none of which means a thing or a company. */
function isPartOfName(text: string): boolean {
  const parts = text.split(/\s+/).filter(part => genderMeant(part) === undefined);
  const words = wordsOfName(text);
  return (
    words.length > 0 &&
    parts.length <= mostParts &&
    words.every(isComparableName) &&
    parts.every(part => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(part) && !isThing(part))
  );
}

const mostParts = 2;
