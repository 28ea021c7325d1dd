import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import type { Edit } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { yamlKey } from '../../diagnostics/yaml/key.ts';
import type { FieldRule, Mapping } from '../../mapping/mapping.ts';
import { type Fault, fieldTitle, quoted } from '../fault.ts';

/**
 * Returns the field that had this keyName before, recognised by its id. Undefined if a field has the keyName
 * now, or if two fields had it.
 */
export function renamedField(
  key: string,
  { fields }: Pick<CatalogSnapshot, 'fields'>,
): FieldConfiguration | undefined {
  const { present, former } = keysOf(fields);
  if (present.has(key)) return undefined;
  const [field, another] = former.get(key) ?? [];
  return another === undefined ? field : undefined;
}

const keysOf = onceFor((fields: readonly FieldConfiguration[]) => {
  const former = new Map<string, FieldConfiguration[]>();
  for (const field of fields) {
    for (const key of new Set(field.formerKeys)) former.set(key, [...(former.get(key) ?? []), field]);
  }
  return { present: new Set(fields.map(field => field.keyName)), former };
});

/** Returns the fault of a keyName that its field no longer has. */
export function renamedFault(key: string, field: FieldConfiguration, destination: string): Fault {
  return {
    code: 'check/renamed-field',
    message: `the field ${quoted(key)} of ${destination} was renamed to ${fieldTitle(field)}`,
    hint: `write ${yamlKey(field.keyName)} in the mapping`,
  };
}

/**
 * Returns the edits with which a mapping uses the current keyName of a renamed field: in its rule and in the
 * expectations of its tests. No edits if the mapping already has a rule for that keyName.
 */
export function renameInMapping(
  { key, place }: FieldRule,
  field: FieldConfiguration,
  { additionalFields, tests }: Pick<Mapping, 'additionalFields' | 'tests'>,
): { readonly hint: string; readonly fix?: readonly Edit[] } {
  const other = additionalFields.find(rule => rule.key === field.keyName);
  const text = yamlKey(field.keyName);
  if (other) return { hint: `remove line ${place.line}: ${text} stands in line ${other.place.line} already` };
  const expected = tests.flatMap(test => test.expectedFields ?? []).filter(each => each.key === key);
  const places = [place, ...expected.map(each => each.place)];
  const lines = [...new Set(places.map(each => each.line))];
  return {
    hint: `change ${lineWords(lines)}: write ${text}`,
    fix: places.map(each => ({ place: each, text })),
  };
}

function lineWords(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}
