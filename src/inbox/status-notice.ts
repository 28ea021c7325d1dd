import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Operation } from './call.ts';
import type { AttemptRecord } from './outcome.ts';

/** What became of a call, or of an event that has none; it is told once it is on disk. */
export interface Fate {
  readonly event: string;
  readonly source: string;
  /** Absent where it is the event's own. The destination is the empty text where the rule for it failed. */
  readonly call?: { readonly mapping: string; readonly destination: string; readonly operation: Operation };
  /** `duplicate`: its sender used its id for something else. */
  readonly status: 'uncertain' | 'failed' | 'held' | 'skipped' | 'duplicate';
  /** What says why. */
  readonly diagnostics: readonly Diagnostic[];
  /** The request that led to it, if one did. */
  readonly attempt?: FatefulAttempt;
}

/** The number of an attempt and how it ended. */
export type FatefulAttempt = Pick<AttemptRecord, 'ms' | 'outcome' | 'status'> & { readonly number: number };
