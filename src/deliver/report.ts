import { describeError, type FieldsOf, type LinesAt, type Log } from '../log/log.ts';
import { type LineName, logLines } from '../log/log-lines.ts';

/** The log lines whose level does not depend on their subject. */
type Reported = Exclude<LineName, LinesAt<never>>;

/** A log line for the operator: no customer's values, no secrets. */
export type Report = {
  readonly [Name in Reported]: {
    readonly what: Name;
    readonly error?: unknown;
    readonly details?: FieldsOf<Name>;
  };
}[Reported];

/** Writes reports at the levels from the table of lines. Of an error, it writes only what may be logged. */
export function reportTo(log: Log): (report: Report) => void {
  const writers = log as unknown as Readonly<Record<string, (about: object, what: LineName) => void>>;
  return ({ what, error, details = {} }) => {
    const about = error === undefined ? details : { ...details, error: describeError(error) };
    writers[logLines[what].level]?.(about, what);
  };
}
