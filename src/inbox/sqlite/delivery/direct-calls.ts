import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Call } from '../../call.ts';
import type { Claim, Progress } from '../../claim.ts';
import { linkChange } from '../../decide/links.ts';
import type { PlanChanges, PlannedRow } from '../../decide/plan-changes.ts';
import { type Delivery, deliveryOf } from '../../decide/settlement.ts';
import type { AcceptedItem, AcceptedRequest } from '../../event.ts';
import type { AttemptRecord } from '../../outcome.ts';
import type { EventPlan } from '../../plan.ts';
import { codesWith } from '../../stored/event-codes.ts';
import type { Connection } from '../connection.ts';
import { applyPlan, insertDeliveredCall } from '../planning/apply-plan.ts';
import { addToTally } from '../reading/counts.ts';
import { findLink } from '../rows/links.ts';
import { givenLimit } from './claiming.ts';
import { createKnownDirectCalls, type Direct, type DirectParts, placeOf } from './known-direct-calls.ts';
import { addAttempt } from './settling.ts';

/**
 * Calls that leave as soon as their event is on disk, without a row of their own. On disk the event waits to be planned,
 * and so it is planned if the process ends now. That its call is claimed, and what it says, is in memory alone; once the
 * call is delivered, all of it is written as it stays. Whatever else becomes of it, and whatever else is to be written about
 * calls, lanes and links meanwhile, the call is written first as any other that was planned and claimed.
 *
 * Only updates leave so: a booking has its intent on disk before.
 */
export interface DirectCalls {
  /** How many there are that have no row yet. Their events stand among those that wait to be planned. */
  size(): number;
  /**
   * The lane that a call would leave in, made where it does not exist yet; undefined where another one is in it. To be run in
   * a transaction.
   */
  placeFor(row: PlannedRow): FreeLane | undefined;
  /** Claims the call of an event that was just inserted, to wait for its plan. To be run in the same transaction. */
  claim(event: NewDirect, place: FreeLane): Claim;
  /**
   * Writes the call that is under way in a lane, since another one comes to wait behind it: were it given back without a
   * row, that one would leave first. To be run in a transaction.
   */
  writeLane(lane: number): void;
  /** Writes all that have no row yet. To be run in a transaction. */
  writeAll(): void;
  /** Whether any of them has been under way for longer than people wait before they look again. */
  anyIsLate(): boolean;
  /** Whether it is a direct call that has no row yet. */
  isUnwritten(claim: Claim): boolean;
  /** A claim as it is known by what was written: that of a direct call that has a row by now names that row. */
  asWritten(claim: Claim): Claim;
  /**
   * To be run in a transaction before any call is settled. Writes what became of a direct call that has no row yet, where it
   * is delivered, and answers `true`. In every other case the call has a row after that, and is to be settled like all others;
   * where that changes a link, and so perhaps lanes, all have one.
   */
  settle(claim: Claim, progress: Progress, attempt: AttemptRecord | null, now: number): boolean;
  /** Forgets a direct call: it is settled, or given back. The event of one that has no row is planned in its turn. */
  forget(claim: Claim): void;
  /** What the transaction did is on disk. */
  committed(): void;
  /** What the transaction did is undone. */
  undone(): void;
}

/** A lane in which no call waits, and what is to leave in it. */
export interface FreeLane {
  readonly lane: number;
  readonly call: Call;
}

/** An event that was just inserted, with what it was planned as. */
export interface NewDirect {
  readonly request: Pick<AcceptedRequest, 'source' | 'receivedAt' | 'trace'>;
  readonly item: Pick<AcceptedItem, 'id' | 'occurredAt'>;
  readonly sequence: number;
  readonly plan: EventPlan;
  readonly row: PlannedRow;
}

/** So long a call may be under way before those who look at its event see the call as well. */
const lateMs = 250;

