import type { Claim } from '../../claim.ts';
import { heldMs, leftOf, timeOf } from '../../decide/call-life.ts';
import type { Status } from '../../event.ts';
import type { Claims } from '../../owned/claims.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Transaction } from '../connection/transaction.ts';
import { clocksOf, type LifeColumns, lifeIn } from '../rows/paused-clocks.ts';
import type { DueMarks } from './due-marks.ts';
import { begunByOthers, type OthersBegun } from './others-begun.ts';

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
  readonly marks: DueMarks;
  readonly others: OthersBegun;
}

const othersBegun = begunByOthers('$4');

/**
 * The lanes of what is given out, by where its calls are now: lanes may have become one meanwhile, and a call may have left
 * its lane. $1: the destinations, $2: now, $3: what this process has in flight, $4: this owner. What it was given and never
 * heard of is not among it: it has not left.
 */
function lanesGivenOut(withOthers: boolean): string {
  const calls = withOthers
    ? `$3::bigint[] || ARRAY(SELECT call FROM (${othersBegun}) AS others)`
    : '$3::bigint[]';
  return `SELECT lane FROM call WHERE lane IS NOT NULL AND id = ANY (${calls})
    UNION ALL SELECT lane FROM begun WHERE destination = ANY ($1::text[]) AND lane IS NOT NULL AND until > $2
      AND (owner <> $4 OR call = ANY ($3::bigint[]))`;
}

