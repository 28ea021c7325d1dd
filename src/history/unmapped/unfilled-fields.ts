import { type FieldConfiguration, unsupportedTypes } from '../../booking/catalog/field.ts';
import type { Mapping } from '../../mapping/mapping.ts';

/** The additional fields of a destination that some mapping could fill, and none does. */
export function unfilledFields(
  fields: readonly FieldConfiguration[],
  destination: string,
  mappings: readonly Mapping[],
): readonly FieldConfiguration[] {
  const own = mappings.filter(each => !('name' in each.destination) || each.destination.name === destination);
  const filled = new Set(own.flatMap(({ additionalFields }) => additionalFields.map(({ key }) => key)));
  const books = own.some(({ operation }) => operation === 'persistCustomerData');
  return fields.filter(
    field =>
      !filled.has(field.keyName) &&
      !unsupportedTypes.has(field.type) &&
      (books || !field.appointmentSpecific),
  );
}
