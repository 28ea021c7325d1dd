import type { Call } from '../../call.ts';
import type { Claim } from '../../claim.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { wasDeliveredSql } from '../../stored/was-delivered.ts';
import type { Connection } from '../connection/connection.ts';

/** Returns the delivered calls of a claim's lane that are newer than it, oldest first (WorkStore.newerDelivered). */
export function newerDelivered(connection: Connection, claim: Claim): readonly Call[] {
  const call = connection.get<{ lane: number | null }>('SELECT lane FROM call WHERE id = ?', claim.callId);
  return newerInLane(connection, call?.lane ?? null, claim);
}

/**
 * Returns the delivered calls of a lane that are newer than a call of an event, oldest first. They include calls that
 * were delivered before and are sent again or discarded since, because the values that they set are still there.
 */
export function newerInLane(
  connection: Connection,
  lane: number | null,
  { sequence, mapping, policy, occurredAt }: Pick<Claim, 'sequence' | 'mapping' | 'policy' | 'occurredAt'>,
): readonly Call[] {
  const rows = connection.all<{ request: string }>(
    `WITH own AS (SELECT sequence, coalesce(origin, sequence) AS place FROM event WHERE sequence = ?)
     SELECT c.request FROM call c JOIN event e ON e.sequence = c.event, own
     WHERE c.lane = ? AND c.event > own.place AND c.request IS NOT NULL AND ${wasDeliveredSql('c')}
       AND (coalesce(e.origin, e.sequence), c.event) > (own.place, own.sequence)
       AND coalesce(c.mapping = ? AND c.occurred_at < ?, 0) = 0
     ORDER BY coalesce(e.origin, e.sequence), c.event, c.position`,
    sequence,
    lane,
    mapping,
    policy.ignoreOlder ? (occurredAt ?? null) : null,
  );
  return rows.map(row => storedCall.read(row.request));
}

/** Returns the time of the newest event that a claim's mapping delivered in its lane (WorkStore.lastApplied). */
export function lastApplied(connection: Connection, claim: Claim): number | undefined {
  const newest = connection.get<{ at: number | null }>(
    `SELECT max(occurred_at) AS at FROM call WHERE lane = (SELECT lane FROM call WHERE id = ?) AND mapping = ?
       AND status = 'delivered' AND occurred_at IS NOT NULL`,
    claim.callId,
    claim.mapping,
  );
  return newest?.at ?? undefined;
}
