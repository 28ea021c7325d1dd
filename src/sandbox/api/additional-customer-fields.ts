import type { Account } from '../salon/account.ts';
import { type AccountField, activeFields, type FieldListing } from '../salon/additional-field.ts';
import { type Decision, jsonAnswer } from './answer.ts';
import { type ApiRequest, parameter } from './read-request.ts';

/**
 * additionalCustomerFields (API document 4.3): the active fields of the token's location, ordered by listOrder. Their
 * name, description and errorMessage are in the language of `locale` if they are translated. Only the language of a
 * locale such as `en-GB` counts.
 */
export function additionalCustomerFields(
  account: Account,
  request: ApiRequest,
  locationId: number,
): Decision {
  const language = (parameter(request, 'locale') ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '';
  const listing = activeFields(account.fields, locationId).map(field => translated(field, language));
  return { answer: jsonAnswer(200, listing), outcome: `${listing.length} fields`, apply: null };
}

function translated(field: AccountField, language: string): FieldListing {
  const { translations, archived, ...listing } = field;
  return { ...listing, ...translations[language] };
}
