import type { Call } from './call.ts';
import type { ImportedRow, Status } from './event.ts';

/** An imported list, row by row as events of a source. */
export interface NewImport {
  /** The public id; made by the caller, unique. */
  readonly id: string;
  readonly source: string;
  /** The name of the file, without its folder. */
  readonly file: string;
  /** The digest of the whole file: the same file of the same source is the same import. */
  readonly digest: string;
  /** The number of rows in the file. */
  readonly rows: number;
}

/** A stored import. */
export interface ImportRecord extends NewImport {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The progress of an import. */
export interface ImportProgress {
  readonly record: ImportRecord;
  /** The number of its events of each status; events that are not planned yet count as queued. */
  readonly events: Readonly<Partial<Record<Status, number>>>;
  readonly warnings: ImportWarnings;
}

/** The events of an import that are sent, or will be, although something about them is doubtful. */
export interface ImportWarnings {
  /** The number of such events. */
  readonly events: number;
  /** The number of events of each code: that of another person first, then the most frequent. */
  readonly codes: readonly { readonly code: string; readonly events: number }[];
}

/** An event of an import, by the number of its row. */
export interface ImportedEvent {
  readonly row: number;
  readonly id: string;
}

/** The filter for events of an import. */
export interface ImportedFilter {
  /** The public id of the import. */
  readonly id: string;
  readonly status: Status;
  /** A code of their diagnostics; left out: any. */
  readonly code?: string;
  /** Only rows after this one. */
  readonly after: number;
  readonly limit: number;
}

/** An event that a row of a list repeats. */
export interface KnownOutcome {
  /** `queued` for a delivered event that a person has replayed, until it is planned. */
  readonly status: Status;
  /** The number of its import, and its row there, if it came from a list. */
  readonly import?: number;
  readonly row?: number;
  /** True if it is delivered, and so are other events of its person. */
  readonly hasOthers: boolean;
  /** True if one of these is from outside its list. */
  readonly hasOutside: boolean;
  /** Its delivered updates; missing if there are none. */
  readonly updates?: readonly DeliveredUpdate[];
}

/** The delivered update of an event. */
export interface DeliveredUpdate {
  readonly mapping: string;
  /** The version of the mapping that made it. */
  readonly version: string;
  /** The time of its delivery. Epoch milliseconds. */
  readonly at: number;
}

/** A delivered call, and the event that it was made of. */
export interface DeliveryOfPerson {
  readonly call: Call;
  readonly event: string;
  /** The position of the event in the order of acceptance. */
  readonly sequence: number;
  /** The number of its import, and its row there, if it came from a list. */
  readonly import?: number;
  readonly row?: number;
}

/** An event that has delivered nothing, or not everything, and the row of a list that repeats it. */
export interface PlacedRow {
  readonly id: string;
  readonly row: ImportedRow;
}
