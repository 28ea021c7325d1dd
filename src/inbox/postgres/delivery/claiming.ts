import type { Claim } from '../../claim.ts';
import { heldMs, type LifeRow, leftOf, lifeOf, timeOf } from '../../decide/call-life.ts';
import type { Status } from '../../event.ts';
import type { Claims } from '../../owned/claims.ts';
import { hasLaterSql } from '../../stored/has-later.ts';
import { storedCall, storedPolicy } from '../../stored/stored-call.ts';
import type { Transaction } from '../connection/transaction.ts';
import { type ProofInSql, provedBy } from '../ownership/ownership.ts';
import type { Condition } from '../rows/locks.ts';
import type { DueMarks } from './due-marks.ts';
import { inFlightOfOthers, type OthersInFlight } from './in-flight.ts';

/** A request for due calls by a destination's owner (WorkStore.claim). */
export interface ClaimRequest {
  readonly destination: string;
  readonly now: number;
  readonly limit: number;
  /** The maximum duration of a call. Milliseconds. */
  readonly callMs: number;
}

/** The claiming process, and its calls in flight. */
export interface Claimant {
  readonly owner: string;
  readonly claims: Claims;
  readonly beginWithinMs: number;
  readonly marks: DueMarks;
  readonly others: OthersInFlight;
}

const othersInFlight = inFlightOfOthers('$4');

/**
 * A query for the lanes that have a call in flight, by the current lane of each call: two lanes may have been merged
 * since, and a call may have left its lane. $1: the destinations, $2: now, $3: the calls that this process has in
 * flight, $4: this owner. A row of this owner whose call is not in $3 does not count: the response to that claim was
 * lost, so the call was never sent.
 */
function lanesInFlight(withOthers: boolean): string {
  const calls = withOthers
    ? `$3::bigint[] || ARRAY(SELECT call FROM (${othersInFlight}) AS others)`
    : '$3::bigint[]';
  return `SELECT lane FROM call WHERE lane IS NOT NULL AND id = ANY (${calls})
    UNION ALL SELECT lane FROM attempt_in_flight WHERE destination = ANY ($1::text[]) AND lane IS NOT NULL AND until > $2
      AND (owner <> $4 OR call = ANY ($3::bigint[]))`;
}

/** The first four values of a statement about due calls at destinations. */
function valuesOf(destinations: readonly string[], now: number, { owner, claims }: Claimant) {
  return [destinations, Math.floor(now), claims.callIds(), owner] as const;
}

/** Returns the earliest time of the requests: a call must be due at the time of every request. */
function earliest(requests: readonly ClaimRequest[]): number {
  return Math.min(...requests.map(({ now }) => now));
}

/** The condition that any of these destinations has a due call that can be claimed. */
export function anythingDue(requests: readonly ClaimRequest[], claimant: Claimant): Condition {
  const destinations = requests.map(({ destination }) => destination);
  const claimedLanes = lanesInFlight(claimant.others.mayBeAt(destinations));
  return {
    sql: `EXISTS (SELECT 1 FROM unnest($1::text[], $5::bigint[], $6::bigint[]) AS wanted (destination, now, mark)
      WHERE EXISTS (SELECT 1 FROM lane WHERE lane.destination = wanted.destination
        AND due_at BETWEEN wanted.mark AND wanted.now AND id NOT IN (${claimedLanes}) ORDER BY due_at, id LIMIT 1))`,
    values: [
      ...valuesOf(destinations, earliest(requests), claimant),
      requests.map(({ now }) => Math.floor(now)),
      claimant.marks.from(destinations),
    ],
  };
}

interface HeadRow extends LifeRow {
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
  out_of_order: boolean;
  force: boolean;
  own_status: Status | null;
  event_id: string;
  source: string;
  sequence: number;
  received_at: number;
  occurred_at: number | null;
  trace: string | null;
  imported: boolean;
  is_older: boolean;
  stopped_since: number | null;
  stopped_ms: number | null;
}

/** The first queued call of a lane: a claim without the number of its attempt. */
export interface LaneHead {
  readonly attemptsBefore: number;
  readonly claim: Omit<Claim, 'attempt'>;
}

/**
 * Claims the first call of each due lane: at each destination live events before rows of lists, the longest due
 * first. Stores for each call the time until which it may be in flight. The transaction has proved that this process
 * owns the destinations; or the statement proves it with `proof`, and claims nothing otherwise. One such transaction
 * runs at a time. Await the claims after the commit.
 */
