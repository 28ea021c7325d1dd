import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { Tallies } from './fell-through.ts';

/** A field whose rules gave no value for any event. `events`: the number of events. */
export interface NeverSet {
  readonly field: FieldConfiguration;
  readonly events: number;
}

/** The examined events of some sources, and the results of the rules for them. */
export interface ExaminedEvents {
  readonly sources: ReadonlySet<string>;
  readonly tallies: readonly Tallies[];
}

/**
 * Returns the additional fields of a destination that mappings fill and that never had a value. Fields that mappings
 * of other sources fill are left out: the events of those sources were not examined.
 */
export function neverSetFields(
  fields: readonly FieldConfiguration[],
  destination: string,
  mappings: readonly Mapping[],
  { sources, tallies }: ExaminedEvents,
): readonly NeverSet[] {
  const own = mappings.filter(each => !('name' in each.destination) || each.destination.name === destination);
  return fields.flatMap(field => {
    const writers = own.filter(each => each.additionalFields.some(({ key }) => key === field.keyName));
    if (writers.length === 0 || writers.some(({ source }) => !sources.has(source))) return [];
    const rule = `additionalFields.${field.keyName}`;
    const results = writers.flatMap(({ name }) => tallies.flatMap(each => each.get(name)?.get(rule) ?? []));
    const events = results.reduce((sum, each) => sum + each.events, 0);
    return events > 0 && results.every(({ gave }) => gave === 0) ? [{ field, events }] : [];
  });
}
