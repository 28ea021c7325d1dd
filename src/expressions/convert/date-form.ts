/** The way to read and write a date. */
export interface DateForm {
  /** The patterns that read it, of which the first that fits counts; none: ISO 8601. */
  readonly parse: readonly string[];
  readonly format: string | undefined;
  readonly zone: string | undefined;
  /** In which names of months and days are written, and read first; English where it is left out. */
  readonly language?: string;
}

/** The way in which a date was read, for a recorder. */
export interface DateNote {
  readonly kind: 'date';
  readonly text: string;
  readonly pattern: string | undefined;
  readonly words: string;
}
