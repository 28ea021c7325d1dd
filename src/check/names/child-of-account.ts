import { childSubject, guardianSubject, namesContact, ownersNamed } from './other-subject.ts';

/**
 * True if a value about a child fits a field that names nobody, because the customer is the child: "Geburtsdatum des Kindes" in
 * the account of a children's practice, which has a field for a guardian, and none for a name, a number or a birthday of a child.
 * `others`: the names of the other fields.
 */
export function isOfChildInAccount(
  read: readonly string[],
  names: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  const isOfChild = ownersNamed(read) === childSubject && ownersNamed(names) === 0;
  return isOfChild && isAccountOfChildren([names, ...others]);
}

/** True if parents give a consent for their child, the customer: "Newsletter für die Eltern". */
export function isConsentOfGuardian(
  read: readonly string[],
  others: readonly (readonly string[])[],
): boolean {
  return ownersNamed(read) === guardianSubject && isAccountOfChildren(others);
}

/** True if the customers of an account are children, by the names of its fields. */
export function isAccountOfChildren(fields: readonly (readonly string[])[]): boolean {
  return fields.some(isOf(guardianSubject)) && !fields.some(isOfChildApart);
}

/** True for the names of a field for the name, the birthday or a number of a child. */
export function isOfChildApart(names: readonly string[]): boolean {
  return isOf(childSubject)(names) && !isOf(guardianSubject)(names) && names.some(namesContact);
}

function isOf(subject: number) {
  return (names: readonly string[]) => (ownersNamed(names) & subject) !== 0;
}
