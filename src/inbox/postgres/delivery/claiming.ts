import type { Claim } from '../../claim.ts';
import { heldMs, leftOf, timeOf } from '../../decide/call-life.ts';
import type { Claims } from '../../owned/claims.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Transaction } from '../connection/transaction.ts';
import { clocksOf, type LifeColumns, lifeIn } from '../rows/paused-clocks.ts';

/** What is asked for by an owner of a destination (WorkStore.claim). */
export interface Wish {
  readonly destination: string;
  readonly now: number;
  readonly limit: number;
  /** How long a call may take. */
  readonly callMs: number;
}

/** Who asks, and what was given out already. */
export interface Asking {
  readonly owner: string;
  readonly claims: Claims;
  readonly beginWithinMs: number;
}

/**
 * The lanes of what is given out, by where its calls are now: lanes may have become one meanwhile. $1: the destinations,
 * $2: now, $3: what this process has in flight, as a JSON list. All else that was given out and not settled, by whomever,
 * may be on its way until its time is over: this process may have lost the destination meanwhile, or the answer to a claim.
 */
const lanesGivenOut = `SELECT lane FROM call WHERE lane IS NOT NULL AND id = ANY (ARRAY(
  SELECT call FROM begun WHERE destination = ANY ($1::text[]) AND until > $2
  UNION SELECT value::bigint FROM json_array_elements_text($3::json)))
  UNION SELECT lane FROM begun WHERE destination = ANY ($1::text[]) AND until > $2 AND lane IS NOT NULL`;

/** The first three values of a statement about what is due at destinations. */
function valuesOf(destinations: readonly string[], now: number, { claims }: Asking) {
  return [destinations, Math.floor(now), claims.callIds()] as const;
}

/** What is given out must be so for all who ask, so the earliest of their times counts. */
function earliest(wishes: readonly Wish[]): number {
  return Math.min(...wishes.map(({ now }) => now));
}

/** Whether anything is due at any of some destinations that can be given out. */
export async function isAnythingDue(
  transaction: Transaction,
  wishes: readonly Wish[],
  asking: Asking,
): Promise<boolean> {
  const found = await transaction.get(
    `SELECT 1 FROM unnest($1::text[], $4::bigint[]) AS wish (destination, now)
     WHERE EXISTS (SELECT 1 FROM lane WHERE lane.destination = wish.destination AND due_at <= wish.now
       AND id NOT IN (${lanesGivenOut}) ORDER BY due_at, id LIMIT 1) LIMIT 1`,
    ...valuesOf(
      wishes.map(({ destination }) => destination),
      earliest(wishes),
      asking,
    ),
    wishes.map(({ now }) => Math.floor(now)),
  );
  return found !== undefined;
}

interface HeadRow extends LifeColumns {
  destination: string;
  id: number;
  lane: number;
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
  rejoined: boolean;
  force: boolean;
  event_id: string;
  source: string;
  sequence: number;
  received_at: number;
  occurred_at: number | null;
  trace: string | null;
}

/** A call that is to be claimed: the claim, but for the number of its attempt. */
export interface LaneHead {
  readonly attemptsBefore: number;
  readonly claim: Omit<Claim, 'attempt'>;
}

/**
 * Gives out the first calls of due lanes, at each destination longest due first, and notes until when they may be on their
 * way. To be called in a transaction that has proved the destinations, one at a time.
 */
export async function giveOutDue(
  transaction: Transaction,
  wishes: readonly Wish[],
  asking: Asking,
): Promise<readonly LaneHead[]> {
  const rows = await headsOfDueLanes(transaction, wishes, asking);
  if (rows.length === 0) return [];
  const of = new Map(wishes.map(wish => [wish.destination, wish]));
  const given = rows.flatMap(row => {
    const wish = of.get(row.destination);
    return wish ? [{ row, wish }] : [];
  });
  await noteBegun(transaction, given, asking);
  const clocks = await clocksOf(transaction, of.keys());
  return given.map(({ row, wish }) => headOf(row, wish, timeOf(clocks.get(wish.destination), wish.now)));
}

