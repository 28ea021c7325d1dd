/** The field types of the API document, 2.6. */
export const fieldTypes = [
  'text',
  'date',
  'textArea',
  'selection',
  'checkbox',
  'checkbox_group',
  'birthday',
  'image',
  'link',
  'multipleImages',
  'document',
  'multipleDocuments',
  'multipleProducts',
  'rating',
  'servicer',
  'customer',
  'member',
  'card',
  'iban',
  'bic',
  'pictureMarking',
  'directDebitMandateDate',
  'recipes',
  'contractOverview',
  'language',
  'other',
] as const;

/** One of the field types of the API document, 2.6. */
export type FieldType = (typeof fieldTypes)[number];

/** One element in the response of additionalCustomerFields, with all its properties (API document 2.6). */
export interface FieldListing {
  readonly id: number;
  readonly keyName: string;
  readonly name: string;
  readonly type: FieldType;
  readonly description: string | null;
  readonly selectItems: readonly string[] | null;
  readonly valueRequired: boolean;
  readonly validatorRegexp: string | null;
  readonly errorMessage: string | null;
  readonly icon: string | null;
  readonly tab: { readonly id: number; readonly name: string } | null;
  readonly appointmentSpecific: boolean;
  readonly specificForLocationId: number | null;
  readonly hidden: boolean;
  readonly visibleForCustomer: boolean;
  readonly showInCalendar: boolean;
  readonly showInAppointment: boolean;
  readonly showInAppointmentEntry: boolean;
  readonly showInDetailScreen: boolean;
  readonly showInCustomerSearchPreview: boolean;
  readonly privacyConfidential: boolean;
  readonly listOrder: number;
  readonly listOrderOnline: number;
  readonly listOrderAppointment: number;
}

/** The texts of a field that are translated (API document 4.3). */
export interface Translation {
  readonly name?: string;
  readonly description?: string;
  readonly errorMessage?: string;
}

/** An additional field of the account, with its translations by language code, and whether it was archived. */
export interface AccountField extends FieldListing {
  readonly translations: Readonly<Record<string, Translation>>;
  readonly archived: boolean;
}

/** The required properties of a field; the others have defaults. */
export type FieldSeed = Pick<AccountField, 'id' | 'keyName' | 'name' | 'type'> & Partial<AccountField>;

/**
 * Creates a field; missing properties get defaults: an optional, visible field of all locations. The description of a
 * selection or checkbox_group is its choice list, one choice a line (API document 2.6); by default it is made from the
 * choices.
 */
export function additionalField(seed: FieldSeed): AccountField {
  const choices = hasChoices(seed.type) ? (seed.selectItems ?? []) : null;
  return {
    valueRequired: false,
    validatorRegexp: null,
    errorMessage: null,
    icon: null,
    tab: { id: 1, name: 'Allgemein' },
    appointmentSpecific: false,
    specificForLocationId: null,
    hidden: false,
    visibleForCustomer: true,
    showInCalendar: false,
    showInAppointment: false,
    showInAppointmentEntry: false,
    showInDetailScreen: true,
    showInCustomerSearchPreview: false,
    privacyConfidential: false,
    listOrder: seed.id,
    listOrderOnline: seed.id,
    listOrderAppointment: seed.id,
    translations: {},
    archived: false,
    ...seed,
    description: seed.description ?? (choices === null ? null : choices.join('\n')),
    selectItems: choices,
  };
}

/** Returns the active fields of a location, ordered by listOrder (API document 4.3). */
export function activeFields(fields: readonly AccountField[], locationId: number): AccountField[] {
  return fields
    .filter(field => !field.archived)
    .filter(field => field.specificForLocationId === null || field.specificForLocationId === locationId)
    .sort((a, b) => a.listOrder - b.listOrder || a.id - b.id);
}

/** True if this type has binary content, which updateCustomer cannot set (API document 4.2 rule 4). */
export function isBinary(type: FieldType): boolean {
  return binaryTypes.has(type);
}

const binaryTypes: ReadonlySet<FieldType> = new Set([
  'image',
  'multipleImages',
  'document',
  'multipleDocuments',
  'pictureMarking',
] as const);

function hasChoices(type: FieldType): boolean {
  return type === 'selection' || type === 'checkbox_group';
}
