import type { Parameter } from '../parameters.ts';

/** What a rule is for: its name as people know it, and what may be said about it. */
export interface RuleUse {
  readonly name: string;
  readonly parameter: Parameter;
  /** Whether `header` goes with it. */
  readonly header: boolean;
  /** Whether a payload of the tests has this path. */
  readonly inSamples: (path: readonly string[]) => boolean;
}