function headsOfDueLanes(
  transaction: Transaction,
  wishes: readonly Wish[],
  asking: Asking,
): Promise<HeadRow[]> {
  return transaction.all<HeadRow>(
    `SELECT wish.destination, head.*, e.id AS event_id, e.source, e.sequence, e.received_at, e.occurred_at, e.trace
     FROM unnest($1::text[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS wish (destination, now, most, number)
     CROSS JOIN LATERAL (SELECT id, due_at FROM lane WHERE destination = wish.destination AND due_at <= wish.now
         AND id NOT IN (${lanesGivenOut}) ORDER BY due_at, id LIMIT wish.most) AS due
     CROSS JOIN LATERAL (SELECT id, lane, event, attempt, mapping, mapping_version, request, link_people, link_id, policy,
         tries, last_row, row_times, rejoined, force, life_from, deadline, remaining
       FROM call WHERE lane = due.id AND status = 'queued' ORDER BY event, position LIMIT 1) AS head
     JOIN event e ON e.sequence = head.event ORDER BY wish.number, due.due_at, due.id`,
    ...valuesOf(
      wishes.map(({ destination }) => destination),
      earliest(wishes),
      asking,
    ),
    wishes.map(({ now }) => Math.floor(now)),
    wishes.map(({ limit }) => limit),
  );
}

interface Given {
  readonly row: HeadRow;
  readonly wish: Wish;
}

/** What another owner had begun is of no interest any more once its time is over. */
async function noteBegun(
  transaction: Transaction,
  given: readonly Given[],
  { owner, beginWithinMs }: Pick<Asking, 'owner' | 'beginWithinMs'>,
): Promise<void> {
  await transaction.run(
    `WITH new AS (SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
         AS new (call, destination, until, call_ms)),
       over AS (DELETE FROM begun WHERE destination = ANY ($2) AND owner <> $5 AND until <= $6 AND call <> ALL ($1))
     INSERT INTO begun (call, destination, owner, until, call_ms) SELECT call, destination, $5, until, call_ms FROM new
     ON CONFLICT (call) DO UPDATE SET owner = excluded.owner, until = excluded.until, call_ms = excluded.call_ms,
       lane = NULL`,
    given.map(({ row }) => row.id),
    given.map(({ wish }) => wish.destination),
    given.map(({ wish: { now, callMs } }) => Math.ceil(callMs === 0 ? now : now + callMs + beginWithinMs)),
    given.map(({ wish }) => Math.ceil(wish.callMs)),
    owner,
    Math.floor(earliest(given.map(({ wish }) => wish))),
  );
}

/** `time`: what it is by the clock of the destination. */
function headOf(row: HeadRow, { destination, now }: Wish, time: number): LaneHead {
  const policy = storedPolicy.read(row.policy);
  const life = { receivedAt: row.received_at, from: row.life_from, maxAgeMs: policy.maxAgeMs };
  const claim = {
    callId: row.id,
    eventId: row.event_id,
    source: row.source,
    sequence: row.sequence,
    mapping: row.mapping,
    mappingVersion: row.mapping_version,
    destination,
    lane: row.lane,
    call: storedCall.read(row.request),
    ...(row.link_people !== null &&
      row.link_id !== null && { link: { people: row.link_people, id: row.link_id } }),
    policy,
    receivedAt: row.received_at,
    ...(row.occurred_at !== null && { occurredAt: row.occurred_at }),
    heldMs: heldMs(life, leftOf(lifeIn(row), time), now),
    tries: row.tries,
    lastRow: row.last_row === null ? null : { row: row.last_row, times: row.row_times },
    rejoined: row.rejoined,
    force: row.force,
    ...(row.trace !== null && { trace: row.trace }),
  };
  return { attemptsBefore: row.attempt, claim };
}

/** By destination: when its next lane is due that is not given out, or is given back by time (StoreLookups.nextDueAt). */
export async function nextDue(
  transaction: Transaction,
  destinations: readonly string[],
  now: number,
  asking: Asking,
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.all<{ destination: string; at: number }>(
    `SELECT destination, min(at) AS at FROM (
       SELECT wish.destination, due.at FROM unnest($1::text[]) AS wish (destination)
       CROSS JOIN LATERAL (SELECT due_at AS at FROM lane WHERE lane.destination = wish.destination AND due_at IS NOT NULL
         AND id NOT IN (${lanesGivenOut}) ORDER BY due_at, id LIMIT 1) AS due
       UNION ALL
       (SELECT begun.destination, greatest(lane.due_at, max(begun.until)) FROM begun JOIN call ON call.id = begun.call
          JOIN lane ON lane.id = coalesce(begun.lane, call.lane)
        WHERE begun.destination = ANY ($1) AND begun.until > $2 AND lane.due_at IS NOT NULL
         AND begun.call NOT IN (SELECT value::bigint FROM json_array_elements_text($3::json))
        GROUP BY begun.destination, lane.id)) AS lanes
     GROUP BY destination`,
    ...valuesOf(destinations, now, asking),
  );
  return new Map(rows.map(({ destination, at }) => [destination, at]));
}
