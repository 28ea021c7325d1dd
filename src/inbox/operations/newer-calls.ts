import { customerOfLane, type DeliveredCall, isOfAppointment } from '../call.ts';
import type { Claim, ComparedCall, LaterCall } from '../claim.ts';
import { personNumbers } from '../decide/person-numbers.ts';
import { planningCodes } from '../stored/planning-codes.ts';
import { storedCall } from '../stored/stored-call.ts';
import { wasDeliveredSql } from '../stored/was-delivered.ts';
import type { Statements, Steps } from './steps.ts';

/** Returns the delivered calls of a claim's person that are newer than it, oldest first (WorkStore.newerDelivered). */
export function* newerDelivered(transaction: Statements, claim: Claim): Steps<readonly DeliveredCall[]> {
  const lane = yield* transaction.get<Lane>(
    'SELECT lane.id, lane.destination, lane.key FROM call JOIN lane ON lane.id = call.lane WHERE call.id = $1',
    claim.callId,
  );
  return lane ? yield* newerInLane(transaction, lane, claim) : [];
}

/** A lane, perhaps one in which no call has been (`id` null). */
interface Lane {
  readonly id: number | null;
  readonly destination: string;
  readonly key: string;
}

/**
 * The delivered calls of the lane $2, and the bookings in other lanes whose response named its customer ($7) at its
 * destination ($8). Each part uses an index of its own in PostgreSQL.
 */
const deliveredOfLane = [
  // The attempts of these need no look. PostgreSQL plans this statement for each call, in less time without it.
  `lane = $2 AND status = 'delivered'`,
  ...["= 'queued'", "NOT IN ('queued', 'delivered')"].map(
    status => `lane = $2 AND status ${status} AND ${wasDeliveredSql('call')}`,
  ),
  `customer_id = ANY ($7) AND destination = $8 AND operation = 'persistCustomerData' AND lane IS DISTINCT FROM $2
    AND ${wasDeliveredSql('call')}`,
]
  .map(
    part => `SELECT event, position, operation, mapping, occurred_at, link_people, link_id, request FROM call
       WHERE ${part} AND request IS NOT NULL`,
  )
  .join(' UNION ALL ');

/**
 * Returns the delivered calls of a lane's person that are newer than a call of an event, oldest first. They include
 * calls that were delivered before and are sent again or discarded since, because the values that they set are still
 * there. A call that came to the lane by another link, and whose event is about to be sent again, is left out: by its
 * link of today it may belong to somebody else. A booking without a link has found its customer itself, once and for all.
 * In the lane of an appointment, the delivered calls are bookings of other participants.
 */
export function* newerInLane(
  transaction: Statements,
  { id, destination, key }: Lane,
  { sequence, mapping, policy, occurredAt, link }: ComparedCall,
): Steps<readonly DeliveredCall[]> {
  if (isOfAppointment(key)) return [];
  const rows = yield* transaction.all<{ id: string; request: string }>(
    `WITH own AS (SELECT sequence, coalesce(origin, sequence) AS place FROM event WHERE sequence = $1)
     SELECT e.id, c.request FROM own, (${deliveredOfLane}) AS c JOIN event e ON e.sequence = c.event
     WHERE c.event > own.place
       AND (coalesce(e.origin, e.sequence), c.event) > (own.place, own.sequence)
       AND (c.mapping = $3 AND c.occurred_at < $4) IS NOT TRUE
       AND NOT (e.planning IN (${planningCodes.repeat}, ${planningCodes['forced-repeat']})
         AND (c.operation <> 'persistCustomerData' OR c.link_id IS NOT NULL)
         AND (c.link_people IS DISTINCT FROM $5 OR c.link_id IS DISTINCT FROM $6))
     ORDER BY coalesce(e.origin, e.sequence), c.event, c.position`,
    sequence,
    id,
    mapping,
    policy.ignoreOlder ? (occurredAt ?? null) : null,
    link?.people ?? null,
    link?.id ?? null,
    personNumbers(customerOfLane(key) ?? ''),
    destination,
  );
  return rows.map(row => ({ ...storedCall.read(row.request), eventId: row.id }));
}

/** Returns the time of the newest event that a claim's mapping delivered in its lane (WorkStore.lastApplied). */
export function* lastApplied(transaction: Statements, claim: Claim): Steps<number | undefined> {
  const newest = yield* transaction.get<{ at: number | null }>(
    `SELECT max(occurred_at) AS at FROM call WHERE lane = (SELECT lane FROM call WHERE id = $1) AND mapping = $2
       AND status = 'delivered' AND occurred_at IS NOT NULL`,
    claim.callId,
    claim.mapping,
  );
  return newest?.at ?? undefined;
}

/** The maximum number of later calls whose values are compared. */
const comparedCalls = 50;

/**
 * Returns the calls of a claim's mapping in its lane that were delivered for events that happened later, by the times of
 * the events (WorkStore.laterDelivered).
 */
export function* laterDelivered(transaction: Statements, claim: Claim): Steps<readonly LaterCall[]> {
  if (claim.occurredAt === undefined) return [];
  const rows = yield* transaction.all<{ occurred_at: number; request: string }>(
    `SELECT occurred_at, request FROM call WHERE lane = coalesce((SELECT lane FROM call WHERE id = $1), $2)
       AND mapping = $3 AND status = 'delivered' AND occurred_at IS NOT NULL AND occurred_at > $4
       AND request IS NOT NULL ORDER BY occurred_at DESC, event DESC LIMIT $5`,
    claim.callId,
    claim.lane,
    claim.mapping,
    claim.occurredAt,
    comparedCalls,
  );
  return rows
    .map(({ occurred_at: occurredAt, request }) => ({ occurredAt, call: storedCall.read(request) }))
    .toReversed();
}
