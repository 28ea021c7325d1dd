import { counted } from '../../../diagnostics/counted.ts';
import type { Actor } from '../../audit.ts';
import { filterWords } from '../../decide/filter-words.ts';
import {
  discardedByFilter,
  discarding,
  discardPreview,
  isDiscarded,
  leftByPerson,
  replacedBy,
} from '../../decide/operate.ts';
import type { Status } from '../../event.ts';
import type { DiscardPreview, EventFilter } from '../../event-filter.ts';
import type { Store } from '../../store.ts';
import { planningNames } from '../../stored/planning-codes.ts';
import type { Transaction } from '../connection/transaction.ts';
import { callsInFlight } from '../delivery/in-flight.ts';
import type { Parts } from '../parts.ts';
import { forEachFound } from '../reading/search.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { lockEvents } from '../rows/locks.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit, completeAudit, dropAudit } from './audit.ts';

/** Discards an event (Store.discard); `false` if there is none of this id, or if nothing of it is left to discard. */
export function discardById({ database, clock }: Parts, id: string, actor: Actor): Promise<boolean> {
  return database.write(async transaction => {
    const event = await transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
    if (!event) return false;
    await lockEvents(transaction, [event.sequence]);
    // The event may have been deleted before it was locked.
    if (!(await transaction.get('SELECT 1 FROM event WHERE sequence = $1', event.sequence))) return false;
    if (!(await discardLocked(transaction, event.sequence, clock.now()))) return false;
    await addAudit(transaction, { ...actor, what: 'discard', event: id }, clock.now());
    return true;
  });
}

/** Discards a failed event of a list whose row was corrected and is another event now (Store.replaceFailed). */
export function replaceFailed(
  { database, clock }: Parts,
  { source, id, by }: Parameters<Store['replaceFailed']>[0],
  actor: Actor,
): Promise<boolean> {
  return database.write(async transaction => {
    const event = await transaction.get<{ sequence: number }>(
      'SELECT sequence FROM event WHERE id = $1 AND source = $2',
      id,
      source,
    );
    if (!event) return false;
    const { sequence } = event;
    await lockEvents(transaction, [sequence]);
    const failed = await transaction.get(
      "SELECT 1 FROM event WHERE sequence = $1 AND status = 'failed'",
      sequence,
    );
    if (!failed || !(await discardLocked(transaction, sequence, clock.now(), replacedBy(by)))) return false;
    await addAudit(transaction, { ...actor, what: 'discard', event: id, about: by }, clock.now());
    return true;
  });
}

/** Counts the expected effect of `discardByFilter`; changes nothing (Store.previewDiscard). */
export async function previewOfDiscard(
  { database }: Parts,
  { cursor: _cursor, ...filter }: EventFilter,
  most = Number.POSITIVE_INFINITY,
): Promise<DiscardPreview> {
  const statuses: { status: Status; count: number }[] = [];
  let left = most;
  let more = false;
  await forEachFound(database, { ...filter, limit: most + 1 }, async found => {
    const part = found.slice(0, left);
    left -= part.length;
    more ||= part.length < found.length;
    const counts = await database.read(transaction =>
      transaction.all<{ status: Status; count: number }>(
        'SELECT status, count(*)::int AS count FROM event WHERE sequence = ANY ($1) GROUP BY status',
        part,
      ),
    );
    statuses.push(...counts);
    return found.length;
  });
  return discardPreview(statuses, more);
}

/** Discards all events that match, in batches (Store.discardAll). The filter may contain a personal value. */
export async function discardByFilter(
  { database, clock }: Parts,
  filter: EventFilter,
  actor: Actor,
): Promise<number> {
  const entry = { ...actor, what: 'discard', about: filterWords(filter) } as const;
  const number = await database.write(transaction => addAudit(transaction, entry, clock.now()));
  let count = 0;
  await forEachFound(database, filter, async found => {
    count += await database.write(transaction => discardThose(transaction, found, clock.now()));
    return found.length;
  });
  await database.write(transaction =>
    count === 0
      ? dropAudit(transaction, number)
      : completeAudit(transaction, number, counted(count, 'event')),
  );
  return count;
}

async function discardThose(
  transaction: Transaction,
  sequences: readonly number[],
  now: number,
): Promise<number> {
  await lockEvents(transaction, sequences);
  const wanted = await transaction.all<{ sequence: number }>(
    'SELECT sequence FROM event WHERE sequence = ANY ($1) AND status = ANY ($2) ORDER BY sequence',
    sequences,
    discardedByFilter,
  );
  let count = 0;
  for (const { sequence } of wanted) if (await discardLocked(transaction, sequence, now)) count += 1;
  return count;
}

/** Returns true if that changed anything. */
async function discardLocked(
  transaction: Transaction,
  sequence: number,
  now: number,
  leftAs = leftByPerson,
): Promise<boolean> {
  const rows = await transaction.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = $1 ORDER BY position',
    sequence,
  );
  const inFlight = await callsInFlight(
    transaction,
    rows.map(call => call.id),
    now,
  );
  const event = await transaction.get<{ planning: number; own_status: string | null }>(
    'SELECT planning, own_status FROM event WHERE sequence = $1',
    sequence,
  );
  const what = discarding(
    rows.map(call => ({ ...call, isClaimed: inFlight.has(call.id) })),
    leftAs,
  );
  const before = { planning: planningNames[event?.planning ?? 0], ownStatus: event?.own_status ?? null };
  if (!isDiscarded(before, what)) return false;
  const { calls, leaving, own } = what;
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
  return true;
}
