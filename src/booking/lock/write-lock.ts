import { stringify } from 'yaml';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { isoTime } from '../../inbox/clock.ts';
import type { FieldConfiguration } from '../catalog/field.ts';
import type { LockedField } from './lock-schema.ts';
import type { LockedCatalog } from './locked-catalog.ts';

const head = `# What the calendar accounts were like when somebody last looked: fields, choices, status names.
# Written by \`fieldbridge fields --save\` and \`fieldbridge statuses --probe\`. Keep it in version control; do not
# edit it. \`fieldbridge check --offline\` checks against it without a token, and \`fieldbridge check\` tells what has
# changed since. A name in a language that is not among a field's names is its \`name\`.
`;

/**
 * Returns the text of a lock. The same catalogs give the same text. Destinations are ordered by name, fields by id
 * (so that a renamed field keeps its place), and each thing that may change has its own line.
 */
export function writeLock(catalogs: ReadonlyMap<string, LockedCatalog>): string {
  const names = [...catalogs.keys()].sort();
  const destinations = Object.fromEntries(
    names.flatMap(name => {
      const catalog = catalogs.get(name);
      return catalog ? [[name, destinationOf(catalog)]] : [];
    }),
  );
  return head + stringify({ version: 1, destinations }, { lineWidth: 0, version: '1.2', schema: 'core' });
}

/** True if two catalogs have the same contents, whenever they were read. */
export function sameCatalog(one: LockedCatalog, other: LockedCatalog): boolean {
  const [text, otherText] = [one, other].map(each => writeLock(new Map([['', { ...each, fetchedAt: 0 }]])));
  return text === otherText;
}

function destinationOf({ fields, fetchedAt, statuses, statusesListedAt }: LockedCatalog) {
  const languages = [...new Set(fields.flatMap(field => Object.keys(field.names ?? {})))].sort();
  return {
    read: isoTime(fetchedAt),
    ...(languages.length > 0 && { languages }),
    ...(statusesListedAt !== null && { statusesListed: isoTime(statusesListedAt) }),
    ...(statuses.length > 0 && {
      statuses: statuses
        .toSorted((one, other) => compare(one.name, other.name))
        .map(({ name, origin, at }) => ({
          name,
          known: origin,
          // All statuses of one list have the same time.
          ...(at !== statusesListedAt && { at: isoTime(at) }),
        })),
    }),
    fields: fields
      .toSorted((one, other) => one.id - other.id || compare(one.keyName, other.keyName))
      .map(lockedField),
  };
}

function lockedField(field: FieldConfiguration): LockedField {
  const { id, keyName, type, name, description, selectItems: choices } = field;
  const names = Object.fromEntries(Object.entries(field.names ?? {}).filter(([, each]) => each !== name));
  const isOfChoices = description === choices?.join('\n');
  return withoutAbsent({
    id,
    keyName,
    formerKeys: field.formerKeys && [...field.formerKeys],
    type,
    name,
    names: Object.keys(names).length > 0 ? names : undefined,
    description: isOfChoices ? undefined : (description ?? undefined),
    choices: choices ? [...choices] : undefined,
    choiceNames: field.choiceNames && lists(field.choiceNames),
    validator: field.validatorRegexp ?? undefined,
    errorMessage: field.errorMessage ?? undefined,
    required: field.valueRequired || undefined,
    appointmentSpecific: field.appointmentSpecific || undefined,
    specificForLocationId: field.specificForLocationId ?? undefined,
    hidden: field.hidden || undefined,
    privacyConfidential: field.privacyConfidential || undefined,
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function lists(named: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(named).map(([language, list]) => [language, [...list]]));
}
