import type { Status } from './event.ts';

/** A list that a person brings in, row by row as events of a source. */
export interface NewImport {
  /** Its public id; made by the caller, unique. */
  readonly id: string;
  readonly source: string;
  /** The name of the file, without its folder. */
  readonly file: string;
  /** Of the whole file: the same file of the same source again is the same import. */
  readonly digest: string;
  /** How many rows the file has. */
  readonly rows: number;
}

/** An import as it is kept. */
export interface ImportRecord extends NewImport {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** How far an import came. */
export interface ImportProgress {
  readonly record: ImportRecord;
  /** How many of its events there are of each status; those that are not planned yet count as queued. */
  readonly events: Readonly<Partial<Record<Status, number>>>;
}

/** An event of an import, by the number of its row. */
export interface ImportedEvent {
  readonly row: number;
  readonly id: string;
}
