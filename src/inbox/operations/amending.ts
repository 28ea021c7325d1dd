import type { Amended, Amendment } from '../amendment.ts';
import { type AmendRequest, amending } from '../decide/operate.ts';
import type { Status } from '../event.ts';
import { planningCodes, planningOf } from '../stored/planning-codes.ts';
import { type AmendmentRow, amendmentOf, patchText } from '../stored/stored-amendment.ts';
import { diagnosticsOf } from '../stored/stored-diagnostics.ts';
import { addAudit } from './audit.ts';
import type { Steps, StoreTransaction } from './steps.ts';

/** Stores a correction of an event, and marks it to be planned again (Store.amend). */
export function* amendEvent(
  transaction: StoreTransaction,
  { id, patch, actor, seen }: AmendRequest,
  now: number,
): Steps<Amended> {
  const found = yield* transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
  if (!found) return 'no-such-event';
  const { sequence } = found;
  yield* transaction.lockEvents([sequence]);
  const changes = yield* changesOf(transaction, sequence, seen, now);
  if (typeof changes === 'string') return changes;
  yield* addAudit(transaction, { ...actor, what: 'amend', event: id }, now);
  yield* transaction.run(
    'INSERT INTO amendment (event, at, who, why, patch) VALUES ($1, $2, $3, $4, $5)',
    sequence,
    now,
    actor.who,
    actor.why ?? null,
    patchText(patch),
  );
  // A late result belongs to the call before the correction, so it must not count for the corrected one.
  yield* transaction.disregardLateResults(sequence);
  yield* transaction.takeOut(
    changes.calls.map(callId => ({ callId, leaving: changes.leaving })),
    now,
  );
  yield* transaction.run(
    'UPDATE event SET planning = $1 WHERE sequence = $2',
    planningCodes[changes.planning],
    sequence,
  );
  yield* transaction.refreshEvents([sequence], now);
  return 'amended';
}

function* changesOf(
  transaction: StoreTransaction,
  sequence: number,
  seen: number | undefined,
  now: number,
): Steps<ReturnType<typeof amending> | 'no-such-event'> {
  // The event may have been deleted before it was locked.
  const event = yield* transaction.get<{ planning: number; noticed: string | null; kept: number }>(
    `SELECT planning, noticed, (SELECT count(*) FROM amendment WHERE amendment.event = sequence) AS kept
     FROM event WHERE sequence = $1`,
    sequence,
  );
  if (!event) return 'no-such-event';
  const calls = yield* transaction.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = $1',
    sequence,
  );
  const inFlight = yield* transaction.callsInFlight(
    calls.map(({ id }) => id),
    now,
  );
  return amending(
    { planning: planningOf(event.planning), intake: diagnosticsOf(event.noticed) },
    calls.map(call => ({ ...call, isClaimed: inFlight.has(call.id) })),
    { seen, kept: event.kept },
  );
}

/** Returns the corrections of an event, the oldest first (Store.amendments). */
export function* amendmentsOf(transaction: StoreTransaction, id: string): Steps<readonly Amendment[]> {
  const rows = yield* transaction.all<AmendmentRow>(
    `SELECT at, who, why, patch FROM amendment WHERE event = (SELECT sequence FROM event WHERE id = $1)
     ORDER BY number`,
    id,
  );
  return rows.map(amendmentOf);
}
