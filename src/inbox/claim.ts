import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Call, Link } from './call.ts';
import type { MappingHold } from './mapping-hold.ts';
import type { Completion } from './outcome.ts';
import type { CallPolicy } from './plan.ts';

/** A call that this worker may deliver now. */
export interface Claim {
  readonly callId: number;
  /** The number of this attempt, from 1; `settle` uses it for fencing. */
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
  /** The time when the event happened, if its sender states it. Epoch milliseconds. */
  readonly occurredAt?: number;
  /** True if its mapping has delivered an event of the same person that happened later. */
  readonly isOlder?: true;
  /**
   * The milliseconds since the receipt that do not count: the destination or the mapping was held (14 days at most), or
   * a person replayed the event, after which its age counts from the replay.
   */
  readonly heldMs: number;
  /** The number of counted tries, and how many of the last ones in a row had the same row of the failure table. */
  readonly tries: number;
  readonly lastRow: { readonly row: string; readonly times: number } | null;
  /** True if a newer call of its person may be delivered already. Values that it set are left out, unless `force`. */
  readonly outOfOrder: boolean;
  readonly force: boolean;
  /** True if its event is a row of a list: live webhooks go first. */
  readonly imported?: true;
  /** True if a person discarded its event while an earlier attempt was in flight. */
  readonly givenUp?: true;
  /** The span of its webhook in a trace (`TraceContext`), if it is recorded. */
  readonly trace?: string;
}

/** A call of an event, planned or not, to which delivered calls are compared. */
export type ComparedCall = Pick<Claim, 'sequence' | 'mapping' | 'policy' | 'occurredAt' | 'link'>;

/** A delivered call, and the time when its event happened. Epoch milliseconds. */
export interface LaterCall {
  readonly occurredAt: number;
  readonly call: Call;
}

/** The decision whether a call may be sent. */
export type Beginning =
  /** `earlierUnclear`: a response to this same booking was lost before, and a person had it sent again. */
  | { readonly kind: 'go'; readonly earlierUnclear?: true }
  /** This same booking is completed already, by another event. */
  | { readonly kind: 'completed'; readonly eventId: string; readonly completion: Completion }
  /** A completed booking of this appointment may be this one: only one of the two names a participant. */
  | { readonly kind: 'perhaps'; readonly eventId: string; readonly completion: Completion }
  /**
   * This same booking was sent for an event (perhaps this one) and its response was lost. `copied`: this store is a
   * copy, and the original may have made the booking.
   */
  | { readonly kind: 'uncertain'; readonly eventId: string; readonly copied?: true }
  /** This same booking is being sent for another event right now. */
  | { readonly kind: 'busy' }
  /** Its lane was joined with another one, where newer calls may be delivered, so it must be claimed again. */
  | { readonly kind: 'moved' };

/** The customer number of a delivered call with a link. */
export interface Linked {
  readonly link: Link;
  readonly customerId: string;
  /** True if the call took the number from the link, so that its delivery says nothing new about the link. */
  readonly isKnown?: boolean;
}

/** The outcome of a call after an attempt. */
export type Progress =
  | {
      readonly status: 'delivered';
      readonly completion: Completion;
      readonly call: Call;
      readonly diagnostics: readonly Diagnostic[];
      readonly linked?: Linked;
    }
  /** `counted`: false if the call is returned unchanged, which is no try. */
  | {
      readonly status: 'queued';
      readonly dueAt: number;
      readonly reason: string;
      readonly counted: boolean;
      /** The deciding row of the failure table, and its number of times in a row; if missing, unchanged. */
      readonly lastRow?: NonNullable<Claim['lastRow']>;
    }
  /** `hold`: its mapping proved faulty; the hold is stored before this. */
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