export async function claimHeads(
  transaction: Transaction,
  requests: readonly ClaimRequest[],
  { owner, claims, beginWithinMs, marks, others }: Claimant,
  proof?: ProofInSql,
): Promise<readonly LaneHead[]> {
  const destinations = requests.map(({ destination }) => destination);
  const claimedLanes = lanesInFlight(others.mayBeAt(destinations));
  const isProved = proof ? provedBy('$10', '$11', '$4') : '$10::text[] IS NULL AND $11::bigint[] IS NULL';
  const rows = await transaction.later<HeadRow>(
    `WITH head AS MATERIALIZED (
       SELECT row_number() OVER (ORDER BY wanted.number, due.imported, due.due_at, due.id) AS place,
         wanted.destination, wanted.until, wanted.call_ms, call.*, e.id AS event_id, e.source, e.sequence, e.received_at,
         e.occurred_at, e.trace, e.own_status, e.import IS NOT NULL AS imported, clock.stopped_since, clock.stopped_ms,
         ${hasLaterSql('call', 'e.occurred_at')} AS is_older
       FROM unnest($1::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
           WITH ORDINALITY AS wanted (destination, now, mark, most, until, call_ms, number)
       CROSS JOIN LATERAL (SELECT * FROM (${dueLanes('NOT imported', claimedLanes)} UNION ALL
           ${dueLanes('imported', claimedLanes)}) AS lanes ORDER BY imported, due_at, id LIMIT wanted.most) AS due
       CROSS JOIN LATERAL (SELECT id, lane, event, attempt, mapping, mapping_version, request, link_people, link_id, policy,
           tries, last_row, row_times, out_of_order, force, life_from, deadline, remaining
         FROM call WHERE lane = due.id AND status = 'queued' ORDER BY event, position LIMIT 1) AS call
       JOIN event e ON e.sequence = call.event LEFT JOIN destination AS clock ON clock.name = wanted.destination
       WHERE ${isProved}),
     in_flight AS (
       INSERT INTO attempt_in_flight (call, destination, owner, until, call_ms)
       SELECT id, destination, $4, until, call_ms FROM head
       ON CONFLICT (call) DO UPDATE SET owner = excluded.owner, until = excluded.until, call_ms = excluded.call_ms,
         lane = NULL)
     SELECT * FROM head ORDER BY place`,
    destinations,
    Math.floor(earliest(requests)),
    claims.callIds(),
    owner,
    requests.map(({ now }) => Math.floor(now)),
    marks.from(destinations),
    requests.map(({ limit }) => limit),
    requests.map(({ now, callMs }) => Math.ceil(callMs === 0 ? now : now + callMs + beginWithinMs)),
    requests.map(({ callMs }) => Math.ceil(callMs)),
    proof?.names ?? null,
    proof?.epochs ?? null,
  );
  return rows.flatMap(row => {
    const request = requests.find(({ destination }) => destination === row.destination);
    return request ? [headOf(row, request)] : [];
  });
}

/** A query for the first due lanes of a request. `which`: a condition for live lanes or for those of lists. */
function dueLanes(which: string, claimedLanes: string): string {
  return `(SELECT id, due_at, imported FROM lane WHERE destination = wanted.destination AND ${which}
    AND due_at BETWEEN wanted.mark AND wanted.now AND id NOT IN (${claimedLanes}) ORDER BY due_at, id LIMIT wanted.most)`;
}

function headOf(row: HeadRow, { destination, now }: ClaimRequest): LaneHead {
  // The clock of a destination stops while the destination is held.
  const { stopped_since: stoppedSince, stopped_ms: stoppedMs } = row;
  const time = timeOf(stoppedMs === null ? undefined : { stoppedSince, stoppedMs }, now);
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
    heldMs: heldMs(life, leftOf(lifeOf(row), time), now),
    tries: row.tries,
    lastRow: row.last_row === null ? null : { row: row.last_row, times: row.row_times },
    outOfOrder: row.out_of_order,
    force: row.force,
    ...(row.own_status === 'discarded' && { givenUp: true as const }),
    ...(row.trace !== null && { trace: row.trace }),
    ...(row.imported && { imported: true as const }),
    ...(row.is_older && { isOlder: true as const }),
  };
  return { attemptsBefore: row.attempt, claim };
}

/**
 * Returns, by destination, the due time of its next lane without a call in flight, or the end of the lease of a call in
 * flight (StoreLookups.nextDueAt).
 */
export async function nextDueAt(
  transaction: Transaction,
  destinations: readonly string[],
  now: number,
  claimant: Claimant,
): Promise<ReadonlyMap<string, number>> {
  const withOthers = claimant.others.mayBeAt(destinations);
  const givenBackByTime = `UNION ALL
    (SELECT others.destination, greatest(lane.due_at, max(others.until)) FROM (${othersInFlight}) AS others
       JOIN call ON call.id = others.call JOIN lane ON lane.id = coalesce(others.lane, call.lane)
     WHERE lane.due_at IS NOT NULL AND others.call <> ALL ($3::bigint[]) GROUP BY others.destination, lane.id)`;
  const rows = await transaction.all<{ destination: string; at: number }>(
    `SELECT destination, min(at) AS at FROM (
       SELECT wanted.destination, due.at FROM unnest($1::text[], $5::bigint[]) AS wanted (destination, mark)
       CROSS JOIN LATERAL (SELECT due_at AS at FROM lane WHERE lane.destination = wanted.destination AND due_at >= wanted.mark
         AND id NOT IN (${lanesInFlight(withOthers)}) ORDER BY due_at, id LIMIT 1) AS due
       ${withOthers ? givenBackByTime : ''}) AS lanes
     GROUP BY destination`,
    ...valuesOf(destinations, now, claimant),
    claimant.marks.from(destinations),
  );
  return new Map(rows.map(({ destination, at }) => [destination, at]));
}
