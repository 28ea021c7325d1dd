/** How a list is written. */
export interface ListForm {
  readonly path: string;
  /** As it was named on the command line, without its folder. */
  readonly name: string;
  readonly kind: 'csv' | 'ndjson';
  /** A WHATWG encoding label. */
  readonly encoding: string;
  /** CSV: what stands between the cells. */
  readonly separator: string;
}

/** The name of the column, and of the key, that says why a row failed. It is no part of the row. */
export const reasonName = 'fieldbridge_reason';
