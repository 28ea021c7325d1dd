import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { statusKnowledge } from '../booking/catalog/status-knowledge.ts';
import type { CheckPhrase } from '../mapping/explain/step-phrase.ts';
import { reportedNames } from './call/choices/status-name.ts';
import { findField } from './call/field-key.ts';

/**
 * Describes the check of a call's value: the field with its choices or its validator, or the digits of a
 * customer number. Undefined for parameters that are not checked here.
 * @param part a parameter's name, or `additionalFields.` and a keyName
 */
export function describeCheck(
  part: string,
  text: string,
  { catalog, now }: { readonly catalog: CatalogSnapshot; readonly now: number },
): CheckPhrase | undefined {
  const [, key] = /^additionalFields\.(.*)$/s.exec(part) ?? [];
  if (key !== undefined) {
    const field = findField(key, catalog);
    return field ? describeField(field) : { code: 'no-such-field' };
  }
  if (part === 'id' || part === 'customerId') return { code: 'customer-number' };
  if (part === 'genderType') return { code: 'gender' };
  if (part === 'email') return { code: 'email' };
  if (part !== 'customerStatus') return undefined;
  if (statusKnowledge(text, catalog, now) !== 'known') return { code: 'unknown-status' };
  return { code: reportedNames(catalog.statuses).includes(text) ? 'known-status' : 'declared-status' };
}

function describeField({ name, type, selectItems, validatorRegexp }: FieldConfiguration): CheckPhrase {
  const validator = validatorRegexp === null ? {} : { validator: validatorRegexp };
  return { code: 'field', name, type, choices: selectItems ?? [], ...validator };
}
