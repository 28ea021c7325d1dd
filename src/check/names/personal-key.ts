import { spellings } from '../../diagnostics/spellings.ts';

/** True for a key that only the data of a person have, such as a first name or a birthday: a location has none. */
export function isPersonalKey(key: string): boolean {
  return spellings(key).some(name => personal.test(name));
}

const personal =
  /^(?:(?:first|given|last|family|sur) ?name|vor ?name|(?:nach|familien) ?name|voornaam|achternaam|prenom|(?:date of )?birth ?(?:day|date)?|dob|geb(?:urts ?(?:tag|datum))?|geboorte ?datum|date de naissance|anrede|salutation|geschlecht|gender|sex)$/;
