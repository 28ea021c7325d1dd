/** The configuration of one additional field (API document 2.6), as far as this program uses it. */
export interface FieldConfiguration {
  readonly id: number;
  readonly keyName: string;
  /** Display name in the destination's locale. */
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly selectItems: readonly string[] | null;
  readonly valueRequired: boolean;
  readonly validatorRegexp: string | null;
  readonly errorMessage: string | null;
  readonly appointmentSpecific: boolean;
  readonly specificForLocationId: number | null;
  readonly hidden: boolean;
  readonly privacyConfidential: boolean;
  readonly listOrder: number;
  readonly tab: { readonly id: number; readonly name: string } | null;
  /** Display names by language code, for the languages that were read. */
  readonly names?: Readonly<Record<string, string>>;
  /**
   * The choices in other languages, as in the description, by language code. Lists are in the order of `selectItems`.
   */
  readonly choiceNames?: Readonly<Record<string, readonly string[]>>;
  /** Former keyNames of the field with this id; the latest last. */
  readonly formerKeys?: readonly string[];
}

/** The types that updateCustomer cannot set (API document 4.2 rule 4). */
export const unsupportedTypes: ReadonlySet<string> = new Set([
  'image',
  'multipleImages',
  'document',
  'multipleDocuments',
  'pictureMarking',
]);

/** How a status name became known. */
export type StatusOrigin = 'declared' | 'listed' | 'confirmed';

/** A customer status that exists, with how and when it became known (epoch milliseconds). */
export interface KnownStatus {
  readonly name: string;
  readonly origin: StatusOrigin;
  readonly at: number;
}

/** The live configuration of a destination at the last read. */
export interface CatalogSnapshot {
  /** Changes when the fields or the known statuses change. */
  readonly version: string;
  readonly fields: readonly FieldConfiguration[];
  /** The time when the fields were read; epoch milliseconds. */
  readonly fetchedAt: number;
  readonly statuses: readonly KnownStatus[];
  /** The time when the API last listed all its status names; null: never. Epoch milliseconds. */
  readonly statusesListedAt: number | null;
  /** The time when the display names were read in all languages of the API; epoch milliseconds. Missing: never. */
  readonly namesReadAt?: number;
}
