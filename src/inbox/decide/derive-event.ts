import type { Status } from '../event.ts';
import { codesOf } from '../stored/event-codes.ts';
import { planningCodes } from '../stored/planning-codes.ts';
import { waitsAt } from '../stored/waits-at.ts';
import { eventStatus, ownStatusBeside } from './event-status.ts';

/** The columns of an event that depend on its calls, and those that they are derived from. */
export interface DerivedRow {
  readonly source: string;
  readonly status: Status;
  readonly own_status: Status | null;
  readonly planning: number;
  readonly waits_at: string | null;
  readonly codes: string | null;
  readonly own_diagnostics: string | null;
  readonly noticed: string | null;
}

/** The columns of a call from which those of its event are derived. */
export interface CallOfEvent {
  readonly status: Status;
  readonly destination: string;
  readonly diagnostics: string | null;
}

/** The columns by which lists find an event. */
export interface Derived {
  readonly status: Status;
  readonly own: Status | null;
  readonly waitsAt: string | null;
  readonly codes: string | null;
}

/** Derives the columns of an event from its calls; undefined if nothing changes. */
export function deriveEvent(event: DerivedRow, calls: readonly CallOfEvent[]): Derived | undefined {
  const statuses = calls.map(call => call.status);
  const own = ownStatusBeside(event.own_status, statuses);
  const status = eventStatus({
    own,
    calls: statuses,
    replaying: event.planning >= planningCodes.replay,
  });
  const places = status === 'queued' ? waitsAt(calls) : null;
  const codes = codesOf([event.noticed, event.own_diagnostics, ...calls.map(call => call.diagnostics)]);
  const isSame =
    status === event.status && own === event.own_status && places === event.waits_at && codes === event.codes;
  return isSame ? undefined : { status, own, waitsAt: places, codes };
}
