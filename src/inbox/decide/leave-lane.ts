import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Operation } from '../call.ts';
import type { Status } from '../event.ts';
import type { Completion } from '../outcome.ts';
import type { NoticeAttempt, StatusNotice } from '../status-notice.ts';
import { type Life, leftOf } from './call-life.ts';

/** The outcome of a call that leaves its lane undelivered. */
export interface Leaving {
  readonly status: Exclude<Status, 'queued' | 'delivered'>;
  readonly reason: string;
  /** Diagnostics that are added to those of the call. */
  readonly diagnostics: readonly Diagnostic[];
  readonly completion?: Completion | undefined;
  /** The request that caused it, if there was one. */
  readonly attempt?: NoticeAttempt | undefined;
}

/** A call that leaves its lane, with its outcome. */
export interface TakenOut {
  readonly callId: number;
  readonly leaving: Leaving;
}

/** A call before it leaves its lane. */
export interface LeavingCall {
  readonly event: string;
  readonly source: string;
  readonly mapping: string;
  readonly destination: string;
  readonly operation: Operation;
  readonly life: Life;
  readonly diagnostics: readonly Diagnostic[];
}

/** The new state of the call's row, and its notices. */
export interface Left {
  readonly remainingMs: number | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly notice: StatusNotice | undefined;
}

/** Takes a call out of its lane. While a call is held its time stops. A call that a person discards causes no notice. */
export function leaveLane(call: LeavingCall, leaving: Leaving, clockTime: number): Left {
  const { event, source, mapping, destination, operation } = call;
  const { status, diagnostics, attempt } = leaving;
  return {
    remainingMs: status === 'held' ? leftOf(call.life, clockTime) : null,
    diagnostics: [...call.diagnostics, ...diagnostics],
    notice:
      status === 'discarded'
        ? undefined
        : {
            event,
            source,
            call: { mapping, destination, operation },
            status,
            diagnostics,
            ...(attempt && { attempt }),
          },
  };
}
