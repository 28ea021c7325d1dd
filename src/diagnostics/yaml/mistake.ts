import type { KnownKeys } from './braces.ts';

/** Something that people write in YAML and that means something else, or nothing. */
export interface Mistake {
  /** Returns the message, when it is clear that the line was meant as `after`. */
  readonly message: (before: string, after: string) => string;
  /** Next step, where the line as it should be would not show it. */
  readonly hint?: (before: string, after: string) => string | undefined;
  /** Next step, where the corrected line would still have a fault. */
  readonly unsure?: string;
  /** The line as it may have been meant, the likeliest first; none where it has no such mistake. */
  readonly meant: (line: string, above: readonly string[], keys: KnownKeys) => readonly string[];
  /** YAML may read it, as something else: it is also tried where only the shape of the file is not as it should be. */
  readonly isReadable?: true;
}
