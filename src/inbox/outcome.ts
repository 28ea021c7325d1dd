import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** A property that the destination really changed (API document 2.3). */
export interface ChangeEntry {
  readonly name: string;
  readonly originalValue: string | null;
  readonly newValue: string | null;
}

/** The result of a completed call, in the API's own words. */
export interface Completion {
  readonly result?: string;
  /** The step that the customer must still take: `requirePayment`, `requireTAN`, or another word of the API. */
  readonly action?: string;
  readonly url?: string;
  readonly customerId?: string;
  readonly changes?: readonly ChangeEntry[];
  /** The number of further changes that the API listed and that are not stored. */
  readonly furtherChanges?: number;
  /** Warnings about a success, such as an undocumented response. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * The outcome of an attempt: the classes of the failure table. The union is closed on purpose, so that the compiler
 * finds all code that a new kind affects. `row` names the deciding row of the failure table.
 */
export type Outcome =
  /** The call was proved applied. */
  | { readonly kind: 'done'; readonly row: string; readonly completion: Completion }
  /**
   * The call was proved not applied, or is harmless to repeat. `afterMs`: the minimum wait; `everyone`: the whole
   * destination waits, not only this call. `limit`: after this many tries in a row with this row it counts as `data`,
   * or as a `hold` if a probe fails too; until then it waits at least for the next of `waitsMs` each time.
   */
  | {
      readonly kind: 'again';
      readonly row: string;
      readonly reason: string;
      readonly afterMs?: number;
      readonly everyone?: boolean;
      /** True if the rate of the destination is halved (429). */
      readonly slower?: boolean;
      /** True if it counts as a fault of the destination (breaker). */
      readonly fault: boolean;
      readonly limit?: {
        readonly tries: number;
        readonly becomes: 'data' | 'hold';
        readonly waitsMs?: readonly number[];
      };
    }
  /**
   * A booking that may have been applied: never repeated automatically. `probe`: the destination is probed first;
   * `afterMs`: the requested wait for all calls.
   */
  | {
      readonly kind: 'unknown';
      readonly row: string;
      readonly reason: string;
      readonly fault: boolean;
      readonly probe?: true;
      readonly hold?: string;
      readonly afterMs?: number;
    }
  /**
   * Proved refused because of this event's data. `fault`: several in a row, of different people, blame the
   * destination.
   */
  | {
      readonly kind: 'data';
      readonly row: string;
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
      readonly fault?: true;
      /** The status names that the API listed. */
      readonly availableStatuses?: readonly string[];
    }
  /**
   * Refused because of the mapping, or because the catalog changed. `availableStatuses`: the status names that the
   * API listed; `unknownKeys`, `unsupportedKeys`: the keyNames that it refused.
   */
  | {
      readonly kind: 'mapping';
      readonly row: string;
      readonly reason: string;
      readonly diagnostics: readonly Diagnostic[];
      readonly availableStatuses?: readonly string[];
      readonly unknownKeys?: readonly string[];
      readonly unsupportedKeys?: readonly string[];
    }
  /** A fault of the destination or of the access to it. The call is returned unchanged. */
  | { readonly kind: 'hold'; readonly row: string; readonly reason: string }
  /** The event or the whole destination is at fault: `good` if a probe succeeds, otherwise the destination is held. */
  | {
      readonly kind: 'probe';
      readonly row: string;
      readonly reason: string;
      readonly good: Exclude<Outcome, { kind: 'probe' }>;
    };

/** The response of an attempt: for people, without secrets, cut to 2,000 characters. */
export interface AttemptRecord {
  readonly at: number;
  readonly ms: number;
  /** The kind of the outcome and the row of the failure table, `again T2`. */
  readonly outcome: string;
  /** The HTTP status, if there was one. */
  readonly status?: number;
  readonly body?: string;
}
