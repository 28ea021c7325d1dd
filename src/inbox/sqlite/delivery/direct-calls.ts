import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { type Call, customerLane } from '../../call.ts';
import type { Claim, Progress } from '../../claim.ts';
import { type Delivery, deliveryOf, foundCustomer } from '../../decide/delivery.ts';
import type { PlanChanges, PlannedRow } from '../../decide/plan-changes.ts';
import type { AcceptedItem, AcceptedRequest } from '../../event.ts';
import type { AttemptRecord } from '../../outcome.ts';
import type { EventPlan } from '../../plan.ts';
import { codesWith } from '../../stored/event-codes.ts';
import { hasLaterSql } from '../../stored/has-later.ts';
import type { Connection } from '../connection/connection.ts';
import { applyPlan, insertDeliveredCall } from '../planning/apply-plan.ts';
import { addToTally } from '../reading/counts.ts';
import { findLane } from '../rows/lanes.ts';
import { findLink } from '../rows/links.ts';
import { givenLimit } from './claiming.ts';
import { createKnownDirectCalls, type Direct, type DirectParts, placeOf } from './known-direct-calls.ts';
import { addAttempt } from './settling.ts';

/**
 * Calls that are sent as soon as their event is on disk, without a row of their own. On disk the event waits for
 * planning, so it is planned if the process ends now. The claim and the contents of its call are only in memory; when
 * the call is delivered, everything is written in its final state. After any other result, and before any other write
 * about calls, lanes and links, the call is first written like any planned and claimed call.
 *
 * Only updates are sent this way: the intent of a booking is on disk before it is sent.
 */
export interface DirectCalls {
  /** Returns the number of direct calls without a row. Their events count as waiting for planning. */
  size(): number;
  /**
   * Returns the lane for a call, made if it does not exist yet; undefined if another call is in it. Run it in a
   * transaction.
   */
  placeFor(row: PlannedRow): FreeLane | undefined;
  /** Claims the call of an event that was just inserted, to wait for its plan. Run it in the same transaction. */
  claim(event: NewDirect, place: FreeLane): Claim;
  /**
   * Writes the call in flight of a lane, because another call joins the lane: if the first were returned without a
   * row, the other one would be sent first. Run it in a transaction.
   */
  writeLane(lane: number): void;
  /** Writes all direct calls without a row. Run it in a transaction. */
  writeAll(): void;
  /** True if one of them has been in flight for so long that a client should see it. */
  anyIsLate(): boolean;
  /** True for a direct call without a row. */
  isUnwritten(claim: Claim): boolean;
  /** Returns the claim, with the row of its call if a direct call has got one since. */
  asWritten(claim: Claim): Claim;
  /**
   * Writes the result of a direct call without a row, if it was delivered, and returns `true`. Run it in a
   * transaction before any call is settled. In every other case the call has a row afterwards, and is settled like
   * all others. If that changes a link, and so perhaps lanes, all direct calls get rows; if it is a booking whose
   * response named its customer, the direct call of that customer gets one.
   */
  settle(claim: Claim, progress: Progress, attempt: AttemptRecord | null, now: number): boolean;
  /** Removes a direct call that is settled or given back. If it has no row, its event is planned later. */
  forget(claim: Claim): void;
  /** Called when the transaction is on disk. */
  committed(): void;
  /** Called when the transaction was rolled back. */
  undone(): void;
}

/** A lane without waiting calls, and the call that will be sent in it. */
export interface FreeLane {
  readonly lane: number;
  readonly call: Call;
}

/** An event that was just inserted, with its plan. */
export interface NewDirect {
  readonly request: Pick<AcceptedRequest, 'source' | 'receivedAt' | 'trace'>;
  readonly item: Pick<AcceptedItem, 'id' | 'occurredAt'>;
  readonly sequence: number;
  readonly plan: EventPlan;
  readonly row: PlannedRow;
}

/** The time after which a request for an event also shows its call in flight. Milliseconds. */
const lateMs = 250;

/**
 * Returns the only call of a plan if it may be sent without a row of its own: it waits for nothing and depends on no
 * other call.
 */
export function onlyDirectRow({ insert, event, notices }: PlanChanges): PlannedRow | undefined {
  const [only, ...others] = insert;
  if (!only || others.length > 0 || event.planAgain || event.outcome || notices.length > 0) return undefined;
  const { operation, policy } = only.row.planned;
  return operation === 'updateCustomer' && !policy.ignoreOlder ? only.row : undefined;
}

