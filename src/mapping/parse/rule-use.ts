import type { Parameter } from '../parameters.ts';
import type { DefaultsLayer } from '../rule-defaults.ts';
import type { SamplePaths } from './sample-paths.ts';

/** The purpose of a rule: its name for people, and its allowed settings. */
export interface RuleUse {
  readonly name: string;
  readonly parameter: Parameter;
  /** True if it is used together with `header`. */
  readonly header: boolean;
  readonly samples: SamplePaths;
  /** Returns true if a name is rather that of a question of the source than a key of the payload; left out: it has none. */
  readonly isQuestion?: ((name: string) => boolean) | undefined;
  /** True if the top of the mapping sets the effect of a bad value, before the defaults of source and destination. */
  readonly headSaysInvalid?: boolean;
  /** The defaults that count for it, the nearest first; left out: none ever does. */
  readonly layers?: readonly DefaultsLayer[];
}
