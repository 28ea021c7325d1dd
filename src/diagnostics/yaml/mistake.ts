import type { KnownKeys } from './braces.ts';

/** A usual mistake: a text that YAML reads differently than intended, or not at all. */
export interface Mistake {
  /** Returns the message for a line that was clearly meant as `after`. */
  readonly message: (before: string, after: string) => string;
  /** The next step, if the corrected line does not show it. */
  readonly hint?: (before: string, after: string) => string | undefined;
  /** The next step, if the corrected line still has a fault. */
  readonly unsure?: string;
  /** Returns the possible corrections of a line, the most likely first; empty without this mistake. */
  readonly meant: (line: string, above: readonly string[], keys: KnownKeys) => readonly string[];
  /** True if YAML reads the mistake as something else. It is then also tried for a wrong shape of a file. */
  readonly isReadable?: true;
}
