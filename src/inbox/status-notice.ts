import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Operation } from './call.ts';
import type { AttemptRecord } from './outcome.ts';

/** The outcome of a call, or of an event that has none; it is reported when it is on disk. */
export interface StatusNotice {
  readonly event: string;
  readonly source: string;
  /** Absent where it is the event's own. The destination is the empty text where the rule for it failed. */
  readonly call?: { readonly mapping: string; readonly destination: string; readonly operation: Operation };
  /** `duplicate`: its sender used its id for something else. `waiting`: for its link. */
  readonly status: 'uncertain' | 'failed' | 'held' | 'skipped' | 'duplicate' | 'waiting';
  /** The diagnostics that explain it. */
  readonly diagnostics: readonly Diagnostic[];
  /** The request that led to it, if one did. */
  readonly attempt?: NoticeAttempt;
  /** The span of its webhook in a trace (`TraceContext`), if it is recorded and requested. */
  readonly trace?: string;
}

/** The number of an attempt and how it ended. */
export type NoticeAttempt = Pick<AttemptRecord, 'ms' | 'outcome' | 'status'> & { readonly number: number };
