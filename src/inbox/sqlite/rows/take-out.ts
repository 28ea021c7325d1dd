import type { Operation } from '../../call.ts';
import { type LifeRow, lifeOf } from '../../decide/call-life.ts';
import { type Leaving, leaveLane } from '../../decide/leave-lane.ts';
import { storedCompletion } from '../../stored/stored-completion.ts';
import { diagnosticsOf, diagnosticsText } from '../../stored/stored-diagnostics.ts';
import { wasDeliveredSql } from '../../stored/was-delivered.ts';
import type { Connection } from '../connection/connection.ts';
import { refreshEvent } from './event-rows.ts';
import { refreshLane } from './lanes.ts';
import { clockTime } from './paused-clocks.ts';

interface Row extends LifeRow {
  sequence: number;
  event: string;
  source: string;
  lane: number | null;
  mapping: string;
  destination: string;
  operation: Operation;
  diagnostics: string | null;
}

/**
 * Takes a call out of its lane, which continues without it. While a call is `held` its time stops. A call that was
 * delivered before stays recorded in the lane, because the values that it set are newer than those of earlier calls.
 */
export function takeOut(connection: Connection, callId: number, leaving: Leaving, now: number): void {
  const row = connection.get<Row>(
    `SELECT e.sequence, e.id AS event, e.source, c.lane, c.mapping, c.destination, c.operation, c.diagnostics,
       c.life_from, c.deadline, c.remaining
     FROM call c JOIN event e ON e.sequence = c.event WHERE c.id = ?`,
    callId,
  );
  if (!row) return;
  const call = { ...row, life: lifeOf(row), diagnostics: diagnosticsOf(row.diagnostics) };
  const left = leaveLane(call, leaving, clockTime(connection, row.destination, now));
  connection.run(
    `UPDATE call SET status = ?, reason = ?, lane = iif(${wasDeliveredSql('call')}, lane, NULL), due_at = NULL, deadline = NULL, remaining = ?,
       diagnostics = ?, completion = ? WHERE id = ?`,
    leaving.status,
    leaving.reason,
    left.remainingMs,
    diagnosticsText(left.diagnostics),
    leaving.completion ? storedCompletion.write(leaving.completion) : null,
    callId,
  );
  if (row.lane !== null) refreshLane(connection, row.lane);
  refreshEvent(connection, row.sequence, now);
  if (left.notice) connection.addNotice(left.notice);
}
