import type { CatalogSnapshot, FieldConfiguration, KnownStatus } from '../../src/booking/catalog/field.ts';

export const now = Date.parse('2026-03-02T10:00:00Z');

/** Returns a text field that accepts everything, with these changes. */
export function fieldOf(changes: Partial<FieldConfiguration> & { keyName: string }): FieldConfiguration {
  return {
    id: 1,
    name: changes.keyName,
    type: 'text',
    description: null,
    selectItems: null,
    valueRequired: false,
    validatorRegexp: null,
    errorMessage: null,
    appointmentSpecific: false,
    specificForLocationId: null,
    hidden: false,
    privacyConfidential: false,
    listOrder: 1,
    tab: null,
    ...changes,
  };
}

export const fields: readonly FieldConfiguration[] = [
  fieldOf({ keyName: 'allergies', name: 'Allergien' }),
  fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' }),
  fieldOf({ keyName: 'lead.source', name: 'Herkunft', type: 'selection', selectItems: ['Website', 'Messe'] }),
  fieldOf({
    keyName: 'topics',
    name: 'Themen',
    type: 'checkbox_group',
    selectItems: ['Cut', 'Color', 'Wash, dry', 'Color; light'],
  }),
  fieldOf({ keyName: 'newsletter', name: 'Newsletter', type: 'checkbox' }),
  fieldOf({
    keyName: 'zip',
    name: 'PLZ',
    validatorRegexp: '^[0-9]{5}$',
    errorMessage: 'Fünf Ziffern bitte',
    valueRequired: true,
  }),
  fieldOf({ keyName: 'code', name: 'Code', validatorRegexp: '(?=.*x)' }),
  fieldOf({ keyName: 'photo', name: 'Foto', type: 'image' }),
  fieldOf({ keyName: 'seat', name: 'Platz', appointmentSpecific: true }),
];

/** A catalog with the fields above. */
export function catalogOf(changes: Partial<CatalogSnapshot> = {}): CatalogSnapshot {
  return { version: 'v1', fields, fetchedAt: now, statuses: [], statusesListedAt: null, ...changes };
}

/** Returns statuses that the API listed at a time. */
export function listed(
  at: number,
  ...names: string[]
): Pick<CatalogSnapshot, 'statuses' | 'statusesListedAt'> {
  return {
    statuses: names.map((name): KnownStatus => ({ name, origin: 'listed', at })),
    statusesListedAt: at,
  };
}
