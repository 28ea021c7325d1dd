import { counted } from '../../../diagnostics/counted.ts';
import type { Actor } from '../../audit.ts';
import { filterWords } from '../../decide/filter-words.ts';
import { type ReplayOptions, replayAction, replayPlanning } from '../../decide/operate.ts';
import type { EventFilter } from '../../event-filter.ts';
import { planningCodes, planningOf } from '../../stored/planning-codes.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Transaction } from '../connection/transaction.ts';
import type { Parts } from '../parts.ts';
import { forEachFound } from '../reading/search.ts';
import { refreshEvents } from '../rows/event-rows.ts';
import { lockEventRows } from '../rows/locks.ts';
import { addAudit, completeAudit, dropAudit } from './audit.ts';

/** Plans one event again by its id, with an entry in the audit log (Store.replay). */
export function replayById(
  { database, clock }: Parts,
  id: string,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  return database.write(async transaction => {
    const event = await transaction.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = $1', id);
    if (!event) return 0;
    const count = await replayEvents(transaction, [event.sequence], options, clock.now());
    const entry = { ...actor, what: replayAction(options), event: id };
    if (count > 0) await addAudit(transaction, entry, clock.now());
    return count;
  });
}

/**
 * Does the same for all events that match a filter, in batches. The audit log records the beginning first, because the
 * replay may be interrupted. The filter may contain a personal value.
 */
export async function replayByFilter(
  { database, clock }: Parts,
  filter: EventFilter,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  const entry = { ...actor, what: replayAction(options), about: filterWords(filter) };
  const number = await database.write(transaction => addAudit(transaction, entry, clock.now()));
  const count = await forEachFound(database, filter, found =>
    database.write(transaction => replayEvents(transaction, found, options, clock.now())),
  );
  await database.write(transaction =>
    count === 0
      ? dropAudit(transaction, number)
      : completeAudit(transaction, number, counted(count, 'event')),
  );
  return count;
}

/** Plans events again; returns their number. None of their calls is changed, so no destination is locked. */
async function replayEvents(
  transaction: Transaction,
  sequences: readonly number[],
  options: ReplayOptions,
  now: number,
): Promise<number> {
  await lockEventRows(transaction, sequences);
  const events = await transaction.all<{ sequence: number; planning: number; noticed: string | null }>(
    'SELECT sequence, planning, noticed FROM event WHERE sequence = ANY ($1)',
    sequences,
  );
  const wanted = events.flatMap(({ sequence, planning, noticed }) => {
    const before = { planning: planningOf(planning), intake: diagnosticsOf(noticed) };
    const reason = replayPlanning(before, options);
    return reason === undefined ? [] : [{ sequence, planning: planningCodes[reason] }];
  });
  const replayed = wanted.map(({ sequence }) => sequence);
  await transaction.run(
    `UPDATE event SET planning = new.planning FROM unnest($1::bigint[], $2::smallint[]) AS new (sequence, planning)
     WHERE event.sequence = new.sequence`,
    replayed,
    wanted.map(({ planning }) => planning),
  );
  await refreshEvents(transaction, replayed, now);
  return replayed.length;
}
