import type { RuleResult } from '../../evaluate/rule-result.ts';
import type { Rule } from '../../mapping.ts';

/** A rule and its result for an event. */
export interface Ruled {
  readonly path: string;
  readonly rule: Rule;
  readonly result: RuleResult;
}

/** The words for an event, and true if messages may show its values. */
export interface EventShown {
  readonly where?: string;
  readonly isShown?: boolean;
}
