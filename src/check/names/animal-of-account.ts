import { spellings } from '../../diagnostics/spellings.ts';
import { nameLikeness } from './name-likeness.ts';
import { namesAnimal, namesContact, type SubjectNames, withoutSubject } from './other-subject.ts';

/**
 * True if a value about an animal fits a field that does not name it: `insurance: pet_insurance` in the account of a veterinary
 * practice, in which several fields name the animal, and none of these is for the value. Names, birthdays and ways to reach
 * somebody are never meant so.
 */
export function isOfAnimalInAccount(
  { names: read }: SubjectNames,
  names: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  const ofAnimal = others.filter(other => other.some(namesAnimal));
  if (ofAnimal.length < fewestOfAnimal || !read.every(namesAnimal) || names.some(namesAnimal)) return false;
  if ([...names, ...read.map(withoutSubject)].some(isOfPerson)) return false;
  return isNamed(read, names) && !ofAnimal.some(other => isNamed(read, other));
}

/** The number of fields from which an account is about an animal. One alone may be about the dog of a customer. */
const fewestOfAnimal = 2;

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
