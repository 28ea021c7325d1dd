import { customerLane, type Link, linkLane } from '../../call.ts';
import { type LaneJoin, laneJoin } from '../../decide/links.ts';
import type { Connection } from '../connection.ts';

/** The lane of a key at a destination, made where it does not exist yet. */
export function laneOf(connection: Connection, destination: string, key: string): number {
  return (
    findLane(connection, destination, key) ??
    connection.insert('INSERT INTO lane (destination, key) VALUES (?, ?)', destination, key)
  );
}

/**
 * The lane that a call of the newest event waits in, made where it does not exist yet: it is due with that call where no
 * other waits in it. Answers the lane.
 */
export function waitInLane(connection: Connection, destination: string, key: string, dueAt: number): number {
  const lane = connection.get<{ id: number }>(
    `INSERT INTO lane (destination, key, due_at) VALUES (?, ?, ?)
     ON CONFLICT (destination, key) DO UPDATE SET due_at = coalesce(due_at, excluded.due_at) RETURNING id`,
    destination,
    key,
    dueAt,
  );
  if (!lane) throw new Error('a lane was neither found nor made');
  return lane.id;
}

/** Sets when a lane is due by its first queued call. To be called after every change of its calls. */
export function refreshLane(connection: Connection, lane: number): void {
  const found = connection.get<{ due_at: number | null; head: number | null }>(
    `SELECT due_at, (SELECT due_at FROM call WHERE lane = lane.id AND status = 'queued'
       ORDER BY event, position LIMIT 1) AS head
     FROM lane WHERE id = ?`,
    lane,
  );
  if (!found || found.due_at === found.head) return;
  connection.run('UPDATE lane SET due_at = ? WHERE id = ?', found.head, lane);
}

/** The same for the lane in which a call is by now: it may have become one with another since that was read. */
export function refreshLaneOf(connection: Connection, callId: number): void {
  connection.run(
    `UPDATE lane SET due_at = (SELECT due_at FROM call WHERE lane = lane.id AND status = 'queued'
       ORDER BY event, position LIMIT 1)
     WHERE id = (SELECT lane FROM call WHERE id = ?)`,
    callId,
  );
}

/** Makes one lane of those of a link and of the customer number that it stands for. */
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

/** Makes one lane of those of a link by two of its ids: from then on it is known by the second one. */
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
  connection.run("UPDATE call SET rejoined = 1 WHERE lane = ? AND status = 'queued'", join.into);
  connection.run('DELETE FROM lane WHERE id = ?', from);
  refreshLane(connection, join.into);
}

/** The lane of a key at a destination, where there is one. */
export function findLane(connection: Connection, destination: string, key: string): number | undefined {
  return connection.get<{ id: number }>(
    'SELECT id FROM lane WHERE destination = ? AND key = ?',
    destination,
    key,
  )?.id;
}
