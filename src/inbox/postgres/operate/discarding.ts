import type { Actor } from '../../audit.ts';
import { discarding } from '../../decide/operate.ts';
import type { Status } from '../../event.ts';
import type { Transaction } from '../connection/transaction.ts';
import { callsInFlight } from '../delivery/in-flight.ts';
import type { Parts } from '../parts.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { lockEvents } from '../rows/locks.ts';
import { takeOut } from '../rows/take-out.ts';
import { writeAudit } from './audit.ts';

/** Leaves an event (Store.discard); `false` where there is none of this id. */
export function discardById({ database, clock }: Parts, id: string, actor: Actor): Promise<boolean> {
  return database.write(async transaction => {
    const event = await transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
    if (!event) return false;
    await lockEvents(transaction, [event.sequence]);
    // It may have been deleted before it was locked.
    if (!(await transaction.get('SELECT 1 FROM event WHERE sequence = $1', event.sequence))) return false;
    await writeAudit(transaction, { ...actor, what: 'discard', event: id }, clock.now());
    await discardLocked(transaction, event.sequence, clock.now());
    return true;
  });
}

async function discardLocked(transaction: Transaction, sequence: number, now: number): Promise<void> {
  const rows = await transaction.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = $1 ORDER BY position',
    sequence,
  );
  const inFlight = await callsInFlight(
    transaction,
    rows.map(call => call.id),
    now,
  );
  const { calls, leaving, own } = discarding(
    rows.map(call => ({ ...call, isClaimed: inFlight.has(call.id) })),
  );
  await takeOut(
    transaction,
    calls.map(callId => ({ callId, leaving })),
    now,
  );
  await transaction.run(
    'UPDATE event SET planning = 0, own_status = $1, own_reason = $2, own_held_since = NULL WHERE sequence = $3',
    own?.status ?? null,
    own?.reason ?? null,
    sequence,
  );
  await refreshEvents(transaction, [sequence], now);
}
