/** The levels of lines; `any`: it depends on what the line is about. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'any';

/** What is said of a line in the table of lines. */
export interface LineEntry {
  /** What needs a person is `warn` or above, what goes on by itself `info`, what is as it should be `debug`. */
  readonly level: LineLevel;
  /** The fields that it may have. */
  readonly fields: readonly string[];
  /** How many of a kind are written in a minute, where they are not the usual ten. */
  readonly perMinute?: number;
  /** What it means and what to do, in a sentence or two, for the documentation. */
  readonly says: string;
}
