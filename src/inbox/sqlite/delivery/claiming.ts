import type { Claim } from '../../claim.ts';
import { heldMs, type LifeRow, leftOf, lifeOf } from '../../decide/call-life.ts';
import type { Status } from '../../event.ts';
import type { Claims } from '../../owned/claims.ts';
import { hasLaterSql } from '../../stored/has-later.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Connection } from '../connection/connection.ts';
import { clockTime } from '../rows/paused-clocks.ts';

interface HeadRow extends LifeRow {
  id: number;
  attempt: number;
  mapping: string;
  mapping_version: string;
  request: string;
  link_people: string | null;
  link_id: string | null;
  policy: string;
  tries: number;
  last_row: string | null;
  row_times: number;
  out_of_order: number;
  force: number;
  own_status: Status | null;
  event_id: string;
  source: string;
  sequence: number;
  received_at: number;
  occurred_at: number | null;
  trace: string | null;
  imported: number;
  is_older: number;
}

/**
 * A limit as a parameter. With a bare parameter SQLite plans the statement again in each run, which takes longer than
 * running it; the addition prevents that.
 */
export const givenLimit = 'LIMIT ? + 0';

/** The values of the lanes' column `imported`, in the order in which lanes are claimed. */
const liveFirst = [0, 1] as const;

/** Claims the first calls of due lanes: live ones first, the longest due first (Store.claim). */
export function claimDue(
  connection: Connection,
  claims: Claims,
  what: { destination: string; now: number; limit: number },
): readonly Claim[] {
  const { destination, now, limit } = what;
  const taken = claimedLanes(connection, claims);
  const free: { readonly id: number }[] = [];
  for (const imported of liveFirst) {
    const due = connection.all<{ id: number }>(
      `SELECT id FROM lane WHERE destination = ? AND imported = ? AND due_at <= ? ORDER BY due_at ${givenLimit}`,
      destination,
      imported,
      now,
      limit + taken.size,
    );
    free.push(...due.filter(lane => !taken.has(lane.id)).slice(0, limit - free.length));
    if (free.length >= limit) break;
  }
  const times = { now, clockTime: free.length === 0 ? now : clockTime(connection, destination, now) };
  return free.map(lane => claimHead(connection, claims, destination, lane.id, times));
}

/** Returns the due time of the next unclaimed lane (Store.nextDueAt). */
export function nextDueAt(connection: Connection, claims: Claims, destination: string): number | undefined {
  const taken = claimedLanes(connection, claims);
  const next = liveFirst.flatMap(imported => {
    const due = connection.all<{ id: number; due_at: number }>(
      `SELECT id, due_at FROM lane WHERE destination = ? AND imported = ? AND due_at IS NOT NULL
       ORDER BY due_at ${givenLimit}`,
      destination,
      imported,
      taken.size + 1,
    );
    return due.find(lane => !taken.has(lane.id))?.due_at ?? [];
  });
  return next.length === 0 ? undefined : Math.min(...next);
}

/** Returns the current lanes of claimed calls: lanes may have been merged since they were claimed. */
export function claimedLanes(connection: Connection, claims: Claims): ReadonlySet<number> {
  const lanes = claims.lanes(connection.joins);
  if (lanes) return lanes;
  const rows = connection.all<{ lane: number }>(
    'SELECT lane FROM call WHERE id IN (SELECT value FROM json_each(?)) AND lane IS NOT NULL',
    JSON.stringify(claims.callIds()),
  );
  return new Set(rows.map(({ lane }) => lane));
}

/** Returns true if the lane of a call was merged with another one since the call was claimed. */
export function hasMoved(connection: Connection, claims: Claims, claim: Claim): boolean {
  const { callId, outOfOrder } = claim;
  if (outOfOrder || claims.joinsAt(claim) === connection.joins) return false;
  return (
    connection.get<{ out_of_order: number }>('SELECT out_of_order FROM call WHERE id = ?', callId)
      ?.out_of_order === 1
  );
}

function claimHead(
  connection: Connection,
  claims: Claims,
  destination: string,
  lane: number,
  { now, clockTime }: { readonly now: number; readonly clockTime: number },
): Claim {
  const row = connection.get<HeadRow>(
    `SELECT c.id, c.attempt, c.mapping, c.mapping_version, c.request, c.link_people, c.link_id, c.policy, c.tries,
       c.last_row, c.row_times, c.out_of_order, c.force, c.life_from, c.deadline, c.remaining,
       e.id AS event_id, e.source, e.sequence, e.received_at, e.occurred_at, e.trace,
       e.own_status, e.import IS NOT NULL AS imported, ${hasLaterSql('c', 'e.occurred_at')} AS is_older
     FROM call c JOIN event e ON e.sequence = c.event
     WHERE c.lane = ? AND c.status = 'queued' ORDER BY c.event, c.position LIMIT 1`,
    lane,
  );
  if (!row) throw new Error(`lane ${lane} is due and has no queued call`);
  const policy = storedPolicy.read(row.policy);
  const life = { receivedAt: row.received_at, from: row.life_from, maxAgeMs: policy.maxAgeMs };
  return {
    callId: row.id,
    attempt: claims.take(row.id, row.attempt, { lane, joins: connection.joins }),
    eventId: row.event_id,
    source: row.source,
    sequence: row.sequence,
    mapping: row.mapping,
    mappingVersion: row.mapping_version,
    destination,
    lane,
    call: storedCall.read(row.request),
    ...(row.link_people !== null &&
      row.link_id !== null && { link: { people: row.link_people, id: row.link_id } }),
    policy,
    receivedAt: row.received_at,
    ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
    heldMs: heldMs(life, row.remaining ?? leftOf(lifeOf(row), clockTime), now),
    tries: row.tries,
    lastRow: row.last_row === null ? null : { row: row.last_row, times: row.row_times },
    outOfOrder: row.out_of_order === 1,
    force: row.force === 1,
    ...(row.own_status === 'discarded' && { givenUp: true as const }),
    ...(row.trace !== null && { trace: row.trace }),
    ...(row.imported === 1 && { imported: true as const }),
    ...(row.is_older === 1 && { isOlder: true as const }),
  };
}
