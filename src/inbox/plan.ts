import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call, Link, Operation } from './call.ts';
import type { PlannableEvent } from './event.ts';

/**
 * The settings of a mapping for its calls; stored with each call, so that a later change of the file does not affect
 * it.
 */
export interface CallPolicy {
  readonly onInvalid: 'fail' | 'drop';
  readonly onUnknownField: 'hold' | 'drop';
  /** The maximum age, counted from the receipt of the event, without time held. */
  readonly maxAgeMs: number;
  /** True if an event older than the newest one that the mapping delivered for its person is skipped. */
  readonly ignoreOlder: boolean;
}

/** The result of planning one mapping for one event. */
export interface PlannedCall {
  readonly mapping: string;
  /** The hash of the mapping file's text. */
  readonly mappingVersion: string;
  /** Empty if the rule for the destination itself failed. */
  readonly destination: string;
  readonly operation: Operation;
  readonly link?: Link;
  readonly policy: CallPolicy;
  readonly diagnostics: readonly Diagnostic[];
  readonly state:
    | { readonly status: 'queued'; readonly call: Call }
    /** Its link has no customer number yet: shown as `queued`, in no lane, planned again once the link is made. */
    | { readonly status: 'waiting'; readonly reason: string }
    /** Held by its mapping; planned again once the mapping is released. */
    | { readonly status: 'held'; readonly reason: string; readonly call?: Call }
    | { readonly status: 'skipped'; readonly reason: string; readonly call?: Call }
    | { readonly status: 'failed'; readonly reason: string; readonly call?: Call };
}

/** The result of planning one event. Without calls, `outcome` is the outcome of the event itself. */
export interface EventPlan {
  readonly event: Pick<
    PlannableEvent,
    'sequence' | 'id' | 'source' | 'planning' | 'corrections' | 'imported' | 'ended'
  >;
  readonly calls: readonly PlannedCall[];
  /** `held`: no readable mapping applies to it; it is planned again when the mappings change. */
  readonly outcome?: {
    readonly status: 'skipped' | 'held' | 'failed';
    readonly reason: string;
    readonly diagnostics: readonly Diagnostic[];
  };
}
