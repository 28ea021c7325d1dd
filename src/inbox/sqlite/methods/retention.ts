import type { Store } from '../../store.ts';
import { deletionTime, moveTimes } from '../delivery/clock-moves.ts';
import type { Parts } from '../parts.ts';
import { erase, previewErasure } from '../privacy/erase.ts';
import { prune } from '../privacy/retention.ts';

/** Deletes and erases, by a time that a clock which jumps cannot rush. */
export function retention({ connection, queue, checkpointer, claims, clock }: Parts) {
  return {
    erase: (wish, deed, extent = {}) =>
      erase({ connection, queue, checkpointer, claims, deed, now: clock.now }, wish, extent),
    previewErasure: (wish, extent = {}) => previewErasure({ connection, queue }, wish, extent),
    moveTimes: (byMs, agedMs) => queue.write(() => moveTimes(connection, byMs, agedMs)),
    deletionTime: now => queue.write(() => deletionTime(connection, now)),
    prune: (olderThan, now) => prune(connection, queue, checkpointer, olderThan, now),
  } satisfies Partial<Store>;
}
