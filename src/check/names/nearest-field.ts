import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { namesOf } from '../../booking/catalog/field-names.ts';
import { likeliestFields } from './likeliest-fields.ts';
import { type NameForms, nameDistance, nameForms } from './name-distance.ts';

/**
 * Returns the field that was probably meant by a name that is not a keyName: the nearest by keyName or by
 * display name in any known language. Undefined if none is near, or if two are equally near and neither is
 * close. Of more than 500 fields, only the likeliest are compared.
 */
export function nearestField(
  name: string,
  fields: readonly FieldConfiguration[],
): FieldConfiguration | undefined {
  const meant = nameForms(name);
  const near = likeliestFields(name, fields)
    .map(field => ({ field, distance: distanceTo(meant, field) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.distance - other.distance);
  const [first, second] = near;
  const isOpen = first && second && first.distance >= vague && second.distance - first.distance < 0.2;
  return isOpen ? undefined : first?.field;
}

/** From this distance on, a name only matches in part. */
const vague = 3;

/** A keyName is a better match than a display name, and the destination's language better than others. */
const laterNames = 0.02;

function distanceTo(meant: NameForms, field: FieldConfiguration): number {
  return formsOf(field).reduce(
    (least, forms, index) => Math.min(least, nameDistance(meant, forms) + index * laterNames),
    Number.POSITIVE_INFINITY,
  );
}

const known = new WeakMap<FieldConfiguration, readonly NameForms[]>();

function formsOf(field: FieldConfiguration): readonly NameForms[] {
  const before = known.get(field);
  if (before) return before;
  const forms = [field.keyName, ...namesOf(field)].map(nameForms);
  known.set(field, forms);
  return forms;
}
