import { customerLane, type Link, linkLane } from '../../call.ts';
import { type LaneJoin, laneJoin } from '../../decide/links.ts';
import type { Transaction } from '../connection/transaction.ts';

/** A lane by its destination and key. */
export interface LaneName {
  readonly destination: string;
  readonly key: string;
}

/** Returns the lane of this name, made if it does not exist yet. */
export async function laneOf(transaction: Transaction, name: LaneName): Promise<number> {
  makeLanes(transaction, [name]);
  const lane = await transaction.get<{ id: number }>(
    'SELECT id FROM lane WHERE destination = $1 AND key = $2',
    name.destination,
    name.key,
  );
  if (lane === undefined) throw new Error('a lane was neither found nor made');
  return lane.id;
}

/** Makes the missing lanes of these names. Their destinations are locked. */
export function makeLanes(transaction: Transaction, names: readonly LaneName[]): void {
  if (names.length === 0) return;
  transaction.write(
    `INSERT INTO lane (destination, key) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
    names.map(name => name.destination),
    names.map(name => name.key),
  );
}

async function findLanes(
  transaction: Transaction,
  names: readonly LaneName[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.all<LaneName & { id: number }>(
    `SELECT id, destination, key FROM lane
     WHERE (destination, key) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    names.map(name => name.destination),
    names.map(name => name.key),
  );
  return new Map(rows.map(row => [nameText(row), row.id]));
}

function nameText({ destination, key }: LaneName): string {
  return JSON.stringify([destination, key]);
}

/**
 * Sets the due times of lanes from their first queued calls, and whether live calls wait before those. Call it after
 * every change of their calls, in a transaction that has locked their destinations.
 */
export function refreshLanes(transaction: Transaction, lanes: Iterable<number>): void {
  const wanted = [...new Set(lanes)];
  if (wanted.length > 0) transaction.write(refreshing('$1::bigint[]'), wanted);
}

/** Does the same for the lanes in which calls of events are waiting. */
export function refreshLanesOfEvents(transaction: Transaction, events: readonly number[]): void {
  if (events.length > 0) transaction.write(refreshingBehind('event = ANY ($1::bigint[])'), events);
}

/** Does the same for the lanes in which calls are waiting. */
export function refreshLanesBehind(transaction: Transaction, calls: readonly number[]): void {
  if (calls.length > 0) transaction.write(refreshingBehind('id = ANY ($1::bigint[])'), calls);
}

/** Does the same for the current lanes of calls. */
export function refreshLanesOf(transaction: Transaction, calls: readonly number[]): void {
  if (calls.length > 0)
    transaction.write(refreshing('ARRAY(SELECT lane FROM call WHERE id = ANY ($1::bigint[]))'), calls);
}

function refreshingBehind(calls: string): string {
  const came = `SELECT call.lane, max(call.event) AS event FROM call JOIN event ON event.sequence = call.event
    WHERE call.${calls} AND call.status = 'queued' AND event.import IS NULL GROUP BY call.lane`;
  return refreshing(`ARRAY(SELECT lane FROM call WHERE ${calls})`, came);
}

/**
 * Returns the statement. `lanes`: an array of ids; with a list of rows, PostgreSQL would read all lanes when it
 * expects few. `came`: the newest live events with new waiting calls in lanes, as rows.
 */
function refreshing(
  lanes: string,
  came = 'SELECT NULL::bigint AS lane, NULL::bigint AS event WHERE false',
): string {
  return `UPDATE lane SET due_at = head.due_at, imported = head.imported, live_until = head.live_until
    FROM (SELECT each.id, first.due_at, live.until AS live_until,
        coalesce(first.event > coalesce(live.until, 0)
          AND (SELECT import IS NOT NULL FROM event WHERE sequence = first.event), false) AS imported
      FROM lane each
      LEFT JOIN (${came}) AS came ON came.lane = each.id
      CROSS JOIN LATERAL (SELECT greatest(each.live_until, came.event) AS until) AS live
      LEFT JOIN LATERAL (SELECT due_at, event FROM call WHERE lane = each.id AND status = 'queued'
        ORDER BY event, position LIMIT 1) AS first ON true
      WHERE each.id = ANY (${lanes})) AS head
    WHERE lane.id = head.id AND (lane.due_at, lane.imported, lane.live_until)
      IS DISTINCT FROM (head.due_at, head.imported, head.live_until)`;
}

/** Merges the lanes of a link and of its customer number. */
export async function joinLanes(
  transaction: Transaction,
  destination: string,
  link: Link,
  customerId: string,
): Promise<void> {
  const key = customerLane(customerId);
  const join = await joinOf(transaction, destination, linkLane(link), key);
  if (join.kind === 'none') return;
  await transaction.run(
    'UPDATE call SET customer_id = $1 WHERE lane = $2 AND customer_id IS NULL',
    customerId,
    join.from,
  );
  await applyJoin(transaction, join, key);
}

/** Merges the lanes of two ids of a link into that of the second id. */
export async function joinLinkLanes(
  transaction: Transaction,
  destination: string,
  from: Link,
  into: Link,
): Promise<void> {
  const join = await joinOf(transaction, destination, linkLane(from), linkLane(into));
  if (join.kind !== 'none') await applyJoin(transaction, join, linkLane(into));
}

/** Marks the calls that wait in lanes for events before a newer one (`by`), which was delivered in another lane. */
export function markOvertaken(
  transaction: Transaction,
  lanes: readonly (LaneName & { readonly by: number })[],
): void {
  if (lanes.length === 0) return;
  transaction.write(
    `UPDATE call SET out_of_order = true
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS found (destination, key, by)
     JOIN lane ON lane.destination = found.destination AND lane.key = found.key
     WHERE call.lane = lane.id AND call.status = 'queued' AND call.event < found.by AND NOT call.out_of_order`,
    lanes.map(({ destination }) => destination),
    lanes.map(({ key }) => key),
    lanes.map(({ by }) => by),
  );
}

async function joinOf(
  transaction: Transaction,
  destination: string,
  from: string,
  into: string,
): Promise<LaneJoin> {
  const names = [from, into].map(key => ({ destination, key }));
  const known = await findLanes(transaction, names);
  const [ofLink, ofNumber] = names.map(name => known.get(nameText(name)));
  return laneJoin({ ofLink, ofNumber });
}

async function applyJoin(
  transaction: Transaction,
  join: Exclude<LaneJoin, { kind: 'none' }>,
  key: string,
): Promise<void> {
  const { from } = join;
  if (join.kind === 'rename') {
    await transaction.run('UPDATE lane SET key = $1 WHERE id = $2', key, from);
    return;
  }
  await transaction.run('UPDATE call SET lane = $1 WHERE lane = $2', join.into, from);
  await transaction.run('UPDATE attempt_in_flight SET lane = $1 WHERE lane = $2', join.into, from);
  await transaction.run(
    "UPDATE call SET out_of_order = true WHERE lane = $1 AND status = 'queued'",
    join.into,
  );
  await transaction.run(
    `UPDATE lane SET live_until = greatest(live_until, (SELECT live_until FROM lane WHERE id = $1)) WHERE id = $2`,
    from,
    join.into,
  );
  await transaction.run('DELETE FROM lane WHERE id = $1', from);
  refreshLanes(transaction, [join.into]);
}
