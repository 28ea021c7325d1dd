import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { customerLane, type Link } from '../../call.ts';
import type { Claim, Progress } from '../../claim.ts';
import { type Completed, type Delivery, foundCustomer } from '../../decide/delivery.ts';
import { duplicateOf, duplicatesOf } from '../../decide/ledger.ts';
import { type Settlement, settlement } from '../../decide/settle.ts';
import type { Status } from '../../event.ts';
import { learnLink } from '../../operations/learn-link.ts';
import { step } from '../../operations/steps.ts';
import type { AttemptRecord } from '../../outcome.ts';
import { namedKeys } from '../../stored/booking-key.ts';
import { againSql } from '../../stored/planning-codes.ts';
import { storedCall } from '../../stored/stored-call.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { markOvertaken, refreshLaneOf } from '../rows/lanes.ts';
import { rememberLink } from '../rows/links.ts';
import { takeOut } from '../rows/take-out.ts';
import { ledgerSecret, settleIntent } from './ledger.ts';

/**
 * Writes the result of an attempt of a claimed call, and the new state of the call (Store.settle). `isStale`: a mapping
 * was released since the claim.
 */
export function settleCall(
  connection: Connection,
  claim: Claim,
  progress: Progress,
  attempt: AttemptRecord | null,
  now: number,
  isStale: boolean,
): void {
  if (attempt) addAttempt(connection, claim, attempt);
  const isGivenUp = progress.status !== 'delivered' && isEventGivenUp(connection, claim.sequence);
  const isReleased = progress.status === 'held' && !isHeld(connection, claim.mapping);
  const settled = settlement(claim, progress, attempt, { isStale: isStale || isReleased, isGivenUp });
  if (settled.becomes === 'delivered') {
    completeCall(connection, { ...claim, occurredAt: claim.occurredAt ?? null }, settled.delivery, now);
    return;
  }
  connection.run('UPDATE call SET attempt = ? WHERE id = ?', claim.attempt, claim.callId);
  settleIntent(connection, claim.callId, { end: settled.intent, completion: {} }, now);
  if (settled.becomes === 'queued') {
    requeue(connection, claim.callId, settled);
    return;
  }
  takeOut(connection, claim.callId, settled.leaving, now);
  if (settled.planAgain) planAgain(connection, claim.sequence);
}

/** True if a mapping is held. Nothing would release a call that is held without that. */
export function isHeld(connection: Connection, mapping: string): boolean {
  return connection.get('SELECT 1 FROM mapping_hold WHERE mapping = ?', mapping) !== undefined;
}

/** Returns true if a person discarded an event while a call of it was in flight. */
function isEventGivenUp(connection: Connection, sequence: number): boolean {
  const event = connection.get<{ own_status: Status | null }>(
    'SELECT own_status FROM event WHERE sequence = ?',
    sequence,
  );
  return event?.own_status === 'discarded';
}

/** Stores an attempt of a claimed call. */
export function addAttempt(
  connection: Connection,
  claim: Pick<Claim, 'callId' | 'attempt'>,
  attempt: AttemptRecord,
): void {
  connection.run(
    'INSERT INTO attempt (call, number, at, ms, outcome, status, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    claim.callId,
    claim.attempt,
    Math.round(attempt.at),
    Math.round(attempt.ms),
    attempt.outcome,
    attempt.status ?? null,
    attempt.body ?? null,
  );
}

/** Stores that a call is delivered: its result, its ledger entry and its link. */
export function completeCall(
  connection: Connection,
  completed: Completed,
  delivery: Delivery,
  now: number,
): void {
  const { call, completion, customerId, diagnostics, linked } = delivery;
  const { callId, sequence, destination, occurredAt } = completed;
  connection.run(
    `UPDATE call SET status = 'delivered', reason = NULL, due_at = NULL, deadline = NULL, tries = tries + 1, request = ?,
       completion = ?, occurred_at = ?, diagnostics = coalesce(?, diagnostics), attempt = coalesce(?, attempt)
     WHERE id = ?`,
    storedCall.write(call),
    storedCompletion.write(completion),
    occurredAt,
    diagnostics.length === 0
      ? null
      : diagnosticsText([...diagnosticsOfCall(connection, callId), ...diagnostics]),
    completed.attempt ?? null,
    callId,
  );
  // This is a separate statement, only for a new number, because SQLite updates the index of each column in an
  // UPDATE, even if the value is the same.
  if (customerId !== undefined)
    connection.run(
      'UPDATE call SET customer_id = ?1 WHERE id = ?2 AND customer_id IS NOT ?1',
      customerId,
      callId,
    );
  // Only bookings have an intent.
  if (call.operation === 'persistCustomerData') {
    const names = namedKeys(ledgerSecret(connection), destination, call, completion);
    settleIntent(connection, callId, { end: 'completed', completion, names }, now);
    const leaving = duplicateOf(completed.eventId);
    const uncertain = uncertainCalls(connection, destination).filter(({ id }) => id !== callId);
    for (const id of duplicatesOf(call, completion, uncertain)) takeOut(connection, id, leaving, now);
  }
  const found = foundCustomer(delivery);
  if (found !== undefined) markOvertaken(connection, { key: customerLane(found), destination, by: sequence });
  if (linked) takeSteps(learnLink(linksOf(connection), completed, { call, linked }, now));
  refreshLaneOf(connection, callId);
  refreshEvent(connection, sequence, now);
}

function linksOf(connection: Connection) {
  return {
    ...statementsOf(connection),
    rememberLink: (link: Link, destination: string, customerId: string, now: number) =>
      step(rememberLink(connection, link, destination, customerId, now)),
  };
}

function diagnosticsOfCall(connection: Connection, callId: number): readonly Diagnostic[] {
  const row = connection.get<{ diagnostics: string | null }>(
    'SELECT diagnostics FROM call WHERE id = ?',
    callId,
  );
  return diagnosticsOf(row?.diagnostics);
}

/** There are never many uncertain calls, so they are read one by one. */
function uncertainCalls(connection: Connection, destination: string) {
  return connection
    .all<{ id: number; request: string }>(
      `SELECT c.id, c.request FROM event e JOIN call c ON c.event = e.sequence
       WHERE e.status = 'uncertain' AND c.status = 'uncertain' AND c.destination = ? AND c.request IS NOT NULL`,
      destination,
    )
    .map(({ id, request }) => ({ id, call: storedCall.read(request) }));
}

function requeue(
  connection: Connection,
  callId: number,
  { dueAt, reason, tries, lastRow }: Extract<Settlement, { becomes: 'queued' }>,
): void {
  connection.run(
    'UPDATE call SET due_at = ?, reason = ?, tries = ?, last_row = ?, row_times = ? WHERE id = ?',
    dueAt,
    reason,
    tries,
    lastRow?.row ?? null,
    lastRow?.times ?? 0,
    callId,
  );
  refreshLaneOf(connection, callId);
}

function planAgain(connection: Connection, sequence: number): void {
  connection.run(`UPDATE event SET planning = ${againSql} WHERE sequence = ? AND planning <= 0`, sequence);
}
