import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { namesOf } from '../../booking/catalog/field-names.ts';
import { likeliestFields } from './likeliest-fields.ts';
import { type NameForms, nameDistance, nameForms } from './name-distance.ts';

/**
 * The field that was probably meant by a name that is no keyName: the nearest by its keyName or by its display name in
 * any language that is known. Undefined where none is near, or where two are equally near and neither is close. Of more
 * than 500 fields, only the likeliest are compared.
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

/** From here on a distance says that something fits, not that it is the same name. */
const vague = 3;

/** A keyName is a likelier match than a display name, and a name in the own language likelier than others. */
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
