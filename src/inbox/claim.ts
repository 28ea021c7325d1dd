import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call, Link } from './call.ts';
import type { MappingHold } from './mapping-hold.ts';
import type { Completion } from './outcome.ts';
import type { CallPolicy } from './plan.ts';

/** A call that this worker may deliver now. */
export interface Claim {
  readonly callId: number;
  /** The number of this attempt, from 1; it fences `settle`. */
  readonly attempt: number;
  readonly eventId: string;
  readonly source: string;
  readonly sequence: number;
  readonly mapping: string;
  readonly mappingVersion: string;
  readonly destination: string;
  readonly lane: number;
  readonly call: Call;
  readonly link?: Link;
  readonly policy: CallPolicy;
  readonly receivedAt: number;
  /** When the event happened, where its sender says so. Epoch milliseconds. */
  readonly occurredAt?: number;
  /**
   * The milliseconds since the receipt that do not count: the destination or the mapping was held (14 days at most), or
   * a person replayed the event, after which its age counts from the replay.
   */
  readonly heldMs: number;
  /** Tries that counted so far, and how many of the last ones in a row fell under the same row of the table. */
  readonly tries: number;
  readonly lastRow: { readonly row: string; readonly times: number } | null;
  /** A newer call of its person may have been delivered already. The values that it set are left out, unless `force`. */
  readonly outOfOrder: boolean;
  readonly force: boolean;
  /** Its event is a row of a list: live webhooks go first. */
  readonly imported?: true;
  /** A person gave its event up while it was under way before. */
  readonly givenUp?: true;
  /** The span of its webhook in a trace (`TraceContext`), if it is recorded. */
  readonly trace?: string;
}

/** The decision whether a call may be sent. */
export type Beginning =
  /** `earlierUnclear`: an answer of this very booking was once lost, and a person had it sent again. */
  | { readonly kind: 'go'; readonly earlierUnclear?: true }
  /** This very booking is completed already, by another event. */
  | { readonly kind: 'completed'; readonly eventId: string; readonly completion: Completion }
  /** A booking of this appointment is completed that may be this one: only one of the two is known to name a participant. */
  | { readonly kind: 'perhaps'; readonly eventId: string; readonly completion: Completion }
  /**
   * This very booking was sent for an event (perhaps this one) and its answer was lost. `copied`: this store is a copy,
   * and the other one may have made it.
   */
  | { readonly kind: 'uncertain'; readonly eventId: string; readonly copied?: true }
  /** This very booking is being sent for another event right now. */
  | { readonly kind: 'busy' }
  /** Its lane became one with another since it was claimed, where newer calls may be delivered: it is to be claimed again. */
  | { readonly kind: 'moved' };

/** The outcome of a call after an attempt. */
export type Progress =
  | {
      readonly status: 'delivered';
      readonly completion: Completion;
      readonly call: Call;
      readonly diagnostics: readonly Diagnostic[];
      readonly linked?: { readonly link: Link; readonly customerId: string };
    }
  /** `counted`: it was a try (or the call goes back untouched). */
  | {
      readonly status: 'queued';
      readonly dueAt: number;
      readonly reason: string;
      readonly counted: boolean;
      /** The row of the failure table that decided, and how many times in a row it did; left out: as before. */
      readonly lastRow?: NonNullable<Claim['lastRow']>;
    }
  /** `hold`: its mapping proved faulty, and is to be held before this is written. */
  | {
      readonly status: 'held';
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
      readonly hold?: MappingHold;
    }
  | {
      readonly status: 'failed' | 'skipped' | 'uncertain' | 'discarded';
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
    };
