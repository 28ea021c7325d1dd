import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { statusKnowledge } from '../booking/catalog/status-knowledge.ts';
import { findField } from './call/field-key.ts';

/**
 * Describes the check of a call's value in words: the field with its choices or its validator, the digits of a customer
 * number. Undefined for a parameter that is not checked here.
 * @param part a parameter's name, or `additionalFields.` and a keyName
 */
export function describeCheck(
  part: string,
  text: string,
  { catalog, now }: { readonly catalog: CatalogSnapshot; readonly now: number },
): string | undefined {
  const [, key] = /^additionalFields\.(.*)$/s.exec(part) ?? [];
  if (key !== undefined) {
    const field = findField(key, catalog);
    return field ? describeField(field) : `the fields of the account`;
  }
  if (part === 'id' || part === 'customerId') return 'a customer number: 1 to 18 digits';
  if (part === 'genderType') return 'MALE, FEMALE, DIVERSE, UNKNOWN or KID';
  if (part === 'email') return 'an e-mail address';
  if (part !== 'customerStatus') return undefined;
  return statusKnowledge(text, catalog, now) === 'known'
    ? 'a status that the account has'
    : 'the statuses of the account, as far as known';
}

function describeField(field: FieldConfiguration): string {
  const { name, type, selectItems, validatorRegexp } = field;
  const choices = selectItems ?? [];
  const title = name === type ? name : `${name} (${type})`;
  if (choices.length > 0) return `${title}, ${type === 'checkbox_group' ? 'any' : 'one'} of ${few(choices)}`;
  if (type === 'checkbox') return `${title}, true or false`;
  return validatorRegexp === null ? title : `${title}, validator ${validatorRegexp}`;
}

function few(choices: readonly string[]): string {
  const more = choices.length > 5 ? `, and ${choices.length - 5} more` : '';
  return choices.slice(0, 5).join(', ') + more;
}
