import { spellings } from '../../diagnostics/spellings.ts';
import { namesBirthday } from '../../inbox/named-person.ts';
import { personKeyOf } from '../../mapping/evaluate/person/person-keys.ts';

/** True for a key that only the data of a person have, such as a first name or a birthday: a location has none. */
export function isPersonalKey(key: string): boolean {
  const kind = personKeyOf(key);
  if (kind === 'first' || kind === 'last' || namesBirthday(key)) return true;
  return spellings(key).some(name => personal.test(name));
}

const personal =
  /^(?:(?:date of )?birth ?(?:day|date)?|dob|geb(?:urts ?(?:tag|datum))?|geboorte ?datum|date de naissance|anrede|salutation|geschlecht|gender|sex|plec|płec)$/;
