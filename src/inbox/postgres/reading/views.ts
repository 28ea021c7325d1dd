import type { CallViewRow } from '../../decide/show-event.ts';
import { callViewColumns, callViewTables } from '../../operations/views.ts';
import type { Transaction } from '../connection/transaction.ts';

/** The current owner of a call's destination. */
const owner =
  "(SELECT owner FROM lease WHERE name = 'destination ' || c.destination AND until > clock_timestamp())";

/** The time until which a call of the lane may be in flight, at an owner that fits. */
const laneUntil = (whose: string) => `CASE WHEN c.due_at IS NOT NULL THEN (
  SELECT max(b.until) FROM attempt_in_flight b LEFT JOIN call own ON own.id = b.call
  WHERE b.destination = c.destination AND coalesce(b.lane, own.lane) = c.lane AND b.owner ${whose}) END`;

/** Returns the calls of events for their views, and whether they are in flight. */
export async function callViews(
  transaction: Transaction,
  sequences: readonly number[],
): Promise<readonly CallViewRow[]> {
  if (sequences.length === 0) return [];
  return transaction.all<CallViewRow>(
    `SELECT ${callViewColumns},
       CASE WHEN c.status = 'queued' THEN (
         SELECT b.until FROM attempt_in_flight b WHERE b.call = c.id AND b.owner = ${owner}) END AS given_until,
       ${laneUntil(`= ${owner}`)} AS lane_given_until, ${laneUntil(`IS DISTINCT FROM ${owner}`)} AS begun_until
     FROM ${callViewTables} WHERE c.event = ANY ($1) ORDER BY c.event, c.position`,
    sequences,
  );
}
