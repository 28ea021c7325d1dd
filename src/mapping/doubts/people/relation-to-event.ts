import { ownValue } from '../../../expressions/plain-value.ts';
import { lettersOfKey } from '../../../inbox/named-person.ts';
import { type PersonKey, personKeyOf } from '../../evaluate/person/person-keys.ts';
import { mayBeName } from '../../evaluate/person/whole-names.ts';
import { personAt } from './beneficiary-keys.ts';
import { haveSameName, type NamesAndAddresses } from './same-person.ts';

/**
 * Compares a person with all texts of a payload that stand elsewhere. `same`: one of them is the name or the address; `other`: there are
 * names or addresses of somebody, and none is. `steps`: the place of the person itself.
 */
export function relationTo(
  payload: object,
  steps: readonly string[],
  person: NamesAndAddresses,
): 'same' | 'other' | 'unknown' {
  const found = { isSame: false, hasNames: false, hasEmails: false, looked: 0 };
  compareBelow(payload, { key: '', at: 0, depth: 0 }, { steps, person }, found);
  if (found.isSame) return 'same';
  return person.names.length > 0 ? isOther(found.hasNames) : isOther(found.hasEmails);
}

function isOther(isNamed: boolean): 'other' | 'unknown' {
  return isNamed ? 'other' : 'unknown';
}

interface Found {
  isSame: boolean;
  hasNames: boolean;
  hasEmails: boolean;
  looked: number;
}

/** An object on the walk, with its key. */
interface Walk {
  readonly key: string;
  /** The number of the steps to the person that lead to it; -1 beside the way. */
  readonly at: number;
  readonly depth: number;
}

function compareBelow(
  object: object,
  { key, at, depth }: Walk,
  to: { readonly steps: readonly string[]; readonly person: NamesAndAddresses },
  found: Found,
): void {
  const isList = Array.isArray(object);
  if (!isList) compareNames(personAt(object, key), to.person, found);
  for (const each of Object.keys(object)) {
    found.looked += 1;
    if (found.isSame || found.looked > mostValues) return;
    const isOnWay = at >= 0 && to.steps[at] === each;
    if (isOnWay && at === to.steps.length - 1) continue;
    const value: unknown = ownValue(object, each);
    const next = { key: isList ? key : each, at: isOnWay ? at + 1 : -1, depth: depth + 1 };
    if (typeof value === 'object' && value !== null && depth < deepest) compareBelow(value, next, to, found);
    if (typeof value === 'string' && value.length <= longest)
      compareText(each, value.trim(), to.person, found);
  }
}

function compareNames(own: NamesAndAddresses | undefined, { names }: NamesAndAddresses, found: Found): void {
  if (!own || own.names.length === 0) return;
  found.hasNames = true;
  if (own.names.some(each => names.some(name => haveSameName(name, each) !== false))) found.isSame = true;
}

const mostValues = 1_000;
const deepest = 8;
const longest = 100;

function compareText(key: string, text: string, { names, emails }: NamesAndAddresses, found: Found): void {
  if (text.includes('@')) {
    found.hasEmails = true;
    if (names.length === 0 && emails.includes(text.toLowerCase())) found.isSame = true;
    return;
  }
  // Those were compared with the object that they stand in: members of a family have one last name.
  if (!mayBeName.test(text) || parts.has(personKeyOf(key))) return;
  found.hasNames ||= namesPerson.test(lettersOfKey(key)) && startsWithCapital.test(text);
  const words = text.split(/\s+/).length;
  if (words > mostWords) return;
  const isWhole = words > 1 || names.every(name => !/\s/.test(name));
  const known = isWhole ? names : names.map(firstWord);
  if (known.some(name => haveSameName(name, text) === true)) found.isSame = true;
}

/** A question for a name that may be the customer's: "Vorname des Schülers". */
const namesPerson =
  /^(?:vor|nach|first|last|full|given)?(?:name|naam|namen)|^(?:pre)?nom(?:$|de)|^nombre|^nome|^imie|^jmeno/;
const startsWithCapital = /^\p{Lu}/u;
const mostWords = 5;
const parts: ReadonlySet<PersonKey | undefined> = new Set([
  'first',
  'last',
  'bare-first',
  'bare-last',
  'name',
  'given',
]);

function firstWord(name: string): string {
  return (name.split(',')[1] ?? name).trim().split(/\s+/)[0] ?? '';
}