/** Returns true if any live event whose call is not in flight waits for planning. */
export function anyWaits(connection: Connection, direct: Pick<DirectCalls, 'size'>): boolean {
  const most = direct.size() + 1;
  const found = connection.get<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM event INDEXED BY event_live
       WHERE planning > 0 AND import IS NULL ${givenLimit})`,
    most,
  );
  return found?.count === most;
}

/** Starts without direct calls. */
export function createDirectCalls(parts: DirectParts): DirectCalls {
  const { connection, claims, beingDelivered, clock } = parts;
  const known = createKnownDirectCalls(parts);
  const { all, unwritten } = known;

  const isUnwritten = ({ callId, lane }: Claim) => unwritten.get(lane)?.claim.callId === callId;

  /** Writes the call as planning would, and claims its row. */
  function write(direct: Direct): void {
    const { claim, plan } = direct;
    applyPlan(connection, plan, clock.now(), { isStale: false });
    const row = connection.get<{ id: number; lane: number }>(
      "SELECT id, lane FROM call WHERE event = ? AND position = 0 AND status = 'queued'",
      claim.sequence,
    );
    if (!row) throw new Error(`the call of event ${claim.sequence} could not be written`);
    direct.written = { ...claim, callId: row.id, lane: row.lane };
    claims.rename(claim, direct.written, placeOf(connection, row.lane));
    known.hasRow(direct);
  }

  function writeLane(lane: number): void {
    const direct = unwritten.get(lane);
    if (direct) write(direct);
  }

  function writeAll(): void {
    for (const direct of [...unwritten.values()]) write(direct);
  }

  return {
    size: () => unwritten.size,
    placeFor({ planned: { destination, state }, lane: key }) {
      if (key === null || state.status !== 'queued') return undefined;
      const lane = freeLane(connection, destination, key);
      return lane === undefined || unwritten.has(lane) ? undefined : { lane, call: state.call };
    },
    claim(event, place) {
      const claim = claimOf(event, place, isOlder(connection, event, place));
      claims.take(claim.callId, 0, placeOf(connection, claim.lane));
      beingDelivered.begin(claim.callId);
      const plan = { ...event.plan, event: { ...event.plan.event, sequence: event.sequence } };
      known.add({ claim, plan, row: event.row, since: clock.now() });
      return claim;
    },
    writeLane,
    writeAll,
    anyIsLate() {
      const before = clock.now() - lateMs;
      return [...unwritten.values()].some(({ since }) => since < before);
    },
    isUnwritten,
    asWritten: claim => all.get(claim.callId)?.written ?? claim,
    settle(claim, progress, attempt, now) {
      if (makesLink(connection, claim, progress)) writeAll();
      const lane = laneOfFound(connection, claim, progress);
      if (lane !== undefined) writeLane(lane);
      const direct = all.get(claim.callId);
      if (!direct || !isUnwritten(claim)) return false;
      if (progress.status !== 'delivered') {
        write(direct);
        return false;
      }
      writeDelivered(connection, direct, { delivery: deliveryOf(progress), attempt, now });
      known.hasRow(direct);
      return true;
    },
    forget: known.forget,
    committed: known.committed,
    undone: known.undone,
  };
}

/** Returns the lane of a key, made if it does not exist yet; undefined if a call waits in it. */
function freeLane(connection: Connection, destination: string, key: string): number | undefined {
  const lane = connection.get<{ id: number; due_at: number | null }>(
    'SELECT id, due_at FROM lane WHERE destination = ? AND key = ?',
    destination,
    key,
  );
  if (!lane) return connection.insert('INSERT INTO lane (destination, key) VALUES (?, ?)', destination, key);
  return lane.due_at === null ? lane.id : undefined;
}

/** Returns the claim in the form of a written call. Its id never occurs in a row. */
function claimOf(
  { request, item, sequence, row: { planned } }: NewDirect,
  { lane, call }: FreeLane,
  isOlder: boolean,
): Claim {
  const { mapping, mappingVersion, destination, policy, link } = planned;
  return {
    callId: -sequence,
    attempt: 1,
    eventId: item.id,
    source: request.source,
    sequence,
    mapping,
    mappingVersion,
    destination,
    lane,
    call,
    ...(link && { link }),
    policy,
    receivedAt: request.receivedAt,
    ...(item.occurredAt !== undefined && { occurredAt: item.occurredAt }),
    ...(isOlder && { isOlder }),
    heldMs: 0,
    tries: 0,
    lastRow: null,
    outOfOrder: false,
    force: false,
    ...(request.trace !== undefined && { trace: request.trace }),
  };
}

/** True if the mapping has delivered an event of this person that happened later. */
function isOlder(connection: Connection, { item, row: { planned } }: NewDirect, { lane }: FreeLane): boolean {
  if (item.occurredAt === undefined) return false;
  const found = connection.get(
    `SELECT 1 FROM (SELECT ? AS lane, ? AS mapping) AS own WHERE ${hasLaterSql('own', '?')}`,
    lane,
    planned.mapping,
    item.occurredAt,
  );
  return found !== undefined;
}

/** True if the delivery may change a link, and so perhaps lanes. */
function makesLink(connection: Connection, { destination }: Claim, progress: Progress): boolean {
  const linked = progress.status === 'delivered' ? progress.linked : undefined;
  if (!linked) return false;
  return findLink(connection, linked.link, destination) !== linked.customerId;
}

/** Returns the lane of the customer whom only the response to a booking named. */
function laneOfFound(connection: Connection, { destination }: Claim, progress: Progress): number | undefined {
  const found = progress.status === 'delivered' ? foundCustomer(deliveryOf(progress)) : undefined;
  return found === undefined ? undefined : findLane(connection, destination, customerLane(found));
}

function writeDelivered(
  connection: Connection,
  { claim, row }: Direct,
  { delivery, attempt, now }: { delivery: Delivery; attempt: AttemptRecord | null; now: number },
): void {
  const { sequence, source, destination, mapping } = claim;
  const callId = insertDeliveredCall(connection, claim, row, delivery);
  if (attempt) addAttempt(connection, { callId, attempt: claim.attempt }, attempt);
  addToTally(connection, destination, mapping, 'delivered');
  connection.run(
    "UPDATE event SET planning = 0, calls = 1, status = 'delivered', settled_at = ? WHERE sequence = ?",
    now,
    sequence,
  );
  addCodes(connection, sequence, [...row.planned.diagnostics, ...delivery.diagnostics]);
  connection.addEventOutcome(source, 'delivered', sequence);
}

function addCodes(connection: Connection, sequence: number, diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const event = connection.get<{ codes: string | null }>(
    'SELECT codes FROM event WHERE sequence = ?',
    sequence,
  );
  const codes = codesWith(event?.codes ?? null, ...diagnostics);
  connection.run('UPDATE event SET codes = ? WHERE sequence = ?', codes, sequence);
}
