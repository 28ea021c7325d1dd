import type { FieldConfiguration } from './field.ts';

/** The number of former keyNames that are kept for a field. */
const mostFormerKeys = 10;

/**
 * The fields as just read, with what earlier reads knew of them beyond that: their names in other languages, and the
 * keyNames that they had before. A field is known by its id, which it keeps when it is renamed (API document 2.6).
 * `language`: in which they were read just now.
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

/** Names of choices are known by their places, so they count for these very choices alone. */
function hasSameChoices({ selectItems: before }: FieldConfiguration, { selectItems }: FieldConfiguration) {
  return JSON.stringify(before) === JSON.stringify(selectItems);
}

/** The fields by their ids, without those that share one or have none. */
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
