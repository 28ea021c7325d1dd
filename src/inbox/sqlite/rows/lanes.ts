import { customerLane, type Link, linkLane } from '../../call.ts';
import { type LaneJoin, laneJoin } from '../../decide/links.ts';
import type { Connection } from '../connection/connection.ts';

/** Returns the lane of a key at a destination, made if it does not exist yet. */
export function laneOf(connection: Connection, destination: string, key: string): number {
  return (
    findLane(connection, destination, key) ??
    connection.insert('INSERT INTO lane (destination, key) VALUES (?, ?)', destination, key)
  );
}

/**
 * Returns the lane in which a call of the newest event, a live one, will wait; it is made if it does not exist yet. The
 * lane is due with that call if no other call waits in it.
 */
export function waitInLane(
  connection: Connection,
  { destination, key }: { readonly destination: string; readonly key: string },
  { dueAt, event }: { readonly dueAt: number; readonly event: number },
): number {
  const lane = connection.get<{ id: number }>(
    `INSERT INTO lane (destination, key, due_at, live_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (destination, key) DO UPDATE SET due_at = coalesce(due_at, excluded.due_at), imported = 0,
       live_until = excluded.live_until RETURNING id`,
    destination,
    key,
    dueAt,
    event,
  );
  if (!lane) throw new Error('a lane was neither found nor made');
  return lane.id;
}

interface LaneRow {
  due_at: number | null;
  imported: number;
  live_until: number | null;
}

/**
 * Sets the due time of a lane from its first queued call, and whether live calls wait before that one. Call it after
 * every change of its calls. `liveEvent`: a live event with a new waiting call in it.
 */
export function refreshLane(connection: Connection, lane: number, liveEvent?: number): void {
  const found = connection.get<LaneRow>('SELECT due_at, imported, live_until FROM lane WHERE id = ?', lane);
  if (!found) return;
  const head = connection.get<{ due_at: number; event: number; imported: number }>(
    `SELECT due_at, event, (SELECT import IS NOT NULL FROM event WHERE sequence = call.event) AS imported FROM call
     WHERE lane = ? AND status = 'queued' ORDER BY event, position LIMIT 1`,
    lane,
  );
  const liveUntil = laterOf(found.live_until, liveEvent ?? null);
  const imported = head?.imported === 1 && head.event > (liveUntil ?? 0) ? 1 : 0;
  const dueAt = head?.due_at ?? null;
  if (found.due_at === dueAt && found.imported === imported && found.live_until === liveUntil) return;
  connection.run(
    'UPDATE lane SET due_at = ?, imported = ?, live_until = ? WHERE id = ?',
    dueAt,
    imported,
    liveUntil,
    lane,
  );
}

/** Does the same for the current lane of a call: lanes may have been merged since it was read. */
export function refreshLaneOf(connection: Connection, callId: number): void {
  const call = connection.get<{ lane: number | null }>('SELECT lane FROM call WHERE id = ?', callId);
  if (call && call.lane !== null) refreshLane(connection, call.lane);
}

function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Merges the lanes of a link and of its customer number. */
export function joinLanes(connection: Connection, destination: string, link: Link, customerId: string): void {
  const join = laneJoin({
    ofLink: findLane(connection, destination, linkLane(link)),
    ofNumber: findLane(connection, destination, customerLane(customerId)),
  });
  if (join.kind === 'none') return;
  connection.run(
    'UPDATE call SET customer_id = ? WHERE lane = ? AND customer_id IS NULL',
    customerId,
    join.from,
  );
  applyJoin(connection, join, customerLane(customerId));
}

/** Merges the lanes of two ids of a link into that of the second id. */
export function joinLinkLanes(connection: Connection, destination: string, from: Link, into: Link): void {
  const join = laneJoin({
    ofLink: findLane(connection, destination, linkLane(from)),
    ofNumber: findLane(connection, destination, linkLane(into)),
  });
  if (join.kind !== 'none') applyJoin(connection, join, linkLane(into));
}

function applyJoin(connection: Connection, join: Exclude<LaneJoin, { kind: 'none' }>, key: string): void {
  const { from } = join;
  if (join.kind === 'rename') {
    connection.run('UPDATE lane SET key = ? WHERE id = ?', key, from);
    return;
  }
  connection.noteJoin();
  connection.run('UPDATE call SET lane = ? WHERE lane = ?', join.into, from);
  connection.run("UPDATE call SET out_of_order = 1 WHERE lane = ? AND status = 'queued'", join.into);
  const left = connection.get<Pick<LaneRow, 'live_until'>>('SELECT live_until FROM lane WHERE id = ?', from);
  connection.run('DELETE FROM lane WHERE id = ?', from);
  refreshLane(connection, join.into, left?.live_until ?? undefined);
}

/** Marks the calls that wait in a lane for events before a newer one, which was delivered in another lane. */
export function markOvertaken(
  connection: Connection,
  { destination, key, by }: { readonly destination: string; readonly key: string; readonly by: number },
): void {
  const lane = findLane(connection, destination, key);
  if (lane === undefined) return;
  const marked = connection.run(
    "UPDATE call SET out_of_order = 1 WHERE lane = ? AND status = 'queued' AND event < ? AND out_of_order = 0",
    lane,
    by,
  );
  if (marked > 0) connection.noteJoin();
}

/** Returns the lane of a key at a destination; undefined if there is none. */
export function findLane(connection: Connection, destination: string, key: string): number | undefined {
  return connection.get<{ id: number }>(
    'SELECT id FROM lane WHERE destination = ? AND key = ?',
    destination,
    key,
  )?.id;
}
