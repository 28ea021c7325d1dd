import { eventStatus, ownStatusBeside, settledStatuses } from '../../decide/event-status.ts';
import type { Status } from '../../event.ts';
import { codesOf } from '../../stored/event-codes.ts';
import { planningCodes } from '../../stored/planning-codes.ts';
import { waitsAt } from '../../stored/waits-at.ts';
import type { Transaction } from '../connection/transaction.ts';

interface EventRow {
  sequence: number;
  source: string;
  status: Status;
  own_status: Status | null;
  planning: number;
  waits_at: string | null;
  codes: string | null;
  own_diagnostics: string | null;
  noticed: string | null;
}

interface CallRow {
  id: number;
  event: number;
  status: Status;
  destination: string;
  diagnostics: string | null;
}

/** The columns by which lists find an event. */
interface Derived {
  readonly sequence: number;
  readonly status: Status;
  readonly own: Status | null;
  readonly waitsAt: string | null;
  readonly codes: string | null;
}

/** Events and their calls, from which the statuses of the events are derived. */
export interface EventsWithCalls {
  readonly events: readonly EventRow[];
  readonly calls: readonly CallRow[];
}

/**
 * Derives the statuses of events again, and the columns by which lists find them. Call it after every change of their
 * calls, of their own status or of their diagnostics, in a transaction that has locked them.
 */
export async function refreshEvents(
  transaction: Transaction,
  sequences: readonly number[],
  now: number,
): Promise<void> {
  refreshFrom(transaction, await eventsWithCalls(transaction, sequences), now);
}

/** Reads events with their calls, for `refreshFrom`. */
export async function eventsWithCalls(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<EventsWithCalls> {
  if (sequences.length === 0) return { events: [], calls: [] };
  const [events, calls] = await Promise.all([
    transaction.all<EventRow>(
      `SELECT sequence, source, status, own_status, planning, waits_at, codes, own_diagnostics, noticed
       FROM event WHERE sequence = ANY($1)`,
      sequences,
    ),
    transaction.all<CallRow>(
      'SELECT id, event, status, destination, diagnostics FROM call WHERE event = ANY($1)',
      sequences,
    ),
  ]);
  return { events, calls };
}

/** Does the same as `refreshEvents`, with rows that have the state at the end of the transaction. */
export function refreshFrom(transaction: Transaction, { events, calls }: EventsWithCalls, now: number): void {
  const callsOf = Map.groupBy(calls, call => call.event);
  const changed: Derived[] = [];
  for (const event of events) {
    const derived = derive(event, callsOf.get(event.sequence) ?? []);
    const isSame =
      derived.status === event.status &&
      derived.own === event.own_status &&
      derived.waitsAt === event.waits_at &&
      derived.codes === event.codes;
    if (isSame) continue;
    changed.push(derived);
    if (derived.status !== event.status) {
      transaction.addEventOutcome(event.source, derived.status, event.sequence);
    }
  }
  writeDerived(transaction, changed, now);
}

function derive(event: EventRow, calls: readonly CallRow[]): Derived {
  const statuses = calls.map(call => call.status);
  const own = ownStatusBeside(event.own_status, statuses);
  const status = eventStatus({
    own,
    calls: statuses,
    replaying: event.planning >= planningCodes.replay,
  });
  return {
    sequence: event.sequence,
    status,
    own,
    waitsAt: status === 'queued' ? waitsAt(calls) : null,
    codes: codesOf([event.noticed, event.own_diagnostics, ...calls.map(call => call.diagnostics)]),
  };
}

function writeDerived(transaction: Transaction, events: readonly Derived[], now: number): void {
  if (events.length === 0) return;
  transaction.write(
    `UPDATE event SET status = new.status, own_status = new.own,
       own_reason = CASE WHEN new.own IS NOT NULL THEN event.own_reason END, waits_at = new.waits_at, codes = new.codes,
       settled_at = CASE WHEN event.status = new.status THEN event.settled_at ELSE new.settled_at END
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])
       AS new (sequence, status, waits_at, codes, settled_at, own)
     WHERE event.sequence = new.sequence`,
    events.map(each => each.sequence),
    events.map(each => each.status),
    events.map(each => each.waitsAt),
    events.map(each => each.codes),
    events.map(each => (settledStatuses.has(each.status) ? now : null)),
    events.map(each => each.own),
  );
}
