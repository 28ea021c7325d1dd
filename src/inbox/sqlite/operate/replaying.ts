import { counted } from '../../../diagnostics/counted.ts';
import type { Actor } from '../../audit.ts';
import { filterWords } from '../../decide/filter-words.ts';
import { type ReplayOptions, replayAction, replayPlanning } from '../../decide/operate.ts';
import type { EventFilter } from '../../event-filter.ts';
import { planningCodes, planningOf } from '../../stored/planning-codes.ts';
import { diagnosticsOf } from '../../stored/stored-diagnostics.ts';
import type { Connection } from '../connection/connection.ts';
import type { Parts } from '../parts.ts';
import { forEachFound } from '../reading/search.ts';
import { refreshEvent } from '../rows/event-rows.ts';
import { addAudit, completeAudit, dropAudit } from './audit.ts';

/** Plans one event again by its id, with an entry in the audit log (Store.replay). */
export function replayById(
  { connection, wholeQueue: queue, clock }: Parts,
  id: string,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  return queue.write(() => {
    const event = connection.get<{ sequence: number }>('SELECT sequence FROM event WHERE id = ?', id);
    if (!event) return 0;
    const now = clock.now();
    const count = replayEvents(connection, [event.sequence], options, now);
    if (count > 0) addAudit(connection, { ...actor, what: replayAction(options), event: id }, now);
    return count;
  });
}

/**
 * Does the same for all events that match a filter, in batches. The audit log records the beginning first, because the
 * replay may be interrupted. The filter may contain a personal value.
 */
export async function replayByFilter(
  { connection, wholeQueue: queue, clock }: Parts,
  filter: EventFilter,
  options: ReplayOptions,
  actor: Actor,
): Promise<number> {
  const entry = { ...actor, what: replayAction(options), about: filterWords(filter) };
  const number = await queue.write(() => addAudit(connection, entry, clock.now()));
  const count = await forEachFound(connection, queue, filter, found =>
    queue.write(() => replayEvents(connection, found, options, clock.now())),
  );
  await queue.write(() =>
    count === 0 ? dropAudit(connection, number) : completeAudit(connection, number, counted(count, 'event')),
  );
  return count;
}

/** Plans events again; returns their number. */
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
    const before = { planning: planningOf(planning), intake: diagnosticsOf(noticed) };
    const wanted = replayPlanning(before, options);
    if (wanted === undefined) continue;
    connection.run('UPDATE event SET planning = ? WHERE sequence = ?', planningCodes[wanted], sequence);
    refreshEvent(connection, sequence, now);
    count += 1;
  }
  return count;
}
