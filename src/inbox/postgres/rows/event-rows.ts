import { type CallOfEvent, type Derived, type DerivedRow, deriveEvent } from '../../decide/derive-event.ts';
import { settledStatuses } from '../../decide/event-status.ts';
import type { Transaction } from '../connection/transaction.ts';

interface EventRow extends DerivedRow {
  readonly sequence: number;
}

interface CallRow extends CallOfEvent {
  readonly id: number;
  readonly event: number;
}

interface DerivedEvent extends Derived {
  readonly sequence: number;
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
  const changed: DerivedEvent[] = [];
  for (const event of events) {
    const derived = deriveEvent(event, callsOf.get(event.sequence) ?? []);
    if (!derived) continue;
    changed.push({ ...derived, sequence: event.sequence });
    if (derived.status !== event.status) {
      transaction.addEventOutcome(event.source, derived.status, event.sequence);
    }
  }
  writeDerived(transaction, changed, now);
}

function writeDerived(transaction: Transaction, events: readonly DerivedEvent[], now: number): void {
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
