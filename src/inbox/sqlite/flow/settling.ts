import { customerNumber } from '../../call.ts';
import type { Claim, Progress } from '../../claim.ts';
import type { FatefulAttempt } from '../../fate.ts';
import type { AttemptRecord } from '../../outcome.ts';
import { timesInARow } from '../../settle.ts';
import type { Connection } from '../connection.ts';
import { takeOut } from './call-rows.ts';
import { diagnosticsOf, diagnosticsText } from './diagnostics-text.ts';
import { planningCodes, refreshEvent } from './event-rows.ts';
import { skipFollowers } from './followers.ts';
import { refreshLane } from './lanes.ts';
import { settleIntent } from './ledger.ts';
import { putLink } from './links.ts';

/**
 * Writes how an attempt of a claimed call ended and what becomes of it (Store.settle). `stale`: a mapping was released
 * since the claim; a call that is held now is planned again at once.
 */
export function settleCall(
  connection: Connection,
  claim: Claim,
  progress: Progress,
  attempt: AttemptRecord | null,
  now: number,
  stale: boolean,
): void {
  if (attempt) addAttempt(connection, claim, attempt);
  connection.run('UPDATE call SET attempt = ? WHERE id = ?', claim.attempt, claim.callId);
  switch (progress.status) {
    case 'delivered':
      completeCall(connection, { ...claim, occurredAt: claim.occurredAt ?? null }, progress, now);
      return;
    case 'queued':
      settleIntent(connection, claim.callId, 'released', undefined, now);
      requeue(connection, claim, progress);
      return;
    default:
      settleIntent(
        connection,
        claim.callId,
        progress.status === 'uncertain' ? 'uncertain' : 'released',
        undefined,
        now,
      );
      takeOut(connection, claim.callId, { ...progress, attempt: fateful(claim, attempt) }, now);
      if (progress.status === 'held' && stale) planAgain(connection, claim.sequence);
  }
}

function fateful(claim: Claim, attempt: AttemptRecord | null): FatefulAttempt | undefined {
  return attempt ? { ...attempt, number: claim.attempt } : undefined;
}

function addAttempt(connection: Connection, claim: Claim, attempt: AttemptRecord): void {
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

/** A call that is delivered: which, and what is known of its event. */
export interface Completed {
  readonly callId: number;
  readonly sequence: number;
  readonly destination: string;
  readonly occurredAt: number | null;
}

/** Writes that a call is delivered: its result, its place in the ledger where it has one, its link. */
export function completeCall(
  connection: Connection,
  { callId, sequence, destination, occurredAt }: Completed,
  progress: Extract<Progress, { status: 'delivered' }>,
  now: number,
): void {
  const { completion, linked } = progress;
  const call = connection.get<{ lane: number | null; diagnostics: string | null }>(
    'SELECT lane, diagnostics FROM call WHERE id = ?',
    callId,
  );
  const { diagnostics: _, ...kept } = completion;
  connection.run(
    `UPDATE call SET status = 'delivered', reason = NULL, due_at = NULL, deadline = NULL, tries = tries + 1, request = ?,
       completion = ?, customer_id = coalesce(?, customer_id), occurred_at = ?, diagnostics = ? WHERE id = ?`,
    JSON.stringify(progress.call),
    JSON.stringify(kept),
    completion.customerId ?? customerNumber(progress.call) ?? null,
    occurredAt,
    diagnosticsText([...diagnosticsOf(call?.diagnostics), ...progress.diagnostics]),
    callId,
  );
  settleIntent(connection, callId, 'completed', completion, now);
  if (progress.call.operation === 'persistCustomerData') {
    skipFollowers(connection, { callId, sequence, destination }, progress.call, now);
  }
  if (linked) putLink(connection, linked.link, destination, linked.customerId, now);
  const lane = connection.get<{ lane: number | null }>('SELECT lane FROM call WHERE id = ?', callId)?.lane;
  if (typeof lane === 'number') refreshLane(connection, lane);
  refreshEvent(connection, sequence, now);
}

function requeue(
  connection: Connection,
  claim: Claim,
  progress: Extract<Progress, { status: 'queued' }>,
): void {
  const { row } = progress;
  const times = row === undefined ? 0 : timesInARow(claim, row);
  connection.run(
    `UPDATE call SET due_at = ?, reason = ?, tries = tries + ?, last_row = coalesce(?, last_row),
       row_times = iif(? = 0, row_times, ?) WHERE id = ?`,
    Math.ceil(progress.dueAt),
    progress.reason,
    progress.counted ? 1 : 0,
    row ?? null,
    times,
    times,
    claim.callId,
  );
  const lane = connection.get<{ lane: number | null }>(
    'SELECT lane FROM call WHERE id = ?',
    claim.callId,
  )?.lane;
  if (typeof lane === 'number') refreshLane(connection, lane);
}

function planAgain(connection: Connection, sequence: number): void {
  connection.run(
    'UPDATE event SET planning = ? WHERE sequence = ? AND planning = 0',
    planningCodes.again,
    sequence,
  );
}
