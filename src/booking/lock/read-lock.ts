import type * as z from 'zod';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { YamlLimits } from '../../diagnostics/yaml/document.ts';
import { parseShape } from '../../diagnostics/yaml/shape.ts';
import { readYaml } from '../../diagnostics/yaml/source.ts';
import type { FieldConfiguration } from '../catalog/field.ts';
import { type LockedField, lockSchema } from './lock-schema.ts';
import type { CatalogLock, LockedCatalog } from './locked-catalog.ts';

/** The program writes the lock from the account's data, and only commands read it. */
export const lockLimits: YamlLimits = { bytes: 1024 * 1024, tokens: 400_000 };

/** Reads the text of a lock. If it has a fault, the result is empty; all faults are reported with their places. */
export function readLock(
  file: string,
  text: string,
): { readonly lock?: CatalogLock; readonly diagnostics: readonly Diagnostic[] } {
  const { source, diagnostics } = readYaml(file, text, { limits: lockLimits });
  if (source === undefined) return { diagnostics };
  const { value, diagnostics: faults } = parseShape(source, lockSchema);
  if (value === undefined) return { diagnostics: faults };
  const catalogs = new Map(Object.entries(value.destinations).map(([name, each]) => [name, catalogOf(each)]));
  const lock: CatalogLock = {
    catalogs,
    placeOf(destination, field) {
      const fields = catalogs.get(destination)?.fields;
      if (fields === undefined) return undefined;
      const index = field === undefined ? -1 : fields.indexOf(field);
      const path = ['destinations', destination];
      return index < 0
        ? source.placeOf(path, 'key')
        : source.placeOf([...path, 'fields', index, 'keyName'], 'value');
    },
  };
  return { lock, diagnostics: [] };
}

type LockedDestination = z.output<typeof lockSchema>['destinations'][string];

function catalogOf({
  read,
  languages = [],
  statusesListed,
  statuses = [],
  fields,
}: LockedDestination): LockedCatalog {
  return {
    fields: fields.map((field, index) => fieldOf(field, index, languages)),
    fetchedAt: read,
    statuses: statuses.map(({ name, known, at = statusesListed ?? read }) => ({ name, origin: known, at })),
    statusesListedAt: statusesListed ?? null,
  };
}

function fieldOf(field: LockedField, index: number, languages: readonly string[]): FieldConfiguration {
  const { id, keyName, formerKeys, type, name, choices } = field;
  const names = { ...Object.fromEntries(languages.map(language => [language, name])), ...field.names };
  return {
    id,
    keyName,
    name,
    type,
    description: field.description ?? choices?.join('\n') ?? null,
    selectItems: choices ?? null,
    valueRequired: field.required === true,
    validatorRegexp: field.validator ?? null,
    errorMessage: field.errorMessage ?? null,
    appointmentSpecific: field.appointmentSpecific === true,
    specificForLocationId: field.specificForLocationId ?? null,
    hidden: field.hidden === true,
    privacyConfidential: field.privacyConfidential === true,
    // The position of a field in the master data changes often, and nothing checks it.
    listOrder: index,
    tab: null,
    ...(Object.keys(names).length > 0 && { names }),
    ...(field.choiceNames && { choiceNames: field.choiceNames }),
    ...(formerKeys && { formerKeys }),
  };
}
