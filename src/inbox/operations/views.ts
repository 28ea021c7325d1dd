import { isoTime } from '../clock.ts';
import { type AttemptViewRow, type EventViewRow, summaryOf, viewOf } from '../decide/show-event.ts';
import type { EventView } from '../event.ts';
import type { EventFilter, EventPage } from '../event-filter.ts';
import type { FoundPage } from './found-page.ts';
import type { Statements, Steps, StoreTransaction } from './steps.ts';

const defaultPage = 50;
const largestPage = 500;

const eventColumns = `sequence, id, source, type, received_at, occurred_at, duplicate_of, status, own_status,
  own_reason, own_diagnostics, noticed, trace`;

/** The columns of calls for their views that are the same in both databases, and the tables that have them. */
export const callViewColumns = `c.id, c.event, c.mapping, c.destination, c.operation, c.status, c.reason, c.due_at,
  c.customer_id, c.link_id, c.request, c.completion, c.diagnostics,
  c.lane, l.due_at AS lane_due_at, d.stopped_since AS stopped, d.reason AS destination_reason,
  d.next AS destination_next, d.not_before`;
/** The tables of these columns. */
export const callViewTables =
  'call c LEFT JOIN lane l ON l.id = c.lane LEFT JOIN destination d ON d.name = c.destination';

/** The reads of a transaction for views. */
export type ViewReads = Pick<StoreTransaction, 'all' | 'get' | 'callViews'>;

/** Returns the number of events of a page. */
export function pageSize({ limit }: Pick<EventFilter, 'limit'>): number {
  return Math.min(Math.max(limit ?? defaultPage, 1), largestPage);
}

/** Returns a page of events for display (Store.events). */
export function* eventPage(
  transaction: ViewReads,
  { found, next, stoppedBefore }: FoundPage,
  now: number,
): Steps<EventPage> {
  const events = yield* transaction.all<EventViewRow>(
    `SELECT ${eventColumns} FROM event WHERE sequence = ANY ($1) ORDER BY sequence DESC`,
    found,
  );
  const calls = yield* transaction.callViews(found);
  const callsOf = Map.groupBy(calls, call => call.event);
  const searchedTo =
    stoppedBefore === undefined ? undefined : yield* receivedFrom(transaction, stoppedBefore);
  return {
    events: events.map(event => summaryOf(event, callsOf.get(event.sequence) ?? [], now)),
    ...(next !== undefined && { next }),
    ...(searchedTo && { searchedTo }),
  };
}

/** Returns the time of receipt of the oldest event from a sequence on. */
function* receivedFrom(transaction: Pick<Statements, 'get'>, sequence: number): Steps<string | undefined> {
  const oldest = yield* transaction.get<{ received_at: number }>(
    'SELECT received_at FROM event WHERE sequence >= $1 ORDER BY sequence LIMIT 1',
    sequence,
  );
  return oldest && isoTime(oldest.received_at);
}

/** Returns one event with its calls and their attempts (Store.event). */
export function* eventView(transaction: ViewReads, id: string, now: number): Steps<EventView | undefined> {
  const row = yield* transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  return row && (yield* eventViews(transaction, [row.sequence], now)).get(row.sequence);
}

/** Does the same for several events, by their sequences. */
export function* eventViews(
  transaction: ViewReads,
  sequences: readonly number[],
  now: number,
): Steps<ReadonlyMap<number, EventView>> {
  const events = yield* transaction.all<EventViewRow>(
    `SELECT ${eventColumns} FROM event WHERE sequence = ANY ($1) ORDER BY sequence`,
    sequences,
  );
  const calls = yield* transaction.callViews(sequences);
  const attempts = yield* transaction.all<AttemptViewRow & { event: number }>(
    `SELECT c.event, a.call, a.at, a.ms, a.outcome, a.status, a.body FROM attempt a JOIN call c ON c.id = a.call
     WHERE c.event = ANY ($1) ORDER BY a.call, a.number`,
    sequences,
  );
  const callsOf = Map.groupBy(calls, call => call.event);
  const attemptsOf = Map.groupBy(attempts, attempt => attempt.event);
  return new Map(
    events.map(event => [
      event.sequence,
      viewOf(event, callsOf.get(event.sequence) ?? [], attemptsOf.get(event.sequence) ?? [], now),
    ]),
  );
}
