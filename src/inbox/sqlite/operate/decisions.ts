import { operator } from '../../audit.ts';
import type { Store } from '../../store.ts';
import type { Parts } from '../parts.ts';
import { previewReplay } from '../reading/replay-preview.ts';
import { amendById, amendmentsOf } from './amending.ts';
import { addAudit, listAudit } from './audit.ts';
import { discardByFilter, discardById, previewOfDiscard, replaceFailed } from './discarding.ts';
import { replayByFilter, replayById } from './replaying.ts';
import { resolveBooking } from './resolving.ts';

/** The manual actions of people, and their audit log. */
export function decisions(parts: Parts) {
  const { connection, wholeQueue: queue, clock } = parts;
  return {
    previewReplay: (what, clash, options) => previewReplay(connection, queue, what, { clash, ...options }),
    replay: (what, options, actor = operator) =>
      'id' in what ? replayById(parts, what.id, options, actor) : replayByFilter(parts, what, options, actor),
    discard: (id, actor = operator) => discardById(parts, id, actor),
    replaceFailed: (what, actor) => replaceFailed(parts, what, actor),
    previewDiscard: (filter, most) => previewOfDiscard(parts, filter, most),
    discardAll: (filter, actor) => discardByFilter(parts, filter, actor),
    amend: (id, patch, actor, seen) => amendById(parts, { id, patch, actor, seen }),
    amendments: id => queue.read(() => amendmentsOf(connection, id)),
    resolve: (what, resolution, actor) => resolveBooking(parts, what, resolution, actor),
    record: entry =>
      queue.write(() => {
        addAudit(connection, entry, clock.now());
      }),
    audit: filter => queue.read(() => listAudit(connection, filter)),
  } satisfies Partial<Store>;
}
