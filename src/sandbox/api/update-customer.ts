import { type Account, type Customer, findCustomer } from '../salon/account.ts';
import { type AccountField, activeFields, isBinary } from '../salon/additional-field.ts';
import { type Decision, jsonAnswer, refusal } from './answer.ts';
import { type CustomerChange, changeCustomer, type FieldValue } from './change-customer.ts';
import type { ApiRequest } from './read-request.ts';
import { readSubmittedChanges } from './submitted-changes.ts';

/** An applied change of a customer; tests compare it with the sent one. */
export interface AppliedUpdate {
  readonly customerId: number;
  readonly note: string | undefined;
  readonly customerStatus: string | undefined;
  readonly additionalFields: Readonly<Record<string, string>>;
  readonly changes: readonly CustomerChange[];
}

/**
 * updateCustomer (API document 4.2): all or nothing. `applied` is called with the change when it is applied.
 *
 * The document does not define these cases; the sandbox treats them so: an empty additionalFields counts as missing. A
 * field of the appointment, or of another location, is an unknown key, because the customer has no such value here. An
 * empty status name is an unknown name. Values are stored as sent, because the document shows no refusal of a value.
 * Refusals have the order customer, format, nothing to update, fields, status.
 */
export function updateCustomer(
  account: Account,
  request: ApiRequest,
  locationId: number,
  at: number,
  applied: (update: AppliedUpdate) => void,
): Decision {
  const customer = findCustomer(account, request.query.get('id') ?? '');
  if (customer === undefined || !customer.locationIds.includes(locationId)) {
    return refusal(404, 'customer not found');
  }
  const read = readSubmittedChanges(request);
  if ('error' in read) return refusal(400, read.error);
  const { note, customerStatus, values } = read.changes;
  if (note === undefined && customerStatus === undefined && values === undefined) {
    return refusal(400, 'nothing to update: give note, additionalFields and/or customerStatus');
  }
  const fields = activeFields(account.fields, locationId);
  const found = findFields(fields, values ?? new Map());
  if ('refused' in found) return found.refused;
  if (customerStatus !== undefined && !account.statuses.includes(customerStatus)) {
    return statusNotFound(account.statuses);
  }
  const changed = changeCustomer(customer, { note, customerStatus, values: found.values }, at);
  const additionalFields = Object.fromEntries(values ?? []);
  return {
    answer: jsonAnswer(200, customerAnswer(changed.customer, fields, changed.changes)),
    outcome: 'updated',
    apply: () => {
      account.customers.set(customer.id, changed.customer);
      applied({ customerId: customer.id, note, customerStatus, additionalFields, changes: changed.changes });
    },
  };
}

/** Creates the refusal of an unknown status name, with the existing names (API document 7). */
export function statusNotFound(statuses: readonly string[]): Decision {
  return refusal(400, 'customer status not found', { availableStatuses: statuses });
}

function findFields(
  fields: readonly AccountField[],
  values: ReadonlyMap<string, string>,
): { readonly values: readonly FieldValue[] } | { readonly refused: Decision } {
  const ofCustomer = fields.filter(field => !field.appointmentSpecific);
  const byKey = new Map(ofCustomer.map(field => [field.keyName, field]));
  const found: FieldValue[] = [];
  const unknownKeys: string[] = [];
  const unsupportedKeys: string[] = [];
  for (const [keyName, value] of values) {
    const field = byKey.get(keyName);
    if (field === undefined) unknownKeys.push(keyName);
    else if (isBinary(field.type)) unsupportedKeys.push(keyName);
    else found.push({ field, value });
  }
  if (unknownKeys.length === 0 && unsupportedKeys.length === 0) return { values: found };
  const availableKeys = ofCustomer.filter(field => !isBinary(field.type)).map(field => field.keyName);
  return {
    refused: refusal(400, 'invalid additionalFields', {
      ...(unknownKeys.length > 0 && { unknownKeys }),
      ...(unsupportedKeys.length > 0 && { unsupportedKeys }),
      availableKeys,
    }),
  };
}

/** Returns the customer object of API document 2.2. */
function customerAnswer(
  customer: Customer,
  fields: readonly AccountField[],
  changes: readonly CustomerChange[],
) {
  return {
    id: customer.id,
    genderType: customer.genderType,
    firstName: customer.firstName,
    lastName: customer.lastName,
    name: customer.lastName,
    email: customer.email,
    mobile: customer.mobile,
    additionalFields: fields
      .filter(field => customer.values.has(field.id))
      .map(field => ({ key: field.keyName, value: customer.values.get(field.id) })),
    note: customer.note,
    customerStatus: customer.customerStatus,
    changes,
  };
}