/** The first four values of a statement about what is due at destinations. */
function valuesOf(destinations: readonly string[], now: number, { owner, claims }: Asking) {
  return [destinations, Math.floor(now), claims.callIds(), owner] as const;
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
  const destinations = wishes.map(({ destination }) => destination);
  const givenOut = lanesGivenOut(asking.others.mayBeAt(destinations));
  const found = await transaction.get(
    `SELECT 1 FROM unnest($1::text[], $5::bigint[], $6::bigint[]) AS wish (destination, now, mark)
     WHERE EXISTS (SELECT 1 FROM lane WHERE lane.destination = wish.destination
       AND due_at BETWEEN wish.mark AND wish.now AND id NOT IN (${givenOut}) ORDER BY due_at, id LIMIT 1) LIMIT 1`,
    ...valuesOf(destinations, earliest(wishes), asking),
    wishes.map(({ now }) => Math.floor(now)),
    asking.marks.from(destinations),
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
  own_status: Status | null;
  event_id: string;
  source: string;
  sequence: number;
  received_at: number;
  occurred_at: number | null;
  trace: string | null;
  imported: boolean;
}

/** A call that is to be claimed: the claim, but for the number of its attempt. */
export interface LaneHead {
  readonly attemptsBefore: number;
  readonly claim: Omit<Claim, 'attempt'>;
}

/**
 * Gives out the first calls of due lanes, at each destination live ones first, longest due first, and notes until when they may be on their
 * way. To be called in a transaction that has proved the destinations, one at a time.
 */
export async function giveOutDue(
  transaction: Transaction,
  wishes: readonly Wish[],
  asking: Asking,
): Promise<readonly LaneHead[]> {
  await asking.others.look(
    transaction,
    wishes.map(({ destination }) => destination),
    earliest(wishes),
  );
  const of = new Map(wishes.map(wish => [wish.destination, wish]));
  const [rows, clocks] = await Promise.all([
    headsOfDueLanes(transaction, wishes, asking),
    clocksOf(transaction, of.keys()),
  ]);
  if (rows.length === 0) return [];
  const given = rows.flatMap(row => {
    const wish = of.get(row.destination);
    return wish ? [{ row, wish }] : [];
  });
  noteBegun(transaction, given, asking);
  return given.map(({ row, wish }) => headOf(row, wish, timeOf(clocks.get(wish.destination), wish.now)));
}

function headsOfDueLanes(
  transaction: Transaction,
  wishes: readonly Wish[],
  asking: Asking,
): Promise<HeadRow[]> {
  const destinations = wishes.map(({ destination }) => destination);
  const givenOut = lanesGivenOut(asking.others.mayBeAt(destinations));
  return transaction.all<HeadRow>(
    `SELECT wish.destination, head.*, e.id AS event_id, e.source, e.sequence, e.received_at, e.occurred_at, e.trace,
       e.own_status, e.import IS NOT NULL AS imported
     FROM unnest($1::text[], $5::bigint[], $6::bigint[], $7::bigint[])
         WITH ORDINALITY AS wish (destination, now, mark, most, number)
     CROSS JOIN LATERAL (SELECT * FROM (${dueLanes('NOT imported', givenOut)} UNION ALL
         ${dueLanes('imported', givenOut)}) AS lanes ORDER BY imported, due_at, id LIMIT wish.most) AS due
     CROSS JOIN LATERAL (SELECT id, lane, event, attempt, mapping, mapping_version, request, link_people, link_id, policy,
         tries, last_row, row_times, rejoined, force, life_from, deadline, remaining
       FROM call WHERE lane = due.id AND status = 'queued' ORDER BY event, position LIMIT 1) AS head
     JOIN event e ON e.sequence = head.event ORDER BY wish.number, due.imported, due.due_at, due.id`,
    ...valuesOf(destinations, earliest(wishes), asking),
    wishes.map(({ now }) => Math.floor(now)),
    asking.marks.from(destinations),
    wishes.map(({ limit }) => limit),
  );
}

/** The first due lanes of a wish that are live ones, or not. */
function dueLanes(which: string, givenOut: string): string {
  return `(SELECT id, due_at, imported FROM lane WHERE destination = wish.destination AND ${which}
    AND due_at BETWEEN wish.mark AND wish.now AND id NOT IN (${givenOut}) ORDER BY due_at, id LIMIT wish.most)`;
}

interface Given {
  readonly row: HeadRow;
  readonly wish: Wish;
}

function noteBegun(
  transaction: Transaction,
  given: readonly Given[],
  { owner, beginWithinMs }: Pick<Asking, 'owner' | 'beginWithinMs'>,
): void {
  transaction.write(
    `INSERT INTO begun (call, destination, owner, until, call_ms)
     SELECT call, destination, $5, until, call_ms FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])
       AS new (call, destination, until, call_ms)
     ON CONFLICT (call) DO UPDATE SET owner = excluded.owner, until = excluded.until, call_ms = excluded.call_ms,
       lane = NULL`,
    given.map(({ row }) => row.id),
    given.map(({ wish }) => wish.destination),
    given.map(({ wish: { now, callMs } }) => Math.ceil(callMs === 0 ? now : now + callMs + beginWithinMs)),
    given.map(({ wish }) => Math.ceil(wish.callMs)),
    owner,
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
    ...(row.own_status === 'discarded' && { givenUp: true as const }),
    ...(row.trace !== null && { trace: row.trace }),
    ...(row.imported && { imported: true as const }),
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
  const withOthers = asking.others.mayBeAt(destinations);
  const givenBackByTime = `UNION ALL
    (SELECT others.destination, greatest(lane.due_at, max(others.until)) FROM (${othersBegun}) AS others
       JOIN call ON call.id = others.call JOIN lane ON lane.id = coalesce(others.lane, call.lane)
     WHERE lane.due_at IS NOT NULL AND others.call <> ALL ($3::bigint[]) GROUP BY others.destination, lane.id)`;
  const rows = await transaction.all<{ destination: string; at: number }>(
    `SELECT destination, min(at) AS at FROM (
       SELECT wish.destination, due.at FROM unnest($1::text[], $5::bigint[]) AS wish (destination, mark)
       CROSS JOIN LATERAL (SELECT due_at AS at FROM lane WHERE lane.destination = wish.destination AND due_at >= wish.mark
         AND id NOT IN (${lanesGivenOut(withOthers)}) ORDER BY due_at, id LIMIT 1) AS due
       ${withOthers ? givenBackByTime : ''}) AS lanes
     GROUP BY destination`,
    ...valuesOf(destinations, now, asking),
    asking.marks.from(destinations),
  );
  return new Map(rows.map(({ destination, at }) => [destination, at]));
}
