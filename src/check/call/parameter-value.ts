import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { statusKnowledge } from '../../booking/catalog/status-knowledge.ts';
import { type Fault, quoted, someOf } from '../fault.ts';
import { meantStatus, reportedNames } from './choices/status-name.ts';
import { always, type SuggestionBudget } from './suggestion-budget.ts';

/** Returns the fault of an invalid customer number; valid are 1 to 18 digits (API document 2.2). */
export function numberFault(text: string): Fault | undefined {
  if (/^[0-9]{1,18}$/.test(text)) return undefined;
  return {
    code: 'check/bad-number',
    message: `${quoted(text)} is not a customer number, which is 1 to 18 digits`,
    ...(/\p{L}/u.test(text) && { hint: ownIdHint }),
    ...(/^\d{1,15}\.0{1,6}$/.test(text) && { hint: withoutDecimals }),
    ...(/^'?\d{1,3}(?:['’\s]\d{3}){1,5}$|^'\d{1,18}$/.test(text) && { hint: withoutSigns }),
  };
}

const ownIdHint =
  'if it is the id by which the sender knows a person, write link: with its path beside set, and id: $linked; else correct it';

const withoutDecimals = 'the sender writes it with decimals: write $substringBefore(PATH, ".") with its path';

const withoutSigns =
  'if it is the number with signs between its digits, write $replace(PATH, /[^0-9]/, "") with its path';

/** Returns the fault of a status name that the API's latest complete list did not have (API document 7). */
export function refutedStatus(
  name: string,
  catalog: CatalogSnapshot,
  destination: string,
  now: number,
  budget: SuggestionBudget = always,
): Fault | undefined {
  if (statusKnowledge(name, catalog, now) !== 'refuted') return undefined;
  const names = reportedNames(catalog.statuses);
  return {
    code: 'check/unknown-status',
    message: `${destination} has no customer status ${quoted(name)}; it has ${someOf(names)}`,
    ...meantStatus(name, names, destination, budget),
  };
}

/** Returns the fault of a required text that is empty. */
export function missingFault(text: string, what: string): Fault | undefined {
  return text.trim() === '' ? { code: 'mapping/missing-value', message: `${what} is missing` } : undefined;
}