/** The only call of a plan, where it may leave without a row of its own: it waits for nothing and depends on no other. */
export function onlyDirectRow({ insert, event, notices }: PlanChanges): PlannedRow | undefined {
  const [only, ...others] = insert;
  if (!only || others.length > 0 || event.planAgain || event.outcome || notices.length > 0) return undefined;
  const { operation, policy } = only.row.planned;
  return operation === 'updateCustomer' && !policy.ignoreOlder ? only.row : undefined;
}

/** Whether any live event waits to be planned whose call is not under way. */
export function anyWaits(connection: Connection, direct: Pick<DirectCalls, 'size'>): boolean {
  const most = direct.size() + 1;
  const found = connection.get<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM event INDEXED BY event_live
       WHERE planning > 0 AND import IS NULL ${givenLimit})`,
    most,
  );
  return found?.count === most;
}

/** Begins with none. */
export function createDirectCalls(parts: DirectParts): DirectCalls {
  const { connection, claims, beingDelivered, clock } = parts;
  const known = createKnownDirectCalls(parts);
  const { all, unwritten } = known;

  const isUnwritten = ({ callId, lane }: Claim) => unwritten.get(lane)?.claim.callId === callId;

  /** Writes it as planning would, and claims what was written. */
  function write(direct: Direct): void {
    const { claim, plan } = direct;
    applyPlan(connection, plan, clock.now(), false);
    const row = connection.get<{ id: number; lane: number }>(
      "SELECT id, lane FROM call WHERE event = ? AND position = 0 AND status = 'queued'",
      claim.sequence,
    );
    if (!row) throw new Error(`the call of event ${claim.sequence} could not be written`);
    direct.written = { ...claim, callId: row.id, lane: row.lane };
    claims.rename(claim, direct.written, placeOf(connection, row.lane));
    known.hasRow(direct);
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
      const claim = claimOf(event, place);
      claims.take(claim.callId, 0, placeOf(connection, claim.lane));
      beingDelivered.begin(claim.callId);
      const plan = { ...event.plan, event: { ...event.plan.event, sequence: event.sequence } };
      known.add({ claim, plan, row: event.row, since: clock.now() });
      return claim;
    },
    writeLane(lane) {
      const direct = unwritten.get(lane);
      if (direct) write(direct);
    },
    writeAll,
    anyIsLate() {
      const before = clock.now() - lateMs;
      return [...unwritten.values()].some(({ since }) => since < before);
    },
    isUnwritten,
    asWritten: claim => all.get(claim.callId)?.written ?? claim,
    settle(claim, progress, attempt, now) {
      if (makesLink(connection, claim, progress)) writeAll();
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

/** The lane of a key, made where it does not exist yet; undefined where a call waits in it. */
function freeLane(connection: Connection, destination: string, key: string): number | undefined {
  const lane = connection.get<{ id: number; due_at: number | null }>(
    'SELECT id, due_at FROM lane WHERE destination = ? AND key = ?',
    destination,
    key,
  );
  if (!lane) return connection.insert('INSERT INTO lane (destination, key) VALUES (?, ?)', destination, key);
  return lane.due_at === null ? lane.id : undefined;
}

/** What claiming it would give if it were written. Its id is none that a row ever has. */
function claimOf({ request, item, sequence, row: { planned } }: NewDirect, { lane, call }: FreeLane): Claim {
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
    heldMs: 0,
    tries: 0,
    lastRow: null,
    rejoined: false,
    force: false,
    ...(request.trace !== undefined && { trace: request.trace }),
  };
}

/** Whether what was delivered changes a link, and with it perhaps lanes. */
function makesLink(connection: Connection, { destination }: Claim, progress: Progress): boolean {
  const linked = progress.status === 'delivered' ? progress.linked : undefined;
  if (!linked) return false;
  const known = findLink(connection, linked.link, destination);
  return linkChange(known, linked.customerId, 'replace') !== 'nothing';
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
