import { isAccountOfChildren, isOfChildApart } from '../names/child-of-account.ts';
import { guardianSubject, subjectsNamed, withoutSubject } from '../names/other-subject.ts';
import { isPersonalKey } from '../names/personal-key.ts';

/** The names of a value that a rule reads, the keys above it among them, and those of its field or parameter. */
export interface ValueOfField {
  readonly read: readonly string[];
  readonly wanted: readonly string[];
  /** True for a field for the birthday of the customer. */
  readonly isBirthday?: boolean;
}

/**
 * True if the customer of a mapping is the mother or the father: several fields that name nobody read `mother.weight`, `mother.height`
 * and the like, as in the account of a midwife, or several fields about the mother read values that name nobody. Not if the customer
 * is a child, or if a birthday or a name comes from somebody else. `fields`: the names of each field of the account. `holders`: the
 * keys above the customer number.
 */
export function isGuardianCustomer(
  values: readonly ValueOfField[],
  {
    fields,
    holders,
  }: { readonly fields: readonly (readonly string[])[]; readonly holders: readonly string[] },
): boolean {
  if (isAccountOfChildren(fields) || (subjectsNamed(holders) & ~guardianSubject) !== 0) return false;
  const pairs = values.map(({ read, wanted, isBirthday }) => ({
    read: subjectsNamed(read),
    wanted: subjectsNamed(wanted),
    isOfPerson: isBirthday || isParameter(wanted) || [...wanted, ...read].some(isPersonal),
  }));
  const isOfChildrenToo = fields.some(isOfChildApart);
  const fewest = isOfChildrenToo ? fewestBesideChildren : fewestOfGuardian;
  const ofCustomer = pairs.filter(({ wanted }) => wanted === 0);
  if (ofCustomer.some(({ read, isOfPerson }) => isOfPerson && read !== guardianSubject)) return false;
  const read = ofCustomer.filter(each => each.read === guardianSubject).length;
  const wanted = pairs.filter(each => each.wanted === guardianSubject && each.read === 0).length;
  return read === 0 ? isOfChildrenToo && wanted >= fewest : wanted === 0 && read >= fewest;
}

/** The number of values about a mother from which she is the customer. */
const fewestOfGuardian = 3;
/** The same in an account that has the names or the birthdays of children in fields of their own. */
const fewestBesideChildren = 2;

/** True for the parameter with the last name of the customer. A field has several names. */
function isParameter([only, ...others]: readonly string[]): boolean {
  return only === 'name' && others.length === 0;
}

/** True for the name of a birthday or a first name. */
function isPersonal(name: string): boolean {
  return isPersonalKey(name) || isPersonalKey(withoutSubject(name));
}
