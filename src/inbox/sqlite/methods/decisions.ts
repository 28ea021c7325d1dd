import { type Deed, operator } from '../../audit.ts';
import type { EventFilter } from '../../event-filter.ts';
import type { Store } from '../../store.ts';
import { addAudit, completeAudit, listAudit } from '../operate/audit.ts';
import { discardEvent, replayEvent, replayEvents } from '../operate/decisions.ts';
import { resolveBooking } from '../operate/resolving.ts';
import type { Parts } from '../parts.ts';
import { previewReplay } from '../reading/replay-preview.ts';
import { forEachFound } from '../reading/search.ts';

/** What people decide by hand, and the trail of it. */
export function decisions(parts: Parts) {
  const { connection, queue, claims, clock, ledger } = parts;
  return {
    previewReplay: (what, clash) => previewReplay(connection, queue, what, clash),
    replay: (what, options, deed = operator) =>
      'id' in what
        ? queue.write(() => replayEvent(connection, what.id, options, deed, clock.now()))
        : replayMany(parts, what, options, deed),
    discard: (id, deed = operator) =>
      queue.write(() => discardEvent(connection, claims, id, deed, clock.now())),
    resolve: ({ id, call }, resolution, deed) =>
      queue.write(() =>
        resolveBooking(connection, ledger.secret, { eventId: id, call, resolution, deed, now: clock.now() }),
      ),
    record: entry =>
      queue.write(() => {
        addAudit(connection, entry, clock.now());
      }),
    audit: filter => queue.read(() => listAudit(connection, filter)),
  } satisfies Partial<Store>;
}

/** The trail says first that it was begun: it goes in batches, and may be cut off. The filter may hold a value. */
async function replayMany(
  { connection, queue, clock }: Parts,
  filter: EventFilter,
  options: { force: boolean },
  deed: Deed,
): Promise<number> {
  const what = options.force ? 'force-replay' : 'replay';
  const about = filterWords(filter);
  const number = await queue.write(() => addAudit(connection, { ...deed, what, about }, clock.now()));
  const count = await forEachFound(connection, queue, filter, found =>
    replayEvents(connection, found, options),
  );
  await queue.write(() => completeAudit(connection, number, count === 1 ? '1 event' : `${count} events`));
  return count;
}

function filterWords({ status, source, q }: EventFilter): string {
  const parts = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(source === undefined ? [] : [`source ${source}`]),
    ...(q === undefined ? [] : ['a text']),
  ];
  return `events by ${parts.join(', ')}`;
}
