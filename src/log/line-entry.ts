/** The levels of lines; `any`: it depends on what the line reports. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'any';

/** The description of a log line, as in the table of lines. */
export interface LineEntry {
  /** `warn` and above need a person, `info` does not, `debug` is the normal course. */
  readonly level: LineLevel;
  /** The fields that the line may have. */
  readonly fields: readonly string[];
  /** The number of lines of a kind that are written in a minute (default ten). */
  readonly perMinute?: number;
  /** The meaning, in a sentence or two, for the documentation. */
  readonly says: string;
  /** The next step for the operator, as an imperative. The log shows it on a terminal. */
  readonly next?: string;
}
