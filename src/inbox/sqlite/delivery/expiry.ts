import { expired, unclaimedExpired, unclaimedMs } from '../../decide/expire.ts';
import { type Batch, batchSize, inBatches } from '../../operations/in-batches.ts';
import type { Claims } from '../../owned/claims.ts';
import { storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';
import type { Parts } from '../parts.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { clockTime } from '../rows/paused-clocks.ts';
import { takeOut } from '../rows/take-out.ts';

/** Fails calls and events that are too old (WorkStore.expire), except calls that may be in flight. */
export function failTooOld({ connection, wholeQueue, claims }: Parts, now: number): Promise<number> {
  return inBatches(() => wholeQueue.write(() => failBatch(connection, claims, now)));
}

function failBatch(connection: Connection, claims: Claims, now: number): Batch {
  const calls = tooOld(connection, claims, now);
  for (const { id, policy } of calls) {
    takeOut(connection, id, expired(storedPolicy.read(policy)), now);
  }
  const events = connection.all<OldEvent>(
    `SELECT sequence, id, source FROM event WHERE own_status = 'held' AND received_at <= ? ORDER BY received_at LIMIT ?`,
    now - unclaimedMs,
    batchSize,
  );
  for (const event of events) failUnclaimed(connection, event, now);
  return {
    count: calls.length + events.length,
    more: calls.length >= batchSize || events.length === batchSize,
    last: 0,
  };
}

interface OldEvent {
  sequence: number;
  id: string;
  source: string;
}

interface OldCall {
  id: number;
  policy: string;
}

function tooOld(connection: Connection, claims: Claims, now: number): readonly OldCall[] {
  const claimed = JSON.stringify(claims.callIds());
  const destinations = connection.all<{ destination: string }>(
    "SELECT DISTINCT destination FROM tally WHERE status = 'queued' AND mapping <> '' AND calls > 0",
  );
  const found = new Map<number, OldCall>();
  for (const { destination } of destinations) {
    const calls = connection.all<OldCall>(
      `SELECT id, policy FROM call WHERE destination = ? AND status = 'queued' AND deadline <= ?
         AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY deadline LIMIT ?`,
      destination,
      clockTime(connection, destination, now),
      claimed,
      batchSize,
    );
    for (const call of calls) found.set(call.id, call);
  }
  const calls = connection.all<OldCall>(
    `SELECT id, policy FROM call WHERE status IN ('queued', 'held') AND expires_at <= ?
       AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY expires_at LIMIT ?`,
    now,
    claimed,
    batchSize,
  );
  for (const call of calls) found.set(call.id, call);
  return [...found.values()];
}

function failUnclaimed(connection: Connection, { sequence, id, source }: OldEvent, now: number): void {
  const { reason, diagnostics } = unclaimedExpired();
  connection.run(
    `UPDATE event SET own_status = 'failed', own_reason = ?, own_diagnostics = ?, own_held_since = NULL,
       planning = min(planning, 0)
     WHERE sequence = ?`,
    reason,
    diagnosticsText(diagnostics),
    sequence,
  );
  refreshEvent(connection, sequence, now);
  connection.addNotice({ event: id, source, status: 'failed', diagnostics });
}
