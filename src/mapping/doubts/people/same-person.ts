import { areAlikeNames, isComparableName, wordsOfName } from '../../../booking/answers/name-words.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { namesInObject } from '../../evaluate/person/whole-names.ts';

/** The names and addresses of somebody. */
export interface NamesAndAddresses {
  readonly names: readonly string[];
  readonly emails: readonly string[];
}

/** Returns the names and addresses in an object, and in the objects of it that are the person. */
export function personIn(object: object, key = 'person'): NamesAndAddresses {
  const emails = [object, ...Object.values(object).filter(isPlainObject)].flatMap(each =>
    Object.values(each).filter(value => typeof value === 'string' && address.test(value)),
  );
  return { names: namesInObject(object, key), emails: emails.map(each => String(each).trim().toLowerCase()) };
}

const address = /^\s*[^\s@]{1,100}@[^\s@]{3,200}\s*$/;

/** Undefined if they have nothing to compare. Names decide: all tickets of an order may have the address of its buyer. */
export function isSamePerson(one: NamesAndAddresses, other: NamesAndAddresses): boolean | undefined {
  if (one.names.length > 0 && other.names.length > 0) {
    const pairs = one.names.flatMap(each => other.names.map(name => haveSameName(each, name)));
    if (pairs.includes(true)) return true;
    if (pairs.includes(false)) return false;
  }
  if (one.emails.length === 0 || other.emails.length === 0) return undefined;
  return one.emails.some(each => other.emails.includes(each));
}

/** True if the shorter name is a part of the longer one. Undefined for names in other letters. */
export function haveSameName(one: string, other: string): boolean | undefined {
  const [short = [], long = []] = [wordsOfName(one), wordsOfName(other)].sort((a, b) => a.length - b.length);
  if (short.length === 0 || [...short, ...long].some(part => !isComparableName(part))) return undefined;
  return short.every(part => long.some(each => areAlikeNames(part, each)));
}
