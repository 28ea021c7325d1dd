import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Operation } from '../../call.ts';
import type { Status } from '../../event.ts';
import type { Fate, FatefulAttempt } from '../../fate.ts';
import type { Completion } from '../../outcome.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';
import { type Life, remainingMs } from './counted-time.ts';
import { refreshEvent } from './event-rows.ts';
import { refreshLane } from './lanes.ts';

/** What becomes of a call that leaves its lane without having been delivered. */
export interface Leaving {
  readonly status: Exclude<Status, 'queued' | 'delivered'>;
  readonly reason: string;
  /** Added to what is known of the call already. */
  readonly diagnostics: readonly Diagnostic[];
  readonly completion?: Completion | undefined;
  /** The request that led to it, if one did. */
  readonly attempt?: FatefulAttempt | undefined;
}

/** Takes a call out of its lane, which goes on without it. While it is `held` its time stands still. */
export function takeOut(connection: Connection, callId: number, leaving: Leaving, now: number): void {
  const call = connection.get<
    Life & {
      event: number;
      lane: number | null;
      mapping: string;
      destination: string;
      operation: Operation;
      diagnostics: string | null;
    }
  >(
    `SELECT event, lane, mapping, destination, operation, diagnostics, life_from, deadline, remaining FROM call
     WHERE id = ?`,
    callId,
  );
  if (!call) return;
  const remaining = leaving.status === 'held' ? remainingMs(connection, call, call.destination, now) : null;
  connection.run(
    `UPDATE call SET status = ?, reason = ?, lane = NULL, due_at = NULL, deadline = NULL, remaining = ?,
       diagnostics = ?, completion = ? WHERE id = ?`,
    leaving.status,
    leaving.reason,
    remaining,
    diagnosticsText([...diagnosticsOf(call.diagnostics), ...leaving.diagnostics]),
    leaving.completion ? storedCompletion.write(leaving.completion) : null,
    callId,
  );
  if (call.lane !== null) refreshLane(connection, call.lane);
  refreshEvent(connection, call.event, now);
  if (leaving.status !== 'discarded') noteLeaving(connection, call, { ...leaving, status: leaving.status });
}

function noteLeaving(
  connection: Connection,
  {
    event: sequence,
    mapping,
    destination,
    operation,
  }: { event: number; mapping: string; destination: string; operation: Operation },
  { status, diagnostics, attempt }: Leaving & { readonly status: Fate['status'] },
): void {
  const event = connection.get<{ id: string; source: string }>(
    'SELECT id, source FROM event WHERE sequence = ?',
    sequence,
  );
  if (!event) return;
  connection.note({
    event: event.id,
    source: event.source,
    call: { mapping, destination, operation },
    status,
    diagnostics,
    ...(attempt && { attempt }),
  });
}
