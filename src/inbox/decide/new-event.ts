import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Status } from '../event.ts';
import { codeAfter, planningCodes } from '../stored/planning-codes.ts';
import { waitsAt } from '../stored/waits-at.ts';
import { eventStatus, settledStatuses } from './event-status.ts';
import type { PlanChanges } from './plan-changes.ts';

/** The initial state of an event, as the columns of its row. */
export interface NewEvent {
  readonly status: Status;
  readonly planning: number;
  readonly calls: number;
  /** The outcome of the event itself, apart from its calls. */
  readonly own: {
    readonly status: Status;
    readonly reason: string;
    readonly diagnostics: readonly Diagnostic[];
  } | null;
  readonly heldSince: number | null;
  readonly waitsAt: string | null;
  readonly settledAt: number | null;
  /** The diagnostics of its calls. */
  readonly callDiagnostics: readonly Diagnostic[];
}

/** Returns an event that waits to be planned. */
export const unplanned: NewEvent = {
  status: 'queued',
  planning: planningCodes.first,
  calls: 0,
  own: null,
  heldSince: null,
  waitsAt: null,
  settledAt: null,
  callDiagnostics: [],
};

/** Returns an event with faulty contents. Its diagnostics are those of its intake. */
export function failed(reason: string, at: number): NewEvent {
  const own = { status: 'failed', reason, diagnostics: [] } as const;
  return { ...unplanned, status: 'failed', planning: 0, own, settledAt: at };
}

/** Returns an event that is planned while it is stored. */
export function planned({ event, insert }: PlanChanges, now: number): NewEvent {
  const calls = insert.map(({ row: { planned, status } }) => ({ status, destination: planned.destination }));
  const status = eventStatus({
    own: event.outcome?.status ?? null,
    calls: calls.map(call => call.status),
    replaying: false,
  });
  return {
    status,
    planning: codeAfter(event),
    calls: event.calls,
    own: event.outcome ?? null,
    heldSince: event.heldSince,
    waitsAt: status === 'queued' ? waitsAt(calls) : null,
    settledAt: settledStatuses.has(status) ? now : null,
    callDiagnostics: insert.flatMap(({ row }) => row.planned.diagnostics),
  };
}
