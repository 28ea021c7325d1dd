import type { Amended, Amendment } from '../../amendment.ts';
import { type AmendRequest, amending } from '../../decide/operate.ts';
import type { Status } from '../../event.ts';
import { planningCodes, planningOf } from '../../stored/planning-codes.ts';
import { type AmendmentRow, amendmentOf, patchText } from '../../stored/stored-amendment.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';
import type { Parts } from '../parts.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit } from './audit.ts';

/** Keeps a correction of an event, and has it planned again (Store.amend). */
export function amendById(parts: Parts, request: AmendRequest): Promise<Amended> {
  return parts.wholeQueue.write(() => keepCorrection(parts, request));
}

/** Does the same in the caller's transaction. */
export function keepCorrection(
  { connection, claims, clock }: Pick<Parts, 'connection' | 'claims' | 'clock'>,
  { id, patch, actor, seen }: AmendRequest,
): Amended {
  const now = clock.now();
  const event = connection.get<{ sequence: number; planning: number; noticed: string | null }>(
    'SELECT sequence, planning, noticed FROM event WHERE id = ?',
    id,
  );
  if (!event) return 'no-such-event';
  const { sequence } = event;
  const calls = connection.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = ?',
    sequence,
  );
  const changes = amending(
    { planning: planningOf(event.planning), intake: diagnosticsOf(event.noticed) },
    calls.map(call => ({ ...call, isClaimed: claims.has(call.id) })),
    { seen, kept: amendmentsOf(connection, id).length },
  );
  if (typeof changes === 'string') return changes;
  addAudit(connection, { ...actor, what: 'amend', event: id }, now);
  connection.run(
    'INSERT INTO amendment (event, at, who, why, patch) VALUES (?, ?, ?, ?, ?)',
    sequence,
    now,
    actor.who,
    actor.why ?? null,
    patchText(patch),
  );
  for (const call of changes.calls) takeOut(connection, call, changes.leaving, now);
  connection.run(
    'UPDATE event SET planning = ? WHERE sequence = ?',
    planningCodes[changes.planning],
    sequence,
  );
  refreshEvent(connection, sequence, now);
  return 'amended';
}

/** The corrections of an event, the oldest first (Store.amendments). */
export function amendmentsOf(connection: Connection, id: string): readonly Amendment[] {
  const rows = connection.all<AmendmentRow>(
    `SELECT at, who, why, patch FROM amendment WHERE event = (SELECT sequence FROM event WHERE id = ?)
     ORDER BY number`,
    id,
  );
  return rows.map(amendmentOf);
}
