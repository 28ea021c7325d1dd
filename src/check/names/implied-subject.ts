import { nameLikeness } from './name-likeness.ts';
import {
  animalSubject,
  namesContact,
  otherSubject,
  type SubjectField,
  type SubjectNames,
  type Subjects,
  subjectsNamed,
  withoutSubject,
} from './other-subject.ts';
import type { OtherSubject } from './subjects.ts';

/** A field, the names of the other fields of the account, and what the payload is about. */
export interface FieldAmongOthers extends SubjectField {
  readonly others: readonly (readonly string[])[];
  /**
   * The animal or the people that several other values are about although their names do not say so: the columns of a
   * list of dogs.
   */
  readonly about: Subjects;
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

/** Returns whom a value without a person in its name is probably about: those of a field, whatever the other values are about. */
export function subjectImplied(
  value: SubjectNames,
  field: SubjectField,
  others: FieldAmongOthers['others'],
): Subjects {
  const subjects = subjectsNamed(field.names);
  if (subjects === 0 || otherSubject(value, field) !== 'somebody-else') return 0;
  return mayImply(value, { ...field, others, about: 0 }) ? subjects : 0;
}

function mayImply({ names }: SubjectNames, { names: wanted, others, about }: FieldAmongOthers): boolean {
  const subjects = subjectsNamed(wanted);
  const isAbout = (about & subjects) !== 0;
  const own = likeness(names, wanted);
  const isRival = (other: readonly string[]) => {
    const found = subjectsNamed(other);
    const isSame = subjects === 0 ? found === 0 : (found & subjects) !== 0;
    if (isAbout && !isSame) return false;
    const like = likeness(names, other);
    return like >= sameName && (isSame ? like > own : like >= own);
  };
  if (others.some(isRival)) return false;
  const isContact = names.some(name => namesContact(about === 0 ? name : name.replace(births, '')));
  return !isContact && ((subjects & animalSubject) !== 0 || own >= sameName);
}

/**
 * Returns about whom a value for a field of the customer may be too, because another field is about them: `Geburtsdatum` for
 * "Geburtstag des Hundes".
 */
export function subjectsFitting(
  { names, above = [] }: SubjectNames,
  field: Pick<FieldAmongOthers, 'names' | 'others'>,
): Subjects {
  if (subjectsNamed([...names, ...above, ...field.names]) !== 0) return 0;
  const fitting = field.others.filter(
    other => subjectsNamed(other) !== 0 && likeness(names, other) >= sameName,
  );
  return subjectsNamed(fitting.flat());
}

const births = /birth(?:day|date)?|geburts?(?:tag|datum)?|naissance|geboorte(?:datum)?/gi;

/** The likeness from which two names stand for the same. */
const sameName = 0.9;

function likeness(names: readonly string[], field: readonly string[]): number {
  const all = field.flatMap(name => {
    const bare = name.replace(/ ?\([^()]*\)/g, '');
    return subjectsNamed([name]) === 0 ? [name, bare] : [name, bare, withoutSubject(bare)];
  });
  return Math.max(...names.flatMap(name => all.map(each => nameLikeness(name, each))));
}

/** The number of values about an animal or a person from which the others are about it too. */
export const fewestOnSubject = 2;

/** Returns the animal or the person that a column names in few words: `Hund`, `Dog name`. */
export function subjectItself({ names: [own = ''], above = [] }: SubjectNames): Subjects {
  return above.length === 0 && own.split(/[\s_]+/).length <= 2 ? subjectsNamed([own]) : 0;
}
