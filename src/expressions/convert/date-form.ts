/** The way to read and write a date. */
export interface DateForm {
  /** The patterns for reading; the first that matches counts. Without any: ISO 8601. */
  readonly parse: readonly string[];
  readonly format: string | undefined;
  readonly zone: string | undefined;
  /** The language of the names of months and days, for writing and first for reading. Default: English. */
  readonly language?: string;
}

/** A record of how a date was read. */
export interface DateNote {
  readonly kind: 'date';
  readonly text: string;
  readonly pattern: string | undefined;
  readonly words: string;
}
