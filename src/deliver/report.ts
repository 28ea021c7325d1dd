/** What an operator should know: no customer's values, no secrets. */
export interface Report {
  readonly what: string;
  readonly error?: unknown;
  /** Further facts for the log, by name. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** It is well again, or nothing to worry about. */
  readonly good?: true;
}
