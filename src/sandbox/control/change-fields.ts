import * as z from 'zod';
import { type AccountField, additionalField, fieldTypes } from '../salon/additional-field.ts';
import type { World } from '../world.ts';
import { checkBody, type Refused } from './check-body.ts';

const keyName = z.string('a keyName').min(1, 'a keyName');
const nullableText = z.string('a text or null').nullable().exactOptional();
const yesOrNo = z.boolean('true or false').exactOptional();
const translation = z.strictObject({
  name: z.string().exactOptional(),
  description: z.string().exactOptional(),
  errorMessage: z.string().exactOptional(),
});
const request = z.strictObject({
  action: z.enum(
    ['add', 'change', 'rename', 'archive', 'restore'],
    'add, change, rename, archive or restore',
  ),
  keyName,
  to: keyName.exactOptional(),
  name: z.string('a text').exactOptional(),
  type: z.enum(fieldTypes, `one of ${fieldTypes.join(', ')}`).exactOptional(),
  description: nullableText,
  selectItems: z.array(z.string(), 'a list of texts').exactOptional(),
  valueRequired: yesOrNo,
  validatorRegexp: nullableText,
  errorMessage: nullableText,
  appointmentSpecific: yesOrNo,
  specificForLocationId: z.int('a location id or null').nullable().exactOptional(),
  hidden: yesOrNo,
  visibleForCustomer: yesOrNo,
  privacyConfidential: yesOrNo,
  listOrder: z.int('a whole number').exactOptional(),
  translations: z.record(z.string(), translation, 'an object of language code and texts').exactOptional(),
});

/**
 * Adds a field, changes properties of one (its type, choices, validator), renames its keyName, archives or
 * restores it. Values of customers stay with their field.
 */
export function changeFields({ account }: World, body: unknown): Refused | { readonly field: AccountField } {
  const checked = checkBody(request, body);
  if ('error' in checked) return checked;
  const { action, keyName, to, ...properties } = checked.value;
  if ((action === 'rename') !== (to !== undefined)) {
    return { error: '"to" goes with rename, and only with it' };
  }
  if (action !== 'add' && action !== 'change' && Object.keys(properties).length > 0) {
    return {
      error: `${action} takes no properties: ${Object.keys(properties).join(', ')} go with add or change`,
    };
  }
  const keyNames = account.fields.map(field => field.keyName);
  const created = action === 'add' ? keyName : to;
  if (created !== undefined && keyNames.includes(created)) {
    return { error: `there is a field "${created}" already` };
  }
  if (action === 'add') {
    const id = Math.max(0, ...account.fields.map(field => field.id)) + 1;
    const field = additionalField({ name: keyName, type: 'text', ...properties, id, keyName });
    account.fields = [...account.fields, field];
    return { field };
  }
  const before = account.fields.find(field => field.keyName === keyName);
  if (before === undefined) return { error: `there is no field "${keyName}"`, allowed: keyNames };
  const field = changed(before, action, { ...properties, ...(to !== undefined && { keyName: to }) });
  account.fields = account.fields.map(candidate => (candidate === before ? field : candidate));
  return { field };
}

function changed(
  before: AccountField,
  action: 'change' | 'rename' | 'archive' | 'restore',
  properties: Partial<AccountField>,
): AccountField {
  const archived = action === 'archive' || (action !== 'restore' && before.archived);
  // The description contains the choice list, so new choices need a new description.
  const stale = properties.selectItems !== undefined || properties.type !== undefined;
  return additionalField({ ...before, ...(stale && { description: null }), ...properties, archived });
}
