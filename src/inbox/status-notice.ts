import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Operation } from './call.ts';
import type { AttemptRecord } from './outcome.ts';

/** The outcome of a call, or of an event without calls. It is reported when it is on disk. */
export interface StatusNotice {
  readonly event: string;
  readonly source: string;
  /** Missing for an outcome of the event itself. The destination is empty if the rule for it failed. */
  readonly call?: { readonly mapping: string; readonly destination: string; readonly operation: Operation };
  /** `duplicate`: its sender used its id for other contents. `waiting`: for its link. */
  readonly status: 'uncertain' | 'failed' | 'held' | 'skipped' | 'duplicate' | 'waiting';
  /** The diagnostics that explain it. */
  readonly diagnostics: readonly Diagnostic[];
  /** The request that caused it, if there was one. */
  readonly attempt?: NoticeAttempt;
  /** The span of its webhook in a trace (`TraceContext`), if it is recorded and requested. */
  readonly trace?: string;
}

/** The number and the result of an attempt. */
export type NoticeAttempt = Pick<AttemptRecord, 'ms' | 'outcome' | 'status'> & { readonly number: number };
