import type { Claim } from '../../claim.ts';
import { heldMs, leftOf } from '../../decide/call-life.ts';
import type { Claims } from '../../owned/claims.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type ClockTimes, clockTimes, type LifeColumns, lifeIn } from '../rows/paused-clocks.ts';

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
}

/** A call may begin so long after it was claimed without another word to the database. */
const beginWithinMs = 5_000;

/**
 * The lanes of what is given out, by where its calls are now: lanes may have become one meanwhile. $1: the destination,
 * $2: now, $3: who asks, $4: what this process has given out, as a JSON list. What another owner gave out and did not
 * settle may be on its way until its time is over. A row of this process's own of which it knows nothing is left from a
 * word of the database that got lost: nothing of it is on its way.
 */
const lanesGivenOut = `SELECT lane FROM call WHERE lane IS NOT NULL AND id = ANY (ARRAY(
  SELECT call FROM begun WHERE destination = $1 AND owner <> $3 AND until > $2
  UNION SELECT value::bigint FROM json_array_elements_text($4::json)))`;

/** Whether anything is due that can be given out. */
export async function isAnythingDue(
  transaction: Transaction,
  { destination, now }: Wish,
  { owner, claims }: Asking,
): Promise<boolean> {
  const found = await transaction.get(
    `SELECT 1 FROM lane WHERE destination = $1 AND due_at <= $2 AND id NOT IN (${lanesGivenOut})
     ORDER BY due_at, id LIMIT 1`,
    destination,
    Math.floor(now),
    owner,
    claims.callIds(),
  );
  return found !== undefined;
}

interface HeadRow extends LifeColumns {
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
 * Gives out the first calls of due lanes, longest due first, and notes until when they may be on their way. To be called
 * in a transaction that has proved its destination, one at a time.
 */
export async function giveOutDue(
  transaction: Transaction,
  wish: Wish,
  asking: Asking,
): Promise<readonly LaneHead[]> {
  const { destination, now } = wish;
  const rows = await headsOfDueLanes(transaction, wish, asking);
  if (rows.length === 0) return [];
  await noteBegun(
    transaction,
    rows.map(row => row.id),
    wish,
    asking,
  );
  const times = await clockTimes(transaction, [destination], now);
  return rows.map(row => headOf(row, wish, times));
}

function headsOfDueLanes(
  transaction: Transaction,
  { destination, now, limit }: Wish,
  { owner, claims }: Asking,
): Promise<HeadRow[]> {
  return transaction.all<HeadRow>(
    `SELECT head.*, e.id AS event_id, e.source, e.sequence, e.received_at, e.occurred_at, e.trace
     FROM (SELECT id, due_at FROM lane WHERE destination = $1 AND due_at <= $2 AND id NOT IN (${lanesGivenOut})
         ORDER BY due_at, id LIMIT $5) AS due
     CROSS JOIN LATERAL (SELECT id, lane, event, attempt, mapping, mapping_version, request, link_people, link_id, policy,
         tries, last_row, row_times, rejoined, force, life_from, deadline, remaining
       FROM call WHERE lane = due.id AND status = 'queued' ORDER BY event, position LIMIT 1) AS head
     JOIN event e ON e.sequence = head.event ORDER BY due.due_at, due.id`,
    destination,
    Math.floor(now),
    owner,
    claims.callIds(),
    limit,
  );
}

/** What another owner had begun is of no interest any more once its time is over. */
async function noteBegun(
  transaction: Transaction,
  calls: readonly number[],
  { destination, now, callMs }: Wish,
  { owner }: Asking,
): Promise<void> {
  const until = callMs === 0 ? now : now + callMs + beginWithinMs;
  await transaction.run(
    `WITH over AS (DELETE FROM begun WHERE destination = $2 AND owner <> $3 AND until <= $4 AND call <> ALL ($1))
     INSERT INTO begun (call, destination, owner, until, call_ms) SELECT call, $2, $3, $5, $6 FROM unnest($1::bigint[]) call
     ON CONFLICT (call) DO UPDATE SET owner = excluded.owner, until = excluded.until, call_ms = excluded.call_ms`,
    calls,
    destination,
    owner,
    Math.floor(now),
    Math.ceil(until),
    Math.ceil(callMs),
  );
}

function headOf(row: HeadRow, { destination, now }: Wish, times: ClockTimes): LaneHead {
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
    heldMs: heldMs(life, leftOf(lifeIn(row), times.of(destination)), now),
    tries: row.tries,
    lastRow: row.last_row === null ? null : { row: row.last_row, times: row.row_times },
    rejoined: row.rejoined,
    force: row.force,
    ...(row.trace !== null && { trace: row.trace }),
  };
  return { attemptsBefore: row.attempt, claim };
}

/** When the next lane is due that is not given out, or is given back by time (StoreLookups.nextDueAt). */
export async function nextDue(
  transaction: Transaction,
  destination: string,
  now: number,
  { owner, claims }: Asking,
): Promise<number | undefined> {
  const next = await transaction.get<{ at: number | null }>(
    `SELECT min(at) AS at FROM (
       (SELECT due_at AS at FROM lane WHERE destination = $1 AND due_at IS NOT NULL AND id NOT IN (${lanesGivenOut})
        ORDER BY due_at, id LIMIT 1)
       UNION ALL
       (SELECT greatest(lane.due_at, max(begun.until)) FROM begun JOIN call ON call.id = begun.call
          JOIN lane ON lane.id = call.lane
        WHERE begun.destination = $1 AND begun.owner <> $3 AND begun.until > $2 AND lane.due_at IS NOT NULL
        GROUP BY lane.id)) AS lanes`,
    destination,
    Math.floor(now),
    owner,
    claims.callIds(),
  );
  return next?.at ?? undefined;
}
