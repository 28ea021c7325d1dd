import type { Parameter } from '../parameters.ts';
import type { DefaultsLayer } from '../rule-defaults.ts';
import type { SamplePaths } from './sample-paths.ts';

/** The purpose of a rule: its name for people, and its allowed settings. */
export interface RuleUse {
  readonly name: string;
  readonly parameter: Parameter;
  /** True if `header` may be used with it. */
  readonly header: boolean;
  readonly samples: SamplePaths;
  /** Returns true if a name is probably a question of the source and not a key. Undefined: no questions. */
  readonly isQuestion?: ((name: string) => boolean) | undefined;
  /** True if the mapping's head sets the effect of a bad value, before source and destination. */
  readonly headSaysInvalid?: boolean;
  /** The defaults that apply to it, the nearest first; undefined: none. */
  readonly layers?: readonly DefaultsLayer[];
}
