import type { Customer, HistoryEntry } from '../salon/account.ts';
import type { AccountField } from '../salon/additional-field.ts';

/** An actual change (API document 2.3). Values are texts; the empty text means no value. */
export interface CustomerChange {
  readonly name: string;
  readonly originalValue: string;
  readonly newValue: string;
}

/** The changes of a customer; undefined values stay. */
export interface WantedChanges {
  readonly note: string | undefined;
  readonly customerStatus: string | undefined;
  readonly values: readonly FieldValue[];
}

/** One additional-field value to set; the empty text deletes it. */
export interface FieldValue {
  readonly field: AccountField;
  readonly value: string;
}

/** The name of a status change (API document 2.3). */
const statusChangeName = 'customer.customerStatus.label';

/**
 * Returns the customer after the changes, and the actual changes, without those that change nothing (API document 4.2
 * rule 7). A status change adds a history entry with category API (rule 6). The document shows no names for the other
 * changes; here they are `note` and `additionalFields.<keyName>`.
 */
export function changeCustomer(
  customer: Customer,
  wanted: WantedChanges,
  at: number,
): { readonly customer: Customer; readonly changes: readonly CustomerChange[] } {
  const note = wanted.note ?? customer.note;
  const customerStatus = wanted.customerStatus ?? customer.customerStatus;
  const changes = [{ name: 'note', originalValue: customer.note, newValue: note }];
  const values = new Map(customer.values);
  for (const { field, value } of wanted.values) {
    const originalValue = values.get(field.id) ?? '';
    changes.push({ name: `additionalFields.${field.keyName}`, originalValue, newValue: value });
    if (value === '') values.delete(field.id);
    else values.set(field.id, value);
  }
  const statusChange = {
    name: statusChangeName,
    originalValue: customer.customerStatus,
    newValue: customerStatus,
  };
  changes.push(statusChange);
  const history: readonly HistoryEntry[] = isReal(statusChange)
    ? [...customer.history.slice(-999), { at, category: 'API', ...statusChange }]
    : customer.history;
  return {
    customer: { ...customer, note, customerStatus, values, history },
    changes: changes.filter(isReal),
  };
}

function isReal(change: CustomerChange): boolean {
  return change.originalValue !== change.newValue;
}
