import { counted } from '../../diagnostics/counted.ts';
import type { Actor } from '../audit.ts';
import { filterWords } from '../decide/filter-words.ts';
import {
  discardedByFilter,
  discardedByPerson,
  discarding,
  discardPreview,
  isDiscarded,
  replacedBy,
} from '../decide/operate.ts';
import type { Status } from '../event.ts';
import type { DiscardPreview, EventFilter } from '../event-filter.ts';
import type { Store } from '../store.ts';
import { planningNames } from '../stored/planning-codes.ts';
import { addAudit, completeAudit, dropAudit } from './audit.ts';
import type { OperationStore, Steps, StoreTransaction } from './steps.ts';

/** Discards an event (Store.discard); `false` if no event has this id, or if nothing of it is left to discard. */
export function discardById(store: OperationStore, id: string, actor: Actor): Promise<boolean> {
  return store.write(function* (transaction) {
    const event = yield* transaction.get<{ sequence: number }>(
      'SELECT sequence FROM event WHERE id = $1',
      id,
    );
    if (!event) return false;
    yield* transaction.lockEvents([event.sequence]);
    // The event may have been deleted before it was locked.
    if (!(yield* transaction.get('SELECT 1 FROM event WHERE sequence = $1', event.sequence))) return false;
    if (!(yield* discardLocked(transaction, event.sequence, store.now()))) return false;
    yield* addAudit(transaction, { ...actor, what: 'discard', event: id }, store.now());
    return true;
  });
}

/** Discards a failed event of a list whose row was corrected and imported as another event (Store.replaceFailed). */
export function replaceFailed(
  store: OperationStore,
  { source, id, by }: Parameters<Store['replaceFailed']>[0],
  actor: Actor,
): Promise<boolean> {
  return store.write(function* (transaction) {
    const event = yield* transaction.get<{ sequence: number }>(
      'SELECT sequence FROM event WHERE id = $1 AND source = $2',
      id,
      source,
    );
    if (!event) return false;
    const { sequence } = event;
    yield* transaction.lockEvents([sequence]);
    const failed = yield* transaction.get(
      "SELECT 1 FROM event WHERE sequence = $1 AND status = 'failed'",
      sequence,
    );
    if (!failed || !(yield* discardLocked(transaction, sequence, store.now(), replacedBy(by)))) return false;
    yield* addAudit(transaction, { ...actor, what: 'discard', event: id, about: by }, store.now());
    return true;
  });
}

/** Counts the expected effect of `discardByFilter`; changes nothing (Store.previewDiscard). */
export async function previewOfDiscard(
  store: OperationStore,
  { cursor: _cursor, ...filter }: EventFilter,
  most = Number.POSITIVE_INFINITY,
): Promise<DiscardPreview> {
  const statuses: { status: Status; count: number }[] = [];
  let left = most;
  let more = false;
  await store.forEachFound({ ...filter, limit: most + 1 }, async found => {
    const part = found.slice(0, left);
    left -= part.length;
    more ||= part.length < found.length;
    const counts = await store.read(transaction =>
      transaction.all<{ status: Status; count: number }>(
        'SELECT status, count(*) AS count FROM event WHERE sequence = ANY ($1) GROUP BY status',
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
  store: OperationStore,
  filter: EventFilter,
  actor: Actor,
): Promise<number> {
  const entry = { ...actor, what: 'discard', about: filterWords(filter) } as const;
  const number = await store.write(transaction => addAudit(transaction, entry, store.now()));
  let count = 0;
  await store.forEachFound(filter, async found => {
    count += await store.write(transaction => discardThose(transaction, found, store.now()));
    return found.length;
  });
  await store.write(transaction =>
    count === 0
      ? dropAudit(transaction, number)
      : completeAudit(transaction, number, counted(count, 'event')),
  );
  return count;
}

function* discardThose(
  transaction: StoreTransaction,
  sequences: readonly number[],
  now: number,
): Steps<number> {
  yield* transaction.lockEvents(sequences);
  const wanted = yield* transaction.all<{ sequence: number }>(
    'SELECT sequence FROM event WHERE sequence = ANY ($1) AND status = ANY ($2) ORDER BY sequence',
    sequences,
    discardedByFilter,
  );
  let count = 0;
  for (const { sequence } of wanted) if (yield* discardLocked(transaction, sequence, now)) count += 1;
  return count;
}

/** Discards one event in a transaction; returns true if that changed anything. */
function* discardLocked(
  transaction: StoreTransaction,
  sequence: number,
  now: number,
  leftAs = discardedByPerson,
): Steps<boolean> {
  const rows = yield* transaction.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = $1 ORDER BY position',
    sequence,
  );
  const inFlight = yield* transaction.callsInFlight(
    rows.map(call => call.id),
    now,
  );
  const event = yield* transaction.get<{ planning: number; own_status: string | null }>(
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
  yield* transaction.takeOut(
    calls.map(callId => ({ callId, leaving })),
    now,
  );
  yield* transaction.run(
    'UPDATE event SET planning = 0, own_status = $1, own_reason = $2, own_held_since = NULL WHERE sequence = $3',
    own?.status ?? null,
    own?.reason ?? null,
    sequence,
  );
  yield* transaction.refreshEvents([sequence], now);
  return true;
}
