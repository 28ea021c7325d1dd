import { spellings } from '../../diagnostics/spellings.ts';
import { nameLikeness } from './name-likeness.ts';
import { namesAnimal, namesContact, type SubjectNames, withoutSubject } from './other-subject.ts';

/**
 * True if a value about an animal fits a field that does not name it: `insurance: pet_insurance` in the account of a veterinary
 * practice, in which several fields name the animal, and none of these is for the value. Names, birthdays and ways to reach
 * somebody are never meant so.
 */
export function isOfAnimalInAccount(
  { names: read, above = [] }: SubjectNames,
  names: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  const ofAnimal = others.filter(other => other.some(namesAnimal));
  if (ofAnimal.length < fewestOfAnimal || names.some(namesAnimal)) return false;
  if (!read.every(namesAnimal)) return isBelowAnimal(read, above, names);
  if ([...names, ...read.map(withoutSubject)].some(isOfPerson)) return false;
  return isNamed(read, names) && !ofAnimal.some(other => isNamed(read, other));
}

/** The number of fields from which an account is about an animal. One alone may be about the dog of a customer. */
const fewestOfAnimal = 2;

/** True for a value in an object of the animal that has a word of the field: `dog.food.amount` for `food.grams`. */
function isBelowAnimal(read: readonly string[], above: readonly string[], names: readonly string[]): boolean {
  const at = above.findLastIndex(namesAnimal);
  const below = above.slice(at + 1);
  if (at === -1 || below.length === 0 || [...names, ...read].some(isOfPerson)) return false;
  const words = new Set(names.flatMap(wordsOf));
  return [...below, ...read].flatMap(wordsOf).some(word => words.has(word));
}

function wordsOf(name: string): readonly string[] {
  return (spellings(name)[0] ?? '').split(' ').filter(word => word.length >= shortestWord);
}

const shortestWord = 4;

function isOfPerson(name: string): boolean {
  return namesContact(name) || spellings(name).some(each => /name/.test(each));
}

function isNamed(read: readonly string[], names: readonly string[]): boolean {
  return read.some(each => names.some(name => nameLikeness(bare(each), bare(name)) >= sameName));
}

function bare(name: string): string {
  return namesAnimal(name) ? withoutSubject(name) : name;
}

const sameName = 0.9;
