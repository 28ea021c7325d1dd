import type { FieldConfiguration } from './field.ts';

/** The number of former keyNames that are kept for a field. */
const mostFormerKeys = 10;

/**
 * Adds to newly read fields the facts of earlier reads: names in other languages, and former keyNames. A field is
 * identified by its id, which a rename does not change (API document 2.6). `language`: that of the new read.
 */
export function carryOver(
  before: readonly FieldConfiguration[],
  after: readonly FieldConfiguration[],
  language?: string,
): readonly FieldConfiguration[] {
  const known = fieldsById(before);
  const ids = fieldsById(after);
  return after.map(field => {
    const earlier = ids.has(field.id) ? known.get(field.id) : undefined;
    if (earlier === undefined) return field;
    const formerKeys = formerKeysOf(earlier, field);
    return {
      ...field,
      ...(earlier.names && {
        names: {
          ...earlier.names,
          ...field.names,
          ...(language !== undefined && { [language]: field.name }),
        },
      }),
      ...(earlier.choiceNames &&
        hasSameChoices(earlier, field) && {
          choiceNames: { ...earlier.choiceNames, ...field.choiceNames },
        }),
      ...(formerKeys.length > 0 && { formerKeys }),
    };
  });
}

/** Translated choices are matched by position, so they are valid only while the list of choices is the same. */
function hasSameChoices({ selectItems: before }: FieldConfiguration, { selectItems }: FieldConfiguration) {
  return JSON.stringify(before) === JSON.stringify(selectItems);
}

/** Returns the fields by id, without fields that have no id or share one. */
export function fieldsById(fields: readonly FieldConfiguration[]): ReadonlyMap<number, FieldConfiguration> {
  const byId = new Map<number, FieldConfiguration>();
  const repeated = new Set([0]);
  for (const field of fields) {
    if (byId.has(field.id)) repeated.add(field.id);
    byId.set(field.id, field);
  }
  for (const id of repeated) byId.delete(id);
  return byId;
}

function formerKeysOf(earlier: FieldConfiguration, now: FieldConfiguration): readonly string[] {
  const keys = new Set([...(earlier.formerKeys ?? []), earlier.keyName, ...(now.formerKeys ?? [])]);
  keys.delete(now.keyName);
  return [...keys].slice(-mostFormerKeys);
}
