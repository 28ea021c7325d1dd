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
import type { Parts } from '../parts.ts';
import { forEachFound } from '../reading/search.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { takeOut } from '../rows/take-out.ts';
import { addAudit, completeAudit, dropAudit } from './audit.ts';

/** Discards an event (Store.discard); `false` if there is none of this id, or if nothing of it is left to discard. */
export function discardById(parts: Parts, id: string, actor: Actor): Promise<boolean> {
  const { connection, wholeQueue: queue, clock } = parts;
  return queue.write(() => {
    const event = connection.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = ?', id);
    if (!event) return false;
    if (!discardEvent(parts, event.sequence, clock.now())) return false;
    addAudit(connection, { ...actor, what: 'discard', event: id }, clock.now());
    return true;
  });
}

/** Discards a failed event of a list whose row was corrected and is another event now (Store.replaceFailed). */
export function replaceFailed(
  parts: Parts,
  { source, id, by }: Parameters<Store['replaceFailed']>[0],
  actor: Actor,
): Promise<boolean> {
  const { connection, wholeQueue: queue, clock } = parts;
  return queue.write(() => {
    const event = connection.get<{ sequence: number }>(
      "SELECT sequence FROM event WHERE id = ? AND source = ? AND status = 'failed'",
      id,
      source,
    );
    if (!event || !discardEvent(parts, event.sequence, clock.now(), replacedBy(by))) return false;
    addAudit(connection, { ...actor, what: 'discard', event: id, about: by }, clock.now());
    return true;
  });
}

/** Counts the expected effect of `discardByFilter`; changes nothing (Store.previewDiscard). */
export async function previewOfDiscard(
  { connection, wholeQueue: queue }: Parts,
  { cursor: _cursor, ...filter }: EventFilter,
  most = Number.POSITIVE_INFINITY,
): Promise<DiscardPreview> {
  const statuses: { status: Status; count: number }[] = [];
  let left = most;
  let more = false;
  await forEachFound(connection, queue, { ...filter, limit: most + 1 }, found =>
    queue.read(() => {
      const part = found.slice(0, left);
      left -= part.length;
      more ||= part.length < found.length;
      statuses.push(
        ...connection.all<{ status: Status; count: number }>(
          `SELECT status, count(*) AS count FROM event
           WHERE sequence IN (SELECT value FROM json_each(?)) GROUP BY status`,
          JSON.stringify(part),
        ),
      );
      return found.length;
    }),
  );
  return discardPreview(statuses, more);
}

/** Discards all events that match, in batches (Store.discardAll). The filter may contain a personal value. */
export async function discardByFilter(parts: Parts, filter: EventFilter, actor: Actor): Promise<number> {
  const { connection, wholeQueue: queue, clock } = parts;
  const entry = { ...actor, what: 'discard', about: filterWords(filter) } as const;
  const number = await queue.write(() => addAudit(connection, entry, clock.now()));
  let count = 0;
  await forEachFound(connection, queue, filter, found =>
    queue.write(() => {
      for (const sequence of discardable(parts, found)) {
        if (discardEvent(parts, sequence, clock.now())) count += 1;
      }
      return found.length;
    }),
  );
  await queue.write(() =>
    count === 0 ? dropAudit(connection, number) : completeAudit(connection, number, counted(count, 'event')),
  );
  return count;
}

function discardable({ connection }: Parts, sequences: readonly number[]): readonly number[] {
  return connection
    .all<{ sequence: number }>(
      `SELECT sequence FROM event WHERE sequence IN (SELECT value FROM json_each(?))
         AND status IN (SELECT value FROM json_each(?))`,
      JSON.stringify(sequences),
      JSON.stringify(discardedByFilter),
    )
    .map(({ sequence }) => sequence);
}

/** Returns true if that changed anything. */
function discardEvent(
  { connection, claims }: Parts,
  sequence: number,
  now: number,
  leftAs = leftByPerson,
): boolean {
  const rows = connection.all<{ id: number; status: Status }>(
    'SELECT id, status FROM call WHERE event = ?',
    sequence,
  );
  const event = connection.get<{ planning: number; own_status: string | null }>(
    'SELECT planning, own_status FROM event WHERE sequence = ?',
    sequence,
  );
  const what = discarding(
    rows.map(call => ({ ...call, isClaimed: claims.has(call.id) })),
    leftAs,
  );
  const before = { planning: planningNames[event?.planning ?? 0], ownStatus: event?.own_status ?? null };
  if (!isDiscarded(before, what)) return false;
  const { calls, leaving, own } = what;
  for (const call of calls) takeOut(connection, call, leaving, now);
  connection.run(
    'UPDATE event SET planning = 0, own_status = ?, own_reason = ?, own_held_since = NULL WHERE sequence = ?',
    own?.status ?? null,
    own?.reason ?? null,
    sequence,
  );
  refreshEvent(connection, sequence, now);
  return true;
}
