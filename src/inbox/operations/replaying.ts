import { counted } from '../../diagnostics/counted.ts';
import type { Actor } from '../audit.ts';
import { filterWords } from '../decide/filter-words.ts';
import { type ReplayOptions, replayAction, replayPlanning } from '../decide/operate.ts';
import type { EventFilter } from '../event-filter.ts';
import { planningCodes, planningOf } from '../stored/planning-codes.ts';
import { diagnosticsOf } from '../stored/stored-diagnostics.ts';
import { addAudit, completeAudit, dropAudit } from './audit.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/** Marks one event to be planned again by its id, with an entry in the audit log (Store.replay). */
export function replayById(
  store: OperationStore,
  id: string,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  return store.write(function* (transaction) {
    const event = yield* transaction.get<{ sequence: number }>(
      'SELECT sequence FROM event WHERE id = $1',
      id,
    );
    if (!event) return 0;
    const count = yield* markForReplay(transaction, [event.sequence], options, store.now());
    const entry = { ...actor, what: replayAction(options), event: id };
    if (count > 0) yield* addAudit(transaction, entry, store.now());
    return count;
  });
}

/**
 * Does the same for all events that match a filter, in batches. The audit log records the beginning first, because the
 * replay may be interrupted. The filter may contain a personal value.
 */
export async function replayByFilter(
  store: OperationStore,
  filter: EventFilter,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  const entry = { ...actor, what: replayAction(options), about: filterWords(filter) };
  const number = await store.write(transaction => addAudit(transaction, entry, store.now()));
  const count = await store.forEachFound(filter, found =>
    store.write(transaction => markForReplay(transaction, found, options, store.now())),
  );
  await store.write(transaction =>
    count === 0
      ? dropAudit(transaction, number)
      : completeAudit(transaction, number, counted(count, 'event')),
  );
  return count;
}

/** Marks events to be planned again; returns their number. It changes none of their calls and locks no destination. */
export function* markForReplay(
  transaction: StoreTransaction,
  sequences: readonly number[],
  options: ReplayOptions,
  now: number,
): Steps<number> {
  yield* transaction.lockEventRows(sequences);
  const events = yield* transaction.all<{ sequence: number; planning: number; noticed: string | null }>(
    'SELECT sequence, planning, noticed FROM event WHERE sequence = ANY ($1)',
    sequences,
  );
  const wanted = events.flatMap(({ sequence, planning, noticed }) => {
    const before = { planning: planningOf(planning), intake: diagnosticsOf(noticed) };
    const reason = replayPlanning(before, options);
    return reason === undefined ? [] : [{ sequence, reason }];
  });
  for (const [reason, replayed] of Map.groupBy(wanted, each => each.reason))
    yield* transaction.run(
      'UPDATE event SET planning = $1 WHERE sequence = ANY ($2)',
      planningCodes[reason],
      replayed.map(({ sequence }) => sequence),
    );
  yield* transaction.refreshEvents(
    wanted.map(({ sequence }) => sequence),
    now,
  );
  return wanted.length;
}
