import type { CallViewRow } from '../../decide/show-event.ts';
import { callViewColumns, callViewTables } from '../../operations/views.ts';
import type { Claims } from '../../owned/claims.ts';
import type { Connection } from '../connection/connection.ts';
import { claimedLanes } from '../delivery/claiming.ts';

/** The columns that are only in memory. */
type InMemory = 'given_until' | 'lane_given_until';

/** Returns the calls of events for their views, and whether they are in flight. A claim ends with its call. */
export function callViews(
  connection: Connection,
  claims: Claims,
  sequences: readonly number[],
): readonly CallViewRow[] {
  const rows = connection.all<Omit<CallViewRow, InMemory> & { lane: number | null }>(
    `SELECT ${callViewColumns} FROM ${callViewTables} WHERE c.event IN (SELECT value FROM json_each(?))
     ORDER BY c.event, c.position`,
    JSON.stringify(sequences),
  );
  const lanes = claimedLanes(connection, claims);
  const until = (isGiven: boolean) => (isGiven ? Number.POSITIVE_INFINITY : null);
  return rows.map(row => ({
    ...row,
    given_until: until(claims.has(row.id)),
    lane_given_until: until(row.lane !== null && lanes.has(row.lane)),
  }));
}
