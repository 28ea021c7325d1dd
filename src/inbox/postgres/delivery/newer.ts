import type { Call } from '../../call.ts';
import type { Claim } from '../../claim.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { wasDeliveredSql } from '../../stored/was-delivered.ts';
import type { Transaction } from '../connection/transaction.ts';

/** Returns the delivered calls of a claim's lane that are newer than it, oldest first (WorkStore.newerDelivered). */
export async function newerDelivered(transaction: Transaction, claim: Claim): Promise<readonly Call[]> {
  const call = await transaction.get<{ lane: number | null }>(
    'SELECT lane FROM call WHERE id = $1',
    claim.callId,
  );
  return newerInLane(transaction, call?.lane ?? null, claim);
}

/** The delivered calls of the lane $2; each part uses an index of its own. */
const deliveredOfLane = ["= 'delivered'", "= 'queued'", "NOT IN ('queued', 'delivered')"]
  .map(
    status => `SELECT event, position, mapping, occurred_at, request FROM call
       WHERE lane = $2 AND status ${status} AND request IS NOT NULL AND ${wasDeliveredSql('call')}`,
  )
  .join(' UNION ALL ');

/**
 * Returns the delivered calls of a lane that are newer than a call of an event, oldest first. They include calls that
 * were delivered before and are sent again or discarded since, because the values that they set are still there.
 */
export async function newerInLane(
  transaction: Transaction,
  lane: number | null,
  { sequence, mapping, policy, occurredAt }: Pick<Claim, 'sequence' | 'mapping' | 'policy' | 'occurredAt'>,
): Promise<readonly Call[]> {
  if (lane === null) return [];
  const rows = await transaction.all<{ request: string }>(
    `WITH own AS (SELECT sequence, coalesce(origin, sequence) AS place FROM event WHERE sequence = $1)
     SELECT c.request FROM own, (${deliveredOfLane}) AS c JOIN event e ON e.sequence = c.event
     WHERE c.event > own.place
       AND (coalesce(e.origin, e.sequence), c.event) > (own.place, own.sequence)
       AND (c.mapping = $3 AND c.occurred_at < $4) IS NOT TRUE
     ORDER BY coalesce(e.origin, e.sequence), c.event, c.position`,
    sequence,
    lane,
    mapping,
    policy.ignoreOlder ? (occurredAt ?? null) : null,
  );
  return rows.map(row => storedCall.read(row.request));
}

/** Returns the time of the newest event that a claim's mapping delivered in its lane (WorkStore.lastApplied). */
export async function lastApplied(transaction: Transaction, claim: Claim): Promise<number | undefined> {
  const newest = await transaction.get<{ at: number | null }>(
    `SELECT max(occurred_at) AS at FROM call WHERE lane = (SELECT lane FROM call WHERE id = $1) AND mapping = $2
       AND status = 'delivered' AND occurred_at IS NOT NULL`,
    claim.callId,
    claim.mapping,
  );
  return newest?.at ?? undefined;
}
