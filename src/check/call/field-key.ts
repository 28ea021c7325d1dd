import {
  type CatalogSnapshot,
  type FieldConfiguration,
  unsupportedTypes,
} from '../../booking/catalog/field.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import type { Operation } from '../../inbox/call.ts';
import { parameterOf } from '../../mapping/parameters.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';
import { nearestField } from '../names/nearest-field.ts';
import { renamedFault, renamedField } from '../names/renamed-field.ts';
import { always, type SuggestionBudget } from './suggestion-budget.ts';

/** Returns the field with this keyName, else one whose keyName differs only in its Unicode form. */
export function findField(
  key: string,
  catalog: Pick<CatalogSnapshot, 'fields'>,
): FieldConfiguration | undefined {
  const keys = keysOf(catalog.fields);
  return keys.get(key) ?? keys.get(composedText(key));
}

/** Maps keyNames to their first field. An exact keyName counts before its NFC form. */
const keysOf = onceFor((fields: readonly FieldConfiguration[]) => {
  const reversed = fields.toReversed();
  const composed = reversed.map(field => [composedText(field.keyName), field] as const);
  return new Map([...composed, ...reversed.map(field => [field.keyName, field] as const)]);
});

/** True if a field holds several values (API document 2.6). */
export function holdsSeveral({ type }: FieldConfiguration): boolean {
  return listTypes.has(type);
}

const listTypes: ReadonlySet<string> = new Set(['checkbox_group', 'multipleProducts', 'other']);

const settableFields = {
  updateCustomer: onceFor((fields: readonly FieldConfiguration[]) => settable(fields, 'updateCustomer')),
  persistCustomerData: onceFor((fields: readonly FieldConfiguration[]) =>
    settable(fields, 'persistCustomerData'),
  ),
};

function settable(
  fields: readonly FieldConfiguration[],
  operation: Operation,
): readonly FieldConfiguration[] {
  return fields.filter(field => unsettable(field, operation) === undefined);
}

/** Returns the fault of an unknown keyName, with the new keyName of a renamed field, else the nearest one. */
export function unknownField(
  key: string,
  catalog: CatalogSnapshot,
  destination: string,
  operation: Operation,
  budget: SuggestionBudget = always,
): Fault {
  const renamed = renamedField(key, catalog);
  if (renamed) return renamedFault(key, renamed, destination);
  const possible = settableFields[operation](catalog.fields);
  const near = budget(possible.length) ? nearestField(key, possible) : undefined;
  const isParameter = near === undefined && parameterOf(operation, key) !== undefined;
  const place = isParameter ? `write ${key} directly under set, beside additionalFields; ` : '';
  const before = near === undefined ? place : `did you mean ${fieldTitle(near)}? `;
  return {
    code: 'check/unknown-field',
    message: `${destination} has no field ${quoted(key)}`,
    hint: `${before}\`fieldbridge fields ${destination}\` lists the ${possible.length} that can be set`,
    meant: near?.keyName,
  };
}

/**
 * Returns the reason why the operation can never set a field (API document 4.2 rule 4, 2.6
 * appointmentSpecific).
 */
export function unsettable(field: FieldConfiguration, operation: Operation): Fault | undefined {
  if (unsupportedTypes.has(field.type)) {
    return {
      code: 'check/unsupported-type',
      message: `${fieldTitle(field)} is of the type ${field.type}, which the API cannot set`,
      hint: 'remove the field from the mapping',
    };
  }
  if (field.appointmentSpecific && operation === 'updateCustomer') {
    return {
      code: 'check/appointment-field',
      message: `${fieldTitle(field)} belongs to the appointment; updateCustomer sets fields of the customer`,
      hint: 'set it with persistCustomerData, or use a field of the customer',
    };
  }
  return undefined;
}
