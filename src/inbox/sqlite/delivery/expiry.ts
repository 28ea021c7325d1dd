import { diagnostic } from '../../../diagnostics/diagnostic.ts';
import { storedPolicy } from '../../stored/stored-call.ts';
import { diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';
import { takeOut } from '../rows/call-rows.ts';
import { countedTime, heldCapMs } from '../rows/counted-time.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { type Batch, batchSize } from '../write-queue.ts';
import type { Claims } from './claims.ts';

const dayMs = 24 * 60 * 60_000;

/** An event that no mapping ever claimed: the default `maxAge`, after the time that may pass held. */
const unclaimedMs = heldCapMs + 7 * dayMs;

const hint = 'if it should still be sent, replay the event';

/** Fails one batch of what is too old (Store.expire). What is claimed is left to whoever delivers it. */
export function expireBatch(connection: Connection, claims: Claims, now: number): Batch {
  const calls = tooOld(connection, claims, now);
  for (const { id, policy } of calls) {
    const { maxAgeMs } = storedPolicy.read(policy);
    const reason = `It was not sent within ${words(maxAgeMs)}, the time that its mapping allows (maxAge)`;
    const diagnostics = [diagnostic('delivery/too-old', reason, { hint })];
    takeOut(connection, id, { status: 'failed', reason, diagnostics }, now);
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
  const claimed = claims.callIds();
  const destinations = connection.all<{ destination: string }>(
    "SELECT DISTINCT destination FROM tally WHERE status = 'queued' AND mapping <> '' AND calls > 0",
  );
  const found = new Map<number, OldCall>();
  for (const { destination } of destinations) {
    const calls = connection.all<OldCall>(
      `SELECT id, policy FROM call WHERE destination = ? AND status = 'queued' AND deadline <= ?
         AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY deadline LIMIT ?`,
      destination,
      countedTime(connection, destination, now),
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
  const reason = `No mapping took this event within ${words(unclaimedMs)}`;
  const diagnostics = [diagnostic('delivery/too-old', reason, { hint })];
  connection.run(
    `UPDATE event SET own_status = 'failed', own_reason = ?, own_diagnostics = ?, own_held_since = NULL, planning = 0
     WHERE sequence = ?`,
    reason,
    diagnosticsText(diagnostics),
    sequence,
  );
  refreshEvent(connection, sequence, now);
  connection.note({ event: id, source, status: 'failed', diagnostics });
}

/** A duration in words: `15 minutes`, `7 days`. */
function words(ms: number): string {
  const [unit, name] =
    [[dayMs, 'day'] as const, [60 * 60_000, 'hour'] as const, [60_000, 'minute'] as const].find(
      ([size]) => ms >= size && ms % size === 0,
    ) ?? ([1000, 'second'] as const);
  const count = Math.round(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
