import { counted } from '../../../diagnostics/counted.ts';
import { type Actor, operator } from '../../audit.ts';
import { filterWords } from '../../decide/filter-words.ts';
import { type ReplayOptions, replayAction, replayPlanning } from '../../decide/operate.ts';
import type { EventFilter } from '../../event-filter.ts';
import type { Store } from '../../store.ts';
import { planningCodes, planningNames } from '../../stored/planning-codes.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection.ts';
import type { Parts } from '../parts.ts';
import { previewReplay } from '../reading/replay-preview.ts';
import { forEachFound } from '../reading/search.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { amendById, amendmentsOf } from './amending.ts';
import { addAudit, completeAudit, dropAudit, listAudit } from './audit.ts';
import { discardByFilter, discardById, previewOfDiscard, replaceFailed } from './discarding.ts';
import { resolveBooking } from './resolving.ts';

/** The manual actions of people, and their audit log. */
export function decisions(parts: Parts) {
  const { connection, wholeQueue: queue, clock, ledger } = parts;
  return {
    previewReplay: (what, clash, options) => previewReplay(connection, queue, what, { clash, ...options }),
    replay: (what, options, actor = operator) =>
      'id' in what
        ? queue.write(() => replayEvent(connection, what.id, options, actor, clock.now()))
        : replayMany(parts, what, options, actor),
    discard: (id, actor = operator) => discardById(parts, id, actor),
    replaceFailed: (what, actor) => replaceFailed(parts, what, actor),
    previewDiscard: (filter, most) => previewOfDiscard(parts, filter, most),
    discardAll: (filter, actor) => discardByFilter(parts, filter, actor),
    amend: (id, patch, actor, seen) => amendById(parts, { id, patch, actor, seen }),
    amendments: id => queue.read(() => amendmentsOf(connection, id)),
    resolve: ({ id, call }, resolution, actor) =>
      queue.write(() =>
        resolveBooking(connection, ledger.secret, { eventId: id, call, resolution, actor, now: clock.now() }),
      ),
    record: entry =>
      queue.write(() => {
        addAudit(connection, entry, clock.now());
      }),
    audit: filter => queue.read(() => listAudit(connection, filter)),
  } satisfies Partial<Store>;
}

/**
 * Plans many events again. The audit log records the beginning first, because the replay runs in batches and may be
 * interrupted. The filter may contain a personal value.
 */
async function replayMany(
  { connection, wholeQueue: queue, clock }: Parts,
  filter: EventFilter,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  const what = replayAction(options);
  const about = filterWords(filter);
  const number = await queue.write(() => addAudit(connection, { ...actor, what, about }, clock.now()));
  const count = await forEachFound(connection, queue, filter, found =>
    queue.write(() => replayEvents(connection, found, options, clock.now())),
  );
  await queue.write(() =>
    count === 0 ? dropAudit(connection, number) : completeAudit(connection, number, counted(count, 'event')),
  );
  return count;
}

/** Plans events again at the request of a person (Store.replay); returns their number. */
function replayEvents(
  connection: Connection,
  sequences: readonly number[],
  options: ReplayOptions,
  now: number,
): number {
  const events = connection.all<{ sequence: number; planning: number; noticed: string | null }>(
    'SELECT sequence, planning, noticed FROM event WHERE sequence IN (SELECT value FROM json_each(?))',
    JSON.stringify(sequences),
  );
  let count = 0;
  for (const { sequence, planning, noticed } of events) {
    const before = { planning: planningNames[planning], intake: diagnosticsOf(noticed) };
    const wanted = replayPlanning(before, options);
    if (wanted === undefined) continue;
    connection.run('UPDATE event SET planning = ? WHERE sequence = ?', planningCodes[wanted], sequence);
    refreshEvent(connection, sequence, now);
    count += 1;
  }
  return count;
}

/** Plans one event again by its id, with an entry in the audit log. */
function replayEvent(
  connection: Connection,
  id: string,
  options: ReplayOptions,
  actor: Actor,
  now: number,
): number {
  const event = connection.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = ?', id);
  if (!event) return 0;
  const count = replayEvents(connection, [event.sequence], options, now);
  if (count > 0) addAudit(connection, { ...actor, what: replayAction(options), event: id }, now);
  return count;
}
