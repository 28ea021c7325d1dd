import type { Parameter } from '../parameters.ts';
import type { DefaultsLayer } from '../rule-defaults.ts';
import type { SamplePaths } from './sample-paths.ts';

/** What a rule is for: its name as people know it, and what may be said about it. */
export interface RuleUse {
  readonly name: string;
  readonly parameter: Parameter;
  /** Whether `header` goes with it. */
  readonly header: boolean;
  readonly samples: SamplePaths;
  /** Whether the head of the mapping says what a bad value does, before the defaults of source and destination. */
  readonly headSaysInvalid?: boolean;
  /** The defaults that count for it, the nearest first; left out: none ever does. */
  readonly layers?: readonly DefaultsLayer[];
}
