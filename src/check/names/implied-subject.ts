import { nameLikeness } from './name-likeness.ts';
import {
  namesAnimal,
  namesContact,
  type OtherSubject,
  otherSubject,
  type SubjectField,
  type SubjectNames,
  withoutAnimal,
} from './other-subject.ts';

/** A field, the names of the other fields of the account, and what the payload is about. */
export interface FieldAmongOthers extends SubjectField {
  readonly others: readonly (readonly string[])[];
  /** True if several other values are about an animal although their names do not say so: the columns of a list of dogs. */
  readonly isOnAnimal: boolean;
}

/**
 * Does the same as `otherSubject`, but a value that names nobody may be about the person or the animal of the field: `Rasse` for
 * the breed of the dog. If another field has the name of the value, or the customer has such a value too, it may not.
 */
export function impliedSubject(value: SubjectNames, field: FieldAmongOthers): OtherSubject | undefined {
  const subject = otherSubject(value, field);
  if (subject !== 'somebody-else' || !mayImply(value, field)) return subject;
  return otherSubject(value, { ...field, isImplied: true });
}

/** True if a value without an animal in its name is probably about that of a field, whatever the other values are about. */
export function isOnAnimalOf(
  value: SubjectNames,
  field: SubjectField,
  others: FieldAmongOthers['others'],
): boolean {
  const isUnnamed = otherSubject(value, field) === 'somebody-else';
  return (
    isUnnamed && field.names.some(namesAnimal) && mayImply(value, { ...field, others, isOnAnimal: false })
  );
}

function mayImply({ names }: SubjectNames, { names: wanted, others, isOnAnimal }: FieldAmongOthers): boolean {
  const isAnimal = wanted.some(namesAnimal);
  const own = likeness(names, wanted);
  const isRival = (other: readonly string[]) => {
    const isSame = other.some(namesAnimal) === isAnimal;
    if (isOnAnimal && isAnimal && !isSame) return false;
    const like = likeness(names, other);
    return like >= sameName && (isSame ? like > own : like >= own);
  };
  if (others.some(isRival)) return false;
  const isContact = names.some(name => namesContact(isOnAnimal ? name.replace(births, '') : name));
  return !isContact && (isAnimal || own >= sameName);
}

/** True if a value for a field of the customer fits one about an animal too: `Geburtsdatum` for "Geburtstag des Hundes". */
export function fitsAnimalToo(
  { names, above = [] }: SubjectNames,
  field: Pick<FieldAmongOthers, 'names' | 'others'>,
): boolean {
  const isNamed = [...names, ...above].some(namesAnimal) || field.names.some(namesAnimal);
  return (
    !isNamed && field.others.some(other => other.some(namesAnimal) && likeness(names, other) >= sameName)
  );
}

const births = /birth(?:day|date)?|geburts?(?:tag|datum)?|naissance|geboorte(?:datum)?/gi;

/** The likeness from which two names stand for the same. */
const sameName = 0.9;

function likeness(names: readonly string[], field: readonly string[]): number {
  const all = field.flatMap(name => {
    const bare = name.replace(/ ?\([^()]*\)/g, '');
    return namesAnimal(name) ? [name, bare, withoutAnimal(bare)] : [name, bare];
  });
  return Math.max(...names.flatMap(name => all.map(each => nameLikeness(name, each))));
}

/** The number of values about an animal from which the others are about it too. */
export const fewestOnAnimal = 2;

/** True for a column that names an animal in few words: `Hund`, `Dog name`. */
export function isAnimalItself({ names: [own = ''], above = [] }: SubjectNames): boolean {
  return above.length === 0 && own.split(/[\s_]+/).length <= 2 && namesAnimal(own);
}
