import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import type { EventView } from '../../inbox/event.ts';

/** The file of a mapping, as the API returns it. */
export interface MappingFile {
  readonly name: string;
  readonly file: string;
  /** Empty where there is no file yet. */
  readonly text: string;
  /** The version of the text; `null` if there is no file. */
  readonly version: string | null;
  /** The reason why it cannot be written; missing if it can. */
  readonly refusal?: string;
}

/** An event with its payload. */
export interface EventWithPayload extends EventView {
  readonly payload?: unknown;
  readonly corrected?: unknown;
  /** The answers of a form; present once values are shown. */
  readonly answers?: readonly { readonly question: string; readonly value: unknown }[];
}

/** The fields of an account. */
export interface FieldList {
  readonly fields: readonly FieldConfiguration[];
}

/** The known customer statuses of an account. */
export interface StatusList {
  readonly statuses: readonly { readonly name: string; readonly origin: string; readonly at: string }[];
  /** When the account last listed all its names; ISO 8601. */
  readonly statusesListedAt: string | null;
}

/** A range of the text that is replaced. */
export interface BenchEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}
