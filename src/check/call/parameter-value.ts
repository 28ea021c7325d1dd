import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { statusKnowledge } from '../../booking/catalog/status-knowledge.ts';
import { yamlKey } from '../../diagnostics/yaml/key.ts';
import { type Fault, quoted, someOf } from '../fault.ts';
import { meantStatus, toldNames } from './status-name.ts';
import { always, type SuggestionBudget } from './suggestion-budget.ts';

/** A customer number that is none: 1 to 18 digits (API document 2.2). */
export function numberFault(text: string): Fault | undefined {
  if (/^[0-9]{1,18}$/.test(text)) return undefined;
  return {
    code: 'check/bad-number',
    message: `${quoted(text)} is not a customer number, which is 1 to 18 digits`,
  };
}

const genderTypes = ['MALE', 'FEMALE', 'DIVERSE', 'UNKNOWN', 'KID'];

/** A genderType that the API does not have (API document 2.2, 4.1). */
export function genderFault(text: string): Fault | undefined {
  if (genderTypes.includes(text)) return undefined;
  const meant = genderMeant(text);
  const table = meant === undefined ? '' : `, as in values: {${yamlKey(text)}: ${meant}}`;
  return {
    code: 'check/not-a-choice',
    message: `${quoted(text)} is not a genderType: ${genderTypes.join(', ')}`,
    hint: `give the rule a look-up table${table || ' (values)'}`,
  };
}

/** Does the same for a literal of the rule: it is corrected at its place. */
export function genderLiteralFault(text: string): Fault | undefined {
  const fault = genderFault(text);
  const meant = genderMeant(text);
  return fault && { ...fault, hint: meant === undefined ? 'write one of these' : `write ${meant}` };
}

function genderMeant(text: string): string | undefined {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  return Object.entries(genderWords).find(([, words]) => words.split(' ').includes(word))?.[0];
}

/** Words and forms of address that forms use. */
const genderWords: Readonly<Record<string, string>> = {
  FEMALE: 'female f w weiblich frau mrs ms miss woman fru femme madame mevrouw vrouw',
  MALE: 'male m männlich mann herr mr man homme monsieur meneer mijnheer',
  DIVERSE: 'diverse d divers nonbinary non-binary enby x',
  UNKNOWN: 'unknown u unbekannt',
  KID: 'kid kind child',
};

/** A status name that the API lately did not have among all its names (API document 7). */
export function refutedStatus(
  name: string,
  catalog: CatalogSnapshot,
  destination: string,
  now: number,
  budget: SuggestionBudget = always,
): Fault | undefined {
  if (statusKnowledge(name, catalog, now) !== 'refuted') return undefined;
  const names = toldNames(catalog.statuses);
  return {
    code: 'check/unknown-status',
    message: `${destination} has no customer status ${quoted(name)}; it has ${someOf(names)}`,
    hint: meantStatus(name, names, destination, budget),
  };
}

/** Returns the fault of a required text that is empty. */
export function missingFault(text: string, what: string): Fault | undefined {
  return text.trim() === '' ? { code: 'mapping/missing-value', message: `${what} is missing` } : undefined;
}
