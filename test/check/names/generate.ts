import type { FieldConfiguration } from '../../../src/booking/catalog/field.ts';
import { namesOf } from '../../../src/booking/catalog/field-names.ts';
import { type Chance, chanceOf } from '../../../torture/chance.ts';
import type { Attempt } from './measure.ts';

/** Changes the spelling of a name. */
type Slip = (name: string, chance: Chance) => string;

const wordsOf = (name: string) => name.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '');
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Changes one letter, but neither the first character nor one between words. */
function atLetter(change: (before: string, letter: string, after: string) => string): Slip {
  return (name, chance) => {
    const places = [...name].flatMap((letter, index) => (index > 0 && /\p{L}/u.test(letter) ? [index] : []));
    const at = places[chance.int(places.length)] ?? 0;
    return change(name.slice(0, at), name.charAt(at), name.slice(at + 1));
  };
}

const wrongLetter = atLetter((before, letter, after) => before + (letter === 'x' ? 'y' : 'x') + after);

const slips: Readonly<Record<string, Slip>> = {
  'a letter left out': atLetter((before, _, after) => before + after),
  'a letter twice': atLetter((before, letter, after) => before + letter + letter + after),
  'a wrong letter': wrongLetter,
  'two wrong letters': (name, chance) =>
    name.length < 8 ? name : wrongLetter(wrongLetter(name, chance), chance),
  'two letters swapped': atLetter(
    (before, letter, after) => before.slice(0, -1) + letter + before.slice(-1) + after,
  ),
  'no marks': name => wordsOf(name).join(''),
  underscores: name => wordsOf(name).join('_').toLowerCase(),
  hyphens: name => wordsOf(name).join('-'),
  camelCase: name => wordsOf(name.toLowerCase()).map(capital).join(''),
  'capitals only': name => name.toUpperCase(),
  'no diacritics': name => name.normalize('NFD').replace(/\p{M}/gu, ''),
  'another order': name => wordsOf(name).toReversed().join(' '),
  'the prefix customer_': name => `customer_${wordsOf(name).join('_')}`,
  'the prefix of a CRM': name => `cf_${wordsOf(name).join('_')}`,
};

/**
 * Returns every misspelling of every keyName and display name that is different and still belongs to one field
 * only. It leaves out names shorter than four letters. The result is always the same.
 */
export function generateAttempts(
  fields: readonly FieldConfiguration[],
): readonly (Attempt & { slip: string })[] {
  const chance = chanceOf(7);
  const owners = new Map<string, Set<string>>();
  for (const field of fields) {
    for (const name of [field.keyName, ...namesOf(field)]) {
      owners.set(name, (owners.get(name) ?? new Set()).add(field.keyName));
    }
  }
  return fields.flatMap(field =>
    [...new Set([field.keyName, ...namesOf(field)])]
      .filter(name => name.length >= 4 && owners.get(name)?.size === 1)
      .flatMap(name =>
        Object.entries(slips).flatMap(([slip, write]) => {
          const written = write(name, chance);
          return written === name || owners.has(written) ? [] : [{ written, meant: field.keyName, slip }];
        }),
      ),
  );
}
